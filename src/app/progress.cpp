// SPDX-License-Identifier: BSD-3-Clause
#include "app/progress.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace trammel::app {

namespace {

constexpr std::chrono::milliseconds interval{100};
constexpr int width = 30;  // of the bar

std::string duration(double seconds) {
  const auto s = long(std::min(seconds, 1e9));
  return s < 60     ? fmt::format("{} s", s)
         : s < 3600 ? fmt::format("{}:{:02} min", s / 60, s % 60)
                    : fmt::format("{}:{:02} h", s / 3600, s / 60 % 60);
}

bool has_terminal() {
  const char* kind = std::getenv("TERM");
  return isatty(STDERR_FILENO) && !(kind && std::string_view(kind) == "dumb");
}

// A line that does not fit would not be written over by the next one.
std::size_t columns() {
  struct winsize size = {};
  const bool known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1;
  return known ? size.ws_col - 1u : 79u;
}

}  // namespace

Progress::Progress(double start, double end, bool wanted)
    : start_(start), end_(end), shown_(wanted && end > start && has_terminal()) {}

void Progress::attempt_begins(const AttemptEvent& event) {
  order_ = event.order;
  has_steps_ = true;
}

void Progress::attempt_ends(const AttemptEndEvent& event) {
  if (shown_ && Clock::now() - last_ >= interval)
    draw(event.t, fmt::format("h = {:<9.3g} order {}  ", event.h, order_));
}

void Progress::reached(double t) {
  if (shown_ && !has_steps_ && Clock::now() - last_ >= interval) draw(t, "");
}

void Progress::draw(double t, const std::string& details) {
  const Clock::time_point now = Clock::now();
  last_ = now;
  const double share = std::clamp((t - start_) / (end_ - start_), 0.0, 1.0);
  const double elapsed = std::chrono::duration<double>(now - begin_).count();
  const std::string left = share > 1e-6 ? duration(elapsed * (1 / share - 1)) + " left" : "";
  const auto full = std::size_t(share * width);
  const std::string line = fmt::format("[{}{}] t = {:<10.5g} {}{}", std::string(full, '='),
                                       std::string(width - full, ' '), t, details, left);
  fmt::print(stderr, "\r{}\x1b[K", std::string_view(line).substr(0, columns()));
  std::fflush(stderr);
  drawn_ = true;
}

void Progress::advise(double, const std::string& text, double steps_ahead) {
  if (has_advised_ && !(steps_ahead > 10 * steps_told_)) return;
  has_advised_ = true;
  steps_told_ = steps_ahead;
  clear();
  fmt::print(stderr, "warning: {}\n", text);
  std::fflush(stderr);
}

void Progress::clear() {
  if (!drawn_) return;
  fmt::print(stderr, "\r\x1b[K");
  std::fflush(stderr);
  drawn_ = false;
}

}  // namespace trammel::app
