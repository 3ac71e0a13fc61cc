// Equilibria against solutions that share nothing with the program: a suspension by its potential energy, an
// arch through both of its snaps, rods against the elastica, chains from anywhere.
// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>

#include <Eigen/Geometry>
#include <cstdlib>
#include <functional>
#include <numbers>
#include <random>

#include "analysis/settled.h"

namespace trammel::analysis {
namespace {

using std::numbers::pi;

double root(const std::function<double(double)>& f, double x) {  // by secants
  double x0 = x - 1e-4, f0 = f(x0);
  for (int k = 0; k < 60; ++k) {
    const double f1 = f(x);
    if (f1 == f0 || std::abs(x - x0) < 1e-16) break;
    const double next = x - f1 * (x - x0) / (f1 - f0);
    x0 = x, f0 = f1, x = next;
  }
  return x;
}

// Double wishbones on hinges along x, an upright between two balls, a tie rod, a spring on the lower arm and
// the load of the wheel. Points in the design position; everything follows the angle φ of the lower arm.
class Corner {
 public:
  Vec3 lower_hinge{0, 0.4, 0.25}, lower_ball{0, 0.7, 0.2}, upper_hinge{0, 0.45, 0.5},
      upper_ball{0, 0.68, 0.48}, tie_inner{-0.12, 0.4, 0.28}, tie_outer{-0.12, 0.69, 0.28},
      contact{0, 0.75, 0}, spring_foot{0, 0.6, 0.23}, spring_top{0, 0.5, 0.7},
      lower_centre{0, 0.55, 0.225}, upper_centre{0, 0.56, 0.49}, upright_centre{0.01, 0.7, 0.32};
  double load = 3000, stiffness = 60000, free_length = 0.58;
  double lower_mass = 6, upper_mass = 3, upright_mass = 20;

  struct Pose {
    Eigen::Isometry3d lower, upper, upright;
  };

  Pose pose(double phi) const {
    Pose p;
    p.lower = about(lower_hinge, Vec3::UnitX(), phi);
    const Vec3 ball = p.lower * lower_ball;
    const double height = (upper_ball - lower_ball).norm();
    const double psi = root(
        [&](double a) {
          return (about(upper_hinge, Vec3::UnitX(), a) * upper_ball - ball).norm() - height;
        },
        phi);
    p.upper = about(upper_hinge, Vec3::UnitX(), psi);
    const Vec3 axis = (p.upper * upper_ball - ball).normalized();
    const Eigen::Quaterniond tilt =
        Eigen::Quaterniond::FromTwoVectors(upper_ball - lower_ball, axis);
    const auto upright = [&](double chi) {
      Eigen::Isometry3d t = Eigen::Isometry3d::Identity();
      t.linear() = Eigen::AngleAxisd(chi, axis).toRotationMatrix() * tilt.toRotationMatrix();
      t.translation() = ball - t.linear() * lower_ball;
      return t;
    };
    const double rod = (tie_outer - tie_inner).norm();
    p.upright = upright(
        root([&](double chi) { return (upright(chi) * tie_outer - tie_inner).norm() - rod; }, 0));
    return p;
  }

  double energy(double phi) const {
    const Pose p = pose(phi);
    const double stretch = (p.lower * spring_foot - spring_top).norm() - free_length;
    return stiffness * stretch * stretch / 2 - load * (p.upright * contact).z() +
           gravity * (lower_mass * (p.lower * lower_centre).z() +
                      upper_mass * (p.upper * upper_centre).z() +
                      upright_mass * (p.upright * upright_centre).z());
  }

  double equilibrium() const {
    const double h = 1e-3;
    return root(
        [&](double phi) {
          return (8 * (energy(phi + h) - energy(phi - h)) - energy(phi + 2 * h) +
                  energy(phi - 2 * h)) /
                 (12 * h);
        },
        0);
  }

