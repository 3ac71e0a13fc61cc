// What all contestants of the suite have in common: a model, an end, output times, settings; positions at
// the output times, and one line of JSON with the work they took and how far they are from a reference.
//
//   e = max over output times and bodies of |r − r*|, r the centre of mass                        (SUITE.1)
//
// A contestant is timed from its own initialisation to the last output. Short runs are repeated in the
// process and their mean is taken, without the first one, which measures the caches.
// Theory: docs/theory/validation.md#the-suite-of-benchmarks
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "analysis/session.h"

namespace trammel::suite {

// MODEL END OUTPUTS [key=value ...]
struct Task {
  std::string model;
  double end = 1;
  int outputs = 100;
  std::map<std::string, std::string> settings;

  std::string text(const std::string& key, const std::string& otherwise) const;
  double number(const std::string& key, double otherwise) const;
  std::vector<double> times() const;
};

// An assembled model.
struct Subject {
  explicit Subject(const Task&);  // throws std::runtime_error

  std::unique_ptr<model::Model> model;
  std::unique_ptr<analysis::Session> session;
  const analysis::InitialConditions& start() const { return session->state(); }
  const system::System& system() const { return *start().system; }
  const std::vector<elements::Body>& bodies() const { return system().equations().skeleton.bodies; }
};

// Positions of the centres of mass, by output time and body.
class Track {
 public:
  void reserve(std::size_t outputs, std::size_t bodies) { numbers_.reserve(3 * outputs * bodies); }
  void clear() { numbers_.clear(); }
  void add(const Vec3& r) { numbers_.insert(numbers_.end(), {r.x(), r.y(), r.z()}); }
  void add(const std::vector<elements::Body>&, const Vector& q);

  void write(const std::string& path) const;
  static Track read(const std::string& path);
  double distance(const Track&) const;  // (SUITE.1); not a number if they do not match

 private:
  std::vector<double> numbers_;
};

struct Work {
  bool ok = false;
  std::string why;      // it is not
  double start_up = 0;  // CPU seconds of initialisation, a part of cpu
  double cpu = 0, wall = 0;
  long steps = 0, iterations = 0, residuals = 0, jacobians = 0, factorizations = 0;
  long unknowns = 0;
  double factor_entries = 0;
};

// One run: initialises, calls `ready()`, goes to the end, leaves its positions in the track.
using Run = std::function<Work(Track&, const std::function<void()>& ready)>;

// Runs, repeats, compares, prints; the program's exit code. `make` builds the contestant.
int compete(int argc, char** argv, const std::function<Run(const Task&, const Subject&)>& make);

}  // namespace trammel::suite
