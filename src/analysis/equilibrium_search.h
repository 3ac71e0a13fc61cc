// Which ways to an equilibrium are tried, in which order, and what is said about them.
//
// Newton (or the funnel) first, then downhill; with METHOD = ADVANCED the funnel and the motion that
// settles as well; with DYNAMIC that motion first. The first way that ends at an equilibrium which is not
// unstable counts; else the first equilibrium there is.
// Theory: docs/theory/statics.md
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "analysis/equilibrium.h"
#include "analysis/run.h"
#include "analysis/settling.h"

namespace trammel::analysis {

enum class Way : unsigned char { newton, funnel, downhill, motion };

struct SearchResult {
  enum class Status : unsigned char { found, none, interrupted };
  Status status = Status::none;
  State state;  // of the equilibrium
  StabilityVerdict verdict;
  Findings findings;               // warnings on the way; or one error
  std::vector<std::string> notes;  // how it was found, where that is not plain
  long iterations = 0;
  Statistics motion;  // of the steps of motions
};

class EquilibriumSearch {
 public:
  EquilibriumSearch(const system::System&, double length, const RunSettings&);
  ~EquilibriumSearch();
  EquilibriumSearch(const EquilibriumSearch&) = delete;
  EquilibriumSearch& operator=(const EquilibriumSearch&) = delete;

  // At the time t, from a pose.
  SearchResult find(double t, const State& from);

 private:
  struct Names final : EquationNames {
    explicit Names(const system::System& s) : system(s) {}
    std::string row_name(int row) const override { return system.row_name(row); }
    std::string column_name(int column) const override { return system.column_name(column); }
    const system::System& system;
  };

  struct Attempt {
    Way way;
    EquilibriumReport report;
    SettlingReport settling;  // of a motion
    State state;
    StabilityVerdict verdict;
    bool is_good() const { return report.ok() && verdict.kind != Stability::unstable; }
    bool is_interrupted() const { return report.status == EquilibriumReport::Status::interrupted; }
  };

  Attempt attempt(Way, State from);
  void go_downhill(Attempt&);
  void let_settle(Attempt&);
  void push(Attempt&) const;
  SearchResult conclude(std::vector<Attempt>&, double t);
  void say_how(const Attempt& first, const Attempt& good, double t, SearchResult&);
  Finding explain(const std::vector<Attempt>&, double t) const;
  Finding explain_motion(const Attempt&, double t) const;
  std::string moving(const StabilityVerdict&) const;
  model::Location place(const std::string& text) const;

  const system::System& system_;
  const RunSettings& settings_;
  Equilibrium equilibrium_;
  Names names_{system_};
  std::vector<Way> ways_;
  bool has_told_how_ = false, has_told_unstable_ = false, has_noted_ = false;
};

}  // namespace trammel::analysis
