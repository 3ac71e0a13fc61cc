// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/convergence.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include "results/csv.h"

namespace trammel::analysis {
namespace {

constexpr double most_digits = 12;        // no run is compared to more
constexpr double least_growth = 1.05;     // of steps, for a tenth of ERROR
constexpr double share_of_a_step = 0.05;  // docs/decisions/0006-what-error-means.md

// What one run shows at the output times.
struct Record {
  std::vector<std::vector<double>> requests;  // by output
  std::vector<State> states;
};

struct Ran {
  Trial trial;
  Record record;
};

double difference(double a, double b, double range) {
  const double d = std::abs(a - b), turn = 2 * std::numbers::pi;
  // An angle may have been counted from the other side.
  return range > 0.9 * std::numbers::pi && range < 1.1 * turn ? std::min(d, std::abs(turn - d)) : d;
}

// What has no value is not right.
void include(double& error, double next) {
  if (!std::isnan(error) && !(next <= error)) error = next;
}

double digits(double error, double range) {
  if (error == 0) return most_digits;
  if (!(range > 0) || !std::isfinite(error)) return 0;
  return std::clamp(-std::log10(error / range), 0.0, most_digits);  // (VAL.1)
}

class StudyRun {
 public:
  StudyRun(const model::Model& model, std::shared_ptr<elements::UserLibraries> libraries,
           const StudySettings& settings, const std::function<void(const Trial&)>& told)
      : model_(model), libraries_(std::move(libraries)), settings_(settings), told_(told) {}

  Study run() {
    double hmax = settings_.run.options.step.h_max;
    for (int level = 0; level < settings_.levels; ++level) {
      const double error = settings_.run.error / std::pow(10, level);
      Ran next = run_once(settings_.run.integrator, error, hmax);
      if (level > 0 && next.trial.status == Status::ok && !works_harder(next.trial)) {
        // The output step or HMAX decides the steps, not ERROR.
        study_.works_harder = false;
        hmax = next.trial.statistics.h_max / 2;
        next = run_once(settings_.run.integrator, error, hmax);
      }
      ran_.push_back(std::move(next));
      if (ran_.back().trial.status != Status::ok) break;
    }
    const Ran& finest = ran_.back();
    if (finest.trial.status == Status::ok) {
      const std::string companion = settings_.companion.empty()
                                        ? companion_of(settings_.run.integrator)
                                        : settings_.companion;
      ran_.push_back(run_once(companion, finest.trial.error, hmax));
    }
    for (Ran& each : ran_) study_.trials.push_back(each.trial);
    if (study_.is_complete()) compare();
    return std::move(study_);
  }

 private:
  bool works_harder(const Trial& trial) const {
    return double(trial.statistics.steps) >=
           least_growth * double(ran_.back().trial.statistics.steps);
  }

  Ran run_once(const std::string& integrator, double error, double hmax) {
    Ran ran;
    ran.trial.integrator = integrator, ran.trial.error = error, ran.trial.hmax = hmax;
    if (told_) told_(ran.trial);
    Session session(model_, libraries_);
    const InitialConditions& start = session.assemble();
    if (!start.ok()) {
      ran.trial.status = start.status, ran.trial.findings = start.findings;
      return ran;
    }
    RunSettings settings = settings_.run;
    settings.integrator = integrator;
    settings.error = error;
    settings.options.error = share_of_a_step * error;
    settings.options.step.h_max = hmax;
    session.prepare(Kind::dynamic);
    std::vector<double> row(results::request_components * model::all_requests(model_).size());
    RunReport report =
        session.run(Kind::dynamic, settings, [&](const system::System& system, const State& s) {
          system.requests(s, row);
          ran.record.requests.push_back(row);
          ran.record.states.push_back(s);
        });
    ran.trial.status = report.status, ran.trial.time = report.time;
    ran.trial.statistics = report.statistics, ran.trial.findings = std::move(report.findings);
    return ran;
  }

  void compare() {
    compare_requests();
    const auto member = [](Vector State::*part) {
      return [part](const State& s) -> const Vector& { return s.*part; };
    };
    compare_states("positions", member(&State::q));
    compare_states("velocities", member(&State::v));
    compare_states("accelerations", member(&State::a));
    compare_states("reactions", member(&State::lambda));
    recommend();
  }

  std::size_t finest() const { return ran_.size() - 2; }

