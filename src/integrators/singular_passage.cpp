// SPDX-License-Identifier: BSD-3-Clause
#include "integrators/singular_passage.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

namespace trammel {

namespace {

constexpr double near = 0.5;   // ε beside the largest
constexpr double soon = 4;     // steps before the one that crosses
constexpr double slack = 0.1;  // of a step that is not made for a pose that is so little too far
constexpr double least = 0.3, stretched = 1.25;  // of the planned step
constexpr double most_crossing = 3;              // of one that has failed, for another that crosses
constexpr std::array others = {1.4, 0.7, 1.8};   // of it
constexpr double alike = 0.05;                   // lengths that differ by less see the same noise

struct Gap {
  double begin = 0, end = 0;
  double middle() const { return (begin + end) / 2; }
  double width() const { return end - begin; }
};

// Visits those between 0, the fractions and 1.
template <class Visit>
void each_gap(std::span<const double> fractions, const Visit& visit) {
  const auto from = [&](double begin) {
    Gap gap{begin, 1};
    for (const double c : fractions)
      if (c > begin) gap.end = std::min(gap.end, c);
    visit(gap);
  };
  from(0);
  for (const double c : fractions)
    if (c < 1) from(c);
}

Gap widest_gap(std::span<const double> fractions) {
  Gap widest;
  each_gap(fractions, [&](const Gap& gap) {
    if (gap.width() > widest.width()) widest = gap;
  });
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
  if (!(epsilon > 0)) return;  // a partition that could not be factored
  if (epsilon_ > 0) largest_ *= std::min(1.0, epsilon / epsilon_);  // (PASS.4)
  epsilon_ = epsilon;
}

double SingularPassage::step(double planned, std::span<const double> fractions) const {  // (PASS.2)
  if (!(left_ > 0)) return planned;
  const double x = widest_gap(fractions).middle(), ahead = left_ / planned - x;
  if (ahead > soon) return planned;
  const double h = left_ / (std::max(0.0, std::ceil(ahead - slack)) + x);
  return h < least * planned ? planned : std::min(h, stretched * planned);
}

SingularPassage::Lengths SingularPassage::crossings(double failed, double shortest, double longest,
                                                    std::span<const double> fractions) const {
  Lengths found;
  if (!(left_ > 0)) return found;
  const auto add = [&](double h) {
    const auto is_like = [&](double other) { return std::abs(h - other) < alike * other; };
    const auto end = found.h.begin() + std::ptrdiff_t(found.size);
    if (found.size < found.h.size() && left_ < h && shortest <= h && h <= longest &&
        !is_like(failed) && std::none_of(found.h.begin(), end, is_like))
      found.h[found.size++] = h;
  };
  double before = std::numeric_limits<double>::infinity();
  while (true) {  // the farthest from the pose of those that are left
    double h = 0, farthest = 0;
    each_gap(fractions, [&](const Gap& gap) {  // (PASS.5)
      const double length = left_ / gap.middle(), distance = gap.width() / 2 * length;
      const bool is_possible = least * failed < length && length < most_crossing * failed;
      if (is_possible && distance < before && distance > farthest) h = length, farthest = distance;
    });
    if (h == 0) break;
    add(h);
    before = farthest;
  }
  for (const double share : others) add(share * failed);
  return found;
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
