// What a run of commands needs of the program around it: a place for messages, results and pictures of
// progress.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "analysis/modes.h"
#include "analysis/session.h"
#include "io/adm/source.h"
#include "model/messages.h"

namespace trammel::acf {

class Host {
 public:
  virtual ~Host() = default;

  virtual void echo(const std::string& command) = 0;   // before it is carried out
  virtual void print(const std::string& text) = 0;     // what LIST and INFO show
  virtual void note(const std::string& text) = 0;      // for the message file only
  virtual void message(const std::string& text) = 0;   // about command files, with place and caret
  virtual void report(const analysis::Findings&) = 0;  // about the model
  virtual void report(const std::vector<model::Problem>&) = 0;

  // The model has changed its file: messages about it name places there from now on.
  virtual void read_from(const adm::Source& dataset) = 0;
  // Where results go; empty: the present folder.
  virtual std::string folder() const = 0;
  // Why a command may not write to this file: the run needs it, or it lies elsewhere than results do. Empty:
  // it may.
  virtual std::string why_not_written(const std::string& path) const = 0;
  // Name of the result files.
  virtual std::string results_name() const = 0;
  // Results go to files of another name from now on. What is wrong with it; empty: nothing.
  virtual std::string name_results(const std::string& prefix) = 0;
  // Tables of a linear analysis.
  virtual void write_eigenvalues(const std::string& table) = 0;
  virtual void write_modes(const std::string& table) = 0;
  virtual void write_energies(const std::string& table) = 0;
  // The same for result files; shapes of the modes from `first` to `last`, from 1.
  virtual void record_modes(const model::Model&, const analysis::InitialConditions&,
                            const std::vector<analysis::Mode>&, const Vector& units, int first,
                            int last) = 0;
  // A command has written this file.
  virtual void wrote(const std::string& path) = 0;
  // <name><ending>; without a name that of the other results.
  virtual void write_matrix(const std::string& name, const std::string& ending,
                            const std::string& text) = 0;
  // Runs the analysis, writes its results, says how it went. `with_start`: the present state is not
  // among the results yet.
  virtual analysis::RunReport run(analysis::Session&, const model::Model&, analysis::Kind,
                                  analysis::RunSettings&, bool with_start) = 0;
};

}  // namespace trammel::acf