  template <class ErrorOf>
  void add_channel(std::string name, bool is_requested, double range, const ErrorOf& error_of) {
    Channel channel{std::move(name), is_requested, range, {}, 0, 0};
    for (std::size_t k = 0; k < finest(); ++k)
      channel.digits.push_back(digits(error_of(ran_[k].record), range));
    channel.cross = digits(error_of(ran_.back().record), range);
    channel.promised = std::min(channel.digits.back(), channel.cross);
    study_.channels.push_back(std::move(channel));
  }

  void compare_requests() {
    const auto& best = ran_[finest()].record.requests;
    const std::vector<std::string> names = results::column_names(model_);
    for (std::size_t c = 0; !best.empty() && c < best[0].size(); ++c) {
      double low = std::numeric_limits<double>::infinity(), high = -low;
      for (const auto& row : best) low = std::min(low, row[c]), high = std::max(high, row[c]);
      const double range = high - low, size = std::max(std::abs(low), std::abs(high));
      if (!(range > 1e-9 * size)) continue;  // constant, or without a value
      add_channel(names[c + 1], true, range, [&](const Record& other) {
        double error = other.requests.size() == best.size() ? 0 : std::nan("");
        for (std::size_t k = 0; k < std::min(best.size(), other.requests.size()); ++k)
          include(error, difference(other.requests[k][c], best[k][c], range));
        return error;
      });
    }
  }

  // All entries of a vector at once, beside the largest range of any of them.
  template <class Part>
  void compare_states(const std::string& name, const Part& part) {
    const auto& best = ran_[finest()].record.states;
    if (best.empty() || part(best[0]).size() == 0) return;
    Vector low = part(best[0]), high = low;
    for (const State& s : best) {
      if (part(s).size() != low.size()) return;  // rows were chosen anew on the way
      low = low.cwiseMin(part(s)), high = high.cwiseMax(part(s));
    }
    const double range = (high - low).maxCoeff();
    if (!(range > 0)) return;
    for (const Ran& ran : ran_)
      for (const State& s : ran.record.states)
        if (part(s).size() != low.size()) return;
    add_channel(name, false, range, [&](const Record& other) {
      double error = other.states.size() == best.size() ? 0 : std::nan("");
      for (std::size_t k = 0; k < std::min(best.size(), other.states.size()); ++k)
        include(error, (part(other.states[k]) - part(best[k])).cwiseAbs().maxCoeff());
      return error;
    });
  }

  // The largest ERROR at which every request, or without requests every position, has what is wanted.
  void recommend() {
    const bool requested = std::any_of(study_.channels.begin(), study_.channels.end(),
                                       [](const Channel& c) { return c.is_requested; });
    for (std::size_t k = 0; k <= finest(); ++k) {
      const bool enough =
          std::all_of(study_.channels.begin(), study_.channels.end(), [&](const Channel& c) {
            if (c.is_requested != requested) return true;
            if (!requested && c.name != "positions") return true;
            const double reached = k < finest() ? c.digits[k] : c.promised;
            return std::min(reached, c.cross) >= settings_.digits;
          });
      if (!enough || study_.channels.empty()) continue;
      study_.recommended = ran_[k].trial.error;
      return;
    }
  }

  const model::Model& model_;
  std::shared_ptr<elements::UserLibraries> libraries_;
  const StudySettings& settings_;
  const std::function<void(const Trial&)>& told_;
  std::vector<Ran> ran_;
  Study study_;
};

}  // namespace

bool Study::is_complete() const {
  return trials.size() >= 3 && std::all_of(trials.begin(), trials.end(),
                                           [](const Trial& t) { return t.status == Status::ok; });
}

std::string companion_of(const std::string& integrator) {
  if (integrator == "hht-i3" || integrator == "newmark") return "hht-si2";
  if (integrator == "gstiff-i3") return "gstiff-si2";
  if (integrator == "wstiff-i3") return "wstiff-si2";
  return integrator == "gstiff-si2" ? "hht-si2" : "gstiff-si2";
}

Study study_convergence(const model::Model& model,
                        std::shared_ptr<elements::UserLibraries> libraries,
                        const StudySettings& settings,
                        const std::function<void(const Trial&)>& told) {
  return StudyRun(model, std::move(libraries), settings, told).run();
}

}  // namespace trammel::analysis
