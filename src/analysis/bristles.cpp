// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/bristles.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "numerics/dense.h"
#include "numerics/index_one.h"
#include "numerics/newton_matrix.h"

namespace trammel::analysis {
namespace {

constexpr double resting = 1e-6;      // of the transition velocity: slower surfaces rest
constexpr double still = 1e-12;       // of the largest acceleration: nothing slips
constexpr double least_pivot = 1e-9;  // of the largest: no bristle reaches that direction
constexpr double settled = 1e-13;     // changes of s
constexpr double small_move = 1e-6;   // of a unit, for Ḃ v
constexpr double most_bristles = 1000, most_entries = 1e7;  // of dense matrices
constexpr int most_iterations = 60, most_halvings = 60;
constexpr double hardly = 1e-8;  // where rounding ends the iteration before `still` and `settled`
constexpr double tiny = 1e-300;
constexpr int most_choices = 50;  // of what breaks away

// One direction of one group.
struct Bristle {
  int state, group;
};

class Loading {
 public:
  Loading(const InitialConditions& ic, const std::vector<int>& which)
      : ic_(ic),
        system_(*ic.system),
        equations_(system_.equations()),
        groups_(bristles_of(equations_)),
        layout_(system_.layout()),
        index_one_(system_),
        blocks_(make_blocks(system_)),
        matrix_(system_, ConstraintForm::index1),
        state_(ic.state) {
    for (const int group : which) {
      const Bristles& bristles = groups_[std::size_t(group)];
      for (const int state : bristles.states) bristles_.push_back({state, group});
    }
    frozen_.assign(groups_.size(), 0);
    slides_.assign(groups_.size(), 0);
  }

  std::optional<State> run() {
    const double n_bristles = double(bristles_.size());
    if (bristles_.empty() || n_bristles > most_bristles || n_bristles * layout_.n > most_entries)
      return {};
    for (const Bristle& b : bristles_) state_.x[b.state] = 0;
    if (!index_one_.accelerate(state_).ok() || !find_directions()) return {};
    for (int choice = 0; choice < most_choices; ++choice) {
      if (!settle()) return {};
      if (const int group = weakest(); group >= 0)
        break_away(group);
      else
        return std::move(state_);
    }
    return {};
  }

 private:
  double length(const Bristle& b) const { return groups_[std::size_t(b.group)].length; }
  bool is_free(const Bristle& b) const {  // its s is an unknown of (FRIC.8)
    return !frozen_[std::size_t(b.group)] && !slides_[std::size_t(b.group)];
  }

  // v_k, B_k and Ḃ_k v, of upright bristles.
  bool find_directions() {
    if (system_.linearise(state_, all_blocks, blocks_) != Outcome::ok) return false;
    const auto n = Eigen::Index(bristles_.size());
    slips_.resize(n), drift_.setZero(n);
    fill_directions();
    for (Eigen::Index k = 0; k < n; ++k) {
      const Bristle& b = bristles_[std::size_t(k)];
      slips_[k] = length(b) * state_.x_dot[b.state];
      // Without a load there is nothing that bristles could carry.
      if (force_of(b.state).isZero(0)) frozen_[std::size_t(b.group)] = 1;
    }
    for (Eigen::Index k = 0; k < n; ++k) {
      const int group = bristles_[std::size_t(k)].group;
      slides_[std::size_t(group)] = speed(group) > resting * groups_[std::size_t(group)].transition;
    }
    return find_drift();
  }

  // Rows of −D Sv, for aux is ẋ − f.
  void fill_directions() {
    directions_ = Matrix::Zero(Eigen::Index(bristles_.size()), layout_.n);
    std::vector<int> place(std::size_t(layout_.n_aux()), -1);
    for (std::size_t k = 0; k < bristles_.size(); ++k)
      place[std::size_t(bristles_[k].state)] = int(k);
    const SparseMatrix& Sv = blocks_[Block::Sv];
    std::size_t next = 0;
    for (int j = 0; j < layout_.n; ++j)
      for (const int row : Sv.pattern().column(j)) {
        const double value = Sv.values()[next++];
        if (const int k = place[std::size_t(row)]; k >= 0)
          directions_(k, j) = -length(bristles_[std::size_t(k)]) * value;
      }
  }

  double speed(int group) const {
    double squares = 0;
    for (std::size_t k = 0; k < bristles_.size(); ++k)
      if (bristles_[k].group == group) squares += slips_[Eigen::Index(k)] * slips_[Eigen::Index(k)];
    return std::sqrt(squares);
  }

