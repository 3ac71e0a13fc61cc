// SPDX-License-Identifier: BSD-3-Clause
#include "results/h5_writer.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>

#include "results/hdf5/archive.h"
#include "results/hdf5/frame_series.h"
#include "results/hdf5/series.h"

namespace trammel::results {
namespace {

using Clock = std::chrono::steady_clock;
using hdf5::FrameSeries;
using hdf5::Handle;
using hdf5::Series;
using hdf5::Shape;

// Between flushes: seconds, at the beginning of a run fewer; of its time.
constexpr double first_wait = 0.2, usual_wait = 1, first_share = 0.5, usual_share = 0.02;

Handle create(const std::string& path) {
  const Handle access = hdf5::file_access();
  hdf5::check(H5Pset_libver_bounds(access, H5F_LIBVER_LATEST, H5F_LIBVER_LATEST));
  return {H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access), H5Fclose};
}

// Tells `trammel repair` that somebody is still writing. Goes with the process, whatever its end.
class Presence {
 public:
  explicit Presence(const std::string& path) : file_(::open(path.c_str(), O_RDWR | O_CLOEXEC)) {
    struct flock lock {};
    lock.l_type = F_WRLCK;
    if (file_ >= 0) ::fcntl(file_, F_OFD_SETLK, &lock);
  }
  ~Presence() {
    if (file_ >= 0) ::close(file_);
  }
  Presence(const Presence&) = delete;
  Presence& operator=(const Presence&) = delete;

 private:
  int file_;
};

void make_group(hid_t file, const char* name) {
  Handle(H5Gcreate2(file, name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Gclose);
}

// Everything that changes with time.
struct Datasets {
  Datasets(hid_t file, const Contents& contents) {
    const auto numbers = [&](const char* name, const Shape& row = {}) {
      return Series<double>(file, name, row, H5T_IEEE_F64LE);
    };
    const auto integers = [&](const char* name) {
      return Series<int>(file, name, {}, H5T_STD_I32LE);
    };
    time = numbers("/time");
    analysis = integers("/analysis");
    simulation = integers("/simulation");
    violation = numbers("/constraint_violation");
    for (const SectionInfo& section : sections()) {
      values[std::size_t(section.section)] =
          FrameSeries(file, section.path.data(), items(contents, section.section), section.width);
    }
    for (const char* group : {"/steps", "/modes", "/summary"}) make_group(file, group);
    step_time = numbers("/steps/time");
    step_length = numbers("/steps/step");
    step_order = integers("/steps/order");
    step_iterations = integers("/steps/iterations");
    const std::size_t parts = contents.parts.size();
    mode_time = numbers("/modes/time");
    mode_count = integers("/modes/count");
    mode_has_shapes = integers("/modes/has_shapes");
    mode_pose = numbers("/modes/pose", {parts, 7});
    eigenvalues = numbers("/modes/eigenvalue", {2});
    shapes = numbers("/modes/shape", {parts, 12});
    summary = Series<unsigned char>(file, "/summary/json", {}, H5T_STD_U8LE);
  }

  // All but the times.
  void write() {
    for (auto& each : values) each.write(packer);
    for (auto* each :
         {&analysis, &simulation, &step_order, &step_iterations, &mode_count, &mode_has_shapes})
      each->write();
    for (auto* each :
         {&violation, &step_time, &step_length, &mode_time, &mode_pose, &eigenvalues, &shapes})
      each->write();
  }

  Series<double> time, violation;
  Series<int> analysis, simulation;
  hdf5::Packer packer;
  std::array<FrameSeries, section_count> values;
  Series<double> step_time, step_length;
  Series<int> step_order, step_iterations;
  Series<double> mode_time, mode_pose, eigenvalues, shapes;
  Series<int> mode_count, mode_has_shapes;
  Series<unsigned char> summary;
};

}  // namespace

struct H5Writer::Open {
  Open(const std::string& path, const Contents& contents)
      : file(create(path)), parts(contents.parts.size()) {
    hdf5::write_contents(file, contents);
    data = std::make_unique<Datasets>(file, contents);
    Summary running;
    running.statistics.status = "running";
    running.statistics.model = contents.model_file;
    set_summary(summary_to_json(running));
    hdf5::check(H5Fstart_swmr_write(file));
  }

