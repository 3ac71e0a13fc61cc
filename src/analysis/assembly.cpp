// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/assembly.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analysis/turning.h"
#include "analysis/velocity.h"
#include "analysis/weights.h"

namespace trammel::analysis {

using elements::Equations;
using elements::ExactCoordinate;
using model::Severity;
using system::System;

namespace {

using SharedEquations = std::shared_ptr<const Equations>;
// So often the smallest possible sacrifice is looked for; then all that is in the way is given up.
constexpr int patient_attempts = 20;
constexpr double about_as_guilty = 0.9, also_guilty = 0.5;  // shares relative to the largest
constexpr double holds_anyway = 1e-8;                       // of RΦ, and of RΨ over speed

const elements::Row& row_at(const Equations& equations, int row) {
  return equations.rows[std::size_t(row)];
}

// Initial conditions (ICROT, ICTRAN, ICDISP, ICVEL) that were given up, and what they contradict.
struct Sacrifice {
  int row;
  std::vector<int> others;  // rows of the equations that hold always
};

// Takes initial conditions out of `rows`: the most guilty one, of several the last in the model, or
// all that take part. False: none does.
bool give_up_initial_rows(const System& system, const std::vector<Culprit>& culprits, bool all,
                          std::vector<int>& rows, std::vector<Sacrifice>& sacrifices) {
  const Equations& equations = system.equations();
  std::vector<int> lasting, chosen;
  double largest = 0;
  for (const Culprit& culprit : culprits) {
    if (culprit.row >= system.layout().m()) continue;
    const int row = system.equation_row(culprit.row);
    if (!row_at(equations, row).initial_only) {
      lasting.push_back(row);
      continue;
    }
    largest = std::max(largest, culprit.share);
    if (all || culprit.share >= about_as_guilty * largest) chosen.push_back(row);
  }
  if (chosen.empty()) return false;
  std::sort(chosen.begin(), chosen.end());
  if (!all) chosen = {chosen.back()};
  std::erase_if(rows,
                [&](int row) { return std::binary_search(chosen.begin(), chosen.end(), row); });
  for (const int row : chosen) sacrifices.push_back({row, lasting});
  return true;
}

bool holds(const InitialConditions& ic, const SharedEquations& equations, int row) {
  System alone(equations, {row});
  alone.set_mode(mode_of_initial_conditions);
  State s = ic.state;
  s.lambda = Vector::Zero(alone.layout().m());
  Blocks blocks = make_blocks(alone);
  if (alone.linearise(s, mask(Block::G), blocks) != Outcome::ok) return false;
  const Vector units = system::tangent_units(alone.layout(), ic.length);
  const double scale = system::row_scales(blocks[Block::G], units)[0];
  const bool is_position = row_at(*equations, row).level == 0;
  const double size = is_position ? 1 : s.v.cwiseQuotient(units).lpNorm<Eigen::Infinity>();
  return std::abs(scale * alone.violation(s, row)) <= holds_anyway * size;
}

void warn_of_sacrifices(InitialConditions& ic, const SharedEquations& shared,
                        const std::vector<Sacrifice>& sacrifices) {
  const Equations& equations = *shared;
  for (const Sacrifice& s : sacrifices) {
    const elements::Row& row = row_at(equations, s.row);
    if (holds(ic, shared, s.row)) continue;
    const std::string others = system::list_suspects(equations, s.others);
    ic.findings.push_back(
        {Severity::warning, system::owner_label(row), row.at,
         fmt::format("an initial condition contradicts {} and is not used: {} ({})",
                     others.empty() ? "other initial conditions" : others,
                     row.name.substr(row.name.rfind(": ") + 2),
                     row.level == 0 ? "displacement" : "velocity"),
         ""});
  }
}

PositionLimits limits_of(const model::InitialConditionSettings& settings) {
  PositionLimits limits;
  limits.error = settings.error;
  limits.rotation = settings.alimit;
  limits.translation = settings.tlimit;
  limits.iterations = 4 * std::max(settings.maxit, 1);  // damped steps count as well
  limits.pattern = settings.pattern;
  return limits;
}

// Velocities as given where the constraints allow it, whatever that means for the others.
class VelocityStage {
 public:
  VelocityStage(const SharedEquations& equations, const std::vector<elements::GivenVelocity>& given,
                const model::InitialConditionSettings& settings, const Vector& units)
      : equations_(*equations),
        given_(given),
        weights_(weight_matrix(equations->skeleton, velocity_weights(*equations, given), units)),
        units_(units),
        limits_{settings.verror, settings.maxit, settings.pattern} {}

