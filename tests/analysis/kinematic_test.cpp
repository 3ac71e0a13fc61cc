// Kinematic analysis against closed forms, its reactions against Newton and Euler's equations for planar
// linkages, written down anew.
// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/kinematic.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <Eigen/LU>
#include <array>
#include <cmath>
#include <complex>
#include <numbers>

#include "analysis/datasets.h"
#include "io/adm/source.h"
#include "numerics/dense.h"

namespace trammel::analysis {
namespace {

using std::numbers::pi;

struct Row {
  double t;
  std::vector<double> values;  // eight per request
};

// The rows of a kinematic run of a dataset, with the requests given in place of its own.
std::vector<Row> run(std::string text, const std::string& requests, double end, int steps) {
  text = text.substr(0, text.find("\nREQUEST/")) + "\n" + requests + "\nEND\n";
  const adm::Reading reading = adm::read({"test.adm", text});
  EXPECT_TRUE(reading.ok()) << reading.messages();
  Session session(reading.model);
  const InitialConditions& start = session.assemble();
  EXPECT_TRUE(start.ok()) << lines(start.findings);
  Findings findings;
  RunSettings settings = run_settings(reading.model, {}, findings);
  settings.output_times = output_times(start.state.t, {.end = end, .steps = steps, .interval = {}});
  std::vector<Row> rows;
  const RunReport report =
      session.run(Kind::kinematic, settings, [&](const system::System& system, const State& s) {
        rows.push_back({s.t, std::vector<double>(8 * session.equations().requests.size())});
        EXPECT_TRUE(system.requests(s, rows.back().values));
      });
  EXPECT_EQ(report.status, Status::ok) << lines(report.findings);
  EXPECT_EQ(rows.size(), std::size_t(steps));
  return rows;
}

std::string example(const std::string& name) {
  return adm::read_source(TRAMMEL_SOURCE_DIR "/examples/" + name + ".adm").text;
}

// An angle with its first two rates, and the vector r e^{iα} with its.
struct Angle {
  double value, rate, acceleration;
};
struct Point {
  std::complex<double> r, v, a;
  Point operator+(const Point& o) const { return {r + o.r, v + o.v, a + o.a}; }
};
Point turned(double length, const Angle& angle) {
  const std::complex<double> i(0, 1), r = std::polar(length, angle.value);
  return {r, i * angle.rate * r, (i * angle.acceleration - angle.rate * angle.rate) * r};
}

void expect_near(double found, double expected, double tolerance, const char* what, double t) {
  EXPECT_NEAR(found, expected, tolerance) << what << " at time " << t;
}

// A body of a planar linkage, and the forces that pins apply to it.
struct Body {
  double mass, inertia;
  Point centre;
  double angular_acceleration;
};

// Σ F = m a − m g and Σ (r − r_c) × F + Σ torques = I α of each body, linear in the unknown forces of pins
// and torques.
class NewtonEuler {
 public:
  NewtonEuler(int bodies, double gravity)
      : gravity_(gravity), a_(Matrix::Zero(3 * bodies, 3 * bodies)), b_(Vector::Zero(3 * bodies)) {}

  void body(int k, const Body& body) {
    centres_[std::size_t(k)] = body.centre.r;
    b_[3 * k] = body.mass * body.centre.a.real();
    b_[3 * k + 1] = body.mass * (body.centre.a.imag() + gravity_);
    b_[3 * k + 2] = body.inertia * body.angular_acceleration;
  }
  // The unknowns u, u+1: a force on body k at a point, its opposite on body j (−1: ground).
  void pin(int u, int k, int j, std::complex<double> at) {
    for (const auto& [body, sign] : {std::pair{k, 1.0}, {j, -1.0}}) {
      if (body < 0) continue;
      const std::complex<double> arm = at - centres_[std::size_t(body)];
      a_(3 * body, u) += sign, a_(3 * body + 1, u + 1) += sign;
      a_(3 * body + 2, u) -= sign * arm.imag(), a_(3 * body + 2, u + 1) += sign * arm.real();
    }
  }
  // The unknown u: a force along y on body k at its centre, or a torque.
  void push(int u, int k) { a_(3 * k + 1, u) += 1; }
  void turn(int u, int k) { a_(3 * k + 2, u) += 1; }

  Vector solve() const { return DenseLu(a_).solve(b_); }

