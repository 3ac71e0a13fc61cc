// What a run has said on standard error, kept for its result files.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

namespace trammel::app {

class MessageLog {
 public:
  void say(const std::string& text);
  // One for each "file:1:2: warning: …", with its source line and hint.
  const std::vector<std::string>& messages() const { return messages_; }

 private:
  std::vector<std::string> messages_;
};

}  // namespace trammel::app
