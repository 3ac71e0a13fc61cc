// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <array>
#include <cstddef>
#include <queue>

#include "math/rotation.h"
#include "system/tree.h"

namespace trammel::system {
namespace {

using elements::Equations;
using kinematics::MeasureKind;
using model::JointType;

std::optional<JointKind> kind_of(JointType type) {
  switch (type) {
    case JointType::fixed:
      return JointKind::fixed;
    case JointType::revolute:
      return JointKind::revolute;
    case JointType::translational:
      return JointKind::translational;
    case JointType::cylindrical:
      return JointKind::cylindrical;
    case JointType::hooke:
    case JointType::universal:
      return JointKind::universal;
    case JointType::planar:
      return JointKind::planar;
    case JointType::spherical:
      return JointKind::spherical;
    default:
      return std::nullopt;
  }
}

struct Count {
  int n_q, n;
};

Count coordinates_of(JointKind kind) {
  constexpr std::array<Count, 8> counts = {
      {{0, 0}, {1, 1}, {1, 1}, {2, 2}, {2, 2}, {3, 3}, {4, 3}, {7, 6}}};
  return counts[static_cast<std::size_t>(kind)];
}

// A joint of the model between two bodies, with the rows of it that hold.
struct Edge {
  const model::Joint* joint = nullptr;
  JointKind kind = JointKind::fixed;
  int i = 0, j = 0;  // markers of the skeleton
  std::vector<JointRow> rows;
};

class Finder {
 public:
  Finder(const Equations& equations, const Structure& structure)
      : equations_(equations), structure_(structure), bodies_(equations.skeleton.bodies) {}

  std::optional<Tree> find() {
    const Layout& l = structure_.layout;
    if (l.forces_use_a || l.forces_use_lambda || l.mass_is_singular || l.n_y > 0 || l.n == 0)
      return std::nullopt;
    for (const elements::Body& body : bodies_)
      if (body.kind != elements::Body::Kind::rigid) return std::nullopt;
    for (const elements::StateEquation& state : equations_.states)
      if (!is_explicit(state)) return std::nullopt;
    collect_edges();
    grow();
    for (int k = 0; k < l.m(); ++k)
      if (is_left_[std::size_t(k)]) tree_.rows.push_back(k);
    if (l.m2 > 0) return std::nullopt;
    return std::move(tree_);
  }

 private:
  bool is_explicit(const elements::StateEquation& state) const {
    if (state.implicit) return false;
    for (const elements::Leaf& leaf : equations_.scalars[std::size_t(state.scalar)].leaves)
      if (leaf.kind == elements::Leaf::Kind::rate) return false;
    return true;
  }

  int body_of(int marker) const { return equations_.skeleton.markers[std::size_t(marker)].body; }
  const elements::Marker& marker(int m) const {
    return equations_.skeleton.markers[std::size_t(m)];
  }

  // Whole joints are edges; rows of anything else are left as constraints.
  void collect_edges() {
    const auto& joints = equations_.model->joints;
    std::vector<std::vector<int>> rows_of_joint(joints.size());
    std::vector<int> wanted(joints.size(), 0);
    for (std::size_t r = 0; r < equations_.rows.size(); ++r) {
      const elements::Row& row = equations_.rows[r];
      if (row.owner.kind != model::Kind::joint || row.initial_only) continue;
      const std::size_t k = joints.position(row.owner.id);
      ++wanted[k];
      if (structure_.constraint_of_row[r] >= 0) rows_of_joint[k].push_back(int(r));
    }
    is_left_.assign(std::size_t(structure_.layout.m()), 1);
    for (std::size_t k = 0; k < joints.size(); ++k)
      if (!rows_of_joint[k].empty() && int(rows_of_joint[k].size()) == wanted[k])
        add_edge(joints[k], rows_of_joint[k]);
  }

  // Nothing is added for joints of other kinds.
  void add_edge(const model::Joint& joint, const std::vector<int>& rows) {
    const std::optional<JointKind> kind = kind_of(joint.type);
    if (!kind) return;
    Edge edge{&joint, *kind, equations_.marker(joint.i), equations_.marker(joint.j), {}};
    for (const int r : rows) {
      const elements::Row& row = equations_.rows[std::size_t(r)];
      if (row.terms.size() != 1 || row.scalar >= 0 || row.terms[0].weight != 1) return;
      const elements::Reading& reading = equations_.readings[std::size_t(row.terms[0].reading)];
      const kinematics::Measure& measure = *reading.measure;
      JointRow found;
      found.constraint = structure_.constraint_of_row[std::size_t(r)];
      if (measure.access == kinematics::Access::direction_cosine) {
        found.kind = JointRow::Kind::cosine;
        found.a = int(measure.recipe.of_i.axis), found.b = int(measure.recipe.of_j.axis);
      } else {
        found.kind = reading.markers[2] == elements::ground_frame ? JointRow::Kind::along_ground
                                                                  : JointRow::Kind::along_j;
        found.a = int(measure.recipe.component);
      }
      edge.rows.push_back(found);
    }
    edges_.push_back(std::move(edge));
  }

  std::size_t place(int body) const { return body < 0 ? bodies_.size() : std::size_t(body); }

  // A joint that could carry the next body.
  struct Candidate {
    int edge, body, depth;  // body that carries, and how many joints are below it
  };

