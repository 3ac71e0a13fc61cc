// Threads that share the loops of large models.
//
// A loop is cut into parts, one for each thread; which part computes what depends on the number of
// threads, but every number is computed by one thread from the same operands in the same order, so that
// results do not. run() returns when all parts are done.
// Theory: docs/theory/mechanisms.md#threads
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <atomic>
#include <cstdint>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace trammel {

// Part `part` of `parts`.
struct Share {
  int part = 0, parts = 1;

  int begin(int n) const { return int(long(n) * part / parts); }
  int end(int n) const { return int(long(n) * (part + 1) / parts); }
};

class Team {
 public:
  explicit Team(int size);  // fewer, where the system has no more threads
  ~Team();
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;

  int size() const { return int(workers_.size()) + 1; }

  // work(Share) for as many parts as there are threads. Who is free takes the next one: where others keep the
  // cores busy, or the team works for someone else, the caller does them all.
  template <class Work>
  void run(const Work& work) {
    run([](const void* w, Share share) { (*static_cast<const Work*>(w))(share); }, &work);
  }

 private:
  using Call = void (*)(const void* work, Share);

  void run(Call, const void* work);
  void serve();
  bool take_part();
  void wait_for_others();

  std::atomic_flag is_busy_;
  Call call_ = nullptr;
  const void* work_ = nullptr;
  std::atomic<unsigned> round_{0};
  // The round and the next part that nobody has taken yet, in one number: a thread that comes late
  // cannot take a part of a round that is over.
  std::atomic<std::uint64_t> open_;
  std::atomic<int> pending_{0};  // parts that are not done
  std::atomic<bool> is_over_{false};
  std::mutex failing_;
  std::exception_ptr failure_;
  std::vector<std::thread> workers_;  // last: they use all others
};

// The team of this process, as large as asked for, at first one thread for each core.
Team& team();
// Between runs; 0: one for each core. Never more than most_threads.
void set_threads(int count);
inline constexpr int most_threads = 256;

}  // namespace trammel
