// SPDX-License-Identifier: BSD-3-Clause
#include "integrators/singular_passage.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace trammel {

namespace {

constexpr double near = 0.5;   // ε beside the largest
constexpr double soon = 4;     // steps before the one that crosses
constexpr double slack = 0.1;  // of a step that is not made for a pose that is so little too far
constexpr double least = 0.3, longest = 1.25;  // of the planned step

struct Gap {
  double begin = 0, end = 0;
  double middle() const { return (begin + end) / 2; }
  double width() const { return end - begin; }
};

// The widest one between 0, the fractions and 1.
Gap widest_gap(std::span<const double> fractions) {
  Gap widest;
  const auto consider = [&](double begin) {
    Gap gap{begin, 1};
    for (const double c : fractions)
      if (c > begin) gap.end = std::min(gap.end, c);
    if (gap.width() > widest.width()) widest = gap;
  };
  consider(0);
  for (const double c : fractions)
    if (c < 1) consider(c);
  return widest;
}

double noise_at(double epsilon, double largest) {  // (PASS.3)
  return epsilon > 0 ? std::numeric_limits<double>::epsilon() * std::pow(largest / epsilon, 3)
                     : std::numeric_limits<double>::infinity();
}

}  // namespace

void SingularPassage::observe(double t, double epsilon) {
  const bool has_crossed = left_ > 0 && t - t_ > left_;
  left_ = 0;
  if (!has_crossed && epsilon < epsilon_ && epsilon < near * largest_)
    left_ = epsilon * (t - t_) / (epsilon_ - epsilon);  // (PASS.1)
  largest_ = std::max(largest_, epsilon);
  t_ = t;
  epsilon_ = epsilon;
}

bool SingularPassage::is_near() const {
  return epsilon_ < near * largest_;
}

void SingularPassage::measure_anew(double epsilon) {
  if (epsilon_ > 0) largest_ *= std::min(1.0, epsilon / epsilon_);  // (PASS.4)
  epsilon_ = epsilon;
}

double SingularPassage::step(double planned, std::span<const double> fractions) const {  // (PASS.2)
  if (!(left_ > 0)) return planned;
  const double x = widest_gap(fractions).middle(), ahead = left_ / planned - x;
  if (ahead > soon) return planned;
  const double h = left_ / (std::max(0.0, std::ceil(ahead - slack)) + x);
  return h < least * planned ? planned : std::min(h, longest * planned);
}

double SingularPassage::noise(double h, std::span<const double> fractions) const {
  if (largest_ == 0) return 0;  // nothing has been observed
  double nearest = epsilon_;
  for (const double c : fractions)
    if (left_ > 0) nearest = std::min(nearest, epsilon_ * std::abs(1 - c * h / left_));
  return noise_at(nearest, largest_);
}

double SingularPassage::noise_ahead(double h, std::span<const double> fractions) const {
  if (!(left_ > 0)) return 0;
  return noise_at(epsilon_ * widest_gap(fractions).width() / 2 * h / left_, largest_);
}

}  // namespace trammel
