// What `trammel check --json` writes.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

namespace trammel::results {

struct CheckFinding {
  std::string rule;      // of the model doctor, or "dataset", "model", "assembly", "settings"
  std::string severity;  // "error" or "warning"
  std::string element;   // "JOINT/3 (hinge)"; empty: of the whole model
  int line = 0, column = 0;
  std::string text, reason, hint;
};

struct CheckReport {
  std::string model;
  bool is_assembled = false;
  long parts = 0, degrees_of_freedom = 0, redundant_constraints = 0;
  long errors = 0, warnings = 0;
  std::vector<CheckFinding> findings;
};

std::string to_json(const CheckReport&);

}  // namespace trammel::results
