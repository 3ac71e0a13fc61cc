// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/redundancy_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "analysis/position.h"
#include "analysis/weights.h"

namespace trammel::analysis {

using elements::Equations;
using model::Severity;
using system::System;

namespace {

using SharedEquations = std::shared_ptr<const Equations>;
constexpr double size_of_perturbation = 1e-3;  // rad, or typical lengths
constexpr double perturbed_tolerance = 1e-7;   // of the rank: the pose is found to about 1e-12

// A pose nearby that the position constraints allow; the same pose if they allow no other.
bool perturb(const System& positions, const Vector& units, State& s) {
  const SparseMatrix weights = equal_weights(positions.equations().skeleton, units);
  std::minstd_rand random(1);
  std::uniform_real_distribution<double> side(-size_of_perturbation, size_of_perturbation);
  Vector move(units.size());
  for (int k = 0; k < move.size(); ++k) move[k] = side(random) * units[k];
  const Vector q = s.q;
  if (positions.layout().m() > 0) {
    Blocks blocks = make_blocks(positions);
    if (positions.linearise(s, mask(Block::G), blocks) != Outcome::ok) return false;
    WeightedProjection projection(weights, positions.pattern(Block::G), units);
    const SparseMatrix& gamma = blocks[Block::G];
    if (!projection.factor(gamma, projection.row_scales(gamma), 1e-10)) return false;
    Vector forbidden = Vector::Zero(gamma.n_rows()), correction(units.size());
    gamma.multiply_add(move, 1, forbidden);
    projection.solve(forbidden, correction);
    move += correction;
  }
  positions.retract(q, move, s.q);
  PositionAnalysis analysis(positions, weights, units, {});
  return analysis.run(s).ok();
}

std::vector<int> lasting_position_rows(const Equations& equations) {
  std::vector<int> rows = system::dynamic_rows(equations);
  std::erase_if(rows, [&](int row) { return equations.rows[std::size_t(row)].level != 0; });
  return rows;
}

// Rows that are redundant here but not in a pose nearby; corrects the degrees of freedom.
void compare_with_pose_nearby(InitialConditions& ic, const SharedEquations& equations,
                              const System& all) {
  const System positions(equations, lasting_position_rows(*equations));
  State nearby = ic.state;
  nearby.lambda = Vector::Zero(positions.layout().m());
  const Vector units = system::tangent_units(positions.layout(), ic.length);
  if (!perturb(positions, units, nearby)) return;
  nearby.lambda = Vector::Zero(all.layout().m());
  const system::Redundancy there =
      system::find_redundancy(all, nearby, ic.length, {perturbed_tolerance, perturbed_tolerance});
  if (there.rank <= ic.redundancy.rank) return;
  ic.degrees_of_freedom = there.degrees_of_freedom;
  std::set_difference(ic.redundancy.dropped.begin(), ic.redundancy.dropped.end(),
                      there.dropped.begin(), there.dropped.end(), std::back_inserter(ic.only_here));
}

double scaled_violation(const InitialConditions& ic, const State& s, int row) {
  const elements::Row& r = ic.system->equations().rows[std::size_t(row)];
  if (r.level > 0) return 0;
  return std::abs(ic.system->violation(s, row)) / std::max(1.0, ic.length);
}

void refuse_conflicts(InitialConditions& ic, const Equations& equations) {
  for (const system::Relation& relation : ic.redundancy.relations) {
    const double violation = scaled_violation(ic, ic.state, relation.row);
    if (violation <= redundancy_tolerance) continue;
    const elements::Row& row = equations.rows[std::size_t(relation.row)];
    ic.status = Status::impossible;
    ic.findings.push_back(
        {Severity::error, system::owner_label(row), row.at,
         fmt::format("it contradicts {}: {} is off by {:.3g}",
                     system::list_owners(equations, relation.others), row.name, violation),
         "check lengths, positions and motions of these elements"});
  }
}

void report_near_redundancy(InitialConditions& ic, const Equations& equations) {
  for (const system::Relation& relation : ic.redundancy.nearly) {
    const elements::Row& row = equations.rows[std::size_t(relation.row)];
    ic.findings.push_back(
        {Severity::warning, system::owner_label(row), row.at,
         fmt::format("{} is nearly redundant: it differs from {} by {:.1e} only", row.name,
                     system::list_owners(equations, relation.others), relation.remainder),
         "if axes or points are meant to coincide, give them more digits; as they are, they lock "
         "the "
         "mechanism or cause large reactions"});
  }
}

void report_redundancy(InitialConditions& ic, const Equations& equations) {
  for (const system::Advice& advice : system::advise(equations, ic.redundancy))
    ic.findings.push_back({Severity::warning, advice.label, advice.at, advice.text,
                           advice.remedy + "; reactions of redundant constraints are not unique"});
  if (!ic.only_here.empty())
    ic.findings.push_back(
        {Severity::warning,
         "",
         {},
         fmt::format("the model starts in a singular position: {} {} redundant "
                     "there, but not elsewhere",
                     ic.only_here.size(),
                     ic.only_here.size() == 1 ? "constraint is" : "constraints are"),
         "start slightly off this position to choose the way it leaves"});
}

}  // namespace

double dropped_violation(const InitialConditions& ic, const State& s) {
  double largest = 0;
  for (const int row : ic.redundancy.dropped)
    largest = std::max(largest, scaled_violation(ic, s, row));
  return largest;
}

void decide_redundancy(InitialConditions& ic, SharedEquations equations) {
  const System all(equations, system::dynamic_rows(*equations));
  State at = ic.state;
  at.lambda = Vector::Zero(all.layout().m());
  ic.redundancy = system::find_redundancy(all, at, ic.length);
  ic.degrees_of_freedom = ic.redundancy.degrees_of_freedom;
  ic.only_here.clear();
  const int mode = ic.system ? ic.system->mode() : all.mode();
  ic.system = std::make_shared<System>(equations, ic.redundancy.kept);
  ic.system->set_mode(mode);
  ic.state.lambda = Vector::Zero(ic.system->layout().m());
  if (!ic.redundancy.dropped.empty()) compare_with_pose_nearby(ic, equations, all);
  refuse_conflicts(ic, *equations);
  if (!ic.ok()) return;
  report_redundancy(ic, *equations);
  report_near_redundancy(ic, *equations);
}

}  // namespace trammel::analysis
