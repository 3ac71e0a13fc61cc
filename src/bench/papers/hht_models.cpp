// Section 4 of Negrut, Rampalli, Ottarsson and Sajdak: three industrial models.
// SPDX-License-Identifier: BSD-3-Clause
#include "bench/papers/experiments.h"

namespace trammel::bench::papers {

Outcome hht_models(const Effort&) {
  Outcome out;
  out.text =
      "CPU times of models of the authors' customers on machines of 2004. None of the three models "
      "is printed; what can be "
      "built is a model of the same kind.";
  out.claims = {
      {"accessory belt: 100 segments, 400 VFORCEs, 3725 equations, 200 ms",
       "GSTIFF 1286 s, HHT 485 s: 2.7 times", "not in this report", Verdict::elsewhere,
       "benchmarks/belt.py runs a belt of the same kind with HHT and GSTIFF"},
      {"belt: alternator force and angular velocity",
       "peaks differ by less than 3 %, velocities by less than 1 %", "not in this report",
       Verdict::elsewhere, "benchmarks/belt.py compares them"},
      {"excavator track: 61 parts, 690 contacts, 14 s", "GSTIFF SI2 8988 s, HHT 1713 s: 5.2 times",
       "not run", Verdict::impossible, "geometry and contact data are not printed"},
      {"all-terrain vehicle with a flexible frame of 134 modes, 2 s",
       "GSTIFF 367 s, HHT 122 s: 3.0 times", "not run", Verdict::impossible,
       "the finite-element model of the frame is not printed"},
      {"hot spots of the frame (Table I)", "ten stresses, differences up to 0.44 %", "not run",
       Verdict::impossible, "the finite-element model of the frame is not printed"},
      {"all models (more than 1600)", "HHT is 2 to 3 times as fast on average", "not run",
       Verdict::impossible, "the models are not published"},
  };
  return out;
}

}  // namespace trammel::bench::papers
