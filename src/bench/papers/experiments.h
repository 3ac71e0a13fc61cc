// The experiments, each in a file of its name; list.cpp says what they are.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "bench/papers/experiment.h"

namespace trammel::bench::papers {

Outcome state_time_table(const Effort&);
Outcome state_time_stability(const Effort&);
Outcome state_time_structure(const Effort&);
Outcome state_time_curves(const Effort&);
Outcome state_time_comparison(const Effort&);
Outcome tlismni_reference(const Effort&);
Outcome tlismni_stiff(const Effort&);
Outcome tlismni_amplification(const Effort&);
Outcome tlismni_orders(const Effort&);
Outcome tlismni_vehicle(const Effort&);
Outcome slides_orders(const Effort&);
Outcome slides_speed(const Effort&);
Outcome hht_claims(const Effort&);
Outcome hht_models(const Effort&);
Outcome primer_pendulum(const Effort&);

}  // namespace trammel::bench::papers
