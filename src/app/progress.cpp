// SPDX-License-Identifier: BSD-3-Clause
#include "app/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

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

}  // namespace

Progress::Progress(double start, double end, bool wanted)
    : start_(start), end_(end), shown_(wanted && end > start && isatty(STDERR_FILENO)) {}

void Progress::attempt_begins(const AttemptEvent& event) {
  order_ = event.order;
}

void Progress::attempt_ends(const AttemptEndEvent& event) {
  if (!shown_) return;
  const Clock::time_point now = Clock::now();
  if (now - last_ < interval) return;
  last_ = now;
  const double share = std::clamp((event.t - start_) / (end_ - start_), 0.0, 1.0);
  const double elapsed = std::chrono::duration<double>(now - begin_).count();
  const std::string left = share > 1e-6 ? duration(elapsed * (1 / share - 1)) + " left" : "";
  const auto full = std::size_t(share * width);
  fmt::print(stderr, "\r[{}{}] t = {:<10.5g} h = {:<9.3g} order {}  {}\x1b[K",
             std::string(full, '='), std::string(width - full, ' '), event.t, event.h, order_,
             left);
  std::fflush(stderr);
  drawn_ = true;
}

void Progress::advise(double, const std::string& text) {
  if (has_advised_) return;
  has_advised_ = true;
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
