// SPDX-License-Identifier: BSD-3-Clause
#include "elements/lower/connections.h"

#include <utility>

namespace trammel::elements {

void Connections::add(Connection connection) {
  const std::size_t index = list_.size();
  by_owner_.emplace(connection.owner, index);
  by_marker_[connection.i].push_back(index);
  if (connection.j != 0 && connection.j != connection.i) by_marker_[connection.j].push_back(index);
  for (const int other : connection.others) by_marker_[other].push_back(index);
  list_.push_back(std::move(connection));
}

void Connections::add_constraint(Owner owner, int i, int j) {
  Connection connection;
  connection.owner = owner;
  connection.i = i;
  connection.j = j;
  connection.constraint = true;
  add(std::move(connection));
}

const Connection* Connections::find(Owner owner) const {
  const auto found = by_owner_.find(owner);
  return found == by_owner_.end() ? nullptr : &list_[found->second];
}

const std::vector<std::size_t>& Connections::at(int marker) const {
  static const std::vector<std::size_t> none;
  const auto found = by_marker_.find(marker);
  return found == by_marker_.end() ? none : found->second;
}

}  // namespace trammel::elements
