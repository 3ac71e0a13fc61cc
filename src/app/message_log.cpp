// SPDX-License-Identifier: BSD-3-Clause
#include "app/message_log.h"

#include <cstdio>
#include <sstream>

namespace trammel::app {
namespace {

bool begins_message(const std::string& line) {
  return !line.empty() && line.front() != ' ' &&
         (line.find(": warning: ") != std::string::npos ||
          line.find(": error: ") != std::string::npos);
}

}  // namespace

void MessageLog::say(const std::string& text) {
  if (text.empty()) return;
  std::fputs(text.c_str(), stderr);
  std::fflush(stderr);
  std::istringstream lines(text);
  bool is_first = true;
  for (std::string line; std::getline(lines, line); is_first = false) {
    if (is_first || begins_message(line))
      messages_.push_back(line);
    else
      messages_.back() += '\n' + line;
  }
}

}  // namespace trammel::app
