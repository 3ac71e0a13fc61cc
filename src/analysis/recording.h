// What a run shows at its output times, kept for a comparison with other runs of the same model: its
// requests, the motion of every part with the sum of its reactions, and differential states.
//
// Γᵀλ of a part is unique where single reactions are not: of redundant constraints, and of rows that
// were chosen anew on the way.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <string>
#include <vector>

#include "model/model.h"
#include "system/system.h"

namespace trammel::analysis {

enum class Aspect : unsigned char {
  requests,
  positions,
  orientations,  // direction cosines: they know nothing of turns
  velocities,
  angular_velocities,
  accelerations,
  angular_accelerations,
  reaction_forces,
  reaction_torques,
  states,
  count
};
std::string_view name(Aspect);
inline constexpr std::size_t aspect_count = std::size_t(Aspect::count);

// Rows are output times.
using Series = std::vector<std::vector<double>>;

class Recording {
 public:
  void add(const system::System&, const State&);

  std::size_t size() const { return times_.size(); }
  double time(std::size_t row) const { return times_[row]; }
  const Series& operator[](Aspect aspect) const { return series_[std::size_t(aspect)]; }

 private:
  std::vector<double> times_;
  std::array<Series, aspect_count> series_;
};

// Columns of a recording that are judged together.
struct Subject {
  std::string name;  // "REQ3.F2", "reaction forces", "DIFF/3"
  Aspect aspect = Aspect::requests;
  std::size_t first = 0, last = 0;              // columns, the last one not included
  std::size_t group_first = 0, group_last = 0;  // columns of the same unit, of a request
  double turn = 0;                              // of an angle: what it may differ by
  std::vector<std::string> owners;              // of equally many columns each; empty: none
};
std::vector<Subject> subjects(const model::Model&, const system::System&, const Recording&);

// The largest range of a column, the largest value.
struct Extent {
  double range = 0, size = 0;
};
Extent extent(const Recording&, const Subject&);
double group_size(const Recording&, const Subject&);

struct Difference {
  double error = 0;  // not a number: a value is missing in one of them
  double time = 0;
  std::string owner;
};
Difference largest_difference(const Recording&, const Recording&, const Subject&);

}  // namespace trammel::analysis
