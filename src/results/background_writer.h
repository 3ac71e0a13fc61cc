// Writes result files in a thread of its own, so that creating, compressing and formatting do not hold up the
// run.
//
// Frames wait in line; when too many do, the run waits for them: memory stays flat. A failure is thrown by
// the next call.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <variant>
#include <vector>

#include "results/frame_writer.h"

namespace trammel::results {

class BackgroundWriter {
 public:
  struct File {
    std::string path;
    std::function<std::unique_ptr<FrameWriter>()> open;  // called in the thread
  };
  // Opened from the last to the first.
  explicit BackgroundWriter(std::vector<File> files);
  ~BackgroundWriter();  // without finish(): writes what waits
  BackgroundWriter(const BackgroundWriter&) = delete;
  BackgroundWriter& operator=(const BackgroundWriter&) = delete;

  void write(const Frame&);
  void write(const StepRecord&);
  void write(ModeSet);
  void finish(const Summary&);

  bool empty() const { return files_.empty(); }
  std::vector<std::string> paths() const;

 private:
  using Steps = std::vector<StepRecord>;
  using Item = std::variant<Frame, Steps, ModeSet>;

  void push(Item item, std::size_t size);
  void push_steps();
  void work();
  void open();
  void carry_out(Item&);
  void stop();
  void rethrow();

  std::vector<File> files_;
  std::vector<std::unique_ptr<FrameWriter>> writers_;
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