 private:
  double gravity_;
  std::array<std::complex<double>, 3> centres_;
  Matrix a_;
  Vector b_;
};

// Force on the I part in x and y, torque about z.
std::string reactions(int request, const std::vector<std::string>& functions) {
  std::string text = fmt::format("REQUEST/{}", request);
  for (std::size_t k = 0; k < functions.size(); ++k)
    text += fmt::format("{} F{} = {}", k == 0 ? "," : "\\", k + 1, functions[k]);
  return text + "\n";
}

// Crank r, rod l, slide at y = e; φ as given. Forces of all joints and the torque of the motion.
void check_slider_crank(std::string text, double e, const std::function<Angle(double)>& phi) {
  const double r = 0.15, l = 0.4, g = 9.81;
  text.replace(text.find("\nMOTION/"), 1, fmt::format("\nACCGRAV/JGRAV = {}\n", -g));
  const std::string requests =
      reactions(1, {"DX(401)", "VX(401)", "ACCX(401)", "AZ(301, 101)", "WZ(301)", "WDTZ(301)"}) +
      reactions(
          2, {"JOINT(1, 0, 2, 0)", "JOINT(1, 0, 3, 0)", "JOINT(2, 0, 2, 0)", "JOINT(2, 0, 3, 0)",
              "JOINT(3, 0, 2, 0)", "JOINT(3, 0, 3, 0)", "JOINT(4, 0, 3, 0)", "MOTION(1, 0, 8, 0)"});
  for (const Row& row : run(text, requests, 1, 50)) {
    const Angle f = phi(row.t);
    const double s = std::sin(f.value), c = std::cos(f.value);
    Angle b{std::asin((e - r * s) / l), 0, 0};  // r sin φ + l sin β = e
    b.rate = -r * c * f.rate / (l * std::cos(b.value));
    b.acceleration = (-r * c * f.acceleration + r * s * f.rate * f.rate +
                      l * std::sin(b.value) * b.rate * b.rate) /
                     (l * std::cos(b.value));
    const Point pin = turned(r, f), piston = pin + turned(l, b);
    const auto& v = row.values;
    expect_near(v[0], piston.r.real(), 1e-10, "x", row.t);
    expect_near(v[1], piston.v.real(), 1e-10, "v", row.t);
    expect_near(v[2], piston.a.real(), 1e-10 * 20, "a", row.t);
    expect_near(v[3], b.value, 1e-10, "rod angle", row.t);
    expect_near(v[4], b.rate, 1e-10, "its rate", row.t);
    expect_near(v[5], b.acceleration, 1e-10 * 40, "its acceleration", row.t);

    NewtonEuler equations(3, g);
    equations.body(0, {0.5, 0.0009375, turned(r / 2, f), f.acceleration});
    equations.body(1, {0.3, 0.004, pin + turned(l / 2, b), b.acceleration});
    equations.body(2, {0.4, 1e-4, piston, 0});
    equations.pin(0, 0, -1, 0);
    equations.pin(2, 1, 0, pin.r);
    equations.pin(4, 1, 2, piston.r);
    equations.push(6, 2);
    equations.turn(7, 0);
    equations.turn(8, 2);
    const Vector expected = equations.solve();
    const double scale = expected.cwiseAbs().maxCoeff();
    for (int k = 0; k < 8; ++k)
      expect_near(v[std::size_t(8 + k)], expected[k], 1e-9 * scale, "reaction", row.t);
  }
}

TEST(Kinematic, slider_crank) {
  check_slider_crank(example("slider_crank"), 0, [](double t) { return Angle{10 * t, 10, 0}; });
}

TEST(Kinematic, slider_crank_with_an_offset_that_speeds_up) {
  check_slider_crank(example("slider_crank_offset"), 0.05, [](double t) {
    return Angle{2 * t + 3 * t * t, 2 + 6 * t, 6};
  });
}

// θ and ψ of coupler and rocker from crank + coupler = ground + rocker, by the law of cosines.
TEST(Kinematic, four_bar) {
  const double ground_length = 3, a = 1, b = 3, c = 2.5, g = 9.81, w = 2 * pi;
  std::string text = example("fourbar_kinematics");
  text.replace(text.find("\nMOTION/"), 1, fmt::format("\nACCGRAV/JGRAV = {}\n", -g));
  const std::string requests =
      reactions(1, {"AZ(301, 101)", "AZ(401, 101)", "WZ(301)", "WZ(401)", "WDTZ(301)", "WDTZ(401)",
                    "ACCX(303)", "ACCY(303)"}) +
      reactions(
          2, {"JOINT(1, 0, 2, 0)", "JOINT(1, 0, 3, 0)", "JOINT(2, 0, 2, 0)", "JOINT(2, 0, 3, 0)",
              "JOINT(3, 0, 2, 0)", "JOINT(3, 0, 3, 0)", "JOINT(4, 0, 2, 0)", "JOINT(4, 0, 3, 0)"}) +
      reactions(3, {"MOTION(1, 0, 8, 0)"});
  for (const Row& row : run(text, requests, 1, 50)) {
    const Angle f{w * row.t, w, 0};
    const Point pin = turned(a, f);
    const std::complex<double> diagonal = ground_length - pin.r;
    const double d = std::abs(diagonal);
    Angle theta{std::arg(diagonal) + std::acos((b * b + d * d - c * c) / (2 * b * d)), 0, 0};
    Angle psi{std::arg(pin.r + std::polar(b, theta.value) - ground_length), 0, 0};
    // i b e^{iθ} θ' − i c e^{iψ} ψ' = −v of the pin; the same for accelerations.
    Eigen::Matrix2d m;
    m << -b * std::sin(theta.value), c * std::sin(psi.value), b * std::cos(theta.value),
        -c * std::cos(psi.value);
    const Eigen::Vector2d rates = m.inverse() * Eigen::Vector2d(-pin.v.real(), -pin.v.imag());
    theta.rate = rates[0], psi.rate = rates[1];
    const std::complex<double> rest = -pin.a +
                                      b * theta.rate * theta.rate * std::polar(1.0, theta.value) -
                                      c * psi.rate * psi.rate * std::polar(1.0, psi.value);
    const Eigen::Vector2d seconds = m.inverse() * Eigen::Vector2d(rest.real(), rest.imag());
    theta.acceleration = seconds[0], psi.acceleration = seconds[1];

    const Point joint = pin + turned(b, theta);
    const auto& v = row.values;
    expect_near(v[0], theta.value, 1e-10, "coupler", row.t);
    expect_near(v[1], psi.value, 1e-10, "rocker", row.t);
    expect_near(v[2], theta.rate, 1e-10, "rate of the coupler", row.t);
    expect_near(v[3], psi.rate, 1e-10, "rate of the rocker", row.t);
    expect_near(v[4], theta.acceleration, 1e-10 * 40, "acceleration of the coupler", row.t);
    expect_near(v[5], psi.acceleration, 1e-10 * 40, "acceleration of the rocker", row.t);
    expect_near(v[6], joint.a.real(), 1e-10 * 40, "x acceleration of the joint", row.t);
    expect_near(v[7], joint.a.imag(), 1e-10 * 40, "y acceleration of the joint", row.t);

    NewtonEuler equations(3, g);
    equations.body(0, {1, 1.0 / 12, turned(a / 2, f), 0});
    equations.body(1, {2, 1.5, pin + turned(b / 2, theta), theta.acceleration});
    equations.body(
        2, {1.5, 0.78125, Point{ground_length, 0, 0} + turned(c / 2, psi), psi.acceleration});
    equations.pin(0, 0, -1, 0);
    equations.pin(2, 2, -1, ground_length);
    equations.pin(4, 1, 0, pin.r);
    equations.pin(6, 1, 2, joint.r);
    equations.turn(8, 0);
    const Vector expected = equations.solve();
    const double scale = expected.cwiseAbs().maxCoeff();
    for (int k = 0; k < 9; ++k)
      expect_near(v[std::size_t(8 + k)], expected[k], 1e-9 * scale, "reaction", row.t);
  }
}

struct Trial {
  Trial(const std::string& statements, double end, int steps) : model(statements) {
    EXPECT_TRUE(model.assemble().ok()) << lines(model.session->state().findings);
    Findings findings;
    RunSettings settings = run_settings(model.reading.model, {}, findings);
    settings.output_times = output_times(0, {.end = end, .steps = steps, .interval = {}});
    report = model.session->run(
        Kind::kinematic, settings, [&](const system::System& system, const State& s) {
          rows.push_back({s.t, std::vector<double>(8 * system.equations().requests.size())});
          system.requests(s, rows.back().values);
        });
  }
  Loaded model;
  RunReport report;
  std::vector<Row> rows;
};

// Crank, coupler, rocker and base of given lengths, the crank driven from 90°; no redundant constraints.
std::string linkage(double crank, double coupler, double rocker, double base,
                    const std::string& function) {
  const double diagonal = std::hypot(base, crank);
  const std::complex<double> pin(0, crank);
  const double angle =
      std::arg(base - pin) + std::acos((coupler * coupler + diagonal * diagonal - rocker * rocker) /
                                       (2 * coupler * diagonal));
  const double swing = std::arg(pin + std::polar(coupler, angle) - base);
  return ground + fmt::format(R"(
MARKER/102, PART = 1, QP = {3}, 0, 0
PART/2, MASS = 1, CM = 200, IP = 0.1, 0.1, 0.1, REULER = 90D, 0, 0
MARKER/200, PART = 2
MARKER/202, PART = 2, QP = {0}, 0, 0
PART/3, MASS = 1, CM = 300, IP = 0.1, 0.1, 0.1, QG = 0, {0}, 0, REULER = {4:.17g}, 0, 0
MARKER/300, PART = 3
MARKER/303, PART = 3, QP = {1}, 0, 0
PART/4, MASS = 1, CM = 400, IP = 0.1, 0.1, 0.1, QG = {3}, 0, 0, REULER = {5:.17g}, 0, 0
MARKER/400, PART = 4
MARKER/403, PART = 4, QP = {2}, 0, 0
JOINT/1, REVOLUTE, I = 200, J = 101
JOINT/2, SPHERICAL, I = 300, J = 202
JOINT/3, CYLINDRICAL, I = 303, J = 403
JOINT/4, REVOLUTE, I = 400, J = 102
MOTION/1, ROTATIONAL, JOINT = 1, FUNCTION = {6}
REQUEST/1, F1 = AZ(400, 101)
)",
                              crank, coupler, rocker, base, angle, swing, function);
}

using ::testing::HasSubstr;
using ::testing::IsEmpty;

// Coupler and rocker come into line where the crank's pin is their sum away from the pivot of the rocker.
TEST(Kinematic, says_where_and_why_a_linkage_locks) {
  const Trial trial(linkage(1.5, 2, 1.5, 3, "90D + TIME"), 3, 30);
  EXPECT_EQ(trial.report.status, Status::failed);
  const double angle = std::acos((2.25 + 9 - 3.5 * 3.5) / 9);  // of the crank
  const std::string text = lines(trial.report.findings);
  EXPECT_NEAR(trial.report.time, angle - pi / 2, 1e-6) << text;
  EXPECT_THAT(text, HasSubstr("the mechanism locks: it cannot follow MOTION/1"));
  EXPECT_THAT(text, HasSubstr("its centre is at"));
  EXPECT_THAT(text, HasSubstr("end the motion before this time"));
  EXPECT_GT(trial.report.findings.back().at.line, 0);
}

// The primer's pendulum, driven farther than it is long: sin 3t = 1/1.2.
TEST(Kinematic, says_where_a_pendulum_locks) {
  const Trial trial(ground + R"(
PART/2, MASS = 1, CM = 201, IP = 1, 1, 1, QG = 0, -1, 0, REULER = -90D, 0, 0
MARKER/201, PART = 2
MARKER/202, PART = 2, QP = -1, 0, 0
JOINT/1, REVOLUTE, I = 202, J = 101
MOTION/7, I = 201, J = 101, X, FUNCTION = 1.2*SIN(3*TIME)
)",
                    1, 10);
  EXPECT_EQ(trial.report.status, Status::failed);
  EXPECT_NEAR(trial.report.time, std::asin(1 / 1.2) / 3, 1e-6);
  EXPECT_THAT(lines(trial.report.findings), HasSubstr("locks: it cannot follow MOTION/7"));
}

