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
  return std::unique_ptr<JointCoordinates>(new JointCoordinates(system, std::move(*tree)));
}

JointCoordinates::JointCoordinates(const System& system, Tree tree)
    : system_(system), tree_(std::move(tree)) {
  layout_.n_q = tree_.n_q;
  layout_.n = tree_.n;
  layout_.n_x = system.layout().n_x;
  layout_.revision = system.layout().revision;
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
  shape_patterns();
  const elements::ScalarBank& bank = system.impl_->bank;
  const elements::Equations& equations = system.equations();
  has_forces_ = bank.size() > 0;
  for (const int r : bank.readings())
    for (const int m : equations.readings[std::size_t(r)].markers) markers_.push_back(m);
  for (const elements::Load& load : equations.loads)
    markers_.insert(markers_.end(), {load.i, load.j, load.rm});
  std::sort(markers_.begin(), markers_.end());
  markers_.erase(std::unique(markers_.begin(), markers_.end()), markers_.end());
  const auto is_at_rest = [&](int m) {
    return equations.skeleton.markers[std::size_t(m)].body == elements::ground;
  };
  markers_.erase(std::remove_if(markers_.begin(), markers_.end(), is_at_rest), markers_.end());
}

JointCoordinates::~JointCoordinates() = default;

void JointCoordinates::shape_patterns() {
  const int n = layout_.n, x = layout_.n_x;
  patterns_.fill(Pattern(n, n));
  const auto shape = [&](std::initializer_list<Block> blocks, int rows, int columns) {
    for (const Block b : blocks) patterns_[std::size_t(b)] = Pattern(rows, columns);
  };
  shape({Block::G, Block::Gq, Block::Gv}, 0, n);
  shape({Block::Ql, Block::Qy}, n, 0);
  shape({Block::Qx}, n, x);
  shape({Block::Sq, Block::Sv, Block::Sa}, x, n);
  shape({Block::Sl, Block::Sy}, x, 0);
  shape({Block::Sx, Block::Sxd}, x, x);
}

void JointCoordinates::place(const State& s, Workspace& w) const {
  if (w.is_placed && w.q == s.q && w.v == s.v) return;
  w.q = s.q;
  w.v = s.v;
  w.motion.place(s.q, s.v);
  w.is_placed = true;
  w.has_forces = false;
}

bool JointCoordinates::apply_forces(const State& s, Workspace& w) const {
  const System::Impl& impl = *system_.impl_;
  // What a DELAY reads may have changed meanwhile.
  const bool is_same =
      !impl.delays && w.t == s.t && w.x == s.x && w.memory == s.memory && w.mode == impl.mode;
  if (w.has_forces && (!has_forces_ || is_same)) return true;
  w.has_forces = false;
  const Vec3& gravity = system_.equations().skeleton.gravity;
  for (std::size_t k = 1; k < w.motion.size(); ++k) {
    w.motion[k].F = tree_.joints[k - 1].mass * gravity;
    w.motion[k].N.setZero();
  }
  if (has_forces_) {
    System::Impl::Lease lease(*system_.impl_);
    Instant& instant = lease->instant;
    for (std::size_t k = 1; k < w.motion.size(); ++k) {
      const TreeJoint& joint = tree_.joints[k - 1];
      const TreeMotion::Node& node = w.motion[k];
      kinematics::MarkerMotion& body = instant.motion.bodies[std::size_t(joint.body)];
      body.r = node.O + node.c;
      body.A.noalias() = node.A * joint.C_out.transpose();
      body.v = node.v + node.omega.cross(node.c);
      body.omega = node.omega;
      body.a.setZero();
      body.omega_dot.setZero();
    }
    const elements::Skeleton& skeleton = system_.equations().skeleton;
    for (const int m : markers_) {
      const elements::Marker& marker = skeleton.markers[std::size_t(m)];
      kinematics::carry(instant.motion.bodies[std::size_t(marker.body)], marker.s, marker.A,
                        instant.motion.markers[std::size_t(m)]);
    }
    // q, v, a and λ are not read: all that bodies do is in the motion.
    const elements::Point at{s.t, w.zero,  w.zero, w.zero,   w.zero,
                             s.x, w.x_dot, w.zero, s.memory, impl.mode};
    w.x_dot.setZero();
    if (!impl.fill_bank(at, *lease, false)) return false;
    w.action.setZero();
    impl.loads.add_forces(instant, w.action);
    impl.auxiliary.fill(at, instant, w.aux);
    w.x_dot = -w.aux;  // ẋ − f, for ẋ = 0
    for (std::size_t k = 1; k < w.motion.size(); ++k) {
      const int body = tree_.joints[k - 1].body, v = skeleton.bodies[std::size_t(body)].v;
      w.motion[k].F += w.action.segment<3>(v);
      w.motion[k].N.noalias() =
          instant.motion.bodies[std::size_t(body)].A * w.action.segment<3>(v + 3);
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
  return Acceleration::ok;
}

void JointCoordinates::expand(const State& reduced, State& full) const {
  Lease w(*this);
  place(reduced, *w);
  w->motion.follow(reduced.a);
  show(reduced, *w, full);
  full.t = reduced.t;
  full.x = reduced.x;
  full.x_dot = reduced.x_dot;
  full.memory = reduced.memory;
  if (apply_forces(reduced, *w)) {
    w->motion.react();
    w->motion.multipliers(full.lambda);
  }
}

double JointCoordinates::largest_step(const State& s) const {
  Lease w(*this);
  if (system_.impl_->delays) {
    place(s, *w);
    w->motion.follow(s.a);
    State& full = w->full;
    show(s, *w, full);
    full.t = s.t, full.x = s.x, full.x_dot = s.x_dot, full.memory = s.memory;
    return system_.largest_step(full);
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
    expand(from, w->full);
    expand(to, w->other);
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
  expand(s, w->full);
  const Expanded expanded(*this, step, s);
  system_.commit(w->full, expanded);
  s.memory = w->full.memory;
}

Outcome JointCoordinates::evaluate(const State&, unsigned ask, Values&) const {
  return (ask & (forces | auxiliary)) != 0 ? Outcome::domain_error : Outcome::ok;
}

Outcome JointCoordinates::linearise(const State&, BlockMask wanted, Blocks&) const {
  constexpr BlockMask of_rows = mask(Block::G) | mask(Block::Gq) | mask(Block::Gv);
  return (wanted & ~of_rows) != 0 ? Outcome::domain_error : Outcome::ok;
}

void JointCoordinates::reaction(const State&, const Vector&, Vector& out) const {
  out.setZero();
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

std::string JointCoordinates::row_name(int row) const {
  return row < layout_.n
             ? entry_name(row)
             : system_.row_name(system_.layout().n + system_.layout().m() + row - layout_.n);
}

std::string JointCoordinates::column_name(int column) const {
  return column < layout_.n
             ? entry_name(column)
             : system_.column_name(system_.layout().n + system_.layout().m() + column - layout_.n);
}

}  // namespace trammel::system
