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

Strides choose_strides(const ResultFile& file, const Limits& limits) {
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

void add_sections(Json& header, Arrays& arrays, const ResultFile& file, const Strides& strides) {
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
                                  {"stride", stride},
                                  {"at", arrays.add(block)}});
  }
}

void add_steps(Json& header, Arrays& arrays, const ResultFile& file) {
  const std::vector<results::StepRecord> steps = file.steps();
  const std::size_t stride = stride_for(steps.size(), most_steps);
  std::vector<double> time;
  std::vector<float> step;
  std::vector<unsigned char> order;
  for (std::size_t k = 0; k < steps.size(); k += stride) {
    time.push_back(steps[k].time);
    step.push_back(float(steps[k].step));
    order.push_back(static_cast<unsigned char>(std::clamp(steps[k].order, 0, 255)));
  }
  header["steps_stride"] = stride;
  header["arrays"]["steps.time"] = array_info(arrays, time, "f64");
  header["arrays"]["steps.step"] = array_info(arrays, step, "f32");
  header["arrays"]["steps.order"] = array_info(arrays, order, "u8");
  if (stride > 1)
    header["notes"].push_back(
        fmt::format("of {} steps, one in {} is in the chart", steps.size(), stride));
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

std::vector<unsigned char> deflated(const ResultFile& file, const Strides& strides) {
  Json header = describe(file);
  Arrays arrays;
  add_sections(header, arrays, file, strides);
  const std::vector<double>& violation = file.constraint_violation();
  header["arrays"]["time"] = array_info(arrays, file.times(), "f64");
  header["arrays"]["violation"] =
      array_info(arrays, std::vector<float>(violation.begin(), violation.end()), "f32");
  add_steps(header, arrays, file);
  add_modes(header, arrays, file);
  say_strides(header, file, strides);
  // Names may be no UTF-8: what cannot be read is replaced.
  return deflate(header.dump(-1, ' ', false, Json::error_handler_t::replace), arrays);
}

}  // namespace

std::string report_page(const ResultFile& file, const Limits& limits) {
  if (viewer_page().empty()) page_with({});  // says why, before the work
  Strides strides = choose_strides(file, limits);
  std::vector<unsigned char> data = deflated(file, strides);
  while (data.size() > limits.bytes && strides[0] < file.frames()) {
    coarsen(strides);
    data = deflated(file, strides);
  }
  return page_with(base64(data));
}

void write_report(const ResultFile& file, const std::string& path) {
  results::write_text(path, report_page(file));
}

}  // namespace trammel::report
