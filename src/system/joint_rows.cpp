// Constraints that are left beside a tree: values, directions and multipliers (TREE.10).
// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <optional>

#include "system/joint_coordinates.h"
#include "system/joint_workspace.h"
#include "system/system_impl.h"

namespace trammel::system {

using elements::Point;
using elements::Row;

namespace {

// What rows may cost for each body, in ns. In absolute coordinates an evaluation of a ladder of 40 four-bars takes
// 10 µs for each body: Γ, the factors of [M Γᵀ; Γ 0] and the completion of dependent coordinates.
constexpr double time_of_body = 4000;

}  // namespace

bool JointCoordinates::find_paths() {
  const elements::Equations& equations = system_.equations();
  std::vector<std::vector<int>> nodes(tree_.rows.size());
  for (std::size_t k = 0; k < nodes.size(); ++k) {
    rows_.push_back(&equations.rows[std::size_t(system_.equation_row(tree_.rows[k]))]);
    for (const elements::RowTerm& term : rows_[k]->terms) {
      const elements::Reading& reading = equations.readings[std::size_t(term.reading)];
      for (int b = 0; b < reading.n_bodies; ++b)
        nodes[k].push_back(node_of_body_[std::size_t(reading.bodies[std::size_t(b)])]);
    }
    std::sort(nodes[k].begin(), nodes[k].end());
    nodes[k].erase(std::unique(nodes[k].begin(), nodes[k].end()), nodes[k].end());
  }
  std::optional<RowPaths> paths =
      RowPaths::find(tree_, nodes, time_of_body * double(tree_.joints.size()));
  if (!paths) return false;
  paths_ = std::move(*paths);
  first_hold_ = {0};
  for (std::size_t k = 0; k < nodes.size(); ++k) {
    for (const int node : nodes[k]) holds_.push_back({node, paths_.stop_at(int(k), node)});
    for (const elements::RowTerm& term : rows_[k]->terms) {
      const elements::Reading& reading = equations.readings[std::size_t(term.reading)];
      if (reading.level() != rows_[k]->level) continue;
      for (int b = 0; b < reading.n_bodies; ++b) {
        const int node = node_of_body_[std::size_t(reading.bodies[std::size_t(b)])];
        const auto at = std::lower_bound(nodes[k].begin(), nodes[k].end(), node);
        hold_of_.push_back(first_hold_.back() + int(at - nodes[k].begin()));
      }
    }
    first_hold_.push_back(int(holds_.size()));
  }
  return true;
}

void JointCoordinates::shape_patterns() {
  const int n = layout_.n, m = layout_.m(), x = layout_.n_x;
  patterns_.fill(Pattern(n, n));
  const auto shape = [&](std::initializer_list<Block> blocks, int rows, int columns) {
    for (const Block b : blocks) patterns_[std::size_t(b)] = Pattern(rows, columns);
  };
  shape({Block::Gq, Block::Gv}, m, n);
  shape({Block::Ql}, n, m);
  shape({Block::Qx}, n, x);
  shape({Block::Qy}, n, 0);
  shape({Block::Sq, Block::Sv, Block::Sa}, x, n);
  shape({Block::Sl}, x, m);
  shape({Block::Sy}, x, 0);
  shape({Block::Sx, Block::Sxd}, x, x);
  std::vector<std::pair<int, int>> entries;
  for (int k = 0; k < m; ++k)
    for (int e = paths_.first_entry(k); e < paths_.first_entry(k + 1); ++e)
      entries.emplace_back(k, paths_.columns()[std::size_t(e)]);
  const Pattern& G = patterns_[std::size_t(Block::G)] = Pattern::from_entries(m, n, entries);
  for (const auto& [row, column] : entries) entry_in_G_.push_back(G.find(row, column));
}

std::span<TreeMotion::Pull> JointCoordinates::carried_pulls(int row, Workspace& w) const {
  const std::span<TreeMotion::Pull> at(w.carried.data(), paths_.stops(row).size());
  std::fill(at.begin(), at.end(), TreeMotion::Pull{});
  for (int k = first_hold_[std::size_t(row)]; k < first_hold_[std::size_t(row) + 1]; ++k)
    at[std::size_t(holds_[std::size_t(k)].stop)] = w.pulls[std::size_t(k)];
  return at;
}

bool JointCoordinates::evaluate_rows(const Point& at, unsigned ask, Instant& instant,
                                     Values& values) const {
  elements::RowKernel kernel(system_.equations(), instant.motion, at, instant.rows);
  for (int k = 0; k < layout_.m(); ++k) {
    const Row& row = *rows_[std::size_t(k)];
    kinematics::TimeSeries c;
    if (ask == Ask::position && row.level > 0) continue;
    if (!(ask == Ask::position ? kernel.value(row, c.value) : kernel.series(row, c))) {
      instant.fail(row.scalar, kernel.fault());
      return false;
    }
    const bool is_position = row.level == 0;
    if (is_position && (ask & Ask::position) != 0) values.c0[k] = c.value;
    if ((ask & Ask::velocity) != 0) values.c1[k] = is_position ? c.rate : c.value;
    if ((ask & Ask::acceleration) != 0) values.c2[k] = is_position ? c.acceleration : c.rate;
  }
  return true;
}

bool JointCoordinates::fill_pulls(const Point& at, Instant& instant, Workspace& w) const {
  const elements::Equations& equations = system_.equations();
  elements::RowKernel kernel(equations, instant.motion, at, instant.rows);
  std::fill(w.pulls.begin(), w.pulls.end(), TreeMotion::Pull{});
  std::size_t next = 0;  // of hold_of_
  for (const Row* row : rows_) {
    if (!kernel.weights(*row)) {
      instant.fail(row->scalar, kernel.fault());
      return false;
    }
    for (std::size_t i = 0; i < row->terms.size(); ++i) {
      const elements::Reading& reading = equations.readings[std::size_t(row->terms[i].reading)];
      if (reading.level() != row->level) continue;
      elements::ReadingGradient g;
      elements::gradient(reading, equations.skeleton, instant.motion, at.memory, g);
      for (int b = 0; b < reading.n_bodies; ++b) {
        const std::size_t hold = std::size_t(hold_of_[next++]);
        const std::size_t body = std::size_t(reading.bodies[std::size_t(b)]);
        const Vec6 own = kernel.weight(i) * g.own(row->level, b);
        const Vec3 f = own.head<3>(), n = instant.motion.bodies[body].A * own.tail<3>();
        w.pulls[hold].f += f;
        w.pulls[hold].n += n + w.motion[std::size_t(holds_[hold].node)].c.cross(f);
      }
    }
  }
  return true;
}

Acceleration JointCoordinates::constrain(State& s, Workspace& w) const {
  const int m = layout_.m();
  {
    System::Impl::Lease lease(*system_.impl_);
    show_bodies(w, for_rows_, lease->instant);
    const Point at{s.t, w.zero, w.zero, w.zero,   w.zero,
                   s.x, w.zero, w.zero, s.memory, system_.impl_->mode};
    if (!evaluate_rows(at, Ask::acceleration, lease->instant, w.values) ||
        !fill_pulls(at, lease->instant, w))
      return Acceleration::domain_error;
  }
  for (int k = 0; k < m; ++k) w.motion.answer(paths_.stops(k), carried_pulls(k, w), w.u, w.answers);
  paths_.multiply(w.u, w.answers, w.products);  // (TREE.9)
  if (!w.factors.factor(w.products)) return Acceleration::singular;
  s.lambda = w.values.c2;
  w.factors.solve(s.lambda);
  w.response.setZero();
  for (int k = 0; k < m; ++k)
    for (int e = paths_.first_entry(k); e < paths_.first_entry(k + 1); ++e)
      w.response[paths_.columns()[std::size_t(e)]] += s.lambda[k] * w.answers[std::size_t(e)];
  w.motion.respond(w.response, s.a);
  return s.a.allFinite() ? Acceleration::ok : Acceleration::singular;
}

bool JointCoordinates::add_reactions(const State& s, double sign, Workspace& w) const {
  System::Impl::Lease lease(*system_.impl_);
  show_bodies(w, for_rows_, lease->instant);
  const Point at{s.t, w.zero, w.zero, w.zero,   w.zero,
                 s.x, w.zero, w.zero, s.memory, system_.impl_->mode};
  if (!fill_pulls(at, lease->instant, w)) return false;
  for (int k = 0; k < layout_.m(); ++k)
    for (int h = first_hold_[std::size_t(k)]; h < first_hold_[std::size_t(k) + 1]; ++h) {
      const TreeMotion::Pull& pull = w.pulls[std::size_t(h)];
      TreeMotion::Node& node = w.motion[std::size_t(holds_[std::size_t(h)].node)];
      const double lambda = sign * s.lambda[k];
      node.F += lambda * pull.f;
      node.N += lambda * (pull.n - node.c.cross(pull.f));
    }
  return true;
}

Outcome JointCoordinates::evaluate(const State& s, unsigned ask, Values& values) const {
  if ((ask & (forces | auxiliary)) != 0) return Outcome::domain_error;
  if (layout_.m() == 0) return Outcome::ok;
  Lease w(*this);
  System::Impl::Lease lease(*system_.impl_);
  if (ask == Ask::position) {
    pose(s, *w);
    show_poses(*w, for_rows_, lease->instant);
  } else {
    place(s, *w);
    if ((ask & Ask::acceleration) != 0) w->motion.follow(s.a);
    show_bodies(*w, for_rows_, lease->instant);
  }
  const Point at{s.t, w->zero, w->zero, w->zero,  w->zero,
                 s.x, w->zero, w->zero, s.memory, system_.impl_->mode};
  return evaluate_rows(at, ask, lease->instant, values) ? Outcome::ok : Outcome::domain_error;
}

Outcome JointCoordinates::linearise(const State& s, BlockMask wanted, Blocks& blocks) const {
  if (wanted != mask(Block::G)) return Outcome::domain_error;
  if (layout_.m() == 0) return Outcome::ok;
  Lease w(*this);
  {
    System::Impl::Lease lease(*system_.impl_);
    if (layout_.m1 == 0) {  // of positions alone
      pose(s, *w);
      show_poses(*w, for_rows_, lease->instant);
    } else {
      place(s, *w);
      show_bodies(*w, for_rows_, lease->instant);
    }
    const Point at{s.t, w->zero, w->zero, w->zero,  w->zero,
                   s.x, w->zero, w->zero, s.memory, system_.impl_->mode};
    if (!fill_pulls(at, lease->instant, *w)) return Outcome::domain_error;
  }
  SparseMatrix& G = blocks[Block::G];
  for (int k = 0; k < layout_.m(); ++k)
    w->motion.project(paths_.stops(k), carried_pulls(k, *w), w->u);
  for (std::size_t e = 0; e < entry_in_G_.size(); ++e)
    G.values()[std::size_t(entry_in_G_[e])] = w->u[e];
  return Outcome::ok;
}

void JointCoordinates::reaction(const State& s, const Vector& lambda, Vector& out) const {
  out.setZero();
  if (layout_.m() == 0) return;
  Lease w(*this);
  place(s, *w);
  System::Impl::Lease lease(*system_.impl_);
  show_bodies(*w, for_rows_, lease->instant);
  const Point at{s.t, w->zero, w->zero, w->zero,  w->zero,
                 s.x, w->zero, w->zero, s.memory, system_.impl_->mode};
  if (!fill_pulls(at, lease->instant, *w)) return;
  for (int k = 0; k < layout_.m(); ++k) {
    w->motion.project(paths_.stops(k), carried_pulls(k, *w), w->u);
    for (int e = paths_.first_entry(k); e < paths_.first_entry(k + 1); ++e)
      out[paths_.columns()[std::size_t(e)]] += lambda[k] * w->u[std::size_t(e)];
  }
}

}  // namespace trammel::system
