// SPDX-License-Identifier: BSD-3-Clause
#include "system/replacement.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <tuple>

#include "elements/lower/joint_types.h"
#include "math/euler313.h"
#include "system/redundancy.h"

namespace trammel::system {

namespace {

using elements::Equations;
using elements::Owner;
using elements::Primitive;

using Wrenches = Eigen::Matrix<double, 6, Eigen::Dynamic, 0, 6, 6>;  // (L force, torque) about I

constexpr double least_volume = 0.1;  // of K and D together: 1 where they are perpendicular
constexpr double no_change = 1e-8;    // of this volume between poses
constexpr double dependent = 1e-6;
constexpr int cost_of_a_new_marker = 4;  // in statements

struct Frames {
  Mat3 i, j;
};

Vec6 force(const Vec3& n) {
  Vec6 w = Vec6::Zero();
  w.head<3>() = n.normalized();
  return w;
}

Vec6 torque(const Vec3& m) {
  Vec6 w = Vec6::Zero();
  w.tail<3>() = m.normalized();
  return w;
}

void append(Wrenches& list, const Vec6& w) {
  list.conservativeResize(6, list.cols() + 1);
  list.col(list.cols() - 1) = w;
}

// A primitive joint that the joint in question implies.
struct Block {
  std::string_view type;       // empty: nothing
  int z_of_i = 2, z_of_j = 2;  // as in NewJoint
  bool swapped = false;        // its J is the I of the joint

