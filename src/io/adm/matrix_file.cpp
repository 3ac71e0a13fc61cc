// SPDX-License-Identifier: BSD-3-Clause
#include "io/adm/matrix_file.h"

#include <fmt/format.h>

#include "expression/characters.h"
#include "io/adm/data_file.h"

namespace trammel::adm {
namespace {

using model::Code;
using model::MatrixOrder;

// A sign ends the number before it, unless it belongs to the exponent.
std::string_view take_number(std::string_view& text) {
  while (!text.empty() && divides(text.front())) text.remove_prefix(1);
  std::size_t end = 0;
  while (end < text.size() && !divides(text[end])) {
    const bool sign = text[end] == '-' || text[end] == '+';
    const char before = end > 0 ? upper(text[end - 1]) : 'E';
    if (end > 0 && sign && before != 'E' && before != 'D') break;
    ++end;
  }
  const std::string_view number = text.substr(0, end);
  text.remove_prefix(end);
  return number;
}

// The rest of the line that starts the matrix, after its name.
std::string parse_form(std::string_view line, model::Matrix& matrix) {
  const std::string form = upper(take_word(line)), order = upper(take_word(line));
  if (form != "FULL")
    return fmt::format("matrices in files must be FULL, but this one is {}", form);
  if (order != "RORDER" && order != "CORDER")
    return fmt::format("RORDER or CORDER must follow FULL, found {}", order);
  const auto rows = number_of<int>(take_word(line)), columns = number_of<int>(take_word(line)),
             values = number_of<int>(take_word(line));
  if (!rows || !columns || !values || *rows < 1 || *columns < 1)
    return "the numbers of rows, columns and values must follow";
  constexpr double most_entries = 1e7;
  if (static_cast<double>(*rows) * *columns > most_entries)
    return fmt::format("a matrix may have {:.0f} entries", most_entries);
  if (*rows * *columns != *values)
    return fmt::format("{} rows of {} need {} values, but {} are announced", *rows, *columns,
                       *rows * *columns, *values);
  matrix.full = order == "RORDER" ? MatrixOrder::rows : MatrixOrder::columns;
  matrix.rows = *rows;
  matrix.columns = *columns;
  return "";
}

std::string parse_values(std::string_view text, model::Matrix& matrix) {
  const auto count =
      static_cast<std::size_t>(matrix.rows) * static_cast<std::size_t>(matrix.columns);
  while (matrix.values.size() < count) {
    const std::string_view word = take_number(text);
    const auto value = word.empty() ? std::nullopt : number_of<double>(word);
    if (!value)
      return word.empty()
                 ? fmt::format("the file ends after {} of {} values", matrix.values.size(), count)
                 : fmt::format("value {} of {} is no number: {}", matrix.values.size() + 1, count,
                               word.substr(0, 40));
    matrix.values.push_back(*value);
  }
  return "";
}

}  // namespace

std::string parse_matrix_file(std::string_view text, std::string_view name, model::Matrix& matrix) {
  const std::string_view title = take_line(text);
  if (title.substr(0, 8) != "ADAMSMAT")
    return "the first line must start with ADAMSMAT; other forms are not supported";
  const auto count = number_of<int>(take_word(text));
  if (!count || *count < 1) return "the second line must be the number of matrices";
  std::string known;
  std::string wanted = upper(name);
  for (int k = 0; k < *count; ++k) {
    const std::string_view word = take_word(text);
    if (word.empty()) return fmt::format("{} names are announced, found {}", *count, k);
    if (wanted.empty()) wanted = upper(word);
    known += (k == 0 ? "" : ", ") + std::string(word);
  }
  while (!text.empty()) {
    std::string_view line = take_line(text);
    if (upper(take_word(line)) != wanted) continue;
    model::Matrix read = matrix;
    std::string problem = parse_form(line, read);
    if (problem.empty()) problem = parse_values(text, read);
    if (!problem.empty()) return fmt::format("matrix {}: {}", wanted, problem);
    read.file.clear();
    read.name_in_file.clear();
    matrix = std::move(read);
    return "";
  }
  return fmt::format("there is no matrix {}; the file has {}", wanted, known);
}

std::vector<model::Problem> read_matrix_files(model::Model& model, const std::string& dataset) {
  std::vector<model::Problem> problems;
  for (const model::Matrix& listed : model.matrices) {
    if (listed.is_read()) continue;
    model::Matrix& matrix = *model.matrices.find(listed.id);
    const std::string problem = read_data_file(dataset, matrix.file, [&](std::string_view text) {
      return parse_matrix_file(text, matrix.name_in_file, matrix);
    });
    if (!problem.empty())
      problems.push_back({Code::bad_data_file, "MATRIX", model::label("MATRIX", matrix), matrix.at,
                          "FILE", 0, -1, problem, ""});
  }
  return problems;
}

}  // namespace trammel::adm