  PositionReport run(const System& system, State& s) const {
    PositionReport report = project_velocity(system, weights_, units_, limits_, s);
    for (int k = 0; k < most_repetitions && report.ok() && !given_.empty(); ++k) {
      State next = s;
      elements::put_back(equations_, given_, next.v);
      if (!project_velocity(system, weights_, units_, limits_, next).ok()) break;  // (IC.7)
      const double change = size(next.v - s.v);
      s.v = next.v;
      if (change <= no_change * size(s.v)) break;
    }
    return report;
  }

 private:
  double size(const Vector& v) const { return v.cwiseQuotient(units_).lpNorm<Eigen::Infinity>(); }

  static constexpr int most_repetitions = 10;
  static constexpr double no_change = 1e-13;
  const Equations& equations_;
  const std::vector<elements::GivenVelocity>& given_;
  SparseMatrix weights_;
  Vector units_;
  VelocityLimits limits_;
};

// Which EXACT coordinates may move: those that contradict constraints; if the iteration merely did
// not end, those of the parts that are in the way.
class Release {
 public:
  Release(const System& system, const PositionReport& report, bool all)
      : system_(system), report_(report), all_(all) {}

  // False: there are none.
  bool from(std::vector<ExactCoordinate>& held) const {
    if (held.empty()) return false;
    std::vector<bool> free(held.size(), all_ && has_guilty(held));
    if (!all_) choose_guilty(free);
    if (none_of(free) && report_.status == PositionReport::Status::not_converged)
      choose_neighbours(held, free);
    if (none_of(free)) return false;
    std::size_t k = 0;
    std::erase_if(held, [&](const ExactCoordinate&) { return free[k++]; });
    return true;
  }

 private:
  static bool none_of(const std::vector<bool>& flags) {
    return std::find(flags.begin(), flags.end(), true) == flags.end();
  }
  int n_constraints() const { return system_.layout().m(); }

  bool has_guilty(const std::vector<ExactCoordinate>& held) const {
    std::vector<bool> free(held.size(), false);
    choose_guilty(free);
    return !none_of(free);
  }

  void choose_guilty(std::vector<bool>& free) const {
    double largest = 0;
    for (const Culprit& culprit : report_.culprits) {
      if (culprit.row < n_constraints()) continue;
      largest = std::max(largest, culprit.share);
      if (culprit.share >= also_guilty * largest)
        free[std::size_t(culprit.row - n_constraints())] = true;
    }
  }

  void choose_neighbours(const std::vector<ExactCoordinate>& held, std::vector<bool>& free) const {
    const Equations& equations = system_.equations();
    std::vector<bool> touched(equations.skeleton.bodies.size(), false);
    for (const Culprit& culprit : report_.culprits) {
      if (culprit.row >= n_constraints()) continue;
      for (const auto& term : row_at(equations, system_.equation_row(culprit.row)).terms) {
        const elements::Reading& reading = equations.readings[std::size_t(term.reading)];
        for (int b = 0; b < reading.n_bodies; ++b)
          touched[std::size_t(reading.bodies[std::size_t(b)])] = true;
      }
    }
    for (std::size_t k = 0; k < held.size(); ++k) free[k] = touched[std::size_t(held[k].body)];
    if (none_of(free)) free.assign(free.size(), true);
  }

  const System& system_;
  const PositionReport& report_;
  bool all_;
};

}  // namespace

namespace {

// Positions that satisfy `rows` and hold coordinates, from the pose of `s`.
class PositionStage {
 public:
  PositionStage(const std::vector<int>& rows, const std::vector<ExactCoordinate>& held,
                double length, const model::InitialConditionSettings& settings)
      : rows_(rows), held_(held), length_(length), limits_(limits_of(settings)) {}

  PositionReport run(const System& system, State& s) const {
    const Vector units = system::tangent_units(system.layout(), length_);
    PositionAnalysis analysis(system, held_, equal_weights(system.equations().skeleton, units),
                              units, limits_);
    return analysis.run(s);
  }

