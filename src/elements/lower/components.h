// Strongly connected components of a directed graph.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

namespace trammel::elements {

struct Components {
  std::vector<int> order;     // nodes, each after all it points to, unless they form a loop
  std::vector<char> in_loop;  // by node: it can be reached from itself
};

// successors[n]: the nodes that n points to.
Components components(const std::vector<std::vector<int>>& successors);

}  // namespace trammel::elements