  Wrenches wrenches(const Frames& at) const {
    Wrenches result(6, 0);
    const Mat3& A = swapped ? at.i : at.j;
    const auto each_axis = [&](auto&& use) {
      for (int k = 0; k < 3; ++k) append(result, use(A.col(k)));
    };
    const auto other_axes = [&](auto&& use) {
      for (const int k : {1, 2}) append(result, use(A.col((z_of_j + k) % 3)));
    };
    if (type == "ATPOINT") each_axis(force);
    if (type == "INLINE") other_axes(force);
    if (type == "INPLANE") append(result, force(A.col(z_of_j)));
    if (type == "ORIENTATION") each_axis(torque);
    if (type == "PARALLEL_AXES") other_axes(torque);
    if (type == "PERPENDICULAR") append(result, torque(at.i.col(z_of_i).cross(at.j.col(z_of_j))));
    return result;
  }
  int new_markers() const { return (z_of_i != 2) + (z_of_j != 2); }
};

bool is_translation(const Primitive& p) {
  return p.measure->access == kinematics::Access::function;
}

// What a joint implies about the points, of its primitives.
std::vector<Block> translations(std::span<const Primitive> primitives) {
  const auto count = std::count_if(primitives.begin(), primitives.end(), is_translation);
  std::vector<Block> blocks = {{""}};
  if (count == 3) {
    blocks.push_back({"ATPOINT"});
    for (const bool swapped : {false, true})
      for (const int axis : {2, 0, 1}) {
        blocks.push_back({"INLINE", 2, axis, swapped});
        blocks.push_back({"INPLANE", 2, axis, swapped});
      }
  }
  if (count == 2)
    for (const Block& block : {Block{"INLINE"}, Block{"INPLANE", 2, 0}, Block{"INPLANE", 2, 1}})
      blocks.push_back(block);
  if (count == 1) blocks.push_back({"INPLANE"});
  return blocks;
}

// … and about the axes.
std::vector<Block> rotations(std::span<const Primitive> primitives) {
  std::vector<std::pair<int, int>> cosines;
  for (const Primitive& p : primitives)
    if (!is_translation(p))
      cosines.emplace_back(int(p.measure->recipe.of_i.axis), int(p.measure->recipe.of_j.axis));
  std::vector<Block> blocks = {{""}};
  if (cosines.size() == 3) {
    blocks.push_back({"ORIENTATION"});
    for (const int axis : {2, 0, 1}) blocks.push_back({"PARALLEL_AXES", axis, axis});
    for (const int i : {2, 0, 1})
      for (const int j : {2, 0, 1})
        if (i != j) blocks.push_back({"PERPENDICULAR", i, j});
  }
  if (cosines.size() == 2)
    for (const Block& block :
         {Block{"PARALLEL_AXES"}, Block{"PERPENDICULAR", 2, 0}, Block{"PERPENDICULAR", 2, 1},
          Block{"PERPENDICULAR", 0, 2}, Block{"PERPENDICULAR", 1, 2}})
      blocks.push_back(block);
  if (cosines.size() == 1)
    blocks.push_back({"PERPENDICULAR", cosines.front().first, cosines.front().second});
  return blocks;
}

// Joints that are made of two primitives.
std::string_view joint_of(const Block& points, const Block& axes) {
  struct Entry {
    std::string_view joint, points, axes;
    int z_of_i = 2, z_of_j = 2;
  };
  constexpr Entry entries[] = {
      {"SPHERICAL", "ATPOINT", ""},
      {"REVOLUTE", "ATPOINT", "PARALLEL_AXES"},
      {"HOOKE", "ATPOINT", "PERPENDICULAR", 0, 1},
      {"CYLINDRICAL", "INLINE", "PARALLEL_AXES"},
      {"TRANSLATIONAL", "INLINE", "ORIENTATION"},
      {"PLANAR", "INPLANE", "PARALLEL_AXES"},
  };
  if (points.swapped || points.new_markers() > 0) return "";
  for (const Entry& e : entries)
    if (e.points == points.type && e.axes == axes.type && e.z_of_i == axes.z_of_i &&
        e.z_of_j == axes.z_of_j)
      return e.joint;
  return "";
}

// A joint or primitive of the model, and its rows.
struct Subject {
  const elements::JointRows* kind = nullptr;
  int i = 0, j = 0;       // markers of the user
  std::vector<int> rows;  // of the equations
};

std::optional<Subject> subject_of(const Equations& equations, const Owner& owner) {
  Subject s;
  if (const auto* joint = equations.model->joints.find(owner.id);
      joint && owner.kind == model::Kind::joint)
    s = {&elements::joint_rows(joint->type), joint->i.value, joint->j.value, {}};
  else if (const auto* primitive = equations.model->joint_primitives.find(owner.id);
           primitive && owner.kind == model::Kind::jprim)
    s = {&elements::joint_rows(primitive->type), primitive->i.value, primitive->j.value, {}};
  if (!s.kind || s.kind->special != elements::SpecialRow::none) return std::nullopt;
  for (std::size_t k = 0; k < equations.rows.size(); ++k)
    if (equations.rows[k].owner == owner && !equations.rows[k].initial_only)
      s.rows.push_back(int(k));
  if (s.rows.size() != s.kind->primitives.size()) return std::nullopt;
  return s;
}

// C, the joint's own rows.
Wrenches rows_of(const Subject& s, const Frames& at) {
  Wrenches result(6, 0);
  for (const Primitive& p : s.kind->primitives) {
    if (is_translation(p)) {
      const int axis = int(p.measure->kind) - int(kinematics::MeasureKind::DX);
      append(result, force(p.in_axes_of_j ? Vec3(at.j.col(axis)) : Vec3(Vec3::Unit(axis))));
      continue;
    }
    const auto& recipe = p.measure->recipe;
    Vec6 w = Vec6::Zero();
    w.tail<3>() = at.i.col(int(recipe.of_i.axis)).cross(at.j.col(int(recipe.of_j.axis)));
    append(result, w);
  }
  return result;
}

// D, an orthonormal basis; false: not all relations of the joint are known.
bool superfluous(const Subject& s, const Wrenches& rows, double length, const Redundancy& found,
                 Wrenches& D) {
  D.resize(6, 0);
  const auto own = [&](int row) {
    const auto at = std::find(s.rows.begin(), s.rows.end(), row);
    return at == s.rows.end() ? -1 : int(at - s.rows.begin());
  };
  for (const Relation& relation : found.relations) {
    const int row = own(relation.row);
    if (row < 0) continue;
    Vec6 w = rows.col(row);
    for (std::size_t k = 0; k < relation.others.size(); ++k)
      if (const int other = own(relation.others[k]); other >= 0)
        w -= relation.coefficients[k] * rows.col(other);
    w.head<3>() *= length;
    for (int k = 0; k < D.cols(); ++k) w -= D.col(k).dot(w) * D.col(k);
    if (w.norm() < dependent) return false;
    append(D, w.normalized());
  }
  const auto lost = std::count_if(s.rows.begin(), s.rows.end(), [&](int row) {
    return std::binary_search(found.dropped.begin(), found.dropped.end(), row);
  });
  return D.cols() == lost;
}

struct Scene {
  Frames frames;
  Wrenches D;
};

// The volume that unit wrenches of K and D span.
double volume(const Wrenches& K, const Wrenches& D) {
  Wrenches all(6, K.cols() + D.cols());
  all << K, D;
  return std::sqrt(std::max(0.0, (all.transpose() * all).determinant()));
}

struct Choice {
  Block points, axes;
  bool unsteady = false;
  int cost = 0;
  double volume = 0;

