// SPDX-License-Identifier: BSD-3-Clause
#include "results/background_writer.h"

#include <chrono>
#include <utility>

namespace trammel::results {
namespace {

constexpr std::size_t most_waiting = 1 << 22;  // bytes
// The thread sleeps until so much waits for it, or so long: waking it costs as much as writing a small frame.
constexpr std::size_t worth_waking = 1 << 17;
constexpr std::chrono::milliseconds longest_sleep{50};
constexpr std::size_t steps_at_once = 256;

std::size_t bytes_of(const Frame& frame) {
  std::size_t numbers = 0;
  for (const auto& section : frame.values) numbers += section.size();
  return sizeof(double) * numbers + sizeof(Frame);
}

}  // namespace

BackgroundWriter::BackgroundWriter(std::vector<File> files) : files_(std::move(files)) {
  if (!files_.empty()) thread_ = std::thread([this] { work(); });
}

BackgroundWriter::~BackgroundWriter() {
  stop();
}

std::vector<std::string> BackgroundWriter::paths() const {
  std::vector<std::string> list;
  for (const File& file : files_) list.push_back(file.path);
  return list;
}

void BackgroundWriter::write(const Frame& frame) {
  push_steps();
  Frame copy;
  {
    const std::lock_guard lock(mutex_);
    if (!spare_.empty()) {
      copy = std::move(spare_.back());
      spare_.pop_back();
    }
  }
  copy = frame;
  const std::size_t size = bytes_of(copy);
  push(std::move(copy), size);
}

void BackgroundWriter::write(const StepRecord& step) {
  steps_.push_back(step);
  if (steps_.size() >= steps_at_once) push_steps();
}

void BackgroundWriter::write(ModeSet modes) {
  const std::size_t size = sizeof(double) * modes.shapes.size();
  push(std::move(modes), size);
}

void BackgroundWriter::push_steps() {
  if (steps_.empty() || files_.empty()) return;
  const std::size_t size = sizeof(StepRecord) * steps_.size();
  push(std::exchange(steps_, {}), size);
}

void BackgroundWriter::push(Item item, std::size_t size) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return line_.empty() || waiting_ < most_waiting || failure_; });
  if (failure_) {
    lock.unlock();
    rethrow();
  }
  waiting_ += size;
  line_.emplace_back(std::move(item), size);
  const bool wakes = waiting_ >= worth_waking;
  lock.unlock();
  if (wakes) changed_.notify_all();
}

void BackgroundWriter::open() {
  for (auto file = files_.rbegin(); file != files_.rend(); ++file)
    writers_.insert(writers_.begin(), file->open());
}

void BackgroundWriter::work() {
  try {
    open();
  } catch (...) {
    const std::lock_guard lock(mutex_);
    failure_ = std::current_exception();
    return changed_.notify_all();
  }
  std::unique_lock lock(mutex_);
  for (;;) {
    if (line_.empty()) {
      if (is_ending_) return;
      changed_.wait_for(lock, longest_sleep,
                        [&] { return is_ending_ || waiting_ >= worth_waking; });
      continue;
    }
    auto [item, size] = std::move(line_.front());
    line_.pop_front();
    lock.unlock();
    std::exception_ptr failure;
    try {
      carry_out(item);
    } catch (...) {
      failure = std::current_exception();
    }
    lock.lock();
    waiting_ -= size;
    if (Frame* frame = std::get_if<Frame>(&item)) spare_.push_back(std::move(*frame));
    if (failure) {
      failure_ = failure;
      line_.clear();
      lock.unlock();
      changed_.notify_all();
      return;
    }
    changed_.notify_all();
  }
}

void BackgroundWriter::carry_out(Item& item) {
  for (const auto& writer : writers_) {
    if (const Frame* frame = std::get_if<Frame>(&item))
      writer->write(*frame);
    else if (const Steps* steps = std::get_if<Steps>(&item))
      for (const StepRecord& step : *steps) writer->write(step);
    else
      writer->write(std::get<ModeSet>(item));
  }
}

void BackgroundWriter::stop() {
  {
    const std::lock_guard lock(mutex_);
    is_ending_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void BackgroundWriter::rethrow() {
  stop();
  std::rethrow_exception(failure_);
}

void BackgroundWriter::finish(const Summary& summary) {
  push_steps();
  stop();
  if (failure_) std::rethrow_exception(failure_);
  for (const auto& writer : writers_) writer->finish(summary);
}

}  // namespace trammel::results
