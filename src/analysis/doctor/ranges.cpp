// Splines that are read beyond their points from the start.
// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/doctor/rules.h"
#include "analysis/extrapolations.h"
#include "analysis/standstill.h"

namespace trammel::analysis::doctor {

Findings splines_read_beyond(const Patient& patient) {
  const system::System& system = *patient.start.system;
  State s = patient.start.state;
  // What assembly tried on its way does not count.
  system.equations().extrapolations->clear();
  system.commit(s, Standstill(patient.start.state));
  Findings findings = extrapolations(system.equations());
  for (Finding& f : findings) f.label = f.label.substr(0, f.label.find(": "));
  system.equations().extrapolations->clear();
  return findings;
}

}  // namespace trammel::analysis::doctor
