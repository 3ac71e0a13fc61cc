// SPDX-License-Identifier: BSD-3-Clause
#include "results/result_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "results/channels.h"
#include "results/hdf5/archive.h"
#include "results/hdf5/columns.h"

namespace trammel::results {
namespace {

using hdf5::Handle;
using hdf5::Shape;

// A run that has not ended, or was killed, leaves the file in SWMR mode.
Handle open_file(const std::string& path, bool& is_closed) {
  const Handle access = hdf5::file_access();
  const hid_t closed = H5Fopen(path.c_str(), H5F_ACC_RDONLY, access);
  is_closed = closed >= 0;
  if (is_closed) return {closed, H5Fclose};
  // What a writer is about to change is tried again, after pauses that double from a nanosecond on: 100
  // attempts, as is usual, would never end on a file that is damaged.
  hdf5::check(H5Pset_metadata_read_attempts(access, 20));
  return {H5Fopen(path.c_str(), H5F_ACC_RDONLY | H5F_ACC_SWMR_READ, access), H5Fclose};
}

// Rows [first, first + count) of a dataset, as many numbers in each as `out` has room for.
template <class T>
void read_rows(hid_t dataset, std::size_t first, std::size_t count, std::span<T> out) {
  if (out.empty() || count == 0) return;
  Shape shape = hdf5::shape_of(dataset), start(shape.size(), 0);
  start[0] = first;
  shape[0] = count;
  if (hdf5::volume(shape) != out.size()) throw hdf5::Error("a dataset has another shape");
  const Handle space(H5Dget_space(dataset), H5Sclose);
  hdf5::check(
      H5Sselect_hyperslab(space, H5S_SELECT_SET, start.data(), nullptr, shape.data(), nullptr));
  const Handle memory(H5Screate_simple(int(shape.size()), shape.data(), nullptr), H5Sclose);
  hdf5::check(H5Dread(dataset, hdf5::native_type<T>(), memory, space, H5P_DEFAULT, out.data()));
}

template <class T>
std::vector<T> rows_of(hid_t dataset, std::size_t first, std::size_t count) {
  std::vector<T> values(count);
  read_rows(dataset, first, count, std::span(values));
  return values;
}

Analysis analysis_of(int number) {
  return Analysis(std::clamp(number, 0, int(Analysis::input)));
}

}  // namespace

struct ResultFile::Impl {
  explicit Impl(const std::string& name) : path(name), file(open_file(name, is_closed)) {
    contents = hdf5::read_contents(file);
    summary = summary_from_json(hdf5::read_bytes(file, "/summary/json"));
    summary.finished = is_closed && summary.statistics.status != "running";
    frames = std::min({open_column(time, "/time"), open_column(analysis, "/analysis"),
                       open_column(simulation, "/simulation"),
                       open_column(violation, "/constraint_violation")});
    for (const SectionInfo& section : sections()) frames = std::min(frames, open_section(section));
    steps =
        std::min({open_column(step_time, "/steps/time"), open_column(step_length, "/steps/step"),
                  open_column(step_order, "/steps/order"),
                  open_column(step_iterations, "/steps/iterations")});
  }

  // Of single numbers; returns how many.
  std::size_t open_column(Handle& dataset, const char* name) {
    dataset = hdf5::open_dataset(file, name);
    const Shape shape = hdf5::shape_of(dataset);
    if (shape.size() != 1) throw hdf5::Error(fmt::format("{} has another shape", name));
    return shape[0];
  }

  // Made when first asked for: a large model has hundreds of thousands.
  void name_channels() {
    if (index) return;
    channels = list_channels(contents);
    index = std::make_unique<ChannelIndex>(contents, channels);
  }

  std::size_t open_section(const SectionInfo& section) {
    Handle& dataset = datasets[std::size_t(section.section)];
    dataset = hdf5::open_dataset(file, section.path.data());
    const Shape shape = hdf5::shape_of(dataset);
    const std::size_t count = items(contents, section.section);
    const bool fits = section.width == 1
                          ? shape.size() == 2 && shape[1] == count
                          : shape.size() == 3 && shape[1] == count && shape[2] == section.width;
    if (!fits) throw hdf5::Error(fmt::format("{} has another shape", section.path));
    return shape[0];
  }

