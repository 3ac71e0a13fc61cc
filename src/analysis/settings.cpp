// INTEGRATOR of the dataset, and what the command line puts in its place. Declared in session.h.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "analysis/session.h"
#include "integrators/registry.h"

namespace trammel::analysis {

namespace {

constexpr std::string_view default_integrator = "hht-i3";

// Of the two stabilised forms there is SI2, which also keeps velocities on their constraints.
bool is_stabilised(const model::IntegratorSettings& settings) {
  return settings.formulation == model::Formulation::si2 ||
         settings.formulation == model::Formulation::si1;
}

// The name that INTEGRATOR asks for; empty: none in particular.
std::string wanted_name(const model::IntegratorSettings& settings) {
  using Method = model::IntegratorMethod;
  const bool si2 = is_stabilised(settings);
  const auto with_index = [&](std::string_view method) {
    return fmt::format("{}-{}", method, si2 ? "si2" : "i3");
  };
  switch (settings.method) {
    case Method::unspecified:
      return si2 ? "gstiff-si2" : "";
    case Method::gstiff:
      return with_index("gstiff");
    case Method::wstiff:
      return with_index("wstiff");
    case Method::hht:
      return with_index("hht");
    case Method::newmark:
      return "newmark";
    case Method::hastiff:
      return "hastiff";
    case Method::abam:
      return "abam";
    case Method::constant_bdf:
      return "constant_bdf";
    case Method::rkf45:
      return "rkf45";
  }
  return {};
}

std::string choose_integrator(const model::IntegratorSettings& settings, Findings& findings) {
  const auto warn = [&](std::string text) {
    findings.push_back({model::Severity::warning, "INTEGRATOR", settings.at, std::move(text), ""});
  };
  const std::string wanted = wanted_name(settings);
  if (wanted.empty()) return std::string(default_integrator);
  if (!find_integrator(wanted)) {
    warn(fmt::format("{} is not available yet; the run uses {}", wanted, default_integrator));
    return std::string(default_integrator);
  }
  const bool is_si1 = settings.formulation == model::Formulation::si1;
  const bool has_one_form = find_integrator(wanted)->index == 1 || wanted == "newmark";
  if (has_one_form && is_stabilised(settings))
    warn(fmt::format("{0} has no {1}; the run uses {0}, on {2}", wanted, is_si1 ? "SI1" : "SI2",
                     wanted == "newmark" ? "the index-3 equations" : "independent coordinates"));
  else if (is_si1)
    warn(fmt::format("SI1 is not available; the run uses {}", wanted));
  return wanted;
}

// An option that only some methods have.
struct Special {
  std::string_view argument, option;       // of the dataset, of the command line
  std::array<std::string_view, 7> having;  // what the names of these methods begin with
};
constexpr Special alpha{"ALPHA", "--alpha", {"hht", "tlismni-hht"}};
constexpr Special beta{"BETA", "--beta", {"newmark"}};
constexpr Special gamma{"GAMMA", "--gamma", {"newmark"}};
constexpr Special kmax{"KMAX", "--kmax", {"gstiff", "wstiff", "abam"}};
constexpr Special order{"", "--order", {"gstiff", "wstiff", "abam"}};
constexpr Special pattern{
    "PATTERN", "--pattern", {"hht", "newmark", "gstiff", "wstiff", "st-", "sdirk4"}};
constexpr Special corrector{
    "CORRECTOR", "--corrector", {"hht", "newmark", "gstiff", "wstiff", "st-"}};
constexpr Special maxit{
    "MAXIT", "--maxit", {"hht", "newmark", "gstiff", "wstiff", "st-", "sdirk4", "tlismni"}};
constexpr Special coordinates{"", "--coordinates", {"abam", "rkf45"}};

bool has(std::string_view integrator, const Special& option) {
  return std::any_of(option.having.begin(), option.having.end(), [&](std::string_view beginning) {
    return !beginning.empty() && integrator.substr(0, beginning.size()) == beginning;
  });
}

// Leaves alone what the method does not have, and says so.
template <class T>
void choose(const Special& option, std::optional<T>& target, const std::optional<T>& typed,
            const std::optional<T>& given, const RunSettings& settings,
            const model::IntegratorSettings& statement, Findings& findings) {
  if (has(settings.integrator, option)) {
    target = typed ? typed : given;
    return;
  }
  const std::string tail = fmt::format(" has no effect with {}", settings.integrator);
  if (typed)
    findings.push_back({model::Severity::warning, "", {}, std::string(option.option) + tail, ""});
  if (given)
    findings.push_back({model::Severity::warning, "INTEGRATOR", statement.at,
                        std::string(option.argument) + tail, ""});
}

// Of two options that exclude each other, the second has no effect.
void note_contradictions(const Overrides& o, Findings& findings) {
  const auto idle = [&](bool given, std::string_view option, std::string_view with) {
    if (given)
      findings.push_back({model::Severity::warning,
                          "",
                          {},
                          fmt::format("{} has no effect with {}", option, with),
                          ""});
  };
  idle(o.fixed_step && o.hinit, "--hinit", "--fixed-step");
  idle(o.fixed_step && o.hmin, "--hmin", "--fixed-step");
  idle(o.fixed_step && o.hmax, "--hmax", "--fixed-step");
  idle(o.order && o.kmax, "--kmax", "--order");
}

std::optional<Corrector> corrector_of(const model::IntegratorSettings& given) {
  if (given.corrector == model::Corrector::modified) return Corrector::modified;
  if (given.corrector == model::Corrector::orig_constant) return Corrector::original;
  return {};
}

// docs/decisions/0006-what-error-means.md
constexpr double share_of_a_step = 0.05;
constexpr double least_error = 1e-15;

}  // namespace

void set_error(RunSettings& settings, double error) {
  settings.error = error;
  settings.options.error = share_of_a_step * error;
}

RunSettings run_settings(const model::Model& model, const Overrides& overrides,
                         Findings& findings) {
  const model::IntegratorSettings& given = model.integrator;
  RunSettings result;
  result.kinematics = model.kinematics;
  result.equilibrium = model.equilibrium;
  IntegratorOptions& options = result.options;
  result.integrator =
      overrides.integrator ? *overrides.integrator : choose_integrator(given, findings);
  const auto choose = [](auto& target, const auto& first, const auto& second) {
    if (first)
      target = *first;
    else if (second)
      target = *second;
  };
  std::optional<double> none;
  choose(result.error, overrides.error, given.error);
  set_error(result, result.error);
  choose(options.step.h_init, overrides.hinit, given.hinit);
  choose(options.step.h_min, overrides.hmin, given.hmin);
  choose(options.step.h_max, overrides.hmax, given.hmax);
  choose(options.step.fixed, overrides.fixed_step, none);
  choose(result.interpolate, overrides.interpolate, given.interpolate);
  const auto choose_special = [&](const Special& option, auto& target, const auto& typed,
                                  const auto& from_dataset) {
    analysis::choose(option, target, typed, from_dataset, result, given, findings);
  };
  choose_special(alpha, options.alpha, overrides.alpha, given.alpha);
  choose_special(beta, options.beta, overrides.beta, given.beta);
  choose_special(gamma, options.gamma, overrides.gamma, given.gamma);
  choose_special(kmax, options.max_order, overrides.kmax, given.kmax);
  choose_special(order, options.fixed_order, overrides.order, std::optional<int>());
  const auto choose_from = [&](const Special& option, auto& target, const auto& typed,
                               const auto& from_dataset) {
    std::remove_cvref_t<decltype(typed)> chosen;
    choose_special(option, chosen, typed, from_dataset);
    if (chosen) target = *chosen;
  };
  choose_from(maxit, options.max_iterations, overrides.maxit, given.maxit);
  choose_from(pattern, options.pattern, overrides.pattern,
              given.pattern.empty() ? std::optional<std::vector<bool>>() : given.pattern);
  choose_from(corrector, options.corrector, overrides.corrector, corrector_of(given));
  if (given.corrector == model::Corrector::orig_constant && !overrides.corrector &&
      has(result.integrator, corrector))
    findings.push_back({model::Severity::warning, "INTEGRATOR", given.at,
                        "CORRECTOR = ORIG_CONSTANT is not available; ORIGINAL is used", ""});
  choose_from(coordinates, options.coordinates, overrides.coordinates,
              std::optional<Coordinates>());
  note_contradictions(overrides, findings);
  options.formulation = overrides.formulation.value_or(Formulation::scaled);
  return result;
}

std::string check(const RunSettings& settings) {
  const IntegratorInfo* method = find_integrator(settings.integrator);
  if (!method) return fmt::format("{} is not an integrator", settings.integrator);
  if (!(settings.error > 0)) return fmt::format("ERROR must be positive, not {}", settings.error);
  if (settings.error < least_error)
    return fmt::format(
        "ERROR = {} is below what rounding leaves of numbers: give --error, or ERROR of "
        "INTEGRATOR, {} "
        "or more",
        settings.error, least_error);
  return check_options(*method, settings.options);
}

}  // namespace trammel::analysis
