// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/jumps.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "system/redundancy.h"

namespace trammel::analysis {
namespace {

using elements::Scalar;
using expression::Opcode;

constexpr int samples = 20000;          // of the time of a run
constexpr int most_within = 8;          // jumps between two samples
constexpr double smallest_jump = 1e-9;  // of the largest value
constexpr int halvings = 80;            // of the time between samples, at most
constexpr double at_once = 1e-3;        // share of a change that no halving of its time takes away

bool can_jump(Opcode code) {
  switch (code) {
    case Opcode::modulo:
    case Opcode::nearest_integer:
    case Opcode::sign_transfer:
    case Opcode::truncate:
    case Opcode::fraction:
    case Opcode::select_negative:
    case Opcode::select_zero:
      return true;
    default:
      return false;
  }
}

bool can_have_corners(const expression::Instruction& instruction) {
  switch (instruction.code) {
    case Opcode::spline:
      return instruction.method == expression::Interpolation::linear;
    case Opcode::absolute:
    case Opcode::maximum:
    case Opcode::minimum:
    case Opcode::positive_power:
      return true;
    default:
      return can_jump(instruction.code);
  }
}

bool is_suspect(const Scalar& function) {
  const auto& code = function.tape.shape->instructions;
  return std::all_of(function.leaves.begin(), function.leaves.end(),
                     [](const auto& leaf) { return leaf.kind == elements::Leaf::Kind::time; }) &&
         std::any_of(code.begin(), code.end(),
                     [](const auto& instruction) { return can_have_corners(instruction); });
}

bool jumps(const Scalar& function) {
  const auto& code = function.tape.shape->instructions;
  return is_suspect(function) && std::any_of(code.begin(), code.end(), [](const auto& instruction) {
           return can_jump(instruction.code);
         });
}

bool is_suspect(const elements::Equations& equations, const elements::Row& row) {
  if (row.level > 1 || row.initial_only || row.scalar < 0 || !row.active) return false;
  return is_suspect(equations.scalars[std::size_t(row.scalar)]);
}

struct Jump {
  double time = 0, after = 0, size = 0;
};

class FunctionOfTime {
 public:
  FunctionOfTime(const Scalar& scalar, int derivative)
      : scalar_(scalar),
        derivative_(derivative),
        quantities_(scalar.leaves.size()),
        rates_(scalar.leaves.size(), 1.0),
        second_rates_(scalar.leaves.size(), 0.0) {}

  double operator()(double t) {
    std::fill(quantities_.begin(), quantities_.end(), t);
    expression::TimeSeries series;
    evaluate_series(scalar_.tape, {quantities_, scalar_.splines, scalar_.externals}, rates_,
                    second_rates_, workspace_, series);
    return derivative_ == 0 ? series.value : series.first;
  }

  // Where between a and b the function changes at once, if it does.
  std::optional<Jump> jump_within(double a, double fa, double b, double fb) {
    const double change = std::abs(fb - fa);
    for (int halving = 0; halving < halvings; ++halving) {
      const double middle = 0.5 * (a + b);
      if (middle <= a || middle >= b) break;  // the last digit
      const double f = (*this)(middle);
      if (std::abs(f - fa) > std::abs(fb - f)) {
        b = middle;
        fb = f;
      } else {
        a = middle;
        fa = f;
      }
    }
    if (!(std::abs(fb - fa) > at_once * change)) return {};
    return Jump{a, b, fb - fa};
  }

