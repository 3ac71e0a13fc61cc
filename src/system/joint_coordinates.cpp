// SPDX-License-Identifier: BSD-3-Clause
#include "system/joint_coordinates.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "kinematics/marker_map.h"
#include "numerics/interpolant.h"
#include "system/joint_workspace.h"
#include "system/system_impl.h"

namespace trammel::system {

// A step as the system sees it.
class JointCoordinates::Expanded final : public Interpolant {
 public:
  Expanded(const JointCoordinates& of, const Interpolant& step, const State& like)
      : of_(of), step_(step), at_(like) {}
  double begin() const override { return step_.begin(); }
  double end() const override { return step_.end(); }
  void at(double t, State& out) const override {
    step_.at(t, at_);
    of_.expand(at_, out);
  }

 private:
  const JointCoordinates& of_;
  const Interpolant& step_;
  mutable State at_;
};

std::unique_ptr<JointCoordinates> JointCoordinates::make(const System& system) {
  std::optional<Tree> tree = find_tree(system.equations(), system.impl_->structure);
  if (!tree) return nullptr;
  std::unique_ptr<JointCoordinates> found(new JointCoordinates(system, std::move(*tree)));
  if (!found->find_paths()) return nullptr;
  found->shape_patterns();
  return found;
}

JointCoordinates::JointCoordinates(const System& system, Tree tree)
    : system_(system), tree_(std::move(tree)) {
  layout_.n_q = tree_.n_q;
  layout_.n = tree_.n;
  layout_.n_x = system.layout().n_x;
  layout_.revision = system.layout().revision;
  for (const int constraint : tree_.rows)
    ++(constraint < system.layout().m0 ? layout_.m0 : layout_.m1);
  for (const TreeJoint& joint : tree_.joints) {
    const bool is_free = joint.kind == JointKind::free;
    if (is_free || joint.kind == JointKind::spherical)
      layout_.rotations.push_back({joint.q + (is_free ? 3 : 0), joint.v + (is_free ? 3 : 0)});
    for (int i = 0; i < joint.n; ++i) {
      const bool turns =
          is_free ? i >= 3 : joint.kind == JointKind::spherical || is_rotation(joint.kind, i);
      layout_.kinds.push_back(turns ? Kind::angle : Kind::length);
    }
  }
  node_of_body_.assign(system.equations().skeleton.bodies.size(), 0);
  for (std::size_t k = 0; k < tree_.joints.size(); ++k)
    node_of_body_[std::size_t(tree_.joints[k].body)] = int(k) + 1;
  list_markers();
}

void JointCoordinates::list_markers() {
  const elements::Equations& equations = system_.equations();
  const auto add = [&](Shown& shown, int reading) {
    for (const int m : equations.readings[std::size_t(reading)].markers) shown.markers.push_back(m);
  };
  const elements::ScalarBank& bank = system_.impl_->bank;
  has_forces_ = bank.size() > 0;
  for (const int r : bank.readings()) add(for_forces_, r);
  for (const elements::Load& load : equations.loads)
    for_forces_.markers.insert(for_forces_.markers.end(), {load.i, load.j, load.rm});
  for (const int constraint : tree_.rows)
    for (const elements::RowTerm& term :
         equations.rows[std::size_t(system_.equation_row(constraint))].terms)
      add(for_rows_, term.reading);
  const auto body_of = [&](int m) { return equations.skeleton.markers[std::size_t(m)].body; };
  const auto make_distinct = [](std::vector<int>& list) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
  };
  for (Shown* shown : {&for_forces_, &for_rows_}) {
    std::vector<int>& markers = shown->markers;
    make_distinct(markers);
    markers.erase(std::remove_if(markers.begin(), markers.end(),
                                 [&](int m) { return body_of(m) == elements::ground; }),
                  markers.end());
  }
  for (const int m : for_rows_.markers)
    for_rows_.nodes.push_back(node_of_body_[std::size_t(body_of(m))]);
  make_distinct(for_rows_.nodes);
  for (std::size_t k = 1; k <= tree_.joints.size(); ++k) for_forces_.nodes.push_back(int(k));
}

JointCoordinates::~JointCoordinates() = default;

