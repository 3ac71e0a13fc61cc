// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/load_slopes.h"

#include <algorithm>
#include <set>

namespace trammel::analysis {

using elements::Load;

LoadSlopes::LoadSlopes(const system::System& system, const State& s)
    : equations_(system.equations()),
      bank_(equations_, scalars()),
      motion_(equations_.skeleton),
      values_(bank_.make_values()) {
  elements::move(equations_.skeleton, s.q, s.v, s.a, motion_);
  ok_ = bank_.linearise({s.t, s.q, s.v, s.a, s.lambda, s.x, s.x_dot, s.y, s.memory, system.mode()},
                        motion_, values_);
}

// Those that read no reactions, which no bank knows by itself.
std::vector<int> LoadSlopes::scalars() const {
  std::set<int> members;
  for (const Load& load : equations_.loads) {
    const auto& leaves = equations_.scalars[std::size_t(load.scalar)].leaves;
    if (std::none_of(leaves.begin(), leaves.end(), [](const elements::Leaf& leaf) {
          return leaf.kind == elements::Leaf::Kind::reaction;
        }))
      members.insert(load.scalar);
  }
  return {members.begin(), members.end()};
}

std::vector<TangentPart> LoadSlopes::direction(const Load& load) const {
  elements::LoadDirection all;
  elements::direction(load, equations_.skeleton, motion_, all);
  std::vector<TangentPart> parts;
  for (int k = 0; k < load.n_bodies; ++k)
    parts.push_back({load.bodies[std::size_t(k)], all.D[std::size_t(k)]});
  return parts;
}

std::vector<TangentPart> LoadSlopes::gradient(const Load& load, int level) const {
  std::vector<TangentPart> parts;
  const int member = bank_.member_of(load.scalar);
  if (member < 0) return parts;
  const auto leaves = bank_.leaves(member);
  const auto slopes = bank_.gradient(member, values_);
  for (std::size_t k = 0; k < leaves.size(); ++k) {
    if (leaves[k].reading < 0) continue;
    const auto place = std::size_t(leaves[k].reading);
    const elements::Reading& reading = equations_.readings[std::size_t(bank_.readings()[place])];
    if (reading.level() < level) continue;
    for (int b = 0; b < reading.n_bodies; ++b)
      parts.push_back({reading.bodies[std::size_t(b)],
                       slopes[k] * values_.reading_gradients[place].own(level, b)});
  }
  return parts;
}

}  // namespace trammel::analysis
