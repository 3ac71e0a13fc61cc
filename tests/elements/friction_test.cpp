// FRICTION(…) against the formulas of docs/theory/friction.md, from the motion of the markers and
// arbitrary reactions of the joint.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "elements/lowered.h"

namespace trammel::elements {
namespace {

constexpr double mu_s = 0.5, mu_d = 0.3, V = 2, D = 0.5, R_p = 0.7, R_n = 0.4, R_b = 1.5, R = 0.6;
constexpr double R_r = 1.2, overlap = 3, P_f = 0.5, P_t = 0.2;

const std::string data =
    "FRICTION/1, JOINT=1, MU_STATIC=0.5, MU_DYNAMIC=0.3, STICTION_TRANSITION_VELOCITY=2, "
    "MAX_STICTION_DEFORMATION=0.5, PIN_RADIUS=0.7, FRICTION_ARM=0.4, BENDING_REACTION_ARM=1.5, "
    "BALL_RADIUS=0.6, REACTION_ARM=1.2, INITIAL_OVERLAP=3, OVERLAP_DELTA=INCREASE, "
    "FRICTION_FORCE_PRELOAD=0.5, FRICTION_TORQUE_PRELOAD=0.2, ";

struct Inputs {
  double preload = 1, reaction = 1, bending = 1, torsion = 1;  // 0: does not count
};

// A joint between 21 and 31 that carries arbitrary reactions.
class Joint {
 public:
  Joint(const std::string& type, const std::string& form)
      : lowered_(two_parts() + "JOINT/1, " + type + ", I=21, J=31\n" + data + form +
                 request(1, "FRICTION", 0) + request(2, "JOINT", 31) + request(3, "JOINT", 21)) {
    std::mt19937 random(5);
    std::normal_distribution<double> normal;
    for (std::size_t k = 0; k < lowered_.equations.reactions.size(); ++k)
      reactions_.push_back(normal(random));
  }

  Vec3 friction_force() const { return vector(0, 1); }
  Vec3 friction_torque() const { return vector(0, 5); }
  // Of the joint, in the axes of 31 or 21.
  Vec3 force(bool of_j) const { return vector(of_j ? 1 : 2, 1); }
  Vec3 torque(bool of_j) const { return vector(of_j ? 1 : 2, 5); }
  const kinematics::MarkerMotion& i() const { return lowered_.marker(21); }
  const kinematics::MarkerMotion& j() const { return lowered_.marker(31); }
  Vec3 turning() const { return i().omega - j().omega; }

  // ṡ of upright bristles.
  std::vector<double> rates() const {
    std::vector<double> result;
    for (const StateEquation& state : lowered_.equations.states)
      result.push_back(lowered_.value(state.scalar, 0, {}, reactions_));
    return result;
  }

 private:
  static std::string request(int id, const std::string& function, int axes) {
    std::string text = "\nREQUEST/" + std::to_string(id);
    for (int c = 1; c <= 8; ++c)
      text += ", F" + std::to_string(c) + "=" + function + "(1,0," + std::to_string(c) + "," +
              std::to_string(axes) + ")\\";
    return text;
  }
  Vec3 vector(std::size_t number, std::size_t first) const {
    Vec3 result;
    for (std::size_t k = 0; k < 3; ++k)
      result[static_cast<Eigen::Index>(k)] =
          lowered_.value(lowered_.equations.requests.at(number).at(first + k), 0, {}, reactions_);
    return result;
  }

