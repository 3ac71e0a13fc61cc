// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/step_failure.h"

#include <fmt/format.h>

#include "analysis/self_locking.h"
#include "analysis/suspects.h"

namespace trammel::analysis {
namespace {

using Failure = StepReport::Status;
using Cause = StepReport::Cause;

constexpr double unusable_step = 1e-150;     // its square is lost in a Newton matrix
constexpr double implausible_step = 1e-100;  // no mechanism moves that fast
constexpr auto too_large =
    "a force or stiffness may be too large by powers of ten: check units and exponents";

std::string with_hmin(std::string advice, const StepLimits& limits) {
  return limits.h_min > 0 ? advice + ", or lower HMIN" : advice;
}

std::string advice_on(Cause cause) {
  switch (cause) {
    case Cause::unbounded_motion:
      return too_large;
    case Cause::dependent_constraints:
      return "in this pose constraints are dependent: gstiff-i3, abam and st-qc pass it most "
             "easily, or take a larger ERROR";
    case Cause::other_solution:
      return "constraints have several solutions near this pose, or their functions a corner, "
             "which a "
             "STEP rounds off: else try another ERROR, gstiff-i3 or "
             "st-qc";
    case Cause::imposed_jump:
      return "write the corner with ABS, MIN, MAX, MOD, SIGN or IF in a MOTION: blows at these are "
             "part of the motion; or round it off with a STEP";
    default:
      return "";
  }
}

std::string advice(const StepReport& report, bool is_faulty, const StepLimits& limits) {
  if (is_faulty) return "guard square roots, divisions and logarithms in the function";
  if (report.status == Failure::stopped) return "";
  const bool is_of_pose = report.cause == Cause::dependent_constraints;
  if (limits.fixed > 0 && (is_of_pose || report.status != Failure::singular_matrix))
    return "shorten the fixed step, or leave --fixed-step out: the error then chooses the steps";
  if (const std::string magnitude = advice_on_magnitude(report.h); !magnitude.empty())
    return magnitude;
  if (report.message.ends_with("is not finite")) return too_large;
  if (const std::string known = advice_on(report.cause); !known.empty())
    return report.cause == Cause::dependent_constraints || report.cause == Cause::other_solution
               ? with_hmin(known, limits)
               : known;
  switch (report.status) {
    case Failure::singular_matrix:
      return "look for a lock-up, a redundant constraint or a massless part that is free to move";
    case Failure::error_too_large:
      return with_hmin("look for a discontinuous function, or increase ERROR", limits);
    default:
      return with_hmin("look for a discontinuous function or a lock-up near this time", limits);
  }
}

bool may_be_a_jump(const StepReport& report) {
  const bool is_of_steps =
      report.status == Failure::not_converged || report.status == Failure::error_too_large;
  return is_of_steps && advice_on_magnitude(report.h).empty() &&
         (report.cause == Cause::unknown || report.cause == Cause::lost_reactions);
}

std::string headline(const StepReport& report, const std::string& fault) {
  if (!fault.empty()) return report.message + ": " + fault;
  const std::string where = fmt::format("at time {:.8g} with step {:.3g}: ", report.t, report.h);
  if (report.status == Failure::domain_error)
    return where + "the corrector does not converge: a part turns too far, or numbers overflow";
  if (report.h < unusable_step && report.status == Failure::singular_matrix)
    return where + "no step is short enough";
  return report.message;
}

bool calls_routines(const system::System& system) {
  const int scalar = system.faulty_scalar();
  return scalar >= 0 &&
         !system.equations().scalars[static_cast<std::size_t>(scalar)].externals.empty();
}

}  // namespace

std::string describe(const JumpingFunction& jump) {
  return fmt::format("; {} jumps here, between {:.4g} and {:.4g}", jump.name, jump.before,
                     jump.after);
}

std::string advice_on_magnitude(double h) {
  return 0 < h && h < implausible_step ? too_large : "";
}

Finding describe(const StepReport& report, const system::System& system, const State& reached,
                 const StepLimits& limits, const IntegratorInfo& integrator) {
  Finding finding{model::Severity::error, "", {}, "", ""};
  const std::string fault = report.status == Failure::domain_error ? system.fault() : "";
  if (!fault.empty()) finding.at = place_of_fault(system);
  finding.text = headline(report, fault);
  finding.hint = advice(report, !fault.empty(), limits);
  if (!fault.empty() && calls_routines(system))
    finding.hint = "correct the routine, or what the model passes to it";
  if (!fault.empty()) return finding;
  if (const auto jump =
          may_be_a_jump(report) ? find_jump(system, reached, report.h) : std::nullopt) {
    finding.text += describe(*jump);
    finding.hint = advice_on_jumps;
    finding.at = jump->at;
  } else {
    finding.text += trammel::describe(report.cause);
    if (const std::string suspect = largest_function(system, reached); !suspect.empty())
      finding.text += "; " + suspect;
    finding.at = place_of_first_name(system.equations(), finding.text);
  }
  if (const std::string drivers = driving_elements(system.equations()); !drivers.empty())
    finding.text += "; constraints with functions: " + drivers;
  explain_locking(finding, system, reached, integrator);
  return finding;
}

}  // namespace trammel::analysis