// A parallelogram may go on as one or as a crossed linkage where all its links are in line.
TEST(Kinematic, says_where_branches_cross) {
  const Trial trial(linkage(1, 3, 1, 3, "90D + TIME"), 3, 17);
  const std::string text = lines(trial.report.findings);
  ASSERT_EQ(trial.report.status, Status::ok) << text;
  EXPECT_THAT(text, HasSubstr("warning"));
  EXPECT_THAT(text, HasSubstr("at time 1.570796:"));
  EXPECT_THAT(text, HasSubstr("branches of motion cross"));
  EXPECT_THAT(text, HasSubstr("is free to move"));
  // It goes straight on.
  EXPECT_NEAR(trial.rows.back().values[0], pi / 2 + 3, 1e-9);
}

TEST(Kinematic, ends_at_a_crossing_of_branches_that_is_an_output_time) {
  const Trial trial(linkage(1, 3, 1, 3, "90D + PI*TIME/2"), 2, 4);
  if (trial.report.status == Status::failed) {
    EXPECT_THAT(lines(trial.report.findings), HasSubstr("branches of motion cross"));
  }
}

TEST(Kinematic, is_silent_about_a_crank_that_turns_round) {
  const Trial trial(linkage(1, 3, 2.5, 3, "90D + 2*PI*TIME"), 2, 33);
  EXPECT_EQ(trial.report.status, Status::ok);
  EXPECT_THAT(lines(trial.report.findings), IsEmpty());
}

