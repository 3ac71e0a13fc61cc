// Statements that control analyses and output: INTEGRATOR, EQUILIBRIUM, KINEMATICS, IC, DEBUG,
// PREFERENCES, OUTPUT, RESULTS. A value that is not given stays empty where its default depends on
// the method; the others hold the default of the language.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/element.h"

namespace trammel::model {

// When Newton's method evaluates a new Jacobian, by iteration, repeated cyclically.
using Pattern = std::vector<bool>;

constexpr double degree = 3.14159265358979323846 / 180;

enum class IntegratorMethod : unsigned char {
  unspecified,
  gstiff,
  wstiff,
  hht,
  newmark,
  hastiff,
  abam,
  constant_bdf,
  rkf45,
};
enum class Formulation : unsigned char { unspecified, i3, si2, si1 };
enum class Corrector : unsigned char { original, modified, orig_constant };

struct IntegratorSettings : Setting {
  IntegratorMethod method = IntegratorMethod::unspecified;
  Formulation formulation = Formulation::unspecified;
  std::optional<double> error;
  std::optional<double> hinit, hmin, hmax;
  std::optional<int> kmax, maxit;
  Pattern pattern;
  std::optional<Corrector> corrector;
  std::optional<bool> interpolate;
  std::optional<double> alpha;        // HHT
  std::optional<double> beta, gamma;  // NEWMARK

  friend bool operator==(const IntegratorSettings&, const IntegratorSettings&) = default;
};

// How equilibria are searched: by solving for them, or by a motion that comes to rest.
enum class EquilibriumApproach : unsigned char { statics, dynamic };
// Which searches are tried: that of the approach, or one after the other.
enum class EquilibriumMethod : unsigned char { original, advanced, aggressive };

struct EquilibriumSettings : Setting {
  double alimit = 10 * degree;  // largest rotation in one iteration
  double tlimit = 20;           // largest translation in one iteration
  double error = 1e-4;
  double imbalance = 1e-4;
  int maxit = 25;
  double stability = 1e-5;
  Pattern pattern;  // empty: a new Jacobian in every iteration
  bool funnel = false;
  EquilibriumApproach approach = EquilibriumApproach::statics;
  EquilibriumMethod method = EquilibriumMethod::original;
  // Of the dynamic approach.
  double acceleration_error = 1e-2;    // ATOL
  double kinetic_energy_error = 1e-2;  // KETOL
  double global_damping = 0;           // 1/time; 0: chosen on the way
  double period = 1;                   // for which both must hold
  double settling_time = 100;          // the longest time

  friend bool operator==(const EquilibriumSettings&, const EquilibriumSettings&) = default;
};

struct KinematicsSettings : Setting {
  double alimit = 30 * degree;
  double tlimit = 1e10;
  double error = 1e-4;
  int maxit = 25;
  Pattern pattern;
  double aerror = 1e-4;  // acceleration and force solution
  int amaxit = 25;
  Pattern apattern;
  std::optional<double> hmax;

  friend bool operator==(const KinematicsSettings&, const KinematicsSettings&) = default;
};

struct InitialConditionSettings : Setting {
  double alimit = 30 * degree;
  double tlimit = 1e10;
  double error = 1e-10;
  double verror = 1e-4;
  int maxit = 25;
  Pattern pattern;
  double aerror = 1e-4;
  int amaxit = 25;
  Pattern apattern;

  friend bool operator==(const InitialConditionSettings&,
                         const InitialConditionSettings&) = default;
};

struct DebugSettings : Setting {
  bool eprint = false;   // a block of lines for each step and iteration
  bool jmdump = false;   // Jacobian with names
  bool rhsdump = false;  // residuals, states and corrections with names
  bool reqdump = false;
  bool dump = false;  // model as read
  bool dof = false;   // degrees of freedom
  bool topology = false;
  bool verbose = false;

  friend bool operator==(const DebugSettings&, const DebugSettings&) = default;
};

struct Preferences : Setting {
  std::optional<int> threads;

  friend bool operator==(const Preferences&, const Preferences&) = default;
};

struct OutputSettings : Setting {
  bool reqsave = false;  // .req
  bool grsave = false;   // .gra
  bool noprint = false;  // no tables in .out
  std::optional<bool> separator;

  friend bool operator==(const OutputSettings&, const OutputSettings&) = default;
};

// Without the statement there is no .res file.
struct ResultsSettings : Setting {
  bool xrf = false;  // XML
  bool formatted = false;
  std::string comment;
  bool no_accelerations = false, no_applied_forces = false, no_contacts = false;
  bool no_data_structures = false, no_displacements = false, no_floating_markers = false;
  bool no_linear = false, no_reaction_forces = false, no_requests = false;
  bool no_system_elements = false, no_tires = false, no_velocities = false;

  friend bool operator==(const ResultsSettings&, const ResultsSettings&) = default;
};

}  // namespace trammel::model
