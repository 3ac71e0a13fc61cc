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

std::vector<std::string> messages_in(const std::string& text) {
  std::vector<std::string> messages;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (messages.empty() || begins_message(line))
      messages.push_back(line);
    else
      messages.back() += '\n' + line;
  }
  return messages;
}

void MessageLog::say(const std::string& text) {
  if (text.empty()) return;
  std::fputs(text.c_str(), stderr);
  std::fflush(stderr);
  for (std::string& message : messages_in(text)) messages_.push_back(std::move(message));
}

}  // namespace trammel::app
