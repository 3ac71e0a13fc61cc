// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/redundancy_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>

#include "analysis/assembly.h"
#include "analysis/position.h"
#include "analysis/weights.h"

namespace trammel::analysis {

using elements::Equations;
using model::Severity;
using system::System;

namespace {

using SharedEquations = std::shared_ptr<const Equations>;
constexpr double size_of_perturbation = 1e-3;  // rad, or typical lengths
constexpr double position_tolerance = 1e-6, rate_tolerance = 1e-5, noise = 1e-3;  // (IC.6)
constexpr std::size_t most_conflicts = 20;
constexpr double perturbed_tolerance = 1e-7;  // of the rank: the pose is found to about 1e-12

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
    WeightedProjection projection(weights, positions.pattern(Block::G));
    const SparseMatrix& gamma = blocks[Block::G];
    if (!projection.factor(gamma, system::row_scales(gamma, units), 1e-10)) return false;
    Vector forbidden = Vector::Zero(gamma.n_rows()), correction(units.size());
    gamma.multiply_add(move, 1, forbidden);
    projection.solve(forbidden, correction);
    move += correction;
  }
  positions.retract(q, move, s.q);
  const std::vector<elements::ExactCoordinate> none;
  PositionAnalysis analysis(positions, none, weights, units, {});
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
  System positions(equations, lasting_position_rows(*equations));
  positions.set_mode(all.mode());
  State nearby = ic.state;
  nearby.lambda = Vector::Zero(positions.layout().m());
  const Vector units = system::tangent_units(positions.layout(), ic.length);
  const bool moved = perturb(positions, units, nearby);
  if (!moved) ic.advice = system::advise(*equations, ic.length, {{ic.redundancy, ic.state.q}});
  if (!moved) return;
  nearby.lambda = Vector::Zero(all.layout().m());
  const system::Redundancy there =
      system::find_redundancy(all, nearby, ic.length, {perturbed_tolerance, perturbed_tolerance});
  // What is redundant in this pose only must not be given up.
  ic.advice =
      there.dropped == ic.redundancy.dropped
          ? system::advise(*equations, ic.length, {{ic.redundancy, ic.state.q}, {there, nearby.q}})
          : system::advise(*equations, ic.length, {{there, nearby.q}});
  if (there.rank <= ic.redundancy.rank) return;
  ic.degrees_of_freedom = there.degrees_of_freedom;
  std::set_difference(ic.redundancy.dropped.begin(), ic.redundancy.dropped.end(),
                      there.dropped.begin(), there.dropped.end(), std::back_inserter(ic.only_here));
}

// What is allowed, for the rows left out of one model at one state.
class Allowance {
 public:
  Allowance(const InitialConditions& ic, const State& s)
      : equations_(ic.system->equations()), bodies_(equations_.skeleton.bodies.size()) {
    const Vector units = system::tangent_units(ic.system->layout(), ic.length);
    for (std::size_t b = 0; b < bodies_.size(); ++b) {
      const elements::Body& body = equations_.skeleton.bodies[b];
      const auto largest = [&](const Vector& x) {
        return x.segment(body.v, body.n())
            .cwiseQuotient(units.segment(body.v, body.n()))
            .lpNorm<Eigen::Infinity>();
      };
      bodies_[b].v = largest(s.v);
      bodies_[b].a = std::max(largest(s.a), bodies_[b].v * bodies_[b].v);
      all_.v = std::max(all_.v, bodies_[b].v);
      all_.a = std::max(all_.a, bodies_[b].a);
    }
  }

  // Of RΦ, RΦ̇ and RΦ̈.                                                                   (IC.6)
  std::array<double, 3> of(const elements::Row& row) const {
    Speed own;
    for (const elements::RowTerm& term : row.terms) {
      const elements::Reading& reading = equations_.readings[std::size_t(term.reading)];
      for (int b = 0; b < reading.n_bodies; ++b) {
        const Speed& body = bodies_[std::size_t(reading.bodies[std::size_t(b)])];
        own.v = std::max(own.v, body.v);
        own.a = std::max(own.a, body.a);
      }
    }
    return {position_tolerance, rate_tolerance * (own.v + noise * (all_.v + 1)),
            rate_tolerance * (own.a + noise * (all_.a + 1))};
  }

 private:
  struct Speed {
    double v = 0, a = 0;
  };
  const Equations& equations_;
  std::vector<Speed> bodies_;
  Speed all_;
};

// Visits the worst of each row left out.
template <class Visit>
void for_each_disagreement(const InitialConditions& ic, const State& s, Depth depth,
                           const Visit& visit) {
  const std::vector<int>& dropped = ic.redundancy.dropped;
  if (dropped.empty()) return;
  const Equations& equations = ic.system->equations();
  std::vector<system::RowErrors> errors(dropped.size());
  ic.system->violations(s, dropped, errors);
  const Allowance allowance(ic, s);
  for (std::size_t k = 0; k < dropped.size(); ++k) {
    const elements::Row& row = equations.rows[std::size_t(dropped[k])];
    const double by_order[] = {errors[k].position, errors[k].velocity, errors[k].acceleration};
    const bool by_chance = std::binary_search(ic.only_here.begin(), ic.only_here.end(), dropped[k]);
    const int last = depth == Depth::own                     ? row.level
                     : depth == Depth::velocity || by_chance ? 1
                                                             : 2;
    const std::array<double, 3> allowed = allowance.of(row);
    Disagreement worst;
    for (int order = row.level; order <= last; ++order) {
      const double error = by_order[order];
      const double size = ic.redundancy.scales[k] * std::abs(error) / allowed[std::size_t(order)];
      if (!(size <= worst.size)) worst = {size, int(k), order, error};
    }
    visit(worst);
  }
}

