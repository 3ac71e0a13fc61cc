// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/weights.h"

namespace trammel::analysis {

SparseMatrix weight_matrix(const elements::Skeleton& skeleton, const std::vector<Mat6>& by_body,
                           const Vector& units) {
  std::vector<std::pair<int, int>> entries;
  for (const elements::Body& body : skeleton.bodies)
    for (int i = 0; i < body.n(); ++i)
      for (int j = 0; j < body.n(); ++j) entries.emplace_back(body.v + i, body.v + j);
  const int n = int(units.size());
  SparseMatrix weights(Pattern::from_entries(n, n, std::move(entries)));
  for (std::size_t b = 0; b < by_body.size(); ++b) {
    const elements::Body& body = skeleton.bodies[b];
    for (int i = 0; i < body.n(); ++i)
      for (int j = 0; j < body.n(); ++j)
        weights.add(body.v + i, body.v + j,
                    by_body[b](i, j) / (units[body.v + i] * units[body.v + j]));
  }
  return weights;
}

SparseMatrix equal_weights(const elements::Skeleton& skeleton, const Vector& units) {
  return weight_matrix(skeleton, std::vector<Mat6>(skeleton.bodies.size(), Mat6::Identity()),
                       units);
}

}  // namespace trammel::analysis
