// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/jumping_function.h"

#include <array>
#include <cmath>
#include <vector>

#include "analysis/suspects.h"

namespace trammel::analysis {

namespace {

constexpr std::array shares = {1e-10, 1e-9, 1e-8, 1e-7, 1e-6};  // of the time that has passed
constexpr double longer = 1000, as_much = 0.5;
constexpr double least_share = 1e-3;  // of the function, that a jump is

class Along {
 public:
  Along(const system::System& system, const State& s, const std::vector<int>& scalars)
      : system_(system), s_(s), scalars_(scalars), there_(s), step_(s.v) {
    if (!s.a.allFinite()) s_.a.setZero();
  }

  std::vector<double> values(double tau) {
    std::vector<double> values(scalars_.size());
    there_.t = s_.t + tau;
    step_ = tau * s_.v;
    system_.retract(s_.q, step_, there_.q);
    there_.v = s_.v + tau * s_.a;
    system_.values(there_, scalars_, values);
    return values;
  }

 private:
  const system::System& system_;
  State s_;
  const std::vector<int>& scalars_;
  State there_;
  Vector step_;
};

}  // namespace

std::optional<JumpingFunction> find_jump(const system::System& system, const State& s) {
  const std::vector<int> scalars = functions_of(system.equations());
  if (!s.q.allFinite() || !s.v.allFinite()) return {};
  Along along(system, s, scalars);
  const double passed = s.t != 0 ? std::abs(s.t) : 1;
  std::optional<JumpingFunction> found;
  double largest = 0;
  for (const double share : shares) {
    const double tau = share * passed;
    const auto before = along.values(-tau), after = along.values(tau);
    const auto long_before = along.values(-longer * tau), long_after = along.values(longer * tau);
    for (std::size_t k = 0; k < scalars.size(); ++k) {
      const double jump = std::abs(after[k] - before[k]);
      const double size = std::max(std::abs(after[k]), std::abs(before[k]));
      if (!(jump > as_much * std::abs(long_after[k] - long_before[k])) ||  // (JUMP.1)
          !(jump > least_share * size) || !(jump > largest))
        continue;
      largest = jump;
      found = {system.equations().scalars[std::size_t(scalars[k])].name, before[k], after[k]};
    }
  }
  return found;
}

}  // namespace trammel::analysis