  Lowered lowered_;
  std::vector<double> reactions_;
};

struct Slip {
  double velocity, load, preload;
  Vec3 axis;
  bool torque;
};

double across(const Vec3& v, int axis) {
  return std::hypot(v[(axis + 1) % 3], v[(axis + 2) % 3]);
}

Slip pin(const Joint& joint, bool of_j, int axis, const Inputs& in) {
  const Vec3 F = joint.force(of_j), T = joint.torque(of_j);
  const Vec3 along = (of_j ? joint.j() : joint.i()).A.col(axis);
  return {R_p * along.dot(joint.turning()),
          in.reaction * (R_p * across(F, axis) + R_n * std::abs(F[axis])) +
              in.bending * R_p / R_b * across(T, axis),
          in.preload * P_t, along, true};
}

// Freedoms of a joint; those of one list share a surface.
std::vector<std::vector<Slip>> slips(const std::string& type, const Joint& joint,
                                     const Inputs& in) {
  const Vec3 F = joint.force(true), T = joint.torque(true), d = joint.i().r - joint.j().r;
  const Vec3 z = joint.j().A.col(2);
  const double X = overlap + z.dot(d);
  const double sliding = z.dot(Vec3(joint.i().v - joint.j().v - joint.j().omega.cross(d)));
  const double side = in.reaction * across(F, 2) + in.bending * 2 * across(T, 2) / X;
  if (type == "TRANSLATIONAL")
    return {{{sliding, side + in.torsion * std::abs(T[2]) / R_r, in.preload * P_f, z, false}}};
  if (type == "CYLINDRICAL")
    return {{{sliding, side, in.preload * P_f, z, false},
             {R_p * z.dot(joint.turning()), R_p * side, in.preload * P_t, z, true}}};
  if (type == "REVOLUTE") return {{pin(joint, true, 2, in)}};
  if (type == "HOOKE") return {{pin(joint, false, 0, in)}, {pin(joint, true, 1, in)}};
  if (type == "UNIVERSAL") return {{pin(joint, false, 2, in)}, {pin(joint, true, 2, in)}};
  std::vector<Slip> ball;
  for (int axis = 0; axis < 3; ++axis) {
    const Vec3 along = joint.j().A.col(axis);
    ball.push_back({R * along.dot(joint.turning()), R * in.reaction * F.norm(), in.preload * P_t,
                    along, true});
  }
  return {ball};
}

double size(const std::vector<Slip>& group) {
  double squares = 0;
  for (const Slip& slip : group) squares += slip.velocity * slip.velocity;
  return std::sqrt(squares);
}

// Of upright bristles, or without any.
double friction(const Slip& slip, double speed, const std::string& form) {
  const double S = mu_s * slip.load + slip.preload, x = speed / V;
  if (form.find("SLIDING") != std::string::npos) {
    const double rise = speed < V ? 0.25 * (1 + x) * (1 + x) * (2 - x) * 2 - 1 : 1;
    return -(mu_d * slip.load + slip.preload) * slip.velocity / speed * rise;
  }
  double mu = mu_d + (mu_s - mu_d) * std::exp(-x * x);
  if (form.find("ORIGINAL") != std::string::npos) {
    const double part = std::min(std::max(2 * (x - 1), 0.0), 1.0);
    mu = mu_s + (mu_d - mu_s) * part * part * (3 - 2 * part);
  }
  const double g = (mu * slip.load + slip.preload) / S;
  return -S * std::exp(-x * x) * g * slip.velocity / V;
}

void expect_friction(const std::string& type, const std::string& form, const Inputs& in = {}) {
  SCOPED_TRACE(type + " " + form);
  const Joint joint(type, form);
  Vec3 force = Vec3::Zero(), torque = Vec3::Zero();
  std::vector<double> velocities;
  for (const std::vector<Slip>& group : slips(type, joint, in))
    for (const Slip& slip : group) {
      (slip.torque ? torque : force) += friction(slip, size(group), form) * slip.axis;
      velocities.push_back(slip.velocity);
    }
  EXPECT_LT((joint.friction_force() - force).norm(), 1e-12);
  EXPECT_LT((joint.friction_torque() - torque).norm(), 1e-12);
  EXPECT_GT(force.norm() + torque.norm(), 1e-3);
  const std::vector<double> rates = joint.rates();
  ASSERT_EQ(rates.size(), form.find("SLIDING") == std::string::npos ? velocities.size() : 0u);
  for (std::size_t k = 0; k < rates.size(); ++k) EXPECT_NEAR(rates[k], velocities[k] / D, 1e-12);
}

TEST(LowerFriction, follows_its_formulas_in_every_joint) {
  for (const char* type :
       {"TRANSLATIONAL", "CYLINDRICAL", "REVOLUTE", "HOOKE", "UNIVERSAL", "SPHERICAL"})
    for (const char* form : {"FORMULATION=ORIGINAL", "FORMULATION=LUGRE", "EFFECT=SLIDING"})
      expect_friction(type, form);
}

TEST(LowerFriction, counts_the_inputs_that_are_named) {
  for (const char* type : {"TRANSLATIONAL", "REVOLUTE"}) {
    expect_friction(type, "EFFECT=SLIDING, INPUTS=PRELOAD", {1, 0, 0, 0});
    expect_friction(type, "EFFECT=SLIDING, INPUTS=REACTION_FORCE", {0, 1, 0, 0});
    expect_friction(type, "EFFECT=SLIDING, INPUTS=(BENDING_MOMENT)", {0, 0, 1, 0});
    expect_friction(type, "EFFECT=SLIDING, INPUTS=(PRELOAD:TORSIONAL_MOMENT)", {1, 0, 0, 1});
    expect_friction(type, "EFFECT=SLIDING, INPUTS=ALL");
  }
}

TEST(LowerFriction, of_no_input_is_nothing) {
  const Joint joint("TRANSLATIONAL", "INPUTS=NONE");
  EXPECT_EQ(joint.friction_force().norm(), 0);
  EXPECT_EQ(joint.friction_torque().norm(), 0);
}

}  // namespace
}  // namespace trammel::elements
