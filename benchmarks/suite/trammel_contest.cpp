// A contestant of the suite: Trammel's integrators. Settings: integrator, error, alpha, kmax, formulation=primer.
// Positions are interpolated, as those of the others; accelerations and reactions, which `trammel run`
// finds at every output time, are not asked for.
// SPDX-License-Identifier: BSD-3-Clause
#include "integrators/drive.h"
#include "integrators/registry.h"
#include "task.h"

namespace trammel::suite {
namespace {

analysis::RunSettings settings(const Task& task, const Subject& subject) {
  analysis::Overrides wanted;
  wanted.integrator = task.text("integrator", "hht-i3");
  wanted.error = task.number("error", 1e-5);
  if (task.settings.count("alpha")) wanted.alpha = task.number("alpha", 0);
  if (task.settings.count("kmax")) wanted.kmax = int(task.number("kmax", 6));
  if (task.settings.count("hmax")) wanted.hmax = task.number("hmax", 1);
  if (task.settings.count("hinit")) wanted.hinit = task.number("hinit", 1e-4);
  if (task.settings.count("maxit")) wanted.maxit = int(task.number("maxit", 10));
  if (task.text("corrector", "") == "modified") wanted.corrector = Corrector::modified;
  if (task.text("formulation", "") == "primer") wanted.formulation = Formulation::primer;
  analysis::Findings findings;
  analysis::RunSettings run = analysis::run_settings(*subject.model, wanted, findings);
  if (const std::string wrong = analysis::check(run); !wrong.empty())
    throw std::runtime_error(wrong);
  return run;
}

Run make(const Task& task, const Subject& subject) {
  const analysis::RunSettings run_settings = settings(task, subject);
  DriveOptions drive;
  drive.output_times = task.times();
  drive.consistent = false;
  return [=, &subject](Track& track, const std::function<void()>& ready) {
    const IntegratorInfo& method = *find_integrator(run_settings.integrator);
    const std::unique_ptr<Integrator> integrator =
        method.make(subject.system(), run_settings.options);
    StepReport last = integrator->start(subject.start().state);
    ready();
    Work work;
    if (last.ok()) {
      Driver driver(subject.system(), *integrator);
      const DriveReport report = driver.run(drive, [&](const State& s) {
        track.add(subject.bodies(), s.q);
        return true;
      });
      last = report.last;
      work.ok = report.finished();
    }
    work.why = last.message;
    const Statistics& s = integrator->statistics();
    work.steps = s.steps, work.iterations = s.iterations, work.residuals = s.residuals;
    work.jacobians = s.jacobians, work.factorizations = s.factorizations + s.refactorizations;
    return work;
  };
}

}  // namespace
}  // namespace trammel::suite

int main(int argc, char** argv) {
  return trammel::suite::compete(argc, argv, trammel::suite::make);
}