  bool find_drift() {
    const Vector units = system::tangent_units(layout_, ic_.length);
    const double fastest = layout_.n == 0 ? 0 : state_.v.cwiseQuotient(units).cwiseAbs().maxCoeff();
    if (fastest == 0) return true;
    const double h = small_move / fastest;
    std::vector<int> scalars;
    for (const Bristle& b : bristles_)
      scalars.push_back(equations_.states[std::size_t(b.state)].scalar);
    std::vector<double> low(scalars.size()), high(scalars.size());
    State s = state_;
    system_.retract(state_.q, h * state_.v, s.q);
    if (!system_.values(s, scalars, high)) return false;
    system_.retract(state_.q, -h * state_.v, s.q);
    if (!system_.values(s, scalars, low)) return false;
    for (std::size_t k = 0; k < scalars.size(); ++k)
      drift_[Eigen::Index(k)] = length(bristles_[k]) * (high[k] - low[k]) / (2 * h);
    return true;
  }

  // (FRIC.7) and (FRIC.8) for what is free, by Newton.
  bool settle() {
    double change = 1;
    for (int iteration = 0; iteration < most_iterations; ++iteration) {
      change = slide();
      if (change > 0 && !index_one_.accelerate(state_).ok()) return false;
      if (layout_.n > 0) largest_ = std::max(largest_, state_.a.cwiseAbs().maxCoeff());
      if (slipping(state_) > still * largest_) {
        const double moved = correct();
        if (moved < 0) return slipping(state_) < hardly * largest_;
        change = std::max(change, moved);
      }
      if (change <= settled * largest_deflection()) return true;
    }
    return change < hardly;
  }

  // The largest v̇_k that should be zero.
  double slipping(const State& s) const {
    double largest = 0;
    for (std::size_t k = 0; k < bristles_.size(); ++k) {
      const auto row = Eigen::Index(k);
      if (!is_free(bristles_[k])) continue;
      const double rate = directions_.row(row).dot(s.a) + drift_[row];
      largest = std::max(largest, std::abs(rate) / std::max(directions_.row(row).norm(), tiny));
    }
    return largest;
  }

  double largest_deflection() const {
    double largest = tiny;
    for (const Bristle& b : bristles_) largest = std::max(largest, std::abs(state_.x[b.state]));
    return largest;
  }

  // How far the bristles of sliding surfaces were from (FRIC.7).
  double slide() {
    double change = 0;
    for (std::size_t g = 0; g < slides_.size(); ++g) {
      if (!slides_[g]) continue;
      const double v = speed(int(g)), D = groups_[g].length;
      double along = 0, rate = 0;  // s and ṡ in the direction of v
      for (std::size_t k = 0; k < bristles_.size(); ++k)
        if (const Bristle& b = bristles_[k]; b.group == int(g)) {
          along += state_.x[b.state] * slips_[Eigen::Index(k)] / v;
          rate += state_.x_dot[b.state] * slips_[Eigen::Index(k)] / v;
        }
      // D ṡ = |v| (1 − s/g); upright ones do not know g yet.
      const double slope = 1 - rate * D / v;
      const double next = along > 0 && slope > 0 ? std::min(along / slope, 1.0) : 1.0;
      change = std::max(change, std::abs(next - along));
      for (std::size_t k = 0; k < bristles_.size(); ++k)
        if (const Bristle& b = bristles_[k]; b.group == int(g))
          state_.x[b.state] = next * slips_[Eigen::Index(k)] / v;
    }
    return change;
  }

  // Moves s where it is free, and a with it; the largest change of s, −1: nothing gets better.
  double correct() {
    if (system_.linearise(state_, all_blocks, blocks_) != Outcome::ok) return -1;
    matrix_.combine(blocks_, StepMap{});
    if (!matrix_.factor().ok()) return -1;
    std::vector<std::size_t> unknowns;
    for (std::size_t k = 0; k < bristles_.size(); ++k)
      if (is_free(bristles_[k])) unknowns.push_back(k);
    const Vector found = shortest_correction(unknowns);
    // Loads that follow friction may leave it no solution beyond some s: halfway there is one.
    const double before = slipping(state_);
    double share = 1;
    for (int tries = 0; tries < most_halvings; ++tries, share /= 2) {
      State next = state_;
      for (std::size_t j = 0; j < unknowns.size(); ++j)
        next.x[bristles_[unknowns[j]].state] += share * found[Eigen::Index(j)];  // (FRIC.8)
      if (!index_one_.accelerate(next).ok() || !(slipping(next) < before)) continue;
      state_ = std::move(next);
      return share * found.cwiseAbs().maxCoeff();
    }
    return -1;
  }

  Vector shortest_correction(const std::vector<std::size_t>& unknowns) const {
    const auto n = Eigen::Index(unknowns.size());
    Matrix response(n, n);
    Vector weights(n), wanted(n);
    for (Eigen::Index j = 0; j < n; ++j) {
      const auto k = Eigen::Index(unknowns[std::size_t(j)]);
      double strength = 0;
      const Vector da = accelerations_of(bristles_[std::size_t(k)].state, strength);
      weights[j] =
          1 / std::sqrt(std::max(strength / std::max(directions_.row(k).norm(), tiny), tiny));
      wanted[j] = -(directions_.row(k).dot(state_.a) + drift_[k]);
      for (Eigen::Index i = 0; i < n; ++i)
        response(i, j) = directions_.row(Eigen::Index(unknowns[std::size_t(i)])) * da;
    }
    const PivotedQr factors((response * weights.asDiagonal()).transpose());
    return weights.asDiagonal() * factors.shortest(wanted, least_pivot * factors.largest_pivot());
  }

