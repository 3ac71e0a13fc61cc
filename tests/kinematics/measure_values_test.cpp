// Every row of the registry against a definition of its own: relative coordinates are built
// explicitly in the frame of the observer and differentiated numerically along a smooth motion.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <functional>
#include <map>

#include "kinematics/angle.h"
#include "kinematics/measure.h"
#include "kinematics/measure_cases.h"
#include "kinematics/smooth_motion.h"
#include "math/euler313.h"
#include "math/rotation.h"

namespace trammel::kinematics {
namespace {

constexpr double h = 4e-3;

const MarkerMotion& marker(const Scene& scene, Slot slot) {
  return scene.marker[static_cast<unsigned>(slot)];
}

Vec3 displacement(const Scene& s) {
  return marker(s, Slot::i).r - marker(s, Slot::j).r;
}

// The rotation of i in the axes of j.
Mat3 relative_rotation(const Scene& s) {
  return marker(s, Slot::j).A.transpose() * marker(s, Slot::i).A;
}

// A vector that depends on the scene, differentiated by an observer on l, given in global axes.
template <class VectorOfScene>
Vec3 seen_from_l(const MovingScene& motion, const VectorOfScene& vector, int order) {
  const auto coordinates = [&](double t) {
    const Scene s = motion(t);
    return Vec3(marker(s, Slot::l).A.transpose() * vector(s));
  };
  const Vec3 local = order == 1 ? derivative(coordinates, h) : second_derivative(coordinates, h);
  return marker(motion(0), Slot::l).A * local;
}

// From the rate of the rotation matrix: [w×] = Ṙ Rᵀ in the axes of j.
Vec3 angular_velocity_from_rotation(const MovingScene& motion) {
  const Mat3 R_dot = derivative([&](double t) { return relative_rotation(motion(t)); }, h);
  const Mat3 S = R_dot * relative_rotation(motion(0)).transpose();
  return marker(motion(0), Slot::j).A * Vec3(S(2, 1), S(0, 2), S(1, 0));
}

Vec3 angular_velocity_difference(const Scene& s) {
  return marker(s, Slot::i).omega - marker(s, Slot::j).omega;
}

double on_axis(const MovingScene& motion, const Vec3& vector, int axis) {
  return vector.dot(marker(motion(0), Slot::k).A.col(axis));
}

using Reference = std::function<double(const MovingScene&)>;

void add_vector(std::map<std::string_view, Reference>& table,
                const std::array<std::string_view, 4>& names,
                const std::function<Vec3(const MovingScene&)>& vector) {
  for (int axis = 0; axis < 3; ++axis)
    table[names[static_cast<unsigned>(axis)]] = [=](const MovingScene& motion) {
      return on_axis(motion, vector(motion), axis);
    };
  table[names[3]] = [=](const MovingScene& motion) { return vector(motion).norm(); };
}

// θ of R = Rz(ψ) Rx(θ) Rz(φ) and so on, independent of the formulas under test.
void add_angles(std::map<std::string_view, Reference>& table) {
  const auto euler = [](const MovingScene& m) {
    return euler313_from_matrix(relative_rotation(m(0)));
  };
  table["PSI"] = [=](const MovingScene& m) { return euler(m).psi; };
  table["THETA"] = [=](const MovingScene& m) { return euler(m).theta; };
  table["PHI"] = [=](const MovingScene& m) { return euler(m).phi; };
  const auto entry = [](int row, int column) {
    return [=](const MovingScene& m) { return relative_rotation(m(0))(row, column); };
  };
  const auto angle = [](const Reference& y, const Reference& x) {
    return [=](const MovingScene& m) { return std::atan2(y(m), x(m)); };
  };
  const auto minus_entry = [](int row, int column) {
    return [=](const MovingScene& m) { return -relative_rotation(m(0))(row, column); };
  };
  table["AX"] = angle(minus_entry(1, 2), entry(2, 2));
  table["AY"] = angle(entry(0, 2), entry(2, 2));
  table["AZ"] = table["YAW"] = angle(entry(1, 0), entry(0, 0));
  table["ROLL"] = angle(entry(2, 1), entry(2, 2));
  table["PITCH"] = [=](const MovingScene& m) { return std::asin(entry(2, 0)(m)); };
}

std::map<std::string_view, Reference> references() {
  std::map<std::string_view, Reference> table;
  add_vector(table, {"DX", "DY", "DZ", "DM"},
             [](const MovingScene& m) { return displacement(m(0)); });
  add_vector(table, {"VX", "VY", "VZ", "VM"},
             [](const MovingScene& m) { return seen_from_l(m, displacement, 1); });
  add_vector(table, {"ACCX", "ACCY", "ACCZ", "ACCM"},
             [](const MovingScene& m) { return seen_from_l(m, displacement, 2); });
  add_vector(table, {"WX", "WY", "WZ", "WM"}, angular_velocity_from_rotation);
  add_vector(table, {"WDTX", "WDTY", "WDTZ", "WDTM"},
             [](const MovingScene& m) { return seen_from_l(m, angular_velocity_difference, 1); });
  table["VR"] = [](const MovingScene& m) {
    return derivative([&](double t) { return displacement(m(t)).norm(); }, h);
  };
  table["INCANG"] = [](const MovingScene& m) {
    const Scene s = m(0);
    const Vec3 p = displacement(s), q = marker(s, Slot::k).r - marker(s, Slot::j).r;
    return std::acos(p.normalized().dot(q.normalized()));
  };
  add_angles(table);
  return table;
}

double reference_orient(const Measure& measure, const MovingScene& motion) {
  const Mat3 R = relative_rotation(motion(0));
  if (measure.system == 27) return quaternion_from_matrix(R)[measure.component - 1];
  if (measure.system == 26) {
    const Eigen::AngleAxisd turn(R);
    return std::tan(turn.angle() / 2) * turn.axis()[measure.component - 1];
  }
  static constexpr int axes[12][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1},
                                      {1, 0, 2}, {2, 1, 0}, {0, 1, 0}, {0, 2, 0},
                                      {1, 0, 1}, {1, 2, 1}, {2, 0, 2}, {2, 1, 2}};
  const bool space_fixed = measure.system > 12;
  const int* a = axes[(measure.system - 1) % 12];
  // Eigen splits a matrix into body-fixed rotations, but its ranges differ from ours: bring the
  // second angle to the principal range by (α, β, γ) → (α ± π, ∓β or π − β, γ ± π).
  Vec3 angles = space_fixed ? R.eulerAngles(a[2], a[1], a[0]) : R.eulerAngles(a[0], a[1], a[2]);
  const double pi = std::numbers::pi;
  const bool proper = a[0] == a[2];
  const bool principal = proper ? angles[1] >= 0 : std::abs(angles[1]) <= pi / 2;
  if (!principal) angles = {angles[0] + pi, proper ? -angles[1] : pi - angles[1], angles[2] + pi};
  for (double& angle : angles) angle = wrap(angle);
  return angles[space_fixed ? 3 - measure.component : measure.component - 1];
}

double reference(const Measure& measure, const MovingScene& motion) {
  static const auto table = references();
  if (measure.access == Access::orient) return reference_orient(measure, motion);
  if (measure.access == Access::direction_cosine) {
    const auto column = static_cast<int>(measure.recipe.of_i.axis);
    const auto row = static_cast<int>(measure.recipe.of_j.axis);
    return relative_rotation(motion(0))(row, column);
  }
  if (!table.contains(measure.name)) ADD_FAILURE() << "give a definition of " << measure.name;
  return table.contains(measure.name) ? table.at(measure.name)(motion) : 0;
}

TEST(EveryMeasureValue, agrees_with_its_definition) {
  for (const Measure& measure : measures()) {
    SCOPED_TRACE(::testing::PrintToString(measure));
    std::mt19937 random(7);
    for (int sample = 0; sample < 12; ++sample) {
      const MovingScene motion(random);
      const double expected = reference(measure, motion);
      const double value = measure.value(motion(0).at());
      EXPECT_NEAR(measure.wraps ? unwrap(value, expected) : value, expected,
                  1e-7 * (1 + std::abs(expected)));
    }
  }
}

}  // namespace
}  // namespace trammel::kinematics
