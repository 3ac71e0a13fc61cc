// The message file of a run, <model>.msg, in the order and with the words of ADAMS/Solver that programs look
// for: banner, commands, title; for every simulation its kind, constraints that are left out, integrator and
// error, a table of its progress; warnings in frames; time taken.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <chrono>
#include <ctime>
#include <string>
#include <vector>

#include "analysis/run.h"
#include "analysis/session.h"
#include "numerics/observer.h"
#include "results/file.h"

namespace trammel::app {

// Lines of a simulation at its start and after every tenth of it.
class ProgressTable final : public Observer {
 public:
  ProgressTable(results::GrowingFile&, double start, double end);

  void attempt_begins(const AttemptEvent&) override;
  void attempt_ends(const AttemptEndEvent&) override;

 private:
  void write(double t, double h);

  results::GrowingFile& file_;
  double start_, end_;
  int next_ = 0;  // tenth
  int order_ = 1;
  long evaluations_ = 0, steps_ = 0;
  std::clock_t begin_ = std::clock();
};

class MessageFile {
 public:
  explicit MessageFile(std::string path);  // throws results::WriteError

  void note(const std::string& text);  // as it is
  void echo(const std::string& command);
  void title(const std::string& title, const std::string& model);
  // Each message in a frame of its own.
  void message(const std::string& text);
  void begin(analysis::Kind, const analysis::RunSettings&, const analysis::InitialConditions&);
  ProgressTable table(double start, double end) { return {file_, start, end}; }
  void end(analysis::Kind, const analysis::RunReport&);
  void finish(std::string_view status);

  const std::string& path() const { return file_.path(); }

 private:
  results::GrowingFile file_;
  std::chrono::steady_clock::time_point wall_ = std::chrono::steady_clock::now();
  std::clock_t cpu_ = std::clock();
};

}  // namespace trammel::app
