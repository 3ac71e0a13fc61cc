// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/equilibrium.h"

#include <algorithm>
#include <cmath>

#include "analysis/standstill.h"
#include "system/redundancy.h"

namespace trammel::analysis {

namespace {

constexpr int most_polishing = 10;
constexpr double worth_polishing = 0.5;      // what an iteration must leave of the imbalance
constexpr int relaxation_iterations = 1000;  // at least
constexpr int most_halvings = 40;
constexpr double least_rate = 1e-10;     // of a state that nothing but its rate determines
constexpr double counts_at_rest = 1e-9;  // of a derivative by positions, beside those by rates
constexpr double longest_delta = 1e12, shortest_delta = 1e-12;
constexpr double first_stability = 1, last_stability = 1e-6;  // of a funnel
constexpr double cautious_alimit = 10 * model::degree;
constexpr int patient_maxit = 250;
constexpr int most_retries = 2;  // of a stage

StepMap standing_still(double stiffness, double damping, double mass) {
  StepMap map;
  map.s = stiffness, map.v = damping, map.a = mass;
  map.sx = 1, map.sd = std::max(damping, least_rate);
  return map;
}

// What the next pseudo time step is longer by. Far from equilibrium forces may grow on the way down: there
// it counts how much of the slope along the step is left at its end.
double gain(double work_before, double work_after, double slope_left) {
  const double by_forces = std::clamp(work_before / std::max(work_after, 1e-300), 0.2, 10.0);
  if (slope_left > 0.5) return std::max(by_forces, 2.0);
  if (slope_left < -0.5) return std::min(by_forces, 0.5);
  return by_forces;
}

void row_maxima(const SparseMatrix& a, Vector& largest) {
  const auto& rows = a.pattern().rows();
  for (std::size_t k = 0; k < rows.size(); ++k)
    largest[rows[k]] = std::max(largest[rows[k]], std::abs(a.values()[k]));
}

void scale_rows(SparseMatrix& a, const Vector& factors) {
  const auto& rows = a.pattern().rows();
  for (std::size_t k = 0; k < rows.size(); ++k) a.values()[k] *= factors[rows[k]];
}

}  // namespace

Equilibrium::Equilibrium(const system::System& system, double length,
                         const model::EquilibriumSettings& settings)
    : system_(system),
      layout_(system.layout()),
      given_(settings),
      settings_(settings),
      units_(system::tangent_units(layout_, length)),
      stiffness_(system, units_),
      matrix_(system, ConstraintForm::index3),
      rest_matrix_(system, ConstraintForm::index3),
      blocks_(make_blocks(system)),
      rest_blocks_(make_blocks(system)),
      values_(make_values(layout_)),
      r_(Vector::Zero(matrix_.size())),
      d_(r_),
      delta_(Vector::Zero(layout_.n)) {}

void Equilibrium::listen(Observer* observer, std::function<bool()> stop_requested) {
  observer_ = observer;
  stop_requested_ = std::move(stop_requested);
}

void Equilibrium::rest(State& s) {
  time_ = s.t;
  s.v.setZero(), s.a.setZero(), s.x_dot.setZero();
}

bool Equilibrium::residual(const State& s) {
  return evaluate_index_three(system_, s, StepMap{}, values_, r_) == Outcome::ok &&  // (STA.1)
         r_.allFinite();
}

bool Equilibrium::linearise(const State& s) {
  const BlockMask needed = NewtonMatrix::blocks_needed(layout_, ConstraintForm::index3);
  if (system_.linearise(s, needed, blocks_) != Outcome::ok) return false;
  floor_mass(layout_, units_, blocks_[Block::M]);
  return true;
}

FactorReport Equilibrium::factor(const StepMap& map) {
  let_states_follow(map.sd);
  matrix_.combine(blocks_, map);
  const FactorReport report = matrix_.factor();
  if (observer_ && report.ok()) observer_->matrix_factored(time_, matrix_.matrix());
  if (observer_ && report.is_singular() && observer_->wants_descriptions())
    observer_->matrix_is_singular(time_, describe_singularity());
  return report;
}

// A state whose equation says at rest what it is, or what something else is, follows at once: pseudo time
// counts only for states that nothing but their rate determines.
void Equilibrium::let_states_follow(double rate) {
  Vector at_rest = Vector::Zero(layout_.n_aux()), moving = at_rest;
  for (const Block block : {Block::Sq, Block::Sx, Block::Sy}) row_maxima(blocks_[block], at_rest);
  for (const Block block : {Block::Sv, Block::Sxd}) row_maxima(blocks_[block], moving);
  Vector keep = Vector::Ones(layout_.n_aux()), slow = keep;
  for (int k = 0; k < layout_.n_x; ++k)
    if (at_rest[k] > counts_at_rest * moving[k]) keep[k] = 0, slow[k] = least_rate / rate;
  scale_rows(blocks_[Block::Sv], keep);
  scale_rows(blocks_[Block::Sa], keep);
  scale_rows(blocks_[Block::Sxd], slow);
}

void Equilibrium::correction() {
  d_ = -r_;
  matrix_.solve(d_);
}

double Equilibrium::step_share() const {
  double excess = 1;
  for (int k = 0; k < layout_.n; ++k) {
    const bool turns = layout_.kinds[std::size_t(k)] == Kind::angle;
    excess = std::max(excess, std::abs(d_[k]) / (turns ? settings_.alimit : settings_.tlimit));
  }
  return 1 / excess;
}

void Equilibrium::apply(State& s, double share) const {
  const Vector delta = share * d_.head(layout_.n);
  const Vector q = s.q;
  system_.retract(q, delta, s.q);
  s.lambda += share * d_.segment(layout_.n, layout_.m());
  s.x += share * d_.segment(layout_.n + layout_.m(), layout_.n_x);
  s.y += share * d_.tail(layout_.n_y);
}

bool Equilibrium::is_small(const State& s, double share) const {
  const auto small = [&](double change, double value) {
    return std::abs(share * change) <= settings_.error * std::max(1.0, std::abs(value));
  };
  for (int k = 0; k < layout_.n; ++k)
    if (!small(d_[k], 0)) return false;
  const int x = layout_.n + layout_.m();
  for (int k = 0; k < layout_.n_x; ++k)
    if (!small(d_[x + k], s.x[k])) return false;
  return true;
}

double Equilibrium::work() const {
  return r_.head(layout_.n).cwiseProduct(units_).norm();
}

EquilibriumReport& Equilibrium::conclude(EquilibriumReport& report, Status status) const {
  Eigen::Index row = 0;
  report.imbalance = r_.size() == 0 ? 0 : r_.cwiseAbs().maxCoeff(&row);
  report.worst_row = int(row);
  report.status = status;
  return report;
}

void Equilibrium::tell(int iteration, bool new_matrix) {
  if (!observer_) return;
  Eigen::Index row = 0, column = 0;
  const double residual = r_.cwiseAbs().maxCoeff(&row), change = d_.cwiseAbs().maxCoeff(&column);
  observer_->iteration_done({iteration, residual, int(row), change, int(column),
                             change / settings_.error, new_matrix, r_, d_});
}

// A step that ends where a function has no value is shortened. Angles go on counting their turns.
bool Equilibrium::try_step(const State& from, State& to) {
  double share = step_share();
  for (int k = 0; k < most_halvings; ++k, share /= 2) {
    to = from;
    apply(to, share);
    if (!residual(to)) continue;
    system_.commit(to, Standstill(to));
    return true;
  }
  return false;
}

std::vector<model::EquilibriumSettings> funnel_stages(const model::EquilibriumSettings& given) {
  std::vector<model::EquilibriumSettings> stages;
  const double last = std::max(given.stability, last_stability);
  const int steps = std::max(1, int(std::ceil(std::log10(first_stability / last) - 1e-9)));
  for (int k = 0; k <= steps; ++k) {
    const double lax = std::pow(10.0, steps - k);
    model::EquilibriumSettings& stage = stages.emplace_back(given);
    stage.alimit = std::min(given.alimit, cautious_alimit);
    stage.maxit = std::max(given.maxit, patient_maxit);
    if (k == steps) break;
    stage.stability = last * lax;  // (STA.11)
    stage.error = given.error * lax;
    stage.imbalance = given.imbalance * lax;
  }
  return stages;
}

EquilibriumReport Equilibrium::newton(State& s) {
  settings_ = given_;
  EquilibriumReport report = search(s);
  if (report.ok()) polish(s, report);
  return conclude(report, report.status);
}

EquilibriumReport Equilibrium::funnel(State& s) {
  EquilibriumReport sum;
  const auto stages = funnel_stages(given_);
  for (const model::EquilibriumSettings& stage : stages) {
    const int before = sum.iterations, number = sum.stage + 1;
    sum = pass_stage(stage, s);
    sum.iterations += before;
    sum.stage = number;
    if (!sum.ok()) break;
  }
  sum.stages = int(stages.size());
  if (sum.ok()) polish(s, sum);
  settings_ = given_;
  return conclude(sum, sum.status);
}

// Where a stage fails it is tried again from where it began, more cautiously.
EquilibriumReport Equilibrium::pass_stage(const model::EquilibriumSettings& stage, State& s) {
  settings_ = stage;
  int iterations = 0;
  for (int retry = 0;; ++retry) {
    State end = s;
    EquilibriumReport report = search(end);
    report.iterations += iterations;
    const bool hopeless =
        report.status == Status::interrupted || report.status == Status::domain_error;
    if (report.ok() || hopeless || retry == most_retries) {
      s = std::move(end);
      return report;
    }
    iterations = report.iterations;
    settings_.stability = std::max(10 * settings_.stability, last_stability);
  }
}

EquilibriumReport Equilibrium::search(State& s) {
  EquilibriumReport report;
  rest(s);
  if (!residual(s)) return conclude(report, Status::domain_error);
  const double stability = settings_.stability;
  const auto& pattern = settings_.pattern;
  for (int k = 0; k < settings_.maxit; ++k) {
    if (stop_requested_ && stop_requested_()) return conclude(report, Status::interrupted);
    const bool is_new = k == 0 || pattern.empty() || pattern[std::size_t(k) % pattern.size()];
    if (is_new) {
      if (!linearise(s)) return conclude(report, Status::domain_error);
      if (!factor(standing_still(1, stability, stability)).ok())  // (STA.2)
        return conclude(report, Status::singular);
    }
    correction();
    ++report.iterations;
    if (!d_.allFinite()) return conclude(report, Status::singular);
    tell(report.iterations, is_new);
    const double share = step_share();
    const State before = s;
    if (!try_step(before, s)) return conclude(report, Status::domain_error);
    if (share == 1 && is_small(s, 1) && r_.cwiseAbs().maxCoeff() <= settings_.imbalance)
      return conclude(report, Status::found);
  }
  return conclude(report, Status::too_slow);
}

// The stiffness itself, or where something is held by nothing, with as little mass as asked for.
bool Equilibrium::factor_for_polishing() {
  const double s = settings_.stability;
  return factor(standing_still(1, 0, 0)).ok() || (s > 0 && factor(standing_still(1, s, s)).ok());
}

// On to round-off, while it helps.
void Equilibrium::polish(State& s, EquilibriumReport& report) {
  for (int k = 0; k < most_polishing; ++k) {
    const double before = r_.norm();
    const Vector r = r_;
    if (before == 0 || !linearise(s) || !factor_for_polishing()) return;
    correction();
    if (!d_.allFinite() || step_share() < 1 || !is_small(s, 1)) return;
    State trial = s;
    apply(trial, 1);
    if (!residual(trial) || r_.norm() > worth_polishing * before) {
      if (r_.norm() > before || !r_.allFinite())
        r_ = r;
      else
        s = std::move(trial);
      return;
    }
    ++report.iterations;
    tell(report.iterations, true);
    s = std::move(trial);
  }
}

bool Equilibrium::estimate_reactions(State& s) {
  if (layout_.m() == 0) return true;
  const BlockMask needed =
      mask(Block::M) | mask(Block::G) | mask(Block::Sy) | mask(Block::Sx) | mask(Block::Sxd);
  if (system_.linearise(s, needed, rest_blocks_) != Outcome::ok) return false;
  floor_mass(layout_, units_, rest_blocks_[Block::M]);
  rest_matrix_.combine(rest_blocks_, standing_still(1, 1, 1));
  if (!rest_matrix_.factor().ok() || !residual(s)) return false;
  Vector rhs = Vector::Zero(rest_matrix_.size());
  rhs.head(layout_.n) = values_.action;
  rest_matrix_.solve(rhs);  // (STA.4)
  if (!rhs.allFinite()) return false;
  s.lambda = rhs.segment(layout_.n, layout_.m());
  return residual(s);
}

EquilibriumReport Equilibrium::relax(State& s) {
  EquilibriumReport report;
  settings_ = given_;
  rest(s);
  if (!residual(s) || !estimate_reactions(s)) return conclude(report, Status::domain_error);
  double delta = 1;
  for (int k = 0; k < std::max(relaxation_iterations, settings_.maxit); ++k) {
    if (stop_requested_ && stop_requested_()) return conclude(report, Status::interrupted);
    if (!linearise(s)) return conclude(report, Status::domain_error);
    stiffness_.set(blocks_);
    while (delta > shortest_delta && !stiffness_.is_positive(1 / (delta * delta))) delta /= 2;
    if (delta <= shortest_delta || !factor(standing_still(1, 1 / delta, 1 / (delta * delta))).ok())
      return conclude(report, Status::singular);
    const double before = work();
    correction();  // (STA.3)
    delta_ = d_.head(layout_.n);
    const double slope = r_.head(layout_.n).dot(delta_);
    ++report.iterations;
    if (!d_.allFinite()) return conclude(report, Status::singular);
    tell(report.iterations, true);
    const double share = step_share();
    const State from = s;
    if (!try_step(from, s)) return conclude(report, Status::domain_error);
    if (share == 1 && is_small(s, 1) && r_.cwiseAbs().maxCoeff() <= settings_.imbalance) {
      polish(s, report);
      return conclude(report, Status::found);
    }
    if (!estimate_reactions(s)) return conclude(report, Status::domain_error);
    delta = std::min(delta * gain(before, work(), r_.head(layout_.n).dot(delta_) / slope),
                     longest_delta);
  }
  return conclude(report, Status::too_slow);
}

StabilityVerdict Equilibrium::judge(const State& s) {
  if (!linearise(s)) return {};
  stiffness_.set(blocks_);
  return stiffness_.judge();
}

}  // namespace trammel::analysis