void JointCoordinates::pose(const State& s, Workspace& w) const {
  if (w.is_posed && w.q == s.q) return;
  w.q = s.q;
  w.motion.pose(s.q);
  w.is_posed = true;
  w.is_moving = w.has_forces = false;
}

void JointCoordinates::place(const State& s, Workspace& w) const {
  pose(s, w);
  if (w.is_moving && w.v == s.v) return;
  w.v = s.v;
  w.motion.move(s.v);
  w.is_moving = true;
  w.has_forces = false;
}

void JointCoordinates::show_bodies(const Workspace& w, const Shown& shown, Instant& instant) const {
  for (const int k : shown.nodes) {
    const TreeJoint& joint = tree_.joints[std::size_t(k) - 1];
    const TreeMotion::Node& node = w.motion[std::size_t(k)];
    kinematics::MarkerMotion& body = instant.motion.bodies[std::size_t(joint.body)];
    const Vec3 turning = node.omega.cross(node.c);
    body.r = node.O + node.c;
    body.A.noalias() = node.A * joint.C_out.transpose();
    body.v = node.v + turning;
    body.omega = node.omega;
    body.a = node.a + node.alpha.cross(node.c) + node.omega.cross(turning);
    body.omega_dot = node.alpha;
  }
  for (const int m : shown.markers) {
    const elements::Marker& marker = system_.equations().skeleton.markers[std::size_t(m)];
    kinematics::carry(instant.motion.bodies[std::size_t(marker.body)], marker.s, marker.A,
                      instant.motion.markers[std::size_t(m)]);
  }
}

void JointCoordinates::show_poses(const Workspace& w, const Shown& shown, Instant& instant) const {
  for (const int k : shown.nodes) {
    const TreeJoint& joint = tree_.joints[std::size_t(k) - 1];
    const TreeMotion::Node& node = w.motion[std::size_t(k)];
    kinematics::MarkerMotion& body = instant.motion.bodies[std::size_t(joint.body)];
    body.r = node.O + node.c;
    body.A.noalias() = node.A * joint.C_out.transpose();
  }
  for (const int m : shown.markers) {
    const elements::Marker& marker = system_.equations().skeleton.markers[std::size_t(m)];
    const kinematics::MarkerMotion& body = instant.motion.bodies[std::size_t(marker.body)];
    kinematics::MarkerMotion& out = instant.motion.markers[std::size_t(m)];
    out.r = body.r + body.A * marker.s;
    out.A.noalias() = body.A * marker.A;
  }
}

bool JointCoordinates::apply_forces(const State& s, Workspace& w) const {
  const System::Impl& impl = *system_.impl_;
  // What a DELAY reads may have changed meanwhile.
  const auto is_same = [&] {
    return !impl.delays && w.t == s.t && w.x == s.x && w.memory == s.memory && w.mode == impl.mode;
  };
  if (w.has_forces && (!has_forces_ || is_same())) return true;
  w.has_forces = false;
  const Vec3& gravity = system_.equations().skeleton.gravity;
  for (std::size_t k = 1; k < w.motion.size(); ++k) {
    w.motion[k].F = tree_.joints[k - 1].mass * gravity;
    w.motion[k].N.setZero();
  }
  if (has_forces_) {
    System::Impl::Lease lease(*system_.impl_);
    Instant& instant = lease->instant;
    show_bodies(w, for_forces_, instant);
    // q, v, a and λ are not read: all that bodies do is in the motion.
    const elements::Point at{s.t, w.zero,  w.zero, w.zero,   w.zero,
                             s.x, w.x_dot, w.zero, s.memory, impl.mode};
    w.x_dot.setZero();
    if (!impl.fill_bank(at, *lease, false)) return false;
    const std::span<const Vec6> wrenches = impl.load_wrenches(*lease);
    impl.auxiliary.fill(at, instant, w.aux);
    w.x_dot = -w.aux;  // ẋ − f, for ẋ = 0
    for (std::size_t k = 1; k < w.motion.size(); ++k) {
      const Vec6& wrench = wrenches[std::size_t(tree_.joints[k - 1].body)];
      w.motion[k].F += wrench.head<3>();
      w.motion[k].N = wrench.tail<3>();
    }
    w.t = s.t, w.x = s.x, w.memory = s.memory, w.mode = impl.mode;
  }
  w.has_forces = true;
  return true;
}

