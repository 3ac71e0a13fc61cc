// The table of all measures.
// SPDX-License-Identifier: BSD-3-Clause
#include <array>

#include "kinematics/kernels.h"
#include "kinematics/rotation_sequence.h"

namespace trammel::kinematics {
namespace {

constexpr std::size_t function_count = static_cast<std::size_t>(MeasureKind::INCANG) + 1;
constexpr std::size_t first_cosine = function_count, cosine_count = 9;
constexpr std::size_t first_angle = first_cosine + cosine_count, angle_count = 2 * 12 * 3;
constexpr std::size_t first_euler_parameter = first_angle + angle_count, euler_parameter_count = 4;
constexpr std::size_t first_rodrigues = first_euler_parameter + euler_parameter_count;
constexpr std::size_t rodrigues_count = 3;
constexpr std::size_t measure_count = first_rodrigues + rodrigues_count;

constexpr Recipe component(Axis axis) {
  Recipe recipe;
  recipe.component = axis;
  return recipe;
}

constexpr Recipe dot(Axis of_i, Axis of_j) {
  Recipe recipe;
  recipe.of_i = {of_i, 1};
  recipe.of_j = {of_j, 1};
  return recipe;
}

// atan2(u of i · y of j, u of i · x of j).
constexpr Recipe projected(Axis u, SignedAxis y, SignedAxis x) {
  Recipe recipe;
  recipe.angle = {true, u, y, x};
  return recipe;
}

constexpr RotationSequence sequence_313 = rotation_sequences[10],
                           sequence_321 = rotation_sequences[5];

constexpr Recipe angle(RotationSequence sequence, int number) {
  return sequence_angle(sequence, number).recipe;
}

struct Function {
  MeasureKind kind;
  std::string_view name, slots;
  unsigned char required_arguments, level;
  const Kernel* kernel;
  Recipe recipe;
  std::string_view formula, help;
};

using enum MeasureKind;
constexpr Axis X = Axis::x, Y = Axis::y, Z = Axis::z;
constexpr Recipe none;

constexpr std::array<Function, function_count> functions = {{
    {DX, "DX", "ijk", 1, 0, &displacement_component, component(X), "(ri - rj).xk",
     "x component, in the axes of k, of the displacement of i from j"},
    {DY, "DY", "ijk", 1, 0, &displacement_component, component(Y), "(ri - rj).yk",
     "y component, in the axes of k, of the displacement of i from j"},
    {DZ, "DZ", "ijk", 1, 0, &displacement_component, component(Z), "(ri - rj).zk",
     "z component, in the axes of k, of the displacement of i from j"},
    {DM, "DM", "ij", 1, 0, &displacement_magnitude, none, "|ri - rj|", "distance of i from j"},

    {VX, "VX", "ijkl", 1, 1, &velocity_component, component(X), "d(ri - rj)/dt seen from l, .xk",
     "x component, in the axes of k, of the velocity of i relative to j, seen from l"},
    {VY, "VY", "ijkl", 1, 1, &velocity_component, component(Y), "d(ri - rj)/dt seen from l, .yk",
     "y component, in the axes of k, of the velocity of i relative to j, seen from l"},
    {VZ, "VZ", "ijkl", 1, 1, &velocity_component, component(Z), "d(ri - rj)/dt seen from l, .zk",
     "z component, in the axes of k, of the velocity of i relative to j, seen from l"},
    {VM, "VM", "ijl", 1, 1, &velocity_magnitude, none, "|d(ri - rj)/dt| seen from l",
     "magnitude of the velocity of i relative to j, seen from l"},
    {VR, "VR", "ij", 1, 1, &separation_speed, none, "d|ri - rj|/dt",
     "radial velocity of i relative to j, positive when they separate"},

    {ACCX, "ACCX", "ijkl", 1, 2, &acceleration_component, component(X),
     "d2(ri - rj)/dt2 seen from l, .xk",
     "x component, in the axes of k, of the acceleration of i relative to j, seen from l"},
    {ACCY, "ACCY", "ijkl", 1, 2, &acceleration_component, component(Y),
     "d2(ri - rj)/dt2 seen from l, .yk",
     "y component, in the axes of k, of the acceleration of i relative to j, seen from l"},
    {ACCZ, "ACCZ", "ijkl", 1, 2, &acceleration_component, component(Z),
     "d2(ri - rj)/dt2 seen from l, .zk",
     "z component, in the axes of k, of the acceleration of i relative to j, seen from l"},
    {ACCM, "ACCM", "ijl", 1, 2, &acceleration_magnitude, none, "|d2(ri - rj)/dt2| seen from l",
     "magnitude of the acceleration of i relative to j, seen from l"},

    {AX, "AX", "ij", 1, 0, &arctangent, projected(Z, {Y, -1}, {Z, 1}), "atan2(-zi.yj, zi.zj)",
     "rotation of i about the x axis of j, turns counted"},
    {AY, "AY", "ij", 1, 0, &arctangent, projected(Z, {X, 1}, {Z, 1}), "atan2(zi.xj, zi.zj)",
     "rotation of i about the y axis of j, turns counted"},
    {AZ, "AZ", "ij", 1, 0, &arctangent, projected(X, {Y, 1}, {X, 1}), "atan2(xi.yj, xi.xj)",
     "rotation of i about the z axis of j, turns counted"},
    {PSI, "PSI", "ij", 1, 0, &arctangent, angle(sequence_313, 1), "atan2(zi.xj, -zi.yj)",
     "first angle of the body-fixed 3-1-3 rotations from j to i"},
    {THETA, "THETA", "ij", 1, 0, &arccosine, angle(sequence_313, 2), "acos(zi.zj)",
     "second angle of the body-fixed 3-1-3 rotations from j to i"},
    {PHI, "PHI", "ij", 1, 0, &arctangent, angle(sequence_313, 3), "atan2(xi.zj, yi.zj)",
     "third angle of the body-fixed 3-1-3 rotations from j to i"},
    {YAW, "YAW", "ij", 1, 0, &arctangent, angle(sequence_321, 1), "atan2(xi.yj, xi.xj)",
     "first angle of the body-fixed 3-2-1 rotations from j to i"},
    {PITCH, "PITCH", "ij", 1, 0, &arcsine, dot(X, Z), "asin(xi.zj)",
     "negative of the second angle of the body-fixed 3-2-1 rotations from j to i"},
    {ROLL, "ROLL", "ij", 1, 0, &arctangent, angle(sequence_321, 3), "atan2(yi.zj, zi.zj)",
     "third angle of the body-fixed 3-2-1 rotations from j to i"},

    {WX, "WX", "ijk", 1, 1, &angular_velocity_component, component(X), "(wi - wj).xk",
     "x component, in the axes of k, of the angular velocity of i relative to j"},
    {WY, "WY", "ijk", 1, 1, &angular_velocity_component, component(Y), "(wi - wj).yk",
     "y component, in the axes of k, of the angular velocity of i relative to j"},
    {WZ, "WZ", "ijk", 1, 1, &angular_velocity_component, component(Z), "(wi - wj).zk",
     "z component, in the axes of k, of the angular velocity of i relative to j"},
    {WM, "WM", "ij", 1, 1, &angular_velocity_magnitude, none, "|wi - wj|",
     "magnitude of the angular velocity of i relative to j"},

    {WDTX, "WDTX", "ijkl", 1, 2, &angular_acceleration_component, component(X),
     "d(wi - wj)/dt seen from l, .xk",
     "x component, in the axes of k, of the angular acceleration of i relative to j, seen from l"},
    {WDTY, "WDTY", "ijkl", 1, 2, &angular_acceleration_component, component(Y),
     "d(wi - wj)/dt seen from l, .yk",
     "y component, in the axes of k, of the angular acceleration of i relative to j, seen from l"},
    {WDTZ, "WDTZ", "ijkl", 1, 2, &angular_acceleration_component, component(Z),
     "d(wi - wj)/dt seen from l, .zk",
     "z component, in the axes of k, of the angular acceleration of i relative to j, seen from l"},
    {WDTM, "WDTM", "ijl", 1, 2, &angular_acceleration_magnitude, none,
     "|d(wi - wj)/dt| seen from l",
     "magnitude of the angular acceleration of i relative to j, seen from l"},

    {INCANG, "INCANG", "ijk", 3, 0, &included_angle, none, "angle(ri - rj, rk - rj)",
     "angle at j between the lines to i and to k, 0 to pi"},
}};

constexpr Measure blank(std::size_t index, Access access) {
  Measure row{};
  row.kind = static_cast<MeasureKind>(index);
  row.access = access;
  row.slots = "ij";
  row.required_arguments = 1;
  return row;
}

constexpr Measure function_row(std::size_t index) {
  const Function& function = functions[index];
  Measure row = blank(index, Access::function);
  row.kind = function.kind;
  row.name = function.name;
  row.slots = function.slots;
  row.required_arguments = function.required_arguments;
  row.level = function.level;
  row.wraps = function.kernel == &arctangent;
  row.accumulates = function.kind == AX || function.kind == AY || function.kind == AZ;
  row.formula = function.formula;
  row.help = function.help;
  row.kernel = function.kernel;
  row.recipe = function.recipe;
  return row;
}

constexpr std::array<std::string_view, cosine_count> cosine_names = {
    "xi.xj", "xi.yj", "xi.zj", "yi.xj", "yi.yj", "yi.zj", "zi.xj", "zi.yj", "zi.zj"};

constexpr Measure cosine_row(std::size_t number) {
  Measure row = blank(first_cosine + number, Access::direction_cosine);
  row.name = row.formula = cosine_names[number];
  row.required_arguments = 2;
  row.help = "cosine of the angle between an axis of i and an axis of j";
  row.kernel = &axis_dot_axis;
  row.recipe = dot(static_cast<Axis>(number / 3), static_cast<Axis>(number % 3));
  return row;
}

constexpr std::array<std::string_view, 24> sequence_names = {
    "body-fixed 1-2-3",  "body-fixed 2-3-1",  "body-fixed 3-1-2",  "body-fixed 1-3-2",
    "body-fixed 2-1-3",  "body-fixed 3-2-1",  "body-fixed 1-2-1",  "body-fixed 1-3-1",
    "body-fixed 2-1-2",  "body-fixed 2-3-2",  "body-fixed 3-1-3",  "body-fixed 3-2-3",
    "space-fixed 1-2-3", "space-fixed 2-3-1", "space-fixed 3-1-2", "space-fixed 1-3-2",
    "space-fixed 2-1-3", "space-fixed 3-2-1", "space-fixed 1-2-1", "space-fixed 1-3-1",
    "space-fixed 2-1-2", "space-fixed 2-3-2", "space-fixed 3-1-3", "space-fixed 3-2-3"};

constexpr Measure orient_row(std::size_t index) {
  Measure row = blank(index, Access::orient);
  row.name = "ORIENT";
  return row;
}

constexpr Measure angle_row(std::size_t index) {
  Measure row = orient_row(first_angle + index);
  const std::size_t system = index / 3;
  const int number = static_cast<int>(index % 3) + 1;
  const bool space_fixed = system >= 12;
  RotationSequence sequence = rotation_sequences[system % 12];
  if (space_fixed) sequence = {sequence.third, sequence.second, sequence.first};
  const SequenceAngle read = sequence_angle(sequence, space_fixed ? 4 - number : number);

  row.system = static_cast<unsigned char>(system + 1);
  row.component = static_cast<unsigned char>(number);
  row.formula = "angle of a rotation sequence from j to i";
  row.help = sequence_names[system];
  row.kernel = read.kernel;
  row.wraps = row.kernel == &arctangent;
  row.recipe = read.recipe;
  return row;
}

constexpr Measure euler_parameter_row(std::size_t number) {
  Measure row = orient_row(first_euler_parameter + number);
  row.system = 27;
  row.component = static_cast<unsigned char>(number + 1);
  row.formula = "(cos(angle/2), sin(angle/2) axis), e0 >= 0";
  row.help = "Euler parameters of i in j";
  row.kernel = &euler_parameter;
  row.recipe.euler_parameter = static_cast<unsigned char>(number);
  return row;
}

// The vector of the Euler parameters, divided by e0.
constexpr Measure rodrigues_row(std::size_t number) {
  Measure row = orient_row(first_rodrigues + number);
  row.system = 26;
  row.component = static_cast<unsigned char>(number + 1);
  row.formula = "tan(angle/2) axis";
  row.help = "Rodrigues parameters of i in j";
  row.kernel = &rodrigues_parameter;
  row.recipe.euler_parameter = static_cast<unsigned char>(number + 1);
  return row;
}

constexpr std::array<Measure, measure_count> all_measures() {
  std::array<Measure, measure_count> rows{};
  for (std::size_t n = 0; n < function_count; ++n) rows[n] = function_row(n);
  for (std::size_t n = 0; n < cosine_count; ++n) rows[first_cosine + n] = cosine_row(n);
  for (std::size_t n = 0; n < angle_count; ++n) rows[first_angle + n] = angle_row(n);
  for (std::size_t n = 0; n < euler_parameter_count; ++n)
    rows[first_euler_parameter + n] = euler_parameter_row(n);
  for (std::size_t n = 0; n < rodrigues_count; ++n) rows[first_rodrigues + n] = rodrigues_row(n);
  return rows;
}

constexpr std::array<Measure, measure_count> table = all_measures();

constexpr bool kinds_are_indices() {
  for (std::size_t n = 0; n < measure_count; ++n)
    if (static_cast<std::size_t>(table[n].kind) != n) return false;
  return measure_count <= 256;
}
static_assert(kinds_are_indices(), "the rows must be in the order of MeasureKind");

}  // namespace

std::span<const Measure> measures() {
  return table;
}

const Measure& measure(MeasureKind kind) {
  return table[static_cast<std::size_t>(kind)];
}

const Measure* find_function(std::string_view name) {
  for (std::size_t n = 0; n < function_count; ++n)
    if (table[n].name == name) return &table[n];
  return nullptr;
}

const Measure* orient(int system, int component) {
  constexpr int yaw_pitch_roll = 25;
  if (system == yaw_pitch_roll && component >= 1 && component <= 3)
    return &table[static_cast<std::size_t>(MeasureKind::YAW) + static_cast<std::size_t>(component) -
                  1];
  for (std::size_t n = first_angle; n < measure_count; ++n)
    if (table[n].system == system && table[n].component == component) return &table[n];
  return nullptr;
}

const Measure& direction_cosine(Axis a, Axis b) {
  return table[first_cosine + 3 * static_cast<std::size_t>(a) + static_cast<std::size_t>(b)];
}

}  // namespace trammel::kinematics