  // ∂Q/∂s of one bristle.
  Vector force_of(int state) const {
    Vector one = Vector::Zero(layout_.n_x), forces = Vector::Zero(layout_.n);
    one[state] = 1;
    blocks_[Block::Qx].multiply_add(one, -1, forces);
    return forces;
  }

  // ∂a/∂s of one bristle, and |∂Q/∂s|.
  Vector accelerations_of(int state, double& strength) const {
    Vector one = Vector::Zero(layout_.n_x), r = Vector::Zero(matrix_.size());
    one[state] = 1;
    const Vector forces = force_of(state);
    Vector aux = Vector::Zero(layout_.n_aux());
    blocks_[Block::Sx].multiply_add(one, -1, aux);
    strength = forces.norm();
    r.head(layout_.n) = forces;
    r.tail(layout_.n_aux()) = aux;
    matrix_.solve(r);
    return r.head(layout_.n);
  }

  // The group that cannot hold, by most; −1: all can.
  int weakest() const {
    int worst = -1;
    double most = 1;
    for (std::size_t g = 0; g < frozen_.size(); ++g)
      if (!frozen_[g] && !slides_[g] && deflection(int(g)) > most) {
        most = deflection(int(g));
        worst = int(g);
      }
    return worst;
  }

  double deflection(int group) const {
    double squares = 0;
    for (const Bristle& b : bristles_)
      if (b.group == group) squares += state_.x[b.state] * state_.x[b.state];
    return std::sqrt(squares);
  }

  void break_away(int group) {
    frozen_[std::size_t(group)] = 1;
    const double s = deflection(group);
    for (const Bristle& b : bristles_)
      if (b.group == group) state_.x[b.state] /= s;
    index_one_.accelerate(state_);
  }

  const InitialConditions& ic_;
  const system::System& system_;
  const elements::Equations& equations_;
  const std::vector<Bristles> groups_;
  const Layout& layout_;
  IndexOne index_one_;
  Blocks blocks_;
  NewtonMatrix matrix_;
  State state_;
  std::vector<Bristle> bristles_;
  std::vector<char> frozen_, slides_;  // by group
  Vector slips_, drift_;               // v_k, Ḃ_k v
  Matrix directions_;                  // B
  double largest_ = 0;                 // acceleration so far
};

}  // namespace

std::vector<Bristles> bristles_of(const elements::Equations& equations) {
  const model::Model& model = *equations.model;
  std::vector<Bristles> groups;
  for (std::size_t k = 0; k < equations.states.size(); ++k) {
    const elements::Owner& owner = equations.states[k].owner;
    if (owner.kind != model::Kind::friction) continue;
    const model::Friction& friction = *model.frictions.find(owner.id);
    const model::JointType type = model[friction.joint].type;
    const bool slips_alone =  // the arms of a cross do
        type == model::JointType::hooke || type == model::JointType::universal;
    if (groups.empty() || slips_alone || !(groups.back().owner == owner))
      groups.push_back({{}, friction.max_deformation, friction.transition_velocity, owner});
    groups.back().states.push_back(int(k));
  }
  return groups;
}

void load_bristles(InitialConditions& ic, const std::vector<int>& groups) {
  if (std::optional<State> loaded = Loading(ic, groups).run()) ic.state = std::move(*loaded);
}

void unload_bristles(InitialConditions& ic, const std::vector<int>& groups) {
  const std::vector<Bristles> all = bristles_of(ic.system->equations());
  State s = ic.state;
  bool is_loaded = false;
  for (const int group : groups)
    for (const int state : all[std::size_t(group)].states) {
      is_loaded = is_loaded || s.x[state] != 0;
      s.x[state] = 0;
    }
  if (is_loaded && IndexOne(*ic.system).accelerate(s).ok()) ic.state = std::move(s);
}

std::vector<int> still_upright(const elements::Equations& before, const std::vector<int>& upright,
                               const elements::Equations& after) {
  const std::vector<Bristles> old = bristles_of(before), now = bristles_of(after);
  std::vector<int> list;
  for (std::size_t g = 0; g < now.size(); ++g) {
    bool is_upright = true;
    for (std::size_t o = 0; o < old.size(); ++o)
      if (old[o].owner == now[g].owner)
        is_upright = std::find(upright.begin(), upright.end(), int(o)) != upright.end();
    if (is_upright) list.push_back(int(g));
  }
  return list;
}

}  // namespace trammel::analysis
