// EPRINT for programs: one JSON object per line and event (`--eprint FILE`).
//
//   {"event":"attempt","step":7,"order":2,"t":0.0005,"h":8.3e-05,"iterations":315}
//   {"event":"iteration","n":1,"residual":-4.7e5,"equation":"…","change":6.2e5,"variable":"…",
//    "norm":12.5,"new_matrix":true}
//   {"event":"end","result":"accepted","t":0.0005,"h":8.3e-05,"error":0.2,"next_h":8.3e-05}
//   {"event":"new_pivots"}  {"event":"restart","t":…}  {"event":"singular","t":…,"text":"…"}
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "diagnostics/listener.h"

namespace trammel::diagnostics {

class EprintJson final : public StepListener {
 public:
  using StepListener::StepListener;

  void attempt_begins(const AttemptEvent&) override;
  void iteration_done(const IterationEvent&) override;
  void attempt_ends(const AttemptEndEvent&) override;
  void pivots_chosen_anew() override;
  void restarted(double t) override;
  void matrix_is_singular(double t, const std::string&) override;
};

}  // namespace trammel::diagnostics
