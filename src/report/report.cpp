// SPDX-License-Identifier: BSD-3-Clause
#include "report/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "report/header.h"
#include "report/page.h"
#include "report/payload.h"
#include "report/series.h"
#include "results/file.h"

namespace trammel::report {
namespace {

using Json = nlohmann::ordered_json;
using results::ResultFile;
using results::Section;

constexpr int pose_bits = 24, other_bits = 28;
constexpr std::size_t most_steps = 20'000;

// Every how many-th output is kept.
using Strides = std::array<std::size_t, results::section_count>;

std::size_t columns(const ResultFile& file, Section section) {
  return results::items(file.contents(), section) * results::info(section).width;
}

std::size_t stride_for(std::size_t values, std::size_t limit) {
  return std::max<std::size_t>(1, (values + limit - 1) / limit);
}

// A section has every base-th output, or fewer.
Strides choose_strides(const ResultFile& file, const Limits& limits, std::size_t base) {
  const auto values = [&](Section s) { return columns(file, s) * file.frames(); };
  std::size_t others = 0;
  for (const results::SectionInfo& each : results::sections())
    if (each.section != Section::pose && each.section != Section::requests)
      others += values(each.section);
  Strides strides;
  strides.fill(stride_for(others, limits.other_values));
  strides[std::size_t(Section::pose)] = stride_for(values(Section::pose), limits.pose_values);
  strides[std::size_t(Section::requests)] =
      stride_for(values(Section::requests), limits.request_values);
  for (std::size_t& stride : strides) stride = base * stride_for(stride, base);
  return strides;
}

// For a page that got too large: first what matters least.
void coarsen(Strides& strides) {
  const std::size_t pose = strides[std::size_t(Section::pose)];
  const std::size_t other = strides[std::size_t(Section::velocity)];
  for (const results::SectionInfo& each : results::sections()) {
    const bool is_other = each.section != Section::pose && each.section != Section::requests;
    if (is_other || other > 4 * pose) strides[std::size_t(each.section)] *= 2;
  }
}

void say_strides(Json& header, const ResultFile& file, const Strides& strides) {
  for (const results::SectionInfo& each : results::sections())
    if (strides[std::size_t(each.section)] > 1 && columns(file, each.section) > 0)
      header["notes"].push_back(fmt::format(
          "of {}, one in {} of the {} outputs is in this report; all are in the result file",
          section_name(each.section), strides[std::size_t(each.section)], file.frames()));
}

Json array_info(Arrays& arrays, const auto& numbers, const char* type) {
  return {{"type", type}, {"at", arrays.add(numbers)}, {"count", numbers.size()}};
}

// Times and violations of every base-th output and of the last.
void add_moments(Json& header, Arrays& arrays, const ResultFile& file, std::size_t base) {
  constexpr std::size_t at_once = 1 << 14;
  std::vector<double> time;
  std::vector<float> violation;
  const std::size_t frames = file.frames();
  for (std::size_t first = 0; first < frames; first += at_once) {
    const auto moments = file.moments(first, std::min(at_once, frames - first));
    for (std::size_t k = 0; k < moments.size(); ++k) {
      if ((first + k) % base != 0 && first + k + 1 != frames) continue;
      time.push_back(moments[k].time);
      violation.push_back(float(moments[k].constraint_violation));
    }
  }
  header["arrays"]["time"] = array_info(arrays, time, "f64");
  header["arrays"]["violation"] = array_info(arrays, violation, "f32");
}

void add_sections(Json& header, Arrays& arrays, const ResultFile& file, const Strides& strides,
                  std::size_t base) {
  header["sections"] = Json::array();
  for (const results::SectionInfo& each : results::sections()) {
    const Section section = each.section;
    const std::size_t stride = strides[std::size_t(section)];
    const Table table{file.frames(), columns(file, section),
                      [&](std::size_t first, std::size_t count, std::span<double> out) {
                        file.read(section, first, count, out);
                      }};
    if (table.columns == 0 || table.rows == 0) continue;
    const auto block = pack(table, stride, section == Section::pose ? pose_bits : other_bits);
    header["sections"].push_back({{"name", section_name(section)},
                                  {"columns", table.columns},
                                  {"rows", rows_with_stride(table.rows, stride)},
                                  {"stride", stride / base},
                                  {"at", arrays.add(block)}});
  }
}

void add_steps(Json& header, Arrays& arrays, const ResultFile& file) {
  const std::size_t count = file.step_count(), stride = stride_for(count, most_steps);
  std::vector<double> time;
  std::vector<float> step;
  std::vector<unsigned char> order;
  const std::size_t at_once = stride * (1 + 4096 / stride);
  for (std::size_t first = 0; first < count; first += at_once) {
    const auto steps = file.steps(first, std::min(at_once, count - first));
    for (std::size_t k = 0; k < steps.size(); k += stride) {
      time.push_back(steps[k].time);
      step.push_back(float(steps[k].step));
      order.push_back(static_cast<unsigned char>(std::clamp(steps[k].order, 0, 255)));
    }
  }
  header["steps_stride"] = stride;
  header["arrays"]["steps.time"] = array_info(arrays, time, "f64");
  header["arrays"]["steps.step"] = array_info(arrays, step, "f32");
  header["arrays"]["steps.order"] = array_info(arrays, order, "u8");
  if (stride > 1)
    header["notes"].push_back(fmt::format("of {} steps, one in {} is in the chart", count, stride));
}

// Triangles of solids in other files.
void add_meshes(Json& header, Arrays& arrays, const ResultFile& file) {
  const auto& graphics = file.contents().graphics;
  for (std::size_t k = 0; k < graphics.size(); ++k) {
    if (graphics[k].shape != "EXTERNAL" || graphics[k].points.empty()) continue;
    std::vector<float> numbers;
    for (const auto& point : graphics[k].points)
      for (const double x : point) numbers.push_back(float(x));
    header["graphics"][k]["mesh"] = array_info(arrays, numbers, "f32");
  }
}

void add_modes(Json& header, Arrays& arrays, const ResultFile& file) {
  header["modes"] = Json::array();
  for (const results::ModeSet& set : file.modes()) {
    const std::vector<float> pose(set.pose.begin(), set.pose.end());
    const std::vector<float> shapes(set.shapes.begin(), set.shapes.end());
    header["modes"].push_back(
        {{"time", set.time},
         {"eigenvalues", set.eigenvalues},
         {"pose", array_info(arrays, pose, "f32")},
         {"shapes", shapes.empty() ? Json() : array_info(arrays, shapes, "f32")}});
  }
}

std::vector<unsigned char> deflated(const ResultFile& file, const Strides& strides,
                                    std::size_t base) {
  Json header = describe(file);
  Arrays arrays;
  add_sections(header, arrays, file, strides, base);
  add_moments(header, arrays, file, base);
  add_steps(header, arrays, file);
  add_modes(header, arrays, file);
  add_meshes(header, arrays, file);
  say_strides(header, file, strides);
  // Names may be no UTF-8: what cannot be read is replaced.
  return deflate(header.dump(-1, ' ', false, Json::error_handler_t::replace), arrays);
}

}  // namespace

std::string report_page(const ResultFile& file, const Limits& limits) {
  if (viewer_page().empty()) page_with({});  // says why, before the work
  const std::size_t base = stride_for(file.frames(), limits.outputs);
  Strides strides = choose_strides(file, limits, base);
  std::vector<unsigned char> data = deflated(file, strides, base);
  while (data.size() > limits.bytes && strides[0] < file.frames()) {
    coarsen(strides);
    data = deflated(file, strides, base);
  }
  return page_with(base64(data));
}

void write_report(const ResultFile& file, const std::string& path) {
  results::write_text(path, report_page(file));
}

}  // namespace trammel::report
