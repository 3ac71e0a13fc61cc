// The model doctor: what makes a model slow, fragile or wrong, found before it runs. The rules are those
// of good modelling practice (ADAMS/Solver primer, section 8.3); docs/model-doctor.md explains them.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "analysis/finding.h"
#include "analysis/initial_conditions.h"
#include "analysis/modes.h"
#include "model/model.h"

namespace trammel::analysis {

struct Patient {
  const model::Model& model;
  const InitialConditions& start;            // assembled
  const std::vector<Mode>* modes = nullptr;  // there; null: too many to be found in short time
};

struct Rule {
  std::string_view name;    // "discontinuous-function"
  std::string_view reason;  // why it matters
  Findings (*examine)(const Patient&);
};
std::span<const Rule> rules();

struct Diagnosis {
  const Rule* rule = nullptr;
  Finding finding;
};
std::vector<Diagnosis> diagnose(const model::Model&, const InitialConditions& assembled);

// A warning about an element.
template <class Element>
Finding warning(const Element& element, std::string text, std::string hint) {
  return {model::Severity::warning, model::label(model::statement_name(Element::kind), element),
          element.at, std::move(text), std::move(hint)};
}

}  // namespace trammel::analysis