  // Parts stand in the origin of the ground: coordinates of markers are those of points.
  std::string text() const {
    const auto marker = [](int id, const Vec3& p) {
      return fmt::format("MARKER/{}, PART = {}, QP = {}, {}, {}, REULER = 90D, 90D, 0\n", id,
                         id / 100, p.x(), p.y(), p.z());
    };
    const auto part = [&](int id, double mass, const Vec3& centre) {
      return fmt::format("PART/{0}, MASS = {1}, CM = {0}00, IP = 0.1, 0.2, 0.3\n", id, mass) +
             marker(100 * id, centre);
    };
    return ground + fmt::format("ACCGRAV/KGRAV = {}\n", -gravity) +
           part(2, lower_mass, lower_centre) + part(3, upper_mass, upper_centre) +
           part(4, upright_mass, upright_centre) + marker(102, lower_hinge) +
           marker(103, upper_hinge) + marker(104, tie_inner) + marker(105, spring_top) +
           marker(202, lower_hinge) + marker(203, lower_ball) + marker(204, spring_foot) +
           marker(302, upper_hinge) + marker(303, upper_ball) + marker(403, lower_ball) +
           marker(404, upper_ball) + marker(405, tie_outer) + marker(406, contact) +
           fmt::format(
               "JOINT/1, REVOLUTE, I = 202, J = 102\nJOINT/2, REVOLUTE, I = 302, J = 103\n"
               "JOINT/3, SPHERICAL, I = 403, J = 203\nJOINT/4, SPHERICAL, I = 404, J = 303\n"
               "GCON/1, FUNCTION = DM(405, 104) - {:.17g}\n"
               "SPRINGDAMPER/1, TRANSLATION, I = 204, J = 105, K = {}, LENGTH = {}\n"
               "MARKER/109, PART = 1, FLOATING\nVFORCE/1, I = 406, JFLOAT = 109, RM = 101, "
               "FX = 0\\ FY = 0\\ FZ = {}\n",
               (tie_outer - tie_inner).norm(), stiffness, free_length, load) +
           "REQUEST/1, DISPLACEMENT, I = 403, J = 101, RM = 101\n"
           "REQUEST/2, DISPLACEMENT, I = 404, J = 101, RM = 101\n"
           "REQUEST/3, DISPLACEMENT, I = 406, J = 101, RM = 101\n";
  }

