// CPU comparisons of the slides on HHT-I3 and HHT-SI2. SPDX-License-Identifier: BSD-3-Clause
#include "bench/papers/experiments.h"

namespace trammel::bench::papers {

Outcome slides_speed(const Effort&) {
  Outcome out;
  out.text = "CPU times of models that the slides show as pictures.";
  out.claims = {
      {"belt of 150 bodies, 3923 equations, 200 ms",
       "curves of GSTIFF SI2 and HHT lie on each other", "not in this report", Verdict::elsewhere,
       "benchmarks/belt.py runs a belt of the same kind with HHT and GSTIFF"},
      {"CPU comparison (1)", "GSTIFF 79 h, HHT 24 h 45 min: 3.2 times", "not run",
       Verdict::impossible, "the model is not named"},
      {"CPU comparison (2)", "SI2 BDF 17656.1, HHT 1972.4: 9.0 times; a second row has 2537.6",
       "not run", Verdict::impossible,
       "the model is not named; the second row is damaged in the text that is at hand"},
      {"planetary gear: HHT-I3 rings when steps change often", "a picture",
       "order 1 of accelerations with changing steps, see si2-orders", Verdict::in_part,
       "data of the gear are not printed; the cause shows on a pendulum"},
      {"comparison with an analytical solution", "test problem, order and variable steps",
       "not run", Verdict::impossible,
       "the formulas of the test problem are lost in the text that is at hand"},
  };
  return out;
}

}  // namespace trammel::bench::papers