// In kinematics as in dynamics: SENVAL is new in the row of an output time at which its sensor acts.
TEST(Kinematic, sensors_have_their_values_in_the_row_of_their_time) {
  for (const double speed : {5.0, 7.0, 1.0 / 3, 0.1}) {
    const Trial trial(ground + fmt::format(R"(
PART/2, MASS = 1, CM = 200, IP = 1, 1, 1
MARKER/200, PART = 2
JOINT/1, TRANSLATIONAL, I = 200, J = 101
MOTION/1, TRANSLATIONAL, JOINT = 1, FUNCTION = {0}*TIME
SENSOR/7, GE, VALUE = {1:.17g}, FUNCTION = DZ(200, 101)\ EVALUATE = 40
REQUEST/1, F1 = SENVAL(7)
)",
                                           speed, speed * 0.6),
                      1, 5);
    ASSERT_EQ(trial.report.status, Status::ok) << lines(trial.report.findings);
    ASSERT_EQ(trial.rows.size(), 5U);
    EXPECT_EQ(trial.rows[1].values[0], 0);
    EXPECT_EQ(trial.rows[2].t, 0.6);
    EXPECT_EQ(trial.rows[2].values[0], 40);
    EXPECT_EQ(trial.rows[4].values[0], 40);
  }
}

