// SPDX-License-Identifier: BSD-3-Clause
#include "task.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "io/adm/reader.h"
#include "numerics/team.h"

namespace trammel::suite {
namespace {

double cpu_seconds() {
  std::timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return double(now.tv_sec) + 1e-9 * double(now.tv_nsec);
}

double wall_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

Task parse(int argc, char** argv) {
  if (argc < 4) throw std::runtime_error("usage: MODEL END OUTPUTS [key=value ...]");
  Task task{argv[1], std::stod(argv[2]), std::stoi(argv[3]), {}};
  for (int k = 4; k < argc; ++k) {
    const std::string word = argv[k];
    const std::size_t at = word.find('=');
    if (at == std::string::npos) throw std::runtime_error("not key=value: " + word);
    task.settings[word.substr(0, at)] = word.substr(at + 1);
  }
  return task;
}

Work measure(const Run& run, Track& track) {
  const double wall = wall_seconds(), begin = cpu_seconds();
  double ready = begin;
  Work work = run(track, [&] { ready = cpu_seconds(); });
  work.cpu = cpu_seconds() - begin, work.wall = wall_seconds() - wall;
  work.start_up = ready - begin;
  return work;
}

// The mean of as many runs as fit into `seconds`: some machines count processor time in ticks of 4 ms. The first one,
// which warms the caches, counts where it is the only one.
Work measure_often(const Run& run, Track& track, double seconds) {
  constexpr int most_runs = 1000;
  Work sum = measure(run, track);
  const auto spent = [](const Work& work) { return std::max(work.cpu, work.wall); };
  double time = spent(sum);
  int runs = 0;
  while (sum.ok && time < seconds && runs < most_runs) {
    track.clear();
    const Work work = measure(run, track);
    time += spent(work);
    if (runs++ == 0) {
      sum = work;
      continue;
    }
    sum.cpu += work.cpu, sum.wall += work.wall, sum.start_up += work.start_up;
  }
  const double n = std::max(runs, 1);
  sum.cpu /= n, sum.wall /= n, sum.start_up /= n;
  return sum;
}

void print(const Work& w, double set_up, double error) {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  nlohmann::ordered_json line;
  line["ok"] = w.ok, line["why"] = w.why;
  line["cpu_s"] = w.cpu, line["wall_s"] = w.wall, line["start_up_s"] = w.start_up;
  line["set_up_s"] = set_up;
  line["steps"] = w.steps, line["iterations"] = w.iterations, line["residuals"] = w.residuals;
  line["jacobians"] = w.jacobians, line["factorizations"] = w.factorizations;
  line["unknowns"] = w.unknowns, line["factor_entries"] = w.factor_entries;
  line["error"] = error, line["peak_mb"] = double(usage.ru_maxrss) / 1024;
  std::fputs((line.dump() + "\n").c_str(), stdout);
}

}  // namespace

std::string Task::text(const std::string& key, const std::string& otherwise) const {
  const auto found = settings.find(key);
  return found == settings.end() ? otherwise : found->second;
}

double Task::number(const std::string& key, double otherwise) const {
  const auto found = settings.find(key);
  return found == settings.end() ? otherwise : std::stod(found->second);
}

std::vector<double> Task::times() const {
  const Times times = analysis::output_times(0, {end, outputs, {}});
  return {times.begin(), times.end()};
}

Subject::Subject(const Task& task) {
  adm::Reading reading = adm::read_file(task.model);
  if (!reading.ok()) throw std::runtime_error(reading.messages());
  model = std::make_unique<model::Model>(std::move(reading.model));
  session = std::make_unique<analysis::Session>(*model);
  if (!session->ok() || !session->assemble().ok())
    throw std::runtime_error(task.model + " cannot be assembled");
  session->prepare(analysis::Kind::dynamic);
}

void Track::add(const std::vector<elements::Body>& bodies, const Vector& q) {
  for (const elements::Body& body : bodies)
    add(body.kind == elements::Body::Kind::planar ? Vec3(q[body.q], q[body.q + 1], body.height)
                                                  : Vec3(q[body.q], q[body.q + 1], q[body.q + 2]));
}

void Track::write(const std::string& path) const {
  std::ofstream file(path, std::ios::binary);
  file.write(reinterpret_cast<const char*>(numbers_.data()),
             std::streamsize(numbers_.size() * sizeof(double)));
  if (!file) throw std::runtime_error("cannot write " + path);
}

Track Track::read(const std::string& path) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  if (!file) throw std::runtime_error("cannot read " + path);
  Track track;
  track.numbers_.resize(std::size_t(file.tellg()) / sizeof(double));
  file.seekg(0);
  file.read(reinterpret_cast<char*>(track.numbers_.data()),
            std::streamsize(track.numbers_.size() * sizeof(double)));
  return track;
}

double Track::distance(const Track& other) const {
  if (numbers_.size() != other.numbers_.size()) return std::numeric_limits<double>::quiet_NaN();
  double worst = 0;
  for (std::size_t k = 0; k + 2 < numbers_.size(); k += 3) {
    const double d =
        std::hypot(numbers_[k] - other.numbers_[k], numbers_[k + 1] - other.numbers_[k + 1],
                   numbers_[k + 2] - other.numbers_[k + 2]);
    if (!(d <= worst)) worst = d;  // not a number stays
  }
  return worst;
}

int compete(int argc, char** argv, const std::function<Run(const Task&, const Subject&)>& make) {
  try {
    const double begin = cpu_seconds();
    const Task task = parse(argc, argv);
    set_threads(int(task.number("threads", 1)));
    const Subject subject(task);
    const Run run = make(task, subject);
    const double set_up = cpu_seconds() - begin;
    Track track;
    track.reserve(std::size_t(task.outputs), subject.bodies().size());
    const Work work = measure_often(run, track, task.number("repeat_s", 0));
    if (const std::string path = task.text("track", ""); !path.empty() && work.ok)
      track.write(path);
    double error = std::numeric_limits<double>::quiet_NaN();
    if (const std::string path = task.text("reference", ""); !path.empty() && work.ok)
      error = track.distance(Track::read(path));
    print(work, set_up, error);
    return work.ok ? 0 : 3;
  } catch (const std::exception& fault) {
    std::fprintf(stderr, "%s\n", fault.what());
    return 2;
  }
}

}  // namespace trammel::suite
