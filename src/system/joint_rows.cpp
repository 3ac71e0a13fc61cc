// Constraints that are left beside a tree: values, directions and multipliers (TREE.10).
// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>

#include "system/joint_coordinates.h"
#include "system/joint_workspace.h"
#include "system/system_impl.h"

namespace trammel::system {

using elements::Point;
using elements::Row;

namespace {

constexpr double dependent = 1e-13;  // of a pivot beside its diagonal

}  // namespace

bool JointCoordinates::find_pulls() {
  const elements::Equations& equations = system_.equations();
  first_pull_ = {0};
  for (const int constraint : tree_.rows) {
    const Row& row = equations.rows[std::size_t(system_.equation_row(constraint))];
    std::vector<int> nodes;
    for (const elements::RowTerm& term : row.terms) {
      const elements::Reading& reading = equations.readings[std::size_t(term.reading)];
      for (int b = 0; b < reading.n_bodies; ++b)
        nodes.push_back(node_of_body_[std::size_t(reading.bodies[std::size_t(b)])]);
    }
    std::sort(nodes.begin(), nodes.end());
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
    if (int(nodes.size()) > TreeMotion::most_pulls) return false;
    for (const int node : nodes) pulls_.push_back({node, Vec3::Zero(), Vec3::Zero()});
    first_pull_.push_back(int(pulls_.size()));
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
  const TreeMotion motion(tree_);
  for (int k = 0; k < m; ++k)
    motion.project(pulls_of(k, pulls_), [&](int j, double) { entries.emplace_back(k, j); });
  patterns_[std::size_t(Block::G)] = Pattern::from_entries(m, n, std::move(entries));
}

std::span<const TreeMotion::Pull> JointCoordinates::pulls_of(
    int row, const std::vector<TreeMotion::Pull>& pulls) const {
  const int first = first_pull_[std::size_t(row)];
  return {pulls.data() + first, std::size_t(first_pull_[std::size_t(row) + 1] - first)};
}

bool JointCoordinates::evaluate_rows(const Point& at, unsigned ask, Instant& instant,
                                     Values& values) const {
  elements::RowKernel kernel(system_.equations(), instant.motion, at, instant.rows);
  for (int k = 0; k < layout_.m(); ++k) {
    const Row& row =
        system_.equations().rows[std::size_t(system_.equation_row(tree_.rows[std::size_t(k)]))];
    kinematics::TimeSeries c;
    const bool is_enough = ask == Ask::position && row.level == 0;
    if (!(is_enough ? kernel.value(row, c.value) : kernel.series(row, c))) {
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
  for (int k = 0; k < layout_.m(); ++k) {
    const Row& row = equations.rows[std::size_t(system_.equation_row(tree_.rows[std::size_t(k)]))];
    if (!kernel.weights(row)) {
      instant.fail(row.scalar, kernel.fault());
      return false;
    }
    const auto first = w.pulls.begin() + first_pull_[std::size_t(k)];
    const auto last = w.pulls.begin() + first_pull_[std::size_t(k) + 1];
    for (auto pull = first; pull != last; ++pull) pull->f.setZero(), pull->n.setZero();
    for (std::size_t i = 0; i < row.terms.size(); ++i) {
      const elements::Reading& reading = equations.readings[std::size_t(row.terms[i].reading)];
      if (reading.level() != row.level) continue;
      elements::ReadingGradient g;
      elements::gradient(reading, equations.skeleton, instant.motion, at.memory, g);
      for (int b = 0; b < reading.n_bodies; ++b) {
        const std::size_t body = std::size_t(reading.bodies[std::size_t(b)]);
        const auto pull = std::find_if(
            first, last, [&](const TreeMotion::Pull& p) { return p.node == node_of_body_[body]; });
        const Vec6 own = kernel.weight(i) * g.own(row.level, b);
        const Vec3 f = own.head<3>(), n = instant.motion.bodies[body].A * own.tail<3>();
        pull->f += f;
        pull->n += n + w.motion[std::size_t(pull->node)].c.cross(f);
      }
    }
  }
  return true;
}

Acceleration JointCoordinates::constrain(State& s, Workspace& w) const {
  const int m = layout_.m();
  {
    System::Impl::Lease lease(*system_.impl_);
    show_bodies(w, row_markers_, lease->instant);
    const Point at{s.t, w.zero, w.zero, w.zero,   w.zero,
                   s.x, w.zero, w.zero, s.memory, system_.impl_->mode};
    if (!evaluate_rows(at, Ask::acceleration, lease->instant, w.values) ||
        !fill_pulls(at, lease->instant, w))
      return Acceleration::domain_error;
  }
  for (int k = 0; k < m; ++k) w.motion.answer(pulls_of(k, w.pulls), w.u.col(k), w.answers.col(k));
  w.schur.noalias() = w.u.transpose() * w.answers;  // (TREE.9)
  w.error = w.values.c2;
  if (!solve_scaled(w)) return Acceleration::singular;
  s.lambda = w.error;
  w.response.noalias() = w.answers * s.lambda;
  w.motion.respond(w.response, s.a);
  return s.a.allFinite() ? Acceleration::ok : Acceleration::singular;
}

// error ← schur⁻¹ error by Cholesky's factors of the matrix with a diagonal of ones; few rows.
bool JointCoordinates::solve_scaled(Workspace& w) {
  Matrix& S = w.schur;
  Vector &b = w.error, &scale = w.scale;
  const Eigen::Index m = S.rows();
  for (Eigen::Index i = 0; i < m; ++i) {
    if (!(S(i, i) > 0)) return false;
    scale[i] = 1 / std::sqrt(S(i, i));
  }
  for (Eigen::Index i = 0; i < m; ++i)
    for (Eigen::Index j = 0; j < m; ++j) S(i, j) *= scale[i] * scale[j];
  b = b.cwiseProduct(scale);
  for (Eigen::Index j = 0; j < m; ++j) {
    const double pivot = S(j, j) - S.row(j).head(j).squaredNorm();
    if (!(pivot > dependent)) return false;
    S(j, j) = std::sqrt(pivot);
    for (Eigen::Index i = j + 1; i < m; ++i)
      S(i, j) = (S(i, j) - S.row(i).head(j).dot(S.row(j).head(j))) / S(j, j);
    b[j] = (b[j] - S.row(j).head(j).dot(b.head(j))) / S(j, j);
  }
  for (Eigen::Index j = m - 1; j >= 0; --j)
    b[j] = (b[j] - S.col(j).tail(m - 1 - j).dot(b.tail(m - 1 - j))) / S(j, j);
  b = b.cwiseProduct(scale);
  return true;
}

bool JointCoordinates::add_reactions(const State& s, double sign, Workspace& w) const {
  System::Impl::Lease lease(*system_.impl_);
  show_bodies(w, row_markers_, lease->instant);
  const Point at{s.t, w.zero, w.zero, w.zero,   w.zero,
                 s.x, w.zero, w.zero, s.memory, system_.impl_->mode};
  if (!fill_pulls(at, lease->instant, w)) return false;
  for (int k = 0; k < layout_.m(); ++k)
    for (const TreeMotion::Pull& pull : pulls_of(k, w.pulls)) {
      TreeMotion::Node& node = w.motion[std::size_t(pull.node)];
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
  place(s, *w);
  if ((ask & Ask::acceleration) != 0) w->motion.follow(s.a);
  System::Impl::Lease lease(*system_.impl_);
  show_bodies(*w, row_markers_, lease->instant);
  const Point at{s.t, w->zero, w->zero, w->zero,  w->zero,
                 s.x, w->zero, w->zero, s.memory, system_.impl_->mode};
  return evaluate_rows(at, ask, lease->instant, values) ? Outcome::ok : Outcome::domain_error;
}

Outcome JointCoordinates::linearise(const State& s, BlockMask wanted, Blocks& blocks) const {
  if (wanted != mask(Block::G)) return Outcome::domain_error;
  if (layout_.m() == 0) return Outcome::ok;
  Lease w(*this);
  place(s, *w);
  {
    System::Impl::Lease lease(*system_.impl_);
    show_bodies(*w, row_markers_, lease->instant);
    const Point at{s.t, w->zero, w->zero, w->zero,  w->zero,
                   s.x, w->zero, w->zero, s.memory, system_.impl_->mode};
    if (!fill_pulls(at, lease->instant, *w)) return Outcome::domain_error;
  }
  SparseMatrix& G = blocks[Block::G];
  G.set_zero();
  for (int k = 0; k < layout_.m(); ++k)
    w->motion.project(pulls_of(k, w->pulls), [&](int j, double value) {
      G.values()[std::size_t(G.pattern().find(k, j))] = value;
    });
  return Outcome::ok;
}

void JointCoordinates::reaction(const State& s, const Vector& lambda, Vector& out) const {
  out.setZero();
  if (layout_.m() == 0) return;
  Lease w(*this);
  place(s, *w);
  System::Impl::Lease lease(*system_.impl_);
  show_bodies(*w, row_markers_, lease->instant);
  const Point at{s.t, w->zero, w->zero, w->zero,  w->zero,
                 s.x, w->zero, w->zero, s.memory, system_.impl_->mode};
  if (!fill_pulls(at, lease->instant, *w)) return;
  for (int k = 0; k < layout_.m(); ++k)
    w->motion.project(pulls_of(k, w->pulls),
                      [&](int j, double value) { out[j] += lambda[k] * value; });
}

}  // namespace trammel::system
