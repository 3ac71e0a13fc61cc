// What a run has said on standard error, kept for its result files.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

namespace trammel::app {

// One for each "file:1:2: warning: …", with its source line and hint; other text as it comes.
std::vector<std::string> messages_in(const std::string& text);

class MessageLog {
 public:
  void say(const std::string& text);
  const std::vector<std::string>& messages() const { return messages_; }

 private:
  std::vector<std::string> messages_;
};

}  // namespace trammel::app