  std::string path;
  bool is_closed = false;  // before the file, which sets it
  Handle file;
  std::array<Handle, section_count> datasets;
  Contents contents;
  Summary summary;
  Handle time, analysis, simulation, violation;  // by frame
  Handle step_time, step_length, step_order, step_iterations;
  std::size_t frames = 0, steps = 0;
  std::optional<std::vector<double>> times;
  std::vector<Channel> channels;
  std::unique_ptr<ChannelIndex> index;
};

namespace {

template <class Action>
auto guarded(const std::string& path, const Action& action) {
  try {
    return action();
  } catch (const hdf5::Error& error) {
    throw ReadError(fmt::format("{}: {}", path, error.what()));
  }
}

}  // namespace

ResultFile::ResultFile(const std::string& path) {
  hdf5::prepare();
  std::error_code error;
  if (!std::filesystem::exists(path, error))
    throw ReadError(fmt::format("{}: there is no such file", path));
  if (std::filesystem::is_regular_file(path, error) && H5Fis_hdf5(path.c_str()) <= 0)
    throw ReadError(
        fmt::format("{}: is not an HDF5 file; results are read from the .h5 file of a run", path));
  impl_ = guarded(path, [&] { return std::make_unique<Impl>(path); });
}

ResultFile::~ResultFile() = default;
ResultFile::ResultFile(ResultFile&&) noexcept = default;
ResultFile& ResultFile::operator=(ResultFile&&) noexcept = default;

const std::string& ResultFile::path() const {
  return impl_->path;
}
const Contents& ResultFile::contents() const {
  return impl_->contents;
}
const Summary& ResultFile::summary() const {
  return impl_->summary;
}
bool ResultFile::is_closed() const {
  return impl_->is_closed;
}
std::size_t ResultFile::frames() const {
  return impl_->frames;
}
const std::vector<double>& ResultFile::times() const {
  if (!impl_->times)
    guarded(impl_->path, [&] { impl_->times = rows_of<double>(impl_->time, 0, frames()); });
  return *impl_->times;
}
std::vector<Moment> ResultFile::moments(std::size_t first, std::size_t count) const {
  return guarded(impl_->path, [&] {
    const auto time = rows_of<double>(impl_->time, first, count);
    const auto analysis = rows_of<int>(impl_->analysis, first, count);
    const auto simulation = rows_of<int>(impl_->simulation, first, count);
    const auto violation = rows_of<double>(impl_->violation, first, count);
    std::vector<Moment> list(count);
    for (std::size_t k = 0; k < count; ++k)
      list[k] = {time[k], analysis_of(analysis[k]), simulation[k], violation[k]};
    return list;
  });
}
const std::vector<Channel>& ResultFile::channels() const {
  impl_->name_channels();
  return impl_->channels;
}

std::optional<Channel> ResultFile::find(const std::string& name) const {
  impl_->name_channels();
  const int k = impl_->index->find(name);
  return k < 0 ? std::nullopt : std::optional(impl_->channels[std::size_t(k)]);
}

void ResultFile::read(Section section, std::size_t first, std::size_t count,
                      std::span<double> out) const {
  guarded(impl_->path,
          [&] { read_rows(impl_->datasets[std::size_t(section)], first, count, out); });
}

Frame ResultFile::frame(std::size_t k) const {
  Frame frame = make_frame(impl_->contents);
  const Moment moment = moments(k, 1).front();
  frame.time = moment.time;
  frame.analysis = moment.analysis;
  frame.simulation = moment.simulation;
  frame.constraint_violation = moment.constraint_violation;
  for (const SectionInfo& section : sections()) read(section.section, k, 1, frame[section.section]);
  return frame;
}

std::vector<double> ResultFile::values(const Channel& channel) const {
  std::vector<double> values(frames());
  if (values.empty()) return values;
  const std::size_t width = info(channel.section).width;
  Shape start = {0, channel.column / width}, count = {values.size(), 1};
  if (width > 1) {
    start.push_back(channel.column % width);
    count.push_back(1);
  }
  guarded(impl_->path, [&] {
    const hid_t dataset = impl_->datasets[std::size_t(channel.section)];
    const Handle space(H5Dget_space(dataset), H5Sclose);
    hdf5::check(
        H5Sselect_hyperslab(space, H5S_SELECT_SET, start.data(), nullptr, count.data(), nullptr));
    const Handle memory(H5Screate_simple(1, count.data(), nullptr), H5Sclose);
    hdf5::check(H5Dread(dataset, H5T_NATIVE_DOUBLE, memory, space, H5P_DEFAULT, values.data()));
  });
  return values;
}

std::size_t ResultFile::step_count() const {
  return impl_->steps;
}

std::vector<StepRecord> ResultFile::steps(std::size_t first, std::size_t count) const {
  return guarded(impl_->path, [&] {
    const auto time = rows_of<double>(impl_->step_time, first, count);
    const auto step = rows_of<double>(impl_->step_length, first, count);
    const auto order = rows_of<int>(impl_->step_order, first, count);
    const auto iterations = rows_of<int>(impl_->step_iterations, first, count);
    std::vector<StepRecord> list(count);
    for (std::size_t k = 0; k < count; ++k) list[k] = {time[k], step[k], order[k], iterations[k]};
    return list;
  });
}

std::vector<ModeSet> ResultFile::modes() const {
  return guarded(impl_->path, [&] {
    const hid_t file = impl_->file;
    const auto time = hdf5::read_doubles(file, "/modes/time");
    const auto counts = hdf5::read_integers(file, "/modes/count");
    const auto has_shapes = hdf5::read_integers(file, "/modes/has_shapes");
    const auto pose = hdf5::read_doubles(file, "/modes/pose");
    const auto values = hdf5::read_doubles(file, "/modes/eigenvalue");
    const auto shapes = hdf5::read_doubles(file, "/modes/shape");
    const std::size_t parts = impl_->contents.parts.size();
    std::vector<ModeSet> list;
    std::size_t next = 0;  // mode
    for (std::size_t e = 0; e < std::min({time.size(), counts.size(), has_shapes.size()}); ++e) {
      const auto count = std::size_t(std::max(counts[e], 0));
      if (2 * (next + count) > values.size() || 12 * parts * (next + count) > shapes.size() ||
          7 * parts * (e + 1) > pose.size())
        break;  // of a run that was killed: not complete
      ModeSet set;
      set.time = time[e];
      const auto at = [](const std::vector<double>& v, std::size_t k) {
        return v.begin() + std::ptrdiff_t(k);
      };
      set.pose.assign(at(pose, 7 * parts * e), at(pose, 7 * parts * (e + 1)));
      for (std::size_t m = next; m < next + count; ++m)
        set.eigenvalues.push_back({values[2 * m], values[2 * m + 1]});
      if (has_shapes[e] != 0)
        set.shapes.assign(at(shapes, 12 * parts * next), at(shapes, 12 * parts * (next + count)));
      next += count;
      list.push_back(std::move(set));
    }
    return list;
  });
}

}  // namespace trammel::results
