// How methods on independent coordinates pass a pose where constraints become dependent.
//
// Next to such a pose the measure ε of the constraints (PART.7) falls linearly with the time that is left,
//   D = t* − t = ε (t − t₋₁)/(ε₋₁ − ε)                                                    (PASS.1)
// and rounding of positions is magnified by 1/ε in positions, 1/ε² in velocities, 1/ε³ in accelerations. A
// shorter step ends nearer to the pose and has more of it. So steps towards a pose become equal ones, of a length for which the
// pose is in the middle, at x, of the widest gap between evaluations, at t + c h, of the step that crosses it:
//   h = D/(n + x),  n = ⌈D/H − x⌉ steps before that one, H the length that the error allows   (PASS.2)
// What is left of noise in rates, with u the unit of rounding, ε at the evaluation that is nearest to the pose:
//   u (ε_max/ε)³                                                                          (PASS.3)
// ε depends on the partition; a worn one has a small ε of its own. With a new one, at the same pose,
//   ε_max ← ε_max min(1, ε_new/ε_old)                                                     (PASS.4)
// Where a step fails, others cross the pose: with the pose in the middle x of a gap of width w,
//   h = D/x, the largest distance w h/2 first; then multiples of the one that failed       (PASS.5)
// Theory: docs/theory/partitioning.md#singular-poses
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <span>

namespace trammel {

class SingularPassage {
 public:
  void reset() { *this = {}; }
  void observe(double t, double epsilon);  // after a step to t
  bool is_near() const;                    // ε is below half of the largest
  // ε of the same time by another partition.
  void measure_anew(double epsilon);

  // The length of a step from the time observed last, planned as H; `fractions` c of it are evaluated.
  double step(double planned, std::span<const double> fractions) const;
  // Lengths of steps that cross the pose ahead where one that was planned has failed     (PASS.5)
  struct Lengths {
    std::array<double, 5> h = {};
    std::size_t size = 0;
  };
  Lengths crossings(double failed, double shortest, double longest,
                    std::span<const double> fractions) const;
  double noise(double h, std::span<const double> fractions) const;  // (PASS.3)
  // The same when the pose ahead is crossed by a step of length h; 0: there is none.
  double noise_ahead(double h, std::span<const double> fractions) const;

 private:
  double t_ = 0, epsilon_ = 0, largest_ = 0;
  double left_ = 0;  // D; 0: no such pose ahead
};

}  // namespace trammel