// The motion does not depend on forces: where one has no value, reactions have none, and the run goes on.
TEST(Kinematic, a_force_without_a_value_leaves_reactions_without_one) {
  const std::string slide = ground + R"(
PART/2, MASS = 1, CM = 200, IP = 1, 1, 1
MARKER/200, PART = 2
JOINT/1, TRANSLATIONAL, I = 200, J = 101
MOTION/1, TRANSLATIONAL, JOINT = 1, FUNCTION = TIME**3
REQUEST/1, F1 = DZ(200, 101)\ F2 = VZ(200, 101)\ F3 = ACCZ(200, 101)\ F4 = MOTION(1, 0, 4, 0)
SFORCE/1, TRANSLATIONAL, ACTIONONLY, I = 200, J = 101, FUNCTION = )";
  const Trial pole(slide + "1/(TIME - 0.5)", 1, 4);
  ASSERT_EQ(pole.report.status, Status::ok) << lines(pole.report.findings);
  ASSERT_EQ(pole.rows.size(), 4U);
  EXPECT_NEAR(pole.rows[1].values[0], 0.125, 1e-12);
  EXPECT_NEAR(pole.rows[1].values[1], 0.75, 1e-12);
  // From the last point before the pole, where the force is about 1e8 and its last bit 1.5e-8.
  EXPECT_NEAR(pole.rows[1].values[2], 3, 1e-7);
  EXPECT_TRUE(std::isnan(pole.rows[1].values[3]));
  EXPECT_NEAR(pole.rows[2].values[3], 4.5 - 4, 1e-9) << "what follows is not touched";
  EXPECT_THAT(lines(pole.report.findings),
              testing::HasSubstr("warning: : at time 0.5 reactions have no value: SFORCE/1: "
                                 "FUNCTION: division by zero"));
  const Trial end(slide + "SQRT(0.5 - TIME)", 1, 4);
  EXPECT_EQ(end.report.status, Status::failed);
  EXPECT_EQ(end.rows.size(), 2U);
  EXPECT_THAT(lines(end.report.findings),
              testing::HasSubstr("at time 0.5: a function has no value: SFORCE/1: FUNCTION: SQRT"));
}

}  // namespace
}  // namespace trammel::analysis
