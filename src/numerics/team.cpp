// SPDX-License-Identifier: BSD-3-Clause
#include "numerics/team.h"

#include <algorithm>
#include <memory>
#include <system_error>
#include <utility>

namespace trammel {
namespace {

// Loops of one evaluation follow each other within microseconds: looking is faster than sleeping. A
// longer wait gives the core to others.
constexpr int patience = 4000;

void relax() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#endif
}

// Returns when `number` is no longer `old`.
template <class T>
void await_change(const std::atomic<T>& number, T old) {
  for (int k = 0; k < patience; ++k) {
    if (number.load(std::memory_order_acquire) != old) return;
    relax();
  }
  number.wait(old, std::memory_order_acquire);
}

std::mutex choosing;
int chosen_size = 0;
std::unique_ptr<Team> common;

}  // namespace

Team::Team(int size) {
  // Nothing is open before all are there: `open_` has room for every part that could be.
  open_ = std::uint64_t(std::max(size, 1));
  try {
    for (int part = 1; part < size; ++part) workers_.emplace_back([this] { serve(); });
  } catch (const std::system_error&) {
  }
}

Team::~Team() {
  is_over_ = true;
  ++round_;
  round_.notify_all();
  for (std::thread& worker : workers_) worker.join();
}

void Team::run(Call call, const void* work) {
  if (workers_.empty() || is_busy_.test_and_set(std::memory_order_acquire)) {
    for (int part = 0; part < size(); ++part) call(work, {part, size()});
    return;
  }
  call_ = call, work_ = work;
  pending_.store(size(), std::memory_order_relaxed);
  open_.store(std::uint64_t(round_ + 1) << 32, std::memory_order_release);
  ++round_;
  round_.notify_all();
  while (take_part()) {
  }
  wait_for_others();
  const std::exception_ptr failure = std::exchange(failure_, nullptr);
  is_busy_.clear(std::memory_order_release);
  if (failure) std::rethrow_exception(failure);
}

// False: all are taken.
bool Team::take_part() {
  std::uint64_t open = open_.load(std::memory_order_acquire);
  do {
    if (std::uint32_t(open) >= std::uint32_t(size())) return false;
  } while (!open_.compare_exchange_weak(open, open + 1, std::memory_order_acq_rel,
                                        std::memory_order_acquire));
  try {
    call_(work_, {int(std::uint32_t(open)), size()});
  } catch (...) {
    const std::lock_guard lock(failing_);
    if (!failure_) failure_ = std::current_exception();
  }
  if (pending_.fetch_sub(1, std::memory_order_acq_rel) == 1) pending_.notify_one();
  return true;
}

void Team::wait_for_others() {
  for (int left = pending_.load(std::memory_order_acquire); left != 0;
       left = pending_.load(std::memory_order_acquire))
    await_change(pending_, left);
}

void Team::serve() {
  for (unsigned seen = 0;;) {
    await_change(round_, seen);
    seen = round_;
    if (is_over_) return;
    while (take_part()) {
    }
  }
}

Team& team() {
  const std::lock_guard lock(choosing);
  if (!common) {
    const int cores = std::max(1, int(std::thread::hardware_concurrency()));
    common = std::make_unique<Team>(chosen_size > 0 ? chosen_size : std::min(cores, most_threads));
  }
  return *common;
}

void set_threads(int count) {
  const std::lock_guard lock(choosing);
  count = std::min(count, most_threads);
  if (count != chosen_size) common.reset();
  chosen_size = count;
}

}  // namespace trammel
