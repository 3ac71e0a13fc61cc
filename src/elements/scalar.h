// A function expression bound to the unknowns of the equations: a tape and where its leaves are read.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "expression/evaluate.h"
#include "expression/shape.h"
#include "math/vec.h"
#include "model/element.h"

namespace trammel::elements {

// What elements are evaluated at.
struct Point {
  double t;
  const Vector &q, &v, &a, &lambda, &x, &x_dot, &y, &memory;
  int mode;  // MODE: 1 kinematics, 3 initial conditions, 4 dynamics, 5 statics, 6 quasi-statics, 7 linear
};

struct Leaf {
  enum class Kind : unsigned char {
    time,
    mode,
    reading,   // index into Equations::readings
    state,     // x
    rate,      // ẋ
    unknown,   // y
    reaction,  // index into Equations::reactions: depends on λ and q
    memory,    // constant between events
  };
  Kind kind = Kind::time;
  int index = 0;
  friend bool operator==(const Leaf&, const Leaf&) = default;
};

struct Scalar {
  expression::Tape tape;
  std::vector<Leaf> leaves;  // one per quantity of the tape
  std::vector<const expression::SplineData*> splines;
  std::vector<const expression::External*> externals;
  std::string name;  // "SFORCE/3 (damper): FUNCTION"
  model::Location at;
};

}  // namespace trammel::elements