  auto key() const {
    return std::tuple(volume < least_volume, unsteady, cost, -std::round(1e6 * volume));
  }
};

std::optional<Choice> judge(const Block& points, const Block& axes,
                            const std::vector<Scene>& scenes, Eigen::Index n_rows) {
  Choice choice{points, axes};
  double least = 2, largest = 0;
  for (const Scene& scene : scenes) {
    const Wrenches a = points.wrenches(scene.frames), b = axes.wrenches(scene.frames);
    if (a.cols() + b.cols() + scene.D.cols() != n_rows) return std::nullopt;  // (RED.1)
    Wrenches K(6, a.cols() + b.cols());
    K << a, b;
    const double v = volume(K, scene.D);
    least = std::min(least, v);
    largest = std::max(largest, v);
  }
  if (least < dependent) return std::nullopt;
  choice.volume = least;
  choice.unsteady = largest - least > no_change;
  const bool is_joint = !joint_of(points, axes).empty();
  choice.cost = is_joint ? 1
                         : !points.type.empty() + !axes.type.empty() +
                               cost_of_a_new_marker * (points.new_markers() + axes.new_markers());
  return choice;
}

std::vector<NewJoint> statements(const Subject& s, const Choice& choice) {
  const std::string_view joint = joint_of(choice.points, choice.axes);
  if (!joint.empty()) return {{"JOINT", joint, s.i, s.j}};
  std::vector<NewJoint> result;
  for (const Block& b : {choice.points, choice.axes})
    if (!b.type.empty())
      result.push_back({"JPRIM", b.type, b.swapped ? s.j : s.i, b.swapped ? s.i : s.j, b.z_of_i,
                        b.z_of_j, b.swapped});
  return result;
}

std::string number(double x) {
  return fmt::format("{:.12g}", std::abs(x) < 1e-12 ? 0.0 : x);
}

std::string describe_marker(const Equations& equations, int id, int z_axis) {
  if (z_axis == 2) return std::to_string(id);
  const model::Marker& marker = *equations.model->markers.find(id);
  const model::Pose pose = model::pose(marker.placement);
  Mat3 A;
  for (int k = 0; k < 3; ++k) A.col(k) = pose.A.col((z_axis + 1 + k) % 3);
  const Euler313 e = euler313_from_matrix(A);
  const auto degrees = [](double angle) { return number(angle * 180 / std::numbers::pi) + "D"; };
  return fmt::format(
      "a new marker in {}/{}, QP = {}, {}, {}, REULER = {}, {}, {} (its z axis is the {} axis of "
      "marker {})",
      marker.part ? "PART" : "POINT_MASS",
      marker.part ? marker.part.value : marker.point_mass.value, number(pose.r.x()),
      number(pose.r.y()), number(pose.r.z()), degrees(e.psi), degrees(e.theta), degrees(e.phi),
      z_axis == 0 ? "x" : "y", id);
}

}  // namespace

std::vector<NewJoint> find_replacement(const Equations& equations, const Owner& owner,
                                       double length, const std::vector<RedundantPose>& poses) {
  const std::optional<Subject> subject = subject_of(equations, owner);
  if (!subject) return {};
  std::vector<Scene> scenes;
  for (const RedundantPose& pose : poses) {
    const auto axes = [&](int id) {
      const auto& marker = equations.skeleton.markers[std::size_t(equations.marker({id}))];
      if (marker.body == elements::ground) return marker.A;
      const auto& body = equations.skeleton.bodies[std::size_t(marker.body)];
      const Vector rest = Vector::Zero(body.v + body.n());
      return Mat3(elements::motion(body, pose.q, rest, rest).A * marker.A);
    };
    Scene scene{{axes(subject->i), axes(subject->j)}, Wrenches(6, 0)};
    const Wrenches rows = rows_of(*subject, scene.frames);
    if (!superfluous(*subject, rows, length, pose.found, scene.D)) return {};
    scenes.push_back(scene);
  }
  std::optional<Choice> best;
  for (const Block& points : translations(subject->kind->primitives))
    for (const Block& axes : rotations(subject->kind->primitives)) {
      const auto choice = judge(points, axes, scenes, Eigen::Index(subject->rows.size()));
      if (choice && (!best || choice->key() < best->key())) best = choice;
    }
  return best ? statements(*subject, *best) : std::vector<NewJoint>{};
}

std::string describe(const Equations& equations, const NewJoint& joint, bool with_markers) {
  const std::string name = joint.statement == "JOINT"
                               ? std::string(joint.type)
                               : fmt::format("{} {}", joint.statement, joint.type);
  if (!with_markers) return name;
  return fmt::format("{}, I = {}, J = {}", name, describe_marker(equations, joint.i, joint.z_of_i),
                     describe_marker(equations, joint.j, joint.z_of_j));
}

}  // namespace trammel::system
