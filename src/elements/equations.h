// The equations of a model: bodies, constraint rows, loads and auxiliary equations, all derived from
// the model's elements by lower() and ready to be numbered and assembled (src/system).
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "elements/load.h"
#include "elements/reaction.h"
#include "elements/reading.h"
#include "elements/row.h"
#include "elements/scalar.h"
#include "elements/skeleton.h"
#include "expression/history.h"
#include "model/messages.h"
#include "model/model.h"

namespace trammel::elements {

// A differential state (DIFF): ẋ − f = 0, or f = 0 when implicit.
struct StateEquation {
  int scalar = 0;
  bool implicit = false;
  bool static_hold = false;
  bool has_corners = false;  // f has a kink where nothing slips: bristles
  double initial = 0, initial_rate = 0;
  std::string name;  // "DIFF/3 (filter)"
  Owner owner;
};

// An algebraic unknown: y − f = 0, or f = 0 when implicit (an IMPLICIT DIFF without DIF1).
struct UnknownEquation {
  int scalar = 0;
  bool implicit = false;
  double initial = 0;
  std::string name;
  Owner owner;
};

// Which two axes a joint wants to point the same way; rows alone also allow the opposite.
struct Codirection {
  int i = 0, j = 0;  // markers
  int axis = 2;      // of both
  int row = 0;       // a row of the joint
};

// A function whose passing of a value is an event: of a SENSOR, or the end of a curve, where the run
// cannot go on.
struct Watch {
  int scalar = 0;
  double value = 0;
  bool angular = false;    // whole turns do not count
  bool bisection = false;  // how the event is searched
  int evaluated = -1;      // scalar whose value the event puts into memory, −1: none
  int memory = -1;
  std::string name;  // "SENSOR/3 (stop)"
  Owner owner;
  std::string failure;  // "the point reaches the end of CURVE/7": what it means, not of a sensor
  model::Location at;
};

// A DELAY: what is remembered, and how far back it is read.
struct Delay {
  int scalar = 0;  // the expression
  int delay = 0;   // scalar
  std::shared_ptr<expression::History> history;
};

// A spline that was read beyond its points.
struct Extrapolation {
  expression::SplineReference spline;
  int scalar = 0;  // that read it first
  double time = 0;
};
// Discrete states of a GSE: at the times offset + k·period, k = 0, 1, …, after the start, memory takes the
// values of the scalars. (SYS.5)
struct Sampler {
  double period = 1, offset = 0;
  int memory = 0;  // the first of as many as there are scalars
  std::vector<int> scalars;
  std::string name;  // "GSE/3"
  Owner owner;

  // The first time after t.
  double next(double t) const;
};

class UserLibraries;  // user/libraries.h

struct Equations {
  const model::Model* model = nullptr;  // outlives the equations
  Skeleton skeleton;
  std::vector<int> marker_of_id_position;  // position in model.markers → index in skeleton.markers
  std::vector<int> path_markers;           // of paths, whose ids are −1, −2, …
  std::vector<Reading> readings;           // distinct
  std::vector<Scalar> scalars;
  std::vector<Reaction> reactions;
  std::vector<Row> rows;
  std::vector<Load> loads;
  std::vector<StateEquation> states;
  std::vector<UnknownEquation> unknowns;
  std::vector<Codirection> codirections;
  std::vector<Sampler> samplers;
  std::vector<Watch> watches;
  std::vector<Delay> delays;
  // What runs have noticed, each spline once; grows while the equations themselves stay.
  std::shared_ptr<std::vector<Extrapolation>> extrapolations =
      std::make_shared<std::vector<Extrapolation>>();
  int n_memory = 0;
  // First values of `memory`: from ICROT or the MOTION at the start; none: the raw angle.
  std::vector<std::optional<double>> initial_memory;
  // Splines by id and method, owned here (scalars point to them).
  std::vector<std::unique_ptr<expression::SplineData>> splines;
  // Results of user routines, by number (scalars point to them).
  std::vector<std::unique_ptr<expression::External>> externals;
  // Requested outputs: eight scalars for each request, −1: not asked for.
  std::vector<std::array<int, 8>> requests;
  // Values of VARIABLEs for output: a scalar for each, in the order of the model; −1: nothing in the
  // equations says what it is (a loop that nobody uses).
  std::vector<int> variables;
  std::vector<model::Problem> problems;  // errors and warnings found while lowering

  int marker(model::MarkerId id) const;  // ground_frame for none
};

// The elements of a validated model. Errors are among `problems`. User routines come from `libraries`;
// without any, a model that calls some has errors.
Equations lower(const model::Model&, std::shared_ptr<UserLibraries> libraries = {});

}  // namespace trammel::elements
