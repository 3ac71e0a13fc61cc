// SPDX-License-Identifier: BSD-3-Clause
#include "bench/papers/mechanism.h"

#include <cmath>
#include <ctime>
#include <stdexcept>

#include "analysis/session.h"
#include "integrators/registry.h"
#include "io/adm/reader.h"

namespace trammel::bench::papers {

struct Mechanism::Parts {
  explicit Parts(std::string dataset)
      : reading(adm::read({"experiment.adm", std::move(dataset)})), session(reading.model) {}
  adm::Reading reading;
  analysis::Session session;
};

Mechanism::Mechanism(std::string dataset) : parts_(std::make_unique<Parts>(std::move(dataset))) {
  if (!parts_->reading.ok()) throw std::logic_error(parts_->reading.messages());
  if (!parts_->session.ok()) throw std::logic_error("an experiment's dataset has errors");
  if (!parts_->session.assemble().ok())
    throw std::logic_error("an experiment's mechanism cannot be assembled");
  parts_->session.prepare(analysis::Kind::dynamic);
}

Mechanism::~Mechanism() = default;

const Dae& Mechanism::dae() const {
  return *parts_->session.state().system;
}

const State& Mechanism::start() const {
  return parts_->session.state().state;
}

double Mechanism::angle(const State& s, int k) {
  const double angle = 2 * std::atan2(s.q[7 * k + 6], s.q[7 * k + 3]);
  return std::remainder(angle, 2 * 3.14159265358979323846);
}

std::unique_ptr<Integrator> make_integrator(std::string_view name, const Dae& dae,
                                            const IntegratorOptions& options) {
  const IntegratorInfo* info = find_integrator(name);
  if (!info) throw std::logic_error("there is no integrator " + std::string(name));
  return info->make(dae, options);
}

IntegratorOptions study_options() {
  IntegratorOptions options;
  options.error = 1e-12;
  options.max_iterations = 30;
  return options;
}

IntegratorOptions bdf2_options() {
  IntegratorOptions options = study_options();
  options.fixed_order = 2;
  return options;
}

Run run_until(const Mechanism& mechanism, std::string_view name, const IntegratorOptions& options,
              double t_end, const Effort& effort, double seconds, const EachStep& each) {
  constexpr int steps_between_looks = 64;
  Run run;
  const double begin = cpu_seconds();
  const auto integrator = make_integrator(name, mechanism.dae(), options);
  StepReport report = integrator->start(mechanism.start());
  while (report.ok() && integrator->state().t < t_end) {
    report = integrator->step(t_end);
    if (!report.ok()) break;
    if (each) each(integrator->state());
    if (integrator->statistics().steps % steps_between_looks != 0) continue;
    run.is_out_of_time = cpu_seconds() - begin > seconds;
    if (run.is_out_of_time || effort.is_stopped()) break;
  }
  run.cpu = cpu_seconds() - begin;
  run.t = integrator->state().t;
  run.ok = report.ok() && run.t >= t_end;
  run.why = report.message + std::string(trammel::describe(report.cause));
  run.statistics = integrator->statistics();
  return run;
}

Run run_steps(const Mechanism& mechanism, std::string_view name, IntegratorOptions options,
              const std::vector<double>& steps, const EachStep& each) {
  Run run;
  const double begin = cpu_seconds();
  options.step.fixed = steps.front();
  const auto integrator = make_integrator(name, mechanism.dae(), options);
  StepReport report = integrator->start(mechanism.start());
  for (const double h : steps) {
    if (!report.ok()) break;
    integrator->set_fixed_step(h);
    report = integrator->step(integrator->state().t + 2 * h);
    if (report.ok() && each) each(integrator->state());
  }
  run.cpu = cpu_seconds() - begin;
  run.t = integrator->state().t;
  run.ok = report.ok();
  run.why = report.message + std::string(trammel::describe(report.cause));
  run.statistics = integrator->statistics();
  return run;
}

std::vector<double> equal_steps(double t_end, int n) {
  return std::vector<double>(std::size_t(n), t_end / n);
}

std::vector<double> alternating_steps(double t_end, int n) {
  std::vector<double> steps;
  double sum = 0;
  for (int k = 0; k < n; ++k) steps.push_back(k % 2 == 0 ? 1 : 2), sum += steps.back();
  for (double& h : steps) h *= t_end / sum;
  return steps;
}

double cpu_seconds() {
  return double(std::clock()) / CLOCKS_PER_SEC;
}

double last_order(const std::vector<double>& errors) {
  return std::log2(errors[errors.size() - 2] / errors.back());
}

}  // namespace trammel::bench::papers
