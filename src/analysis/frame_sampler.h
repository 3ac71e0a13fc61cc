// From a state of a System to the numbers of a result file: poses of parts' own coordinate systems, what
// elements exert on the parts of their markers I, variables and states.
//
// The contents stay those of the start of a run; equations may be made anew on the way (commands switch
// elements off and on), so that elements are found by statement and id.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "analysis/modes.h"
#include "results/contents.h"
#include "results/frame.h"
#include "system/system.h"

namespace trammel::analysis {

class FrameSampler {
 public:
  // The contents outlive it.
  explicit FrameSampler(const results::Contents&);

  // Equations have been made anew.
  void forget() { equations_ = nullptr; }
  // Everything but requests, analysis, simulation and constraint violation.
  void sample(const system::System&, const State&, results::Frame&);

  // Shapes of the modes from `first` to `last` (from 1), the others zero; none for an empty range.
  results::ModeSet modes(const system::System&, const State&, const std::vector<Mode>&,
                         const Vector& units, int first, int last);

 private:
  struct PartFrame {  // in the frame of the body
    Vec3 s = Vec3::Zero();
    Mat3 A = Mat3::Identity();
    Vec4 last{0, 0, 0, 0};  // quaternion of the last frame; zero: none yet
  };
  struct StatePlace {
    int item = -1;  // of the section
    bool is_unknown = false;
    int index = 0;  // of x or y
  };

  void plan(const elements::Equations&);
  void plan_states();
  void put_parts(results::Frame&);
  void put_wrenches(results::Frame&) const;

  const results::Contents& contents_;
  std::vector<PartFrame> frames_;
  const elements::Equations* equations_ = nullptr;
  std::vector<int> item_of_row_, item_of_load_, item_of_variable_;  // −1: not shown
  std::vector<char> without_torque_;                                // by row: touches in a point
  std::vector<StatePlace> states_;
  system::Outputs outputs_;
};

}  // namespace trammel::analysis