  // Turns joints home that start far from there, then as run(); from the start if that leads nowhere.
  PositionReport run_by_turns(const SharedEquations& equations, const System& system,
                              State& s) const {
    const Turning turning(equations, s.q);
    if (turning.is_needed()) {
      State turned = s;
      for (int k = 1; k < turning.steps(); ++k) {
        System on_the_way(turning.equations(k), rows_);
        on_the_way.set_mode(mode_of_initial_conditions);
        run(on_the_way, turned);  // (IC.8)
      }
      const PositionReport report = run(system, turned);
      if (report.ok()) s = turned;
      if (report.ok()) return report;
    }
    return run(system, s);
  }

 private:
  const std::vector<int>& rows_;
  const std::vector<ExactCoordinate>& held_;
  double length_;
  PositionLimits limits_;
};

}  // namespace

void assemble_position(InitialConditions& ic, const SharedEquations& equations,
                       const model::InitialConditionSettings& settings) {
  const std::vector<ExactCoordinate> exact = elements::exact_coordinates(*equations);
  std::vector<ExactCoordinate> held = exact;
  std::vector<int> rows = system::initial_position_rows(*equations);
  std::vector<Sacrifice> sacrifices;
  for (int attempt = 0;; ++attempt) {
    System system(equations, rows);
    system.set_mode(mode_of_initial_conditions);
    ic.state = system.initial_state();
    const Vector q0 = ic.state.q;
    const PositionReport report =
        PositionStage(rows, held, ic.length, settings).run_by_turns(equations, system, ic.state);
    if (report.ok()) {
      warn_of_sacrifices(ic, equations, sacrifices);
      warn_of_moved_coordinates(ic, *equations, exact);
      warn_of_largest_move(ic, system, q0);
      warn_of_coincident_markers(ic, *equations);
      return check_codirections(ic, *equations, q0);
    }
    const bool hasty = attempt >= patient_attempts;
    if (Release(system, report, hasty).from(held)) continue;
    if (give_up_initial_rows(system, report.culprits, hasty, rows, sacrifices)) {
      if (!hasty) held = exact;
      continue;
    }
    return report_failure(ic, system, held, report, "positions that satisfy all constraints");
  }
}

void reassemble_position(InitialConditions& ic, const SharedEquations& equations,
                         const model::InitialConditionSettings& settings) {
  std::vector<int> rows = system::dynamic_rows(*equations);
  std::erase_if(rows, [&](int row) { return row_at(*equations, row).level != 0; });
  System system(equations, rows);
  system.set_mode(mode_of_initial_conditions);
  ic.state.lambda = Vector::Zero(system.layout().m());
  const Vector q0 = ic.state.q;
  const std::vector<ExactCoordinate> none;
  const PositionReport report =
      PositionStage(rows, none, ic.length, settings).run_by_turns(equations, system, ic.state);
  if (!report.ok())
    return report_failure(ic, system, none, report, "positions that satisfy all constraints");
  warn_of_largest_move(ic, system, q0);
  check_codirections(ic, *equations, q0);
}

void assemble_velocity(InitialConditions& ic, const SharedEquations& equations,
                       const model::InitialConditionSettings& settings) {
  // Axes of VM and WM are those of the assembled pose.
  const auto given = elements::given_velocities(*equations, ic.state.q);
  Vector v0;
  elements::initial_velocity(*equations, given, v0);
  std::vector<int> rows = system::initial_velocity_rows(*equations);
  std::vector<Sacrifice> sacrifices;
  for (int attempt = 0;; ++attempt) {
    System system(equations, rows);
    system.set_mode(mode_of_initial_conditions);
    const Vector units = system::tangent_units(system.layout(), ic.length);
    ic.state.v = v0;
    ic.state.lambda = Vector::Zero(system.layout().m());
    const PositionReport report =
        VelocityStage(equations, given, settings, units).run(system, ic.state);
    if (report.ok()) {
      warn_of_sacrifices(ic, equations, sacrifices);
      return warn_of_changed_velocities(ic, *equations, given);
    }
    if (!give_up_initial_rows(system, report.culprits, attempt >= patient_attempts, rows,
                              sacrifices))
      return report_failure(ic, system, {}, report, "velocities that satisfy all constraints");
  }
}

}  // namespace trammel::analysis
