// Is the model one that can be simulated? Everything that can be said without equations.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <set>
#include <string_view>
#include <vector>

#include "model/messages.h"
#include "model/model.h"

namespace trammel::model {

// Elements that the dataset names but that could not be read: references to them are not at fault,
// and what they would have contributed is unknown.
class Unread {
 public:
  void add(std::string_view statement, int id) { ids_[statement].insert(id); }
  bool contains(std::string_view statement, int id) const {
    const auto found = ids_.find(statement);
    return found != ids_.end() && found->second.count(id) != 0;
  }
  bool any(std::string_view statement) const { return ids_.count(statement) != 0; }

 private:
  std::map<std::string_view, std::set<int>> ids_;  // by names of static lifetime
};

// Assumes nothing: elements whose references do not exist are passed over where these matter.
std::vector<Problem> validate(const Model& model, const Unread& unread = {});

}  // namespace trammel::model
