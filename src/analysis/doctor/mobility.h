// How easily the constraints let a body be moved, and what pulls at it.
//
// A unit force along the direction D accelerates what it acts on by w = Dᵀ W D, where W is the body's block of
// the inverse of [M Γᵀ; Γ 0]. What resists is 1/w: of a body that is welded to another one, both masses; of
// one that only joints move, the masses that move with it; along what joints forbid, everything.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "analysis/doctor/doctor.h"
#include "analysis/linear_response.h"
#include "analysis/load_slopes.h"

namespace trammel::analysis::doctor {

// A force at a body, and what it would do if nothing else pulled.
struct Pull {
  std::string label;  // of the element: "BUSHING/3 (mount)"
  double mobility = 0;
  double turning = 0;                 // share of it by which the body turns, 0 to 1
  double stiffness = 0, damping = 0;  // along its own direction, at this body

  double frequency_squared() const { return stiffness * mobility; }
  double decay() const { return damping * mobility; }
};

class Mobility {
 public:
  explicit Mobility(const Patient&);
  // False: accelerations are not determined here.
  bool ok() const { return response_ != nullptr; }

  // W; the first n() rows and columns.
  Mat6 of(int body) const;
  std::vector<Pull> pulls(int body) const;

 private:
  const Patient& patient_;
  std::unique_ptr<LinearResponse> response_;
  LoadSlopes slopes_;
};

}  // namespace trammel::analysis::doctor