 private:
  static Eigen::Isometry3d about(const Vec3& point, const Vec3& axis, double angle) {
    Eigen::Isometry3d t = Eigen::Isometry3d::Identity();
    t.linear() = Eigen::AngleAxisd(angle, axis).toRotationMatrix();
    t.translation() = point - t.linear() * point;
    return t;
  }
};

TEST(Equilibria, corner_of_a_suspension) {
  for (const double load : {1000.0, 3000.0, 5000.0}) {
    Corner corner;
    corner.load = load;
    const Settled run(corner.text());
    ASSERT_EQ(run.report.status, Status::ok) << lines(run.findings);
    const Corner::Pose pose = corner.pose(corner.equilibrium());
    const Vec3 expected[] = {pose.lower * corner.lower_ball, pose.upper * corner.upper_ball,
                             pose.upright * corner.contact};
    for (int k = 0; k < 3; ++k)
      for (int i = 0; i < 3; ++i)
        EXPECT_NEAR(run.results.at(0)[std::size_t(8 * k + 1 + i)], expected[k][i], 1e-8)
            << load << " N, point " << k << ", coordinate " << i;
  }
}

// Springs from (±1, 0) to an apex at height y carry P(y) = −2k y (1 − L/√(1 + y²)). Pushed down beyond its
// limit, the arch snaps through; pulled up beyond it, back.
TEST(Equilibria, arch_snaps_through_and_back) {
  const double k = 100, height = 0.5, length = std::hypot(1, height);
  const auto carried = [&](double y) { return -2 * k * y * (1 - length / std::hypot(1, y)); };
  const double turning = std::sqrt(std::pow(length, 2.0 / 3) - 1), limit = carried(turning);
  std::vector<double> times;
  for (int n = 1; n <= 40; ++n) times.push_back(n * 0.05);
  const Settled run(ground + fmt::format(R"(
MARKER/102, PART = 1, QP = 1, 0, 0
MARKER/103, PART = 1, QP = -1, 0, 0
MARKER/104, PART = 1, REULER = 0, -90D, 0
PART/2, MASS = 1, CM = 201, IP = 1, 1, 1, QG = 0, {}, 0
MARKER/201, PART = 2
MARKER/202, PART = 2, REULER = 0, -90D, 0
JOINT/1, TRANSLATIONAL, I = 202, J = 104
SPRINGDAMPER/1, TRANSLATION, I = 201, J = 102, K = {}, LENGTH = {:.17g}
SPRINGDAMPER/2, TRANSLATION, I = 201, J = 103, K = {}, LENGTH = {:.17g}
SFORCE/1, TRANSLATIONAL, ACTIONONLY, I = 202, J = 104, FUNCTION = {:.17g}*SIN(PI*TIME)
REQUEST/1, DISPLACEMENT, I = 201, J = 101
)",
                                         height, k, length, k, length, -1.3 * limit),
                    times);
  ASSERT_EQ(run.report.status, Status::ok) << lines(run.findings);
  ASSERT_EQ(run.results.size(), 41U);
  double side = 1;
  for (std::size_t n = 0; n <= 40; ++n) {
    const double load = 1.3 * limit * std::sin(pi * 0.05 * double(n));
    if (side * load > limit) side = -side;
    // From the turning point outwards P(y) is monotonous.
    double low = side * turning, high = side * 2;
    for (int halving = 0; halving < 200; ++halving) {
      const double middle = (low + high) / 2;
      (side * (carried(middle) - load) > 0 ? low : high) = middle;
    }
    EXPECT_NEAR(run.results[n][2], low, 1e-8) << "load " << load / limit << " of the limit";
  }
}

// Rods with springs EI/h, 2EI/h at the clamp: their error is quartered as their number doubles, and what is
// extrapolated from two numbers of rods is the elastica (L = EI = 1, load 2; elliptic integrals, P06h).
TEST(Equilibria, rods_tend_to_the_elastica) {
  const double load = 2, deflection = 0.49345748039671182041, reach = 0.83935827917483276379;
  std::vector<double> w, x;
  for (const int n : {10, 20, 40}) {
    std::string text = ground;
    const double h = 1.0 / n;
    for (int k = 1; k <= n; ++k)
      text += fmt::format(
          "PART/{0}, MASS = 1, CM = {0}00, IP = 1, 1, 1, QG = {1}, 0, 0\nMARKER/{0}00, PART = {0}\n"
          "MARKER/{0}01, PART = {0}, QP = {2}, 0, 0\nJOINT/{0}, REVOLUTE, I = {0}00, J = {3}\n"
          "SPRINGDAMPER/{0}, ROTATION, I = {0}00, J = {3}, KT = {4}\n",
          k + 1, (k - 1) * h, h, k == 1 ? "101" : fmt::format("{}01", k), (k == 1 ? 2 : 1) / h);
    text += fmt::format(
        "MARKER/109, PART = 1, FLOATING\nVFORCE/1, I = {0}01, JFLOAT = 109, RM = 101, "
        "FX = 0\\ FY = {1}\\ FZ = 0\nREQUEST/1, DISPLACEMENT, I = {0}01, J = 101\n",
        n + 1, load);
    const Settled run(text);
    ASSERT_EQ(run.report.status, Status::ok) << lines(run.findings);
    x.push_back(run.results.at(0)[1]), w.push_back(run.results.at(0)[2]);
  }
  EXPECT_NEAR((w[0] - w[1]) / (w[1] - w[2]), 4, 0.02);
  const auto extrapolated = [](const std::vector<double>& v) {
    const double first = (4 * v[1] - v[0]) / 3, second = (4 * v[2] - v[1]) / 3;
    return (16 * second - first) / 15;
  };
  EXPECT_NEAR(extrapolated(w), deflection, 1e-8);
  EXPECT_NEAR(extrapolated(x), reach, 1e-8);
}

// A chain is at rest where every rod is upright, and stable where all of them hang: from random poses, what
// is reported as an equilibrium is one, and nearly always the stable one. TRAMMEL_LONG_TESTS: 200 poses.
TEST(Equilibria, twenty_links_from_random_poses) {
  std::mt19937 random(20);
  std::uniform_real_distribution<double> angle(-pi, pi);
  const std::size_t n = 20;
  const int poses = std::getenv("TRAMMEL_LONG_TESTS") ? 200 : 20;
  int hanging = 0;
  for (int k = 0; k < poses; ++k) {
    std::vector<double> angles(n);
    for (double& a : angles) a = angle(random);
    std::string text = chain(angles);
    for (std::size_t i = 1; i <= n; ++i)
      text += fmt::format("REQUEST/{}, DISPLACEMENT, I = {}02, J = 101\n", i, i + 1);
    const Settled run(text);
    if (run.report.status != Status::ok) continue;
    for (std::size_t i = 0; i < n; ++i) EXPECT_NEAR(run.results.at(0)[8 * i + 1], 0, 1e-8);
    hanging += std::abs(run.results.at(0)[8 * (n - 1) + 2] + double(n)) < 1e-8;
  }
  EXPECT_GE(hanging, poses * 95 / 100);
  RecordProperty("hanging", hanging);
}

}  // namespace
}  // namespace trammel::analysis