  // Joints that hold most first, so that as few rows as possible are left to close loops; of equal ones those that
  // are nearest to the root, so that rows that are left have short paths.
  bool is_later(const Candidate& a, const Candidate& b) const {
    const std::size_t rows_a = edges_[std::size_t(a.edge)].rows.size(),
                      rows_b = edges_[std::size_t(b.edge)].rows.size();
    if (rows_a != rows_b) return rows_a < rows_b;
    return a.depth != b.depth ? a.depth > b.depth : a.edge > b.edge;
  }

  // From ground, then from the first body of each group that does not hang on it.
  void grow() {
    std::vector<std::vector<int>> edges_of(bodies_.size() + 1);
    for (std::size_t k = 0; k < edges_.size(); ++k)
      for (const int m : {edges_[k].i, edges_[k].j}) edges_of[place(body_of(m))].push_back(int(k));
    std::vector<int> node(bodies_.size() + 1, -1);
    node.back() = 0;
    const auto later = [this](const Candidate& a, const Candidate& b) { return is_later(a, b); };
    std::priority_queue<Candidate, std::vector<Candidate>, decltype(later)> pending(later);
    const auto offer = [&](int body, int depth) {
      for (const int k : edges_of[place(body)]) pending.push({k, body, depth});
    };
    offer(elements::ground, 0);
    for (std::size_t next = 0;; ++next) {
      while (!pending.empty()) {
        const Candidate best = pending.top();
        pending.pop();
        const Edge& edge = edges_[std::size_t(best.edge)];
        const bool is_i = body_of(edge.i) != best.body;
        const int child = is_i ? body_of(edge.i) : body_of(edge.j);
        if (node[place(child)] >= 0) continue;  // by another joint, or where it came from
        node[place(child)] = add_node(edge, is_i, child, node[place(best.body)]);
        for (const JointRow& row : edge.rows) is_left_[std::size_t(row.constraint)] = 0;
        offer(child, best.depth + 1);
      }
      while (next < bodies_.size() && node[next] >= 0) ++next;
      if (next == bodies_.size()) return;
      node[next] = add_free(int(next));
      offer(int(next), 0);
    }
  }

  int add_free(int body) {
    TreeJoint joint;
    joint.kind = JointKind::free;
    joint.name = bodies_[std::size_t(body)].label;
    return finish(std::move(joint), body);
  }

  int add_node(const Edge& edge, bool is_i, int body, int parent) {
    const elements::Marker &out = marker(is_i ? edge.i : edge.j),
                           &in = marker(is_i ? edge.j : edge.i);
    Mat3 C_out = out.A, C_in = in.A;
    if (edge.joint->type == JointType::hooke) {
      Mat3& C_i = is_i ? C_out : C_in;
      Mat3& C_j = is_i ? C_in : C_out;
      C_i = (Mat3() << C_i.col(1), C_i.col(2), C_i.col(0)).finished();
      C_j = (Mat3() << C_j.col(2), C_j.col(0), C_j.col(1)).finished();
    }
    TreeJoint joint;
    joint.kind = edge.kind;
    joint.parent = parent;
    joint.s_out = out.s;
    joint.C_out = C_out;
    joint.e_out = quaternion_from_matrix(C_out);
    Vec3 s_up = Vec3::Zero();
    Mat3 C_up = Mat3::Identity();
    if (parent > 0) {
      s_up = tree_.joints[std::size_t(parent) - 1].s_out;
      C_up = tree_.joints[std::size_t(parent) - 1].C_out;
    }
    joint.arm = C_up.transpose() * (in.s - s_up);
    joint.turn = C_up.transpose() * C_in;
    joint.is_turned = !joint.turn.isIdentity(0);
    joint.e_turn = quaternion_from_matrix(joint.turn);
    joint.is_i = is_i;
    const Mat3 A_out = C_out.transpose() * out.A, A_in = C_up.transpose() * in.A;
    joint.C_i = is_i ? A_out : A_in;
    joint.C_j = is_i ? A_in : A_out;
    joint.rows = edge.rows;
    joint.name = model::label(model::statement_name(model::Kind::joint), *edge.joint);
    return finish(std::move(joint), body);
  }

  int finish(TreeJoint joint, int number) {
    const elements::Body& body = bodies_[std::size_t(number)];
    joint.body = number;
    joint.mass = body.mass;
    joint.inertia = joint.C_out.transpose() * body.inertia * joint.C_out;
    joint.centre = -(joint.C_out.transpose() * joint.s_out);
    const Count count = coordinates_of(joint.kind);
    joint.q = tree_.n_q, joint.n_q = count.n_q;
    joint.v = tree_.n, joint.n = count.n;
    tree_.n_q += count.n_q;
    tree_.n += count.n;
    tree_.joints.push_back(std::move(joint));
    return int(tree_.joints.size());
  }

  const Equations& equations_;
  const Structure& structure_;
  const std::vector<elements::Body>& bodies_;
  std::vector<Edge> edges_;
  std::vector<char> is_left_;  // by constraint
  Tree tree_;
};

}  // namespace

std::optional<Tree> find_tree(const Equations& equations, const Structure& structure) {
  return Finder(equations, structure).find();
}

}  // namespace trammel::system