 private:
  const Scalar& scalar_;
  int derivative_;
  std::vector<double> quantities_, rates_, second_rates_;
  expression::Workspace workspace_;
};

// All between a and b that a change from fa to fb shows, by time.
void find_jumps(FunctionOfTime& function, double a, double fa, double b, double fb, double smallest,
                std::vector<Jump>& found, int depth = 0) {
  if (!(std::abs(fb - fa) > smallest) || depth > most_within) return;
  const auto jump = function.jump_within(a, fa, b, fb);
  if (!jump) return;
  find_jumps(function, a, fa, jump->time, function(jump->time), smallest, found, depth + 1);
  found.push_back(*jump);
  find_jumps(function, jump->after, function(jump->after), b, fb, smallest, found, depth + 1);
}

std::vector<Jump> jumps_of(FunctionOfTime function, double start, double end) {
  std::vector<double> times, values;
  double largest = 0;
  for (int k = 0; k <= samples; ++k) {
    times.push_back(start + (end - start) * k / samples);
    values.push_back(function(times.back()));
    if (!std::isfinite(values.back())) return {};  // the run says so when it gets there
    largest = std::max(largest, std::abs(values.back()));
  }
  std::vector<Jump> jumps;
  for (std::size_t k = 1; k < times.size(); ++k)
    find_jumps(function, times[k - 1], values[k - 1], times[k], values[k], smallest_jump * largest,
               jumps);
  return jumps;
}

Finding describe(const elements::Row& row, const std::vector<Jump>& jumps, bool of_velocity) {
  const std::string more =
      jumps.size() == 1 ? "" : fmt::format(", the first of {} jumps", jumps.size());
  return {model::Severity::warning, system::owner_label(row), row.at,
          fmt::format("the prescribed {} jumps by {:.3g} at time {:.8g}{}; {}accelerations and "
                      "forces near a jump mean nothing",
                      of_velocity ? "velocity" : "displacement", std::abs(jumps.front().size),
                      jumps.front().time, more, of_velocity ? "" : "velocities, "),
          of_velocity ? "STEP moves from one velocity to another within a time; a displacement "
                        "needs a rounded corner"
                      : "STEP moves from one value to another within a time"};
}

}  // namespace

Findings jumping_motions(const elements::Equations& equations, double start, double end) {
  Findings findings;
  for (const elements::Row& row : equations.rows) {
    if (!row.active || !is_suspect(equations, row)) continue;
    const Scalar& function = equations.scalars[std::size_t(row.scalar)];
    // A jump of the displacement is worse than one of the velocity, and includes it.
    for (int derivative = 0; derivative <= 1 - row.level; ++derivative) {
      const auto jumps = jumps_of(FunctionOfTime(function, derivative), start, end);
      if (jumps.empty()) continue;
      findings.push_back(describe(row, jumps, row.level + derivative == 1));
      break;
    }
  }
  return findings;
}

std::vector<Break> breaks(const elements::Equations& equations, double start, double end) {
  std::vector<Break> found;
  std::vector<bool> is_settled(equations.scalars.size());
  const auto add = [&](const Scalar& function, int derivative) {
    for (const Jump& jump : jumps_of(FunctionOfTime(function, derivative), start, end))
      found.push_back({jump.time, jump.after});
  };
  for (const elements::Row& row : equations.rows) {
    if (row.scalar >= 0) is_settled[std::size_t(row.scalar)] = true;
    if (is_suspect(equations, row)) add(equations.scalars[std::size_t(row.scalar)], 1 - row.level);
  }
  // What is only written down or watched changes nothing.
  for (const auto& request : equations.requests)
    for (const int scalar : request)
      if (scalar >= 0) is_settled[std::size_t(scalar)] = true;
  for (const elements::Watch& watch : equations.watches)
    is_settled[std::size_t(watch.scalar)] = true;
  for (std::size_t k = 0; k < equations.scalars.size(); ++k)
    if (!is_settled[k] && jumps(equations.scalars[k])) add(equations.scalars[k], 0);
  std::sort(found.begin(), found.end(),
            [](const Break& a, const Break& b) { return a.before < b.before; });
  std::vector<Break> result;
  for (const Break& next : found)
    if (result.empty() || next.before > result.back().after)
      result.push_back(next);
    else
      result.back().after = std::max(result.back().after, next.after);
  return result;
}

}  // namespace trammel::analysis
