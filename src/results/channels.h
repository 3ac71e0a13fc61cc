// The channels of a result file: names, labels, units, and how to find one by what a user calls it.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "results/result_file.h"

namespace trammel::results {

std::vector<Channel> list_channels(const Contents&);

class ChannelIndex {
 public:
  ChannelIndex(const Contents&, const std::vector<Channel>&);
  // Position in the list; −1: there is none.
  int find(const std::string& name) const;

 private:
  std::unordered_map<std::string, int> by_name_;  // in lower case
};

}  // namespace trammel::results
