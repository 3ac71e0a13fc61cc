// SPDX-License-Identifier: BSD-3-Clause
#include "results/copy.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include "results/h5_writer.h"

namespace trammel::results {
namespace {

constexpr std::size_t block = 64;  // frames that are read at once

void copy_block(const ResultFile& from, std::size_t first, std::size_t count, Frame& frame,
                FrameWriter& to) {
  const std::vector<Moment> moments = from.moments(first, count);
  std::array<std::vector<double>, section_count> rows;
  for (const SectionInfo& section : sections()) {
    std::vector<double>& values = rows[std::size_t(section.section)];
    values.resize(count * frame[section.section].size());
    from.read(section.section, first, count, values);
  }
  for (std::size_t k = 0; k < count; ++k) {
    frame.time = moments[k].time;
    frame.analysis = moments[k].analysis;
    frame.simulation = moments[k].simulation;
    frame.constraint_violation = moments[k].constraint_violation;
    for (std::size_t s = 0; s < section_count; ++s) {
      const std::size_t width = frame.values[s].size();
      std::copy_n(rows[s].begin() + std::ptrdiff_t(k * width), width, frame.values[s].begin());
    }
    to.write(frame);
  }
}

// Does the run that writes the file still live? It holds a lock (h5_writer.cpp).
bool is_being_written(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
  if (file < 0) return false;
  struct flock lock {};
  lock.l_type = F_WRLCK;
  const bool is_locked = ::fcntl(file, F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
  ::close(file);
  return is_locked;
}

}  // namespace

void copy(const ResultFile& from, FrameWriter& to) {
  Frame frame = make_frame(from.contents());
  for (std::size_t first = 0; first < from.frames(); first += block)
    copy_block(from, first, std::min(block, from.frames() - first), frame, to);
  constexpr std::size_t steps_at_once = 4096;
  for (std::size_t first = 0; first < from.step_count(); first += steps_at_once)
    for (const StepRecord& step :
         from.steps(first, std::min(steps_at_once, from.step_count() - first)))
      to.write(step);
  for (const ModeSet& modes : from.modes()) to.write(modes);
}

bool repair_h5(const std::string& path) {
  if (is_being_written(path))
    throw ReadError(fmt::format("{}: the run that writes it has not ended", path));
  const std::string repaired = path + ".repaired";
  {
    const ResultFile damaged(path);
    if (damaged.is_closed() && damaged.summary().finished) return false;
    H5Writer writer(repaired, damaged.contents());
    copy(damaged, writer);
    Summary summary = damaged.summary();
    if (summary.statistics.status == "running") summary.statistics.status = "killed";
    if (damaged.frames() > 0)
      summary.statistics.time_end = damaged.moments(damaged.frames() - 1, 1).front().time;
    writer.finish(summary);
  }
  if (std::rename(repaired.c_str(), path.c_str()) != 0)
    throw WriteError(fmt::format("{}: cannot write: {}", path, std::strerror(errno)));
  return true;
}

}  // namespace trammel::results
