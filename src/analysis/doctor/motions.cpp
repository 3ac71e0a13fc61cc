// Motions whose accelerations have jumps or corners.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <set>

#include "analysis/doctor/rules.h"
#include "analysis/doctor/trees.h"
#include "expression/inspect.h"

namespace trammel::analysis::doctor {
namespace {

// Names of the functions that a motion calls, also through VARIABLEs.
class Calls {
 public:
  Calls(const model::Model& model, const model::Motion& motion) : model_(model) {
    read(motion.function);
  }

  // Of `names` those that are called, "CUBSPL, INTERP"; empty: none.
  std::string among(std::initializer_list<const char*> names) const {
    std::string text;
    for (const char* name : names)
      if (called_.count(name)) text += (text.empty() ? "" : ", ") + std::string(name);
    return text;
  }

 private:
  void read(const model::Expression& function) {
    if (!function || function.is_user()) return;
    for_each_call(function.tree, [&](std::size_t, const expression::Function& f) {
      called_.insert(std::string(f.name));
    });
    expression::for_each_reference(function.tree, [&](const expression::Reference& r) {
      if (r.entity != expression::Entity::variable || !seen_.insert(r.id).second) return;
      if (const model::Variable* variable = model_.variables.find(r.id)) read(variable->function);
    });
  }

  const model::Model& model_;
  std::set<std::string> called_;
  std::set<int> seen_;  // VARIABLEs
};

}  // namespace

Findings splines_in_motions(const Patient& patient) {
  Findings findings;
  for (const model::Motion& motion : patient.model.motions) {
    if (!motion.active) continue;
    const Calls calls(patient.model, motion);
    const std::string splines = calls.among({"AKISPL", "CUBSPL", "INTERP"});
    if (splines.empty()) continue;
    if (motion.level == model::MotionLevel::displacement)
      findings.push_back(warning(
          motion,
          fmt::format("a displacement by {}: its acceleration has corners, or jumps, at the points "
                      "of the spline, and forces follow",
                      splines),
          "prescribe the velocity by the spline of the derivative (VELOCITY), or smooth the data"));
    else if (!calls.among({"AKISPL"}).empty())
      findings.push_back(warning(
          motion,
          motion.level == model::MotionLevel::velocity
              ? "AKISPL has one continuous derivative only: of this velocity the acceleration has "
                "corners at the points of the spline"
              : "AKISPL has one continuous derivative only: the rate of this acceleration has "
                "corners at the points of the spline",
          "CUBSPL is smoother"));
    else if (!calls.among({"INTERP"}).empty() && motion.level == model::MotionLevel::velocity)
      findings.push_back(
          warning(motion,
                  "INTERP with method 1 has corners: the acceleration jumps at every "
                  "point of the spline",
                  "CUBSPL is smoother"));
  }
  return findings;
}

Findings steps_in_motions(const Patient& patient) {
  Findings findings;
  for (const model::Motion& motion : patient.model.motions) {
    if (!motion.active || motion.level != model::MotionLevel::displacement) continue;
    const std::string steps = Calls(patient.model, motion).among({"STEP", "HAVSIN"});
    if (steps.empty()) continue;
    findings.push_back(warning(
        motion,
        fmt::format("a displacement by {}: its acceleration jumps where the step begins and ends, "
                    "and forces jump with it",
                    steps),
        "STEP5 has a continuous acceleration; or prescribe the velocity (VELOCITY) by STEP"));
  }
  return findings;
}

}  // namespace trammel::analysis::doctor