// Rows that a row left out depends on.
std::vector<int> partners(const InitialConditions& ic, int row) {
  const auto& relations = ic.redundancy.relations;
  const auto found = std::find_if(relations.begin(), relations.end(),
                                  [&](const system::Relation& r) { return r.row == row; });
  return found == relations.end() ? std::vector<int>{} : found->others;
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

void report_dropped(InitialConditions& ic) {
  for (const system::Advice& advice : ic.advice)
    ic.findings.push_back({Severity::warning, advice.label, advice.at, advice.text,
                           advice.remedy + "; reactions of redundant constraints are not unique"});
  if (ic.only_here.empty()) return;
  const Equations& equations = ic.system->equations();
  const std::size_t count = ic.only_here.size();
  ic.findings.push_back(
      {Severity::warning, "", equations.rows[std::size_t(ic.only_here.front())].at,
       fmt::format("the model starts in a singular position: {} constraint{} of {} {} redundant "
                   "there, but not elsewhere",
                   count, count == 1 ? "" : "s", system::list_owners(equations, ic.only_here),
                   count == 1 ? "is" : "are"),
       "start slightly off this position to choose the way it leaves"});
}

}  // namespace

double dropped_violation(const InitialConditions& ic, const State& s) {
  std::vector<system::RowErrors> errors(ic.redundancy.dropped.size());
  ic.system->violations(s, ic.redundancy.dropped, errors);
  double largest = 0;
  for (const system::RowErrors& error : errors)
    largest = std::max(largest, std::abs(error.position));
  return largest;
}

Disagreement disagreement(const InitialConditions& ic, const State& s, Depth depth) {
  Disagreement largest;
  for_each_disagreement(ic, s, depth, [&](const Disagreement& d) {
    if (!(d.size <= largest.size)) largest = d;
  });
  return largest;
}

std::vector<Disagreement> disagreements(const InitialConditions& ic, const State& s, Depth depth) {
  std::vector<Disagreement> result;
  for_each_disagreement(ic, s, depth, [&](const Disagreement& d) {
    if (!d.ok()) result.push_back(d);
  });
  return result;
}

Finding describe(const InitialConditions& ic, const Disagreement& d) {
  constexpr std::string_view what[] = {"", "its rate ", "its second rate "};
  const Equations& equations = ic.system->equations();
  const int number = ic.redundancy.dropped[std::size_t(d.dropped)];
  const elements::Row& row = equations.rows[std::size_t(number)];
  const std::string others = system::list_suspects(equations, partners(ic, number));
  const std::string label = system::owner_label(row);
  const std::string part = row.name == label ? "" : row.name.substr(label.size() + 2) + ": ";
  return {Severity::error, label, row.at,
          fmt::format("it {}: {}{}off by {:.3g}",
                      others.empty() ? "cannot be satisfied" : "contradicts " + others, part,
                      what[d.order - row.level], std::abs(d.error)),
          "check lengths, positions and motions of these elements"};
}

bool refuse_conflicts(InitialConditions& ic, Depth depth) {
  const std::vector<Disagreement> found = disagreements(ic, ic.state, depth);
  for (std::size_t k = 0; k < std::min(found.size(), most_conflicts); ++k)
    ic.findings.push_back(describe(ic, found[k]));
  if (found.size() > most_conflicts)
    ic.findings.push_back({Severity::error,
                           "",
                           {},
                           fmt::format("and {} more contradictions", found.size() - most_conflicts),
                           ""});
  if (!found.empty()) ic.status = Status::impossible;
  return found.empty();
}

void report_redundancy(InitialConditions& ic) {
  report_dropped(ic);
  report_near_redundancy(ic, ic.system->equations());
}

void decide_redundancy(InitialConditions& ic, SharedEquations equations) {
  System all(equations, system::dynamic_rows(*equations));
  const int mode = ic.system ? ic.system->mode() : mode_of_initial_conditions;
  all.set_mode(mode);
  State at = ic.state;
  at.lambda = Vector::Zero(all.layout().m());
  ic.redundancy = system::find_redundancy(all, at, ic.length);
  ic.degrees_of_freedom = ic.redundancy.degrees_of_freedom;
  ic.only_here.clear();
  ic.advice.clear();
  ic.system = std::make_shared<System>(equations, ic.redundancy.kept);
  ic.system->set_mode(mode);
  ic.state.lambda = Vector::Zero(ic.system->layout().m());
  if (!ic.redundancy.dropped.empty()) compare_with_pose_nearby(ic, equations, all);
}

}  // namespace trammel::analysis
