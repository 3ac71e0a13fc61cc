// Where commands put their messages and results: terminal, message file, table of requests, statistics.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <chrono>
#include <ctime>
#include <memory>
#include <optional>
#include <string>

#include "app/message_file.h"
#include "app/message_log.h"
#include "app/recorder.h"
#include "app/result_files.h"
#include "io/acf/host.h"
#include "io/adm/source.h"
#include "results/file.h"

namespace trammel::app {

class ScriptHost final : public acf::Host {
 public:
  // Throws results::WriteError.
  ScriptHost(const RunOptions&, std::string model, const std::string& prefix);

  void echo(const std::string& command) override;
  void print(const std::string& text) override;
  void note(const std::string& text) override;
  void message(const std::string& text) override;
  void report(const analysis::Findings&) override;
  void report(const std::vector<model::Problem>&) override;
  void read_from(const adm::Source& dataset) override;
  std::string folder() const override { return options_.folder; }
  std::string why_not_written(const std::string& path) const override;
  std::string results_name() const override { return prefix_; }
  std::string name_results(const std::string& prefix) override;
  void write_eigenvalues(const std::string& table) override;
  void write_modes(const std::string& table) override;
  void write_energies(const std::string& table) override;
  void record_modes(const model::Model&, const analysis::InitialConditions&,
                    const std::vector<analysis::Mode>&, const Vector& units, int first,
                    int last) override;
  void wrote(const std::string& path) override;
  void write_matrix(const std::string& name, const std::string& ending,
                    const std::string& text) override;
  analysis::RunReport run(analysis::Session&, const model::Model&, analysis::Kind,
                          analysis::RunSettings&, bool with_start) override;

  // Closes all files; statistics and a summary of everything. `status`: "ok", "failed", "interrupted".
  void finish(std::string_view status);

 private:
  void open_table(const model::Model&);
  void close_table();
  std::vector<std::string> all_files() const;
  std::string next_file(const std::string& named, const char* ending, int number) const;
  void tell(const analysis::RunReport&, const analysis::Session&);

  const RunOptions& options_;
  std::string model_, prefix_, title_;
  ResultFiles files_;
  MessageFile messages_;
  std::optional<results::GrowingFile> eprint_;
  std::unique_ptr<Recorder> recorder_;
  std::vector<std::string> used_tables_;  // that hold results of this run
  std::vector<std::string> others_;       // result files beside tables
  std::vector<std::string> written_;      // by commands, any of which may do so again
  MessageLog log_;
  const adm::Source* dataset_ = nullptr;
  Statistics sum_;
  results::RunStatistics statistics_;
  int linearised_ = 0;  // so many tables of eigenvalues have been written
  bool has_run_ = false, has_linearised_ = false;
  std::chrono::steady_clock::time_point wall_ = std::chrono::steady_clock::now();
  std::clock_t cpu_ = std::clock();
};

}  // namespace trammel::app
