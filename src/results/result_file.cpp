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
  const Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
  hdf5::check(H5Pset_file_locking(access, true, true));
  const hid_t closed = H5Fopen(path.c_str(), H5F_ACC_RDONLY, access);
  is_closed = closed >= 0;
  if (is_closed) return {closed, H5Fclose};
  // What a writer is about to change is tried again, after pauses that double from a nanosecond on: 100
  // attempts, as is usual, would never end on a file that is damaged.
  hdf5::check(H5Pset_metadata_read_attempts(access, 20));
  return {H5Fopen(path.c_str(), H5F_ACC_RDONLY | H5F_ACC_SWMR_READ, access), H5Fclose};
}

// Rows [first, first + count) of a dataset, as many numbers in each as `out` has room for.
void read_rows(hid_t dataset, std::size_t first, std::size_t count, std::span<double> out) {
  if (out.empty() || count == 0) return;
  Shape shape = hdf5::shape_of(dataset), start(shape.size(), 0);
  start[0] = first;
  shape[0] = count;
  if (hdf5::volume(shape) != out.size()) throw hdf5::Error("a dataset has another shape");
  const Handle space(H5Dget_space(dataset), H5Sclose);
  hdf5::check(
      H5Sselect_hyperslab(space, H5S_SELECT_SET, start.data(), nullptr, shape.data(), nullptr));
  const Handle memory(H5Screate_simple(int(shape.size()), shape.data(), nullptr), H5Sclose);
  hdf5::check(H5Dread(dataset, H5T_NATIVE_DOUBLE, memory, space, H5P_DEFAULT, out.data()));
}

}  // namespace

struct ResultFile::Impl {
  explicit Impl(const std::string& name) : path(name), file(open_file(name, is_closed)) {
    contents = hdf5::read_contents(file);
    summary = summary_from_json(hdf5::read_bytes(file, "/summary/json"));
    summary.finished = is_closed && summary.statistics.status != "running";
    times = hdf5::read_doubles(file, "/time");
    const std::vector<int> kinds = hdf5::read_integers(file, "/analysis");
    simulations = hdf5::read_integers(file, "/simulation");
    violation = hdf5::read_doubles(file, "/constraint_violation");
    std::size_t n = std::min({times.size(), kinds.size(), simulations.size(), violation.size()});
    for (const SectionInfo& section : sections()) n = std::min(n, open_section(section));
    times.resize(n);
    simulations.resize(n);
    violation.resize(n);
    for (std::size_t k = 0; k < n; ++k)
      analyses.push_back(Analysis(std::clamp(kinds[k], 0, int(Analysis::input))));
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
  std::vector<double> times, violation;
  std::vector<Analysis> analyses;
  std::vector<int> simulations;
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
    throw ReadError(fmt::format("{}: is not an HDF5 file", path));
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
  return impl_->times.size();
}
const std::vector<double>& ResultFile::times() const {
  return impl_->times;
}
const std::vector<Analysis>& ResultFile::analyses() const {
  return impl_->analyses;
}
const std::vector<int>& ResultFile::simulations() const {
  return impl_->simulations;
}
const std::vector<double>& ResultFile::constraint_violation() const {
  return impl_->violation;
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
  frame.time = impl_->times[k];
  frame.analysis = impl_->analyses[k];
  frame.simulation = impl_->simulations[k];
  frame.constraint_violation = impl_->violation[k];
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

std::vector<StepRecord> ResultFile::steps() const {
  return guarded(impl_->path, [&] {
    const auto time = hdf5::read_doubles(impl_->file, "/steps/time");
    const auto step = hdf5::read_doubles(impl_->file, "/steps/step");
    const auto order = hdf5::read_integers(impl_->file, "/steps/order");
    const auto iterations = hdf5::read_integers(impl_->file, "/steps/iterations");
    std::vector<StepRecord> list(
        std::min({time.size(), step.size(), order.size(), iterations.size()}));
    for (std::size_t k = 0; k < list.size(); ++k)
      list[k] = {time[k], step[k], order[k], iterations[k]};
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
