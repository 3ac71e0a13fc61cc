// Writes result files in a thread of its own, so that compressing and formatting do not hold up the run.
//
// Frames wait in line; when too many do, the run waits for them: memory stays flat. A failure is thrown by
// the next call.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <condition_variable>
#include <deque>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>
#include <variant>
#include <vector>

#include "results/frame_writer.h"

namespace trammel::results {

class BackgroundWriter {
 public:
  explicit BackgroundWriter(std::vector<std::unique_ptr<FrameWriter>> writers);
  ~BackgroundWriter();  // without finish(): writes what waits
  BackgroundWriter(const BackgroundWriter&) = delete;
  BackgroundWriter& operator=(const BackgroundWriter&) = delete;

  void write(const Frame&);
  void write(const StepRecord&);
  void write(ModeSet);
  void finish(const Summary&);

  bool empty() const { return paths_.empty(); }
  const std::vector<std::string>& paths() const { return paths_; }

 private:
  using Steps = std::vector<StepRecord>;
  using Item = std::variant<Frame, Steps, ModeSet>;

  void push(Item item, std::size_t size);
  void push_steps();
  void work();
  void carry_out(Item&);
  void stop();
  void rethrow();

  std::vector<std::unique_ptr<FrameWriter>> writers_;
  std::vector<std::string> paths_;
  Steps steps_;  // not in line yet

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::pair<Item, std::size_t>> line_;
  std::vector<Frame> spare_;  // their memory is used again
  std::size_t waiting_ = 0;   // bytes in line
  bool is_ending_ = false;
  std::exception_ptr failure_;
  std::thread thread_;  // last: it uses all others
};

}  // namespace trammel::results
