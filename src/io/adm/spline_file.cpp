// SPDX-License-Identifier: BSD-3-Clause
#include "io/adm/spline_file.h"

#include <fmt/format.h>

#include <algorithm>

#include "io/adm/data_file.h"

namespace trammel::adm {
namespace {

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

class SplineFile {
 public:
  explicit SplineFile(const model::Spline& spline)
      : wanted_(upper(spline.block)), channel_(spline.channel.value_or(1)) {}

  std::string parse(std::string_view text) {
    for (int number = 1; !text.empty() && !is_done_; ++number) {
      std::string_view line = take_line(text);
      line = trimmed(line.substr(0, line.find_first_of("!#$")));
      const std::string problem = line.empty() ? "" : parse_line(line);
      if (!problem.empty()) return fmt::format("line {}: {}", number, problem);
    }
    if (!x.empty()) return "";
    if (wanted_.empty()) return "there are no rows of numbers";
    return fmt::format("there is no block {} with numbers; the file has {}", wanted_,
                       blocks_.empty() ? "no blocks" : blocks_);
  }

  std::vector<double> x, y;

 private:
  std::string parse_line(std::string_view line) {
    if (line.front() == '[') {
      is_done_ = !x.empty();
      block_ = upper(trimmed(line.substr(1, line.find(']') - 1)));
      blocks_ += (blocks_.empty() ? "" : ", ") + block_;
      return "";
    }
    const bool is_heading = line.front() == '{' || line.find('=') != line.npos;
    if (is_heading || (!wanted_.empty() && block_ != wanted_)) return "";
    return parse_row(line);
  }

  std::string parse_row(std::string_view line) {
    std::string row(line);
    std::replace(row.begin(), row.end(), ';', ' ');
    std::string_view rest = row;
    std::vector<double> numbers;
    for (std::string_view word = take_word(rest); !word.empty(); word = take_word(rest)) {
      const auto value = number_of<double>(word);
      if (!value) return fmt::format("{} is no number", word.substr(0, 40));
      numbers.push_back(*value);
    }
    if (x.empty()) width_ = numbers.size();
    if (numbers.size() < 2) return "a row needs x and y";
    if (numbers.size() != width_)
      return fmt::format("{} numbers, but the rows before have {}", numbers.size(), width_);
    if (numbers.size() <= static_cast<std::size_t>(channel_))
      return fmt::format("there is no CHANNEL {}: a row has x and {} y", channel_, width_ - 1);
    x.push_back(numbers[0]);
    y.push_back(numbers[static_cast<std::size_t>(channel_)]);
    return "";
  }

  std::string wanted_, block_, blocks_;
  int channel_;
  std::size_t width_ = 0;
  bool is_done_ = false;
};

}  // namespace

std::string parse_spline_file(std::string_view text, model::Spline& spline) {
  if (text.find('\0') != text.npos) return "it is not text; binary files are not supported";
  SplineFile file(spline);
  std::string problem = file.parse(text);
  if (!problem.empty()) return problem;
  spline.x = std::move(file.x);
  spline.blocks = {std::move(file.y)};
  spline.file.clear();
  spline.block.clear();
  spline.channel.reset();
  return "";
}

std::vector<model::Problem> read_spline_files(model::Model& model, const std::string& dataset) {
  std::vector<model::Problem> problems;
  for (const model::Spline& listed : model.splines) {
    if (listed.is_read()) continue;
    model::Spline& spline = *model.splines.find(listed.id);
    const std::string problem = read_data_file(dataset, spline.file, [&](std::string_view text) {
      return parse_spline_file(text, spline);
    });
    if (!problem.empty())
      problems.push_back({model::Code::bad_data_file, "SPLINE", model::label("SPLINE", spline),
                          spline.at, "FILE", 0, -1, problem, ""});
  }
  return problems;
}

}  // namespace trammel::adm