  // A text that is shorter than the last one is filled up with blanks.
  void set_summary(std::string text) {
    text.resize(std::max(text.size(), summary_size), ' ');
    summary_size = text.size();
    data->summary.replace({reinterpret_cast<const unsigned char*>(text.data()), text.size()});
  }
  // Times come last: a frame whose time can be read is complete, whatever happens meanwhile. (The size
  // of a dataset may reach the file before its numbers do.)
  void flush() {
    data->write();
    hdf5::check(H5Fflush(file, H5F_SCOPE_GLOBAL));
    data->time.write();
    data->time.flush();
    last_flush = Clock::now();
  }

  Handle file;  // before its datasets, after which it is closed
  std::unique_ptr<Datasets> data;
  std::unique_ptr<Presence> presence;
  std::size_t summary_size = 0, parts = 0;
  Clock::time_point begin = Clock::now(), last_flush = begin;
};

// After a failure nothing is tried again: the library would fail once more with every close.
template <class Action>
void H5Writer::guarded(const Action& action) {
  if (!open_) return;
  hdf5::prepare();
  try {
    action(*open_);
  } catch (const hdf5::Error& error) {
    (void)open_.release();  // its destructor would call the library
    throw WriteError(fmt::format("{}: cannot write: {}", path_, error.what()));
  }
}

H5Writer::H5Writer(std::string path, const Contents& contents) : path_(std::move(path)) {
  hdf5::prepare();
  // Runs side by side may name the same file: the last one wins, none of them fails.
  const std::string unfinished = fmt::format("{}.{}.part", path_, ::getpid());
  ::unlink(path_.c_str());  // of an earlier run; it must not pass for this one
  try {
    open_ = std::make_unique<Open>(unfinished, contents);
  } catch (const hdf5::Error& error) {
    std::remove(unfinished.c_str());
    throw WriteError(fmt::format("{}: cannot write: {}", path_, error.what()));
  }
  if (std::rename(unfinished.c_str(), path_.c_str()) != 0) {
    const int reason = errno;
    open_.reset();
    std::remove(unfinished.c_str());
    throw WriteError(fmt::format("{}: cannot write: {}", path_, std::strerror(reason)));
  }
  open_->presence = std::make_unique<Presence>(path_);
}

H5Writer::~H5Writer() {
  try {
    if (open_) flush();
  } catch (const WriteError&) {  // reported when it was written, or of no use any more
  }
}

void H5Writer::flush() {
  guarded([](Open& open) { open.flush(); });
}

void H5Writer::flush_if_due() {
  if (!open_) return;
  const auto seconds = [](Clock::duration d) { return std::chrono::duration<double>(d).count(); };
  const Clock::time_point now = Clock::now();
  const double elapsed = seconds(now - open_->begin);
  const double wait =
      std::max(std::clamp(first_share * elapsed, first_wait, usual_wait), usual_share * elapsed);
  if (seconds(now - open_->last_flush) >= wait) flush();
}

void H5Writer::write(const Frame& frame) {
  guarded([&](Open& open) {
    Datasets& to = *open.data;
    for (std::size_t k = 0; k < section_count; ++k) to.values[k].append(frame.values[k], to.packer);
    to.analysis.append(int(frame.analysis));
    to.simulation.append(frame.simulation);
    to.violation.append(frame.constraint_violation);
    to.time.hold({&frame.time, 1});
  });
  flush_if_due();
}

void H5Writer::write(const StepRecord& step) {
  guarded([&](Open& open) {
    Datasets& to = *open.data;
    to.step_time.append(step.time);
    to.step_length.append(step.step);
    to.step_order.append(step.order);
    to.step_iterations.append(step.iterations);
  });
  flush_if_due();
}

void H5Writer::write(const ModeSet& set) {
  guarded([&](Open& open) {
    Datasets& to = *open.data;
    const std::size_t width = 12 * open.parts;
    const std::vector<double> none(width, 0.0);
    for (std::size_t m = 0; m < set.eigenvalues.size(); ++m) {
      to.eigenvalues.append(set.eigenvalues[m]);
      to.shapes.append(set.shapes.empty()
                           ? std::span<const double>(none)
                           : std::span<const double>(set.shapes).subspan(width * m, width));
    }
    to.mode_pose.append(set.pose);
    to.mode_has_shapes.append(set.shapes.empty() ? 0 : 1);
    to.mode_count.append(int(set.eigenvalues.size()));
    to.mode_time.append(set.time);
  });
  flush();
}

void H5Writer::finish(const Summary& summary) {
  guarded([&](Open& open) {
    open.flush();  // numbers first: who reads that the run has ended reads all of them
    open.set_summary(summary_to_json(summary));
    open.flush();
    open.data.reset();
    open.file.close();
  });
  open_.reset();
}

}  // namespace trammel::results