Acceleration JointCoordinates::accelerate(State& s) const {
  Lease w(*this);
  place(s, *w);
  if (!apply_forces(s, *w)) return Acceleration::domain_error;
  if (!w->motion.accelerate(s.a)) return Acceleration::singular;
  s.x_dot = w->x_dot;
  return layout_.m() > 0 ? constrain(s, *w) : Acceleration::ok;
}

void JointCoordinates::expand(const State& reduced, State& full) const {
  const System::Impl::KeptFault kept(*system_.impl_);  // a state is shown after a step has failed
  Lease w(*this);
  show(reduced, *w, full);
  const bool is_known =
      apply_forces(reduced, *w) && (layout_.m() == 0 || add_reactions(reduced, -1, *w));
  if (!is_known) {
    full.lambda.setConstant(std::nan(""));  // a force has no value here
    return;
  }
  w->motion.react();
  if (layout_.m() > 0) w->has_forces = false;
  w->motion.multipliers(full.lambda);
  for (std::size_t k = 0; k < tree_.rows.size(); ++k)
    full.lambda[tree_.rows[k]] = reduced.lambda[Eigen::Index(k)];
}

double JointCoordinates::largest_step(const State& s) const {
  Lease w(*this);
  if (system_.impl_->delays) {
    show(s, *w, w->full);
    return system_.largest_step(w->full);
  }
  place(s, *w);
  double fastest = 0;
  for (std::size_t k = 1; k < w->motion.size(); ++k)
    fastest = std::max(fastest, w->motion[k].omega.squaredNorm());
  return fastest > 0 ? 1 / std::sqrt(fastest) : std::numeric_limits<double>::infinity();
}

double JointCoordinates::largest_turn(const State& from, const State& to) const {
  if (!system_.impl_->counting.empty()) {
    Lease w(*this);
    show(from, *w, w->full);
    show(to, *w, w->other);
    return system_.largest_turn(w->full, w->other);
  }
  // Angles of markers that nobody counts: joints are enough to see that something spins.
  double turn = QuaternionDae::largest_turn(from, to);
  for (const TreeJoint& joint : tree_.joints)
    for (int i = 0; i < joint.n; ++i)
      if (is_rotation(joint.kind, i))
        turn = std::max(turn, std::abs(to.q[joint.q + i] - from.q[joint.q + i]));
  return turn;
}

void JointCoordinates::commit(State& s, const Interpolant& step) const {
  const System::Impl& impl = *system_.impl_;
  if (!impl.delays && !impl.splined && impl.counting.empty()) return;
  Lease w(*this);
  if (impl.delays || impl.splined)
    expand(s, w->full);
  else
    show(s, *w, w->full);
  const Expanded expanded(*this, step, s);
  system_.commit(w->full, expanded);
  s.memory = w->full.memory;
}

std::string JointCoordinates::entry_name(int entry) const {
  const auto after = std::upper_bound(tree_.joints.begin(), tree_.joints.end(), entry,
                                      [](int v, const TreeJoint& j) { return v < j.v; });
  const TreeJoint& joint = *(after - 1);
  const int i = entry - joint.v;
  const bool is_free = joint.kind == JointKind::free;
  if (is_free || joint.kind == JointKind::spherical) {
    const elements::Body& body = system_.equations().skeleton.bodies[std::size_t(joint.body)];
    return body.label + ": " + std::string(elements::coordinate_name(body, is_free ? i : i + 3));
  }
  return joint.name + (is_rotation(joint.kind, i) ? ": angle" : ": displacement");
}

// Numbers behind those of the coordinates are of constraints, then of states.
int JointCoordinates::full_number(int number) const {
  const Layout& full = system_.layout();
  const int row = number - layout_.n;
  return row < layout_.m() ? full.n + tree_.rows[std::size_t(row)]
                           : full.n + full.m() + row - layout_.m();
}

std::string JointCoordinates::row_name(int row) const {
  return row < layout_.n ? entry_name(row) : system_.row_name(full_number(row));
}

std::string JointCoordinates::column_name(int column) const {
  return column < layout_.n ? entry_name(column) : system_.column_name(full_number(column));
}

}  // namespace trammel::system
