// SPDX-License-Identifier: BSD-3-Clause
#include "integrators/measure.h"

#include <algorithm>
#include <cstdlib>
#include <stdexcept>

#include "support/planetary_gear.h"

namespace trammel::testing {

Steps constant_steps(double t_end, int n) {
  return Steps(std::size_t(n), t_end / n);
}

Steps alternating_steps(double t_end, int n) {
  Steps steps;
  double sum = 0;
  for (int k = 0; k < n; ++k) steps.push_back(k % 2 == 0 ? 1 : 2), sum += steps.back();
  for (double& h : steps) h *= t_end / sum;
  return steps;
}

bool long_tests_are_wanted() {
  return std::getenv("TRAMMEL_LONG_TESTS") != nullptr;
}

IntegratorOptions study_options() {
  IntegratorOptions options;
  options.error = 1e-12;
  options.max_iterations = 30;
  return options;
}

namespace {

double largest(const Vector& v) {
  return v.size() > 0 ? v.cwiseAbs().maxCoeff() : 0;
}

void compare(const Dae& dae, const State& s, const State& exact, Errors& errors) {
  Vector delta(dae.layout().n);
  dae.difference(s.q, exact.q, delta);
  errors.q = std::max(errors.q, largest(delta));
  for (const Rotation& rotation : dae.layout().rotations)
    errors.rotation = std::max(errors.rotation, delta.segment<3>(rotation.v).norm());
  errors.v = std::max(errors.v, largest(s.v - exact.v));
  errors.a = std::max(errors.a, largest(s.a - exact.a));
  errors.lambda = std::max(errors.lambda, largest(s.lambda - exact.lambda));
  errors.x = std::max(errors.x, largest(s.x - exact.x));
  errors.y = std::max(errors.y, largest(s.y - exact.y));
}

}  // namespace

Errors errors_of(const TestProblem& problem, const IntegratorInfo& info, const Steps& steps,
                 IntegratorOptions options, int skip, int samples) {
  constexpr std::size_t transient = 16;  // steps in which a start decays
  const std::size_t stride = samples > 0 ? steps.size() / std::size_t(samples) : 1;
  options.step.fixed = steps.front();
  const auto integrator = info.make(*problem.dae, options);
  Errors errors;
  if (const StepReport report = integrator->start(problem.start); !report.ok())
    throw std::runtime_error(problem.name + ": " + report.message +
                             std::string(describe(report.cause)));
  double t = problem.start.t;
  for (std::size_t k = 0; k < steps.size(); ++k) {
    integrator->set_fixed_step(steps[k]);
    t += steps[k];
    if (const StepReport report = integrator->step(t + steps[k]); !report.ok())
      throw std::runtime_error(problem.name + ": " + report.message +
                               std::string(describe(report.cause)));
    if (int(k) >= skip && (k < transient || (k + 1) % stride == 0))
      compare(*problem.dae, integrator->state(), problem.reference(integrator->state().t), errors);
  }
  return errors;
}

Errors errors_at_order(const TestProblem& problem, const IntegratorInfo& info, int k, int n,
                       bool skip_start) {
  const double h = problem.t_end / n;
  IntegratorOptions options = study_options();
  options.fixed_order = k;
  options.step.fixed = h;
  const auto integrator = info.make(*problem.dae, options);
  StepReport report = integrator->start(problem.reference(k * h));
  Errors errors;
  for (int step = k; step < n && report.ok(); ++step) {
    report = integrator->step(2 * problem.t_end);
    if (skip_start && step <= 2 * k + 3) continue;
    compare(*problem.dae, integrator->state(), problem.reference((step + 1) * h), errors);
  }
  if (!report.ok())
    throw std::runtime_error(problem.name + ": " + report.message +
                             std::string(describe(report.cause)));
  return errors;
}

double pin_force_error(const char* method, int n, const IntegratorOptions& options) {
  const TestProblem p = planetary_gear();
  Steps steps;
  double sum = 0;
  for (int i = 0; i < n; ++i) steps.push_back(i % 2 == 0 ? 0.8 : 1.2), sum += steps.back();
  for (double& h : steps) h *= (p.t_end - p.start.t) / sum;
  const Vector force = p.reference(p.t_end).lambda;
  return errors_of(p, *find_integrator(method), steps, options).lambda / force.norm();
}

std::vector<double> orders(const std::vector<double>& errors) {
  std::vector<double> result;
  for (std::size_t k = 1; k < errors.size(); ++k)
    result.push_back(std::log2(errors[k - 1] / errors[k]));
  return result;
}

}  // namespace trammel::testing
