// From a model to results: its equations, initial conditions, then analyses with settings from the
// command line and the dataset, in this order of precedence.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>

#include "analysis/carry_over.h"
#include "analysis/output_times.h"
#include "analysis/run.h"
#include "analysis/snapshot.h"
#include "model/model.h"

namespace trammel::analysis {

// "automatic": kinematic where the constraints alone determine the motion, else dynamic.
enum class Kind : unsigned char { automatic, dynamic, kinematic, statics, initial_conditions };
std::string_view name(Kind);

// What replaces the settings of the dataset.
struct Overrides {
  std::optional<std::string> integrator;  // a name of the registry
  std::optional<double> error, hinit, hmin, hmax, alpha, beta, gamma, fixed_step;
  std::optional<int> maxit, kmax, order;
  std::optional<std::vector<bool>> pattern;
  std::optional<Corrector> corrector;
  std::optional<Formulation> formulation;
  std::optional<Coordinates> coordinates;
  std::optional<bool> interpolate;
};

// Settings of the dataset with overrides; warnings say what is not as the dataset wants it.
RunSettings run_settings(const model::Model&, const Overrides&, Findings&);
// What is wrong with them, in words; empty: nothing.
std::string check(const RunSettings&);
// ERROR, and what a step may spend of it.
void set_error(RunSettings&, double error);

class Session {
 public:
  // The model outlives the session.
  explicit Session(const model::Model&, std::shared_ptr<elements::UserLibraries> libraries = {});

  // Errors and warnings of the equations; with errors nothing else can be asked for.
  const std::vector<model::Problem>& problems() const { return equations_->problems; }
  bool ok() const;

  const InitialConditions& assemble();
  // In its place: goes on from where another session stands, whose model has been edited into this one.
  const InitialConditions& resume(const Session& before, const NewStart&);
  // In its place: goes on from what snapshot() of a session with an equal model has kept, with the very
  // same numbers.
  const InitialConditions& restore(const Snapshot&);
  Snapshot snapshot() const;
  const InitialConditions& state() const { return state_; }

  // Sets MODE; where functions use it, accelerations and reactions at the start are those of `kind`.
  void prepare(Kind kind);
  // After assemble() has succeeded; may be called again, to go on. `kind` must not be automatic.
  RunReport run(Kind kind, const RunSettings&, const Output&);
  Kind automatic_kind() const;
  // After a static analysis: an equilibrium, without the velocities that motions demand.
  bool stands_still() const { return stands_still_; }

  const elements::Equations& equations() const { return *equations_; }

 private:
  void set_moving();
  void set_mode(int mode);
  void load_bristles(Kind kind);
  RunReport run_kind(Kind kind, const RunSettings&, const Output&);

  const model::Model& model_;
  std::shared_ptr<const elements::Equations> equations_;
  InitialConditions state_;
  bool stands_still_ = false;
  std::vector<int> upright_;  // bristles that no motion has loaded yet
};

}  // namespace trammel::analysis
