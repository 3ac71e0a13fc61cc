// SENSOR: an event of the motion and what happens then.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "model/element.h"
#include "model/expression.h"
#include "model/routine.h"

namespace trammel::model {

// How FUNCTION meets VALUE: in either direction, rising, falling.
enum class Comparison : unsigned char { equal, at_least, at_most };

struct Sensor : Element {
  static constexpr Kind kind = Kind::sensor;

  Comparison comparison = Comparison::equal;
  Expression function;
  double value = 0;
  double error = 1e-3;     // how near to VALUE counts as there
  bool angular = false;    // whole turns do not count
  bool bisection = false;  // the search halves its interval

  Expression evaluate;                         // SENVAL from then on
  Routine routine, evaluate_routine;           // of USER(…)
  std::optional<double> output_step;           // DT
  std::optional<double> step_size;             // STEPSIZE: of the integrator's next step
  bool halt = false, ends_simulation = false;  // HALT, RETURN
  bool restart = false, new_pivots = false;    // RESTART, CODGEN
  bool print = false, dump_state = false;      // PRINT, YYDUMP

  friend bool operator==(const Sensor&, const Sensor&) = default;
};

}  // namespace trammel::model
