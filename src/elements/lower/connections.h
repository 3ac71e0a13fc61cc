// What acts between two markers: applied forces with their terms, constraints with their rows.
// Force functions (SFORCE(…), JOINT(…), FX(…)) are sums over connections.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <unordered_map>
#include <vector>

#include "elements/load.h"
#include "model/table.h"

namespace trammel::elements {

// A load in terms of the model: the scalar is a definition, the axis one of the user's marker.
struct ForceTerm {
  Load::Kind kind = Load::Kind::line;
  int definition = 0;
  int rm = 0;
  int axis = 2;
};

struct Connection {
  Owner owner;
  int i = 0, j = 0;              // ids of markers; 0 of j: none
  bool constraint = false;       // acts by the rows of its owner
  bool action_only = false;      // nothing acts on j
  bool j_floats = false;         // the reaction acts where i is
  bool point_contact = false;    // of a constraint: no torque where they touch
  int frame_i = 0, frame_j = 0;  // fixed markers on the parts of floating i and j, 0: themselves
  std::vector<ForceTerm> terms;
  std::vector<int> others;  // of a GCON: markers of its function, each as good as a j; ascending

  bool has_other(int id) const { return std::binary_search(others.begin(), others.end(), id); }
};

struct OwnerHash {
  std::size_t operator()(const Owner& owner) const {
    return model::IdHash{}(owner.id) * 31 + static_cast<std::size_t>(owner.kind);
  }
};

class Connections {
 public:
  void add(Connection connection);
  void add_constraint(Owner owner, int i, int j);
  const Connection* find(Owner owner) const;
  const std::vector<Connection>& all() const { return list_; }

  // Calls visit(connection, whether the marker is its j) for all that act at marker `id`, or
  // between it and `other` unless that is 0.
  template <class Visit>
  void for_each_at(int id, int other, const Visit& visit) const {
    // From the side with fewer elements: the ground may carry thousands.
    const bool from_other = other != 0 && at(other).size() < at(id).size();
    for (const std::size_t index : at(from_other ? other : id)) {
      const Connection& c = list_[index];
      if (!c.others.empty()) {
        if (c.i == id && (other == 0 || c.has_other(other))) visit(c, false);
        if (!c.has_other(id) || (other != 0 && c.i != other)) continue;
        Connection seen_from_there = c;
        seen_from_there.j = id;
        visit(seen_from_there, true);
        continue;
      }
      if (c.i == id && (other == 0 || c.j == other)) visit(c, false);
      if (c.j == id && (other == 0 || c.i == other)) visit(c, true);
    }
  }

 private:
  const std::vector<std::size_t>& at(int marker) const;

  std::vector<Connection> list_;
  std::unordered_map<Owner, std::size_t, OwnerHash> by_owner_;
  std::unordered_map<int, std::vector<std::size_t>, model::IdHash> by_marker_;
};

}  // namespace trammel::elements
