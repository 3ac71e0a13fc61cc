// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "expression/characters.h"
#include "expression/parse.h"
#include "io/adm/values.h"

namespace trammel::adm {
namespace {

bool starts_number(char c) {
  return is_digit(c) || c == '+' || c == '-' || c == '.';
}
bool starts_quote(char c) {
  return c == '"';
}
bool starts_integer(char c) {
  return is_digit(c) || c == '+' || c == '-';
}

bool missing_value(ValueInput& in) {
  in.scanner.error(Code::missing_value, in.scanner.position(),
                   fmt::format("{} needs a value", in.keyword),
                   in.scanner.at_end() || in.scanner.peek() == '\n'
                       ? ""
                       : fmt::format("found {}", found(in.scanner)));
  return false;
}

// After a list that is too short: is the next item a word that is no argument either?
bool word_instead_of_number(ValueInput& in) {
  Scanner& scanner = in.scanner;
  const std::size_t before = scanner.position();
  scanner.separator();
  const std::size_t at = scanner.position();
  const std::string_view word = scanner.word();
  scanner.skip_space();
  const bool argument = word.empty() || scanner.peek() == '=' || in.is_bare_argument(word);
  scanner.move_to(at);
  if (!argument)
    scanner.error(Code::bad_number, at, fmt::format("expected a number, found {}", found(scanner)));
  scanner.move_to(before);
  return !argument;
}

bool within_range(ValueInput& in, double value, std::size_t at) {
  if (in.rule.allows(value)) return true;
  in.scanner.error(Code::out_of_range, at,
                   fmt::format("{} = {} is out of range", in.keyword, number_text(value)),
                   fmt::format("{} must be {}", in.keyword, range_text(in.rule)));
  return false;
}

std::string count_text(int min, int max) {
  if (min == max) return fmt::format("{} value{}", min, min == 1 ? "" : "s");
  if (max == std::numeric_limits<int>::max()) return fmt::format("at least {} values", min);
  return max == min + 1 ? fmt::format("{} or {} values", min, max)
                        : fmt::format("{} to {} values", min, max);
}

bool right_count(ValueInput& in, std::size_t count, int min, int max, std::size_t at) {
  if (count >= static_cast<std::size_t>(min) && count <= static_cast<std::size_t>(max)) return true;
  in.scanner.error(Code::bad_count, at,
                   fmt::format("{} takes {}, found {}", in.keyword, count_text(min, max), count));
  return false;
}

bool read_number(ValueInput& in, double& value) {
  const std::size_t at = in.scanner.position();
  Number number;
  if (!in.scanner.number(number)) return false;
  if (number.degrees && !in.rule.angle && !in.rule.degrees)
    in.scanner.error(Code::degrees_of_no_angle, at,
                     fmt::format("{} is not an angle; the suffix D makes it {}", in.keyword,
                                 number_text(number.value)));
  value = number.value;
  return within_range(in, value, at);
}

bool read_single(ValueInput& in, double& value) {
  std::vector<double> numbers;
  if (!read_numbers(in, 1, 1, numbers)) return false;
  value = numbers.front();
  return true;
}

// Text up to one of the stops, without outer blanks.
std::string read_bare(Scanner& scanner, std::string_view stops) {
  const std::string_view bare = scanner.rest().substr(0, scanner.rest().find_first_of(stops));
  scanner.move_to(scanner.position() + bare.size());
  return std::string(trimmed(bare));
}

// "text" on one line.
bool read_quoted(Scanner& scanner, std::string& text) {
  const std::string_view rest = scanner.rest();
  const std::size_t close = rest.find('"', 1);
  if (close == std::string_view::npos || close > rest.find('\n')) {
    scanner.error(Code::unclosed_quote, scanner.position(), "the quotation mark is not closed");
    return false;
  }
  text = rest.substr(1, close - 1);
  scanner.move_to(scanner.position() + close + 1);
  return true;
}

int most_of(const Rule& rule) {
  return rule.max_count > 0 ? rule.max_count : std::numeric_limits<int>::max();
}

}  // namespace

int read_word(ValueInput& in, const std::vector<std::string_view>& names) {
  Scanner& scanner = in.scanner;
  const std::size_t at = scanner.position();
  const std::string_view word = scanner.word();
  if (word.empty()) {
    missing_value(in);
    return -1;
  }
  std::vector<Keyword> keywords;
  for (const std::string_view name : names) keywords.emplace_back(name);
  const Match match = adm::match(word, keywords);
  if (match.index >= 0) return match.index;
  std::string hint = match.candidates.empty() ? suggestion(word, names) : "";
  if (hint.empty()) hint = fmt::format("{} is {}", in.keyword, alternatives(names));
  scanner.error(Code::unknown_word, at,
                fmt::format("{} = {}: {} word", in.keyword, word,
                            match.candidates.empty() ? "unknown" : "ambiguous"),
                hint);
  return -1;
}

bool read_words(ValueInput& in, const std::vector<std::string_view>& names,
                std::vector<int>& indices) {
  const std::size_t at = in.scanner.position();
  const bool enclosed = in.scanner.take('(');
  do {
    in.scanner.skip_blanks();
    const int index = read_word(in, names);
    if (index < 0) return false;
    indices.push_back(index);
    in.scanner.skip_blanks();
  } while (in.scanner.take(':'));
  if (enclosed && !in.scanner.take(')')) {
    in.scanner.error(Code::unexpected_text, in.scanner.position(), "the parenthesis is not closed");
    return false;
  }
  return right_count(in, indices.size(), std::max(in.rule.min_count, 1), most_of(in.rule), at);
}

bool read_numbers(ValueInput& in, int min, int max, std::vector<double>& numbers) {
  Scanner& scanner = in.scanner;
  if (scanner.at_end() || scanner.peek() == ',') return missing_value(in);
  const std::size_t start = scanner.position(), errors = scanner.errors();
  std::size_t extra = start;
  do {
    if (numbers.size() == static_cast<std::size_t>(max)) extra = scanner.position();
    double value = 0;
    if (!read_number(in, value)) return false;
    numbers.push_back(value);
  } while (scanner.next_item(starts_number, "a number"));
  if (scanner.errors() != errors) return false;
  if (numbers.size() < static_cast<std::size_t>(min) && word_instead_of_number(in)) return false;
  return right_count(in, numbers.size(), min, max, extra);
}

bool read_integer(ValueInput& in, int& value) {
  const std::size_t at = in.scanner.position();
  Number number;
  if (in.scanner.at_end() || in.scanner.peek() == ',') return missing_value(in);
  if (!in.scanner.number(number)) return false;
  constexpr double largest = std::numeric_limits<int>::max();
  if (number.degrees || number.value != std::floor(number.value) ||
      std::abs(number.value) > largest) {
    in.scanner.error(Code::not_an_integer, at, fmt::format("{} must be an integer", in.keyword));
    return false;
  }
  if (!within_range(in, number.value, at)) return false;
  value = static_cast<int>(number.value);
  return true;
}

bool read_id(ValueInput& in, int& id) {
  const std::size_t at = in.scanner.position();
  int number = 0;
  if (!read_integer(in, number)) return false;
  const std::string_view text = in.scanner.text().substr(at, in.scanner.position() - at);
  if (text.find_first_of(".EeDd") != text.npos) {
    in.scanner.error(Code::not_an_integer, at, fmt::format("{} = {} is no id", in.keyword, text),
                     "ids are written without point and exponent");
    return false;
  }
  if (number < 0 || (number == 0 && !in.rule.may_be_zero)) {
    in.scanner.error(Code::out_of_range, at, fmt::format("{} = {} is no id", in.keyword, number),
                     "ids are positive integers");
    return false;
  }
  id = number;
  return true;
}

bool read_ids(ValueInput& in, std::vector<int>& ids) {
  const std::size_t start = in.scanner.position(), errors = in.scanner.errors();
  do {
    int id = 0;
    if (!read_id(in, id)) return false;
    ids.push_back(id);
  } while (in.scanner.next_item(starts_integer, "an id"));
  return in.scanner.errors() == errors &&
         right_count(in, ids.size(), std::max(in.rule.min_count, 1), most_of(in.rule), start);
}

bool read_value(ValueInput& in, model::Selection& value) {
  const char first = in.scanner.peek();
  if (first != 'A' && first != 'a') return read_ids(in, value.ids);
  value.all = read_word(in, {"ALL"}) == 0;
  return value.all;
}

bool read_value(ValueInput& in, double& value) {
  return read_single(in, value);
}

bool read_value(ValueInput& in, std::optional<double>& value) {
  double number = 0;
  if (!read_single(in, number)) return false;
  value = number;
  return true;
}

bool read_value(ValueInput& in, int& value) {
  return read_integer(in, value);
}

bool read_value(ValueInput& in, std::optional<int>& value) {
  int number = 0;
  if (!read_integer(in, number)) return false;
  value = number;
  return true;
}

bool read_value(ValueInput& in, Vec3& value) {
  std::vector<double> numbers;
  if (!read_numbers(in, 3, 3, numbers)) return false;
  value = Vec3(numbers[0], numbers[1], numbers[2]);
  return true;
}

bool read_value(ValueInput& in, std::optional<Vec3>& value) {
  return read_value(in, value.emplace());
}

bool read_value(ValueInput& in, std::array<double, 6>& value) {
  std::vector<double> numbers;
  const std::size_t at = in.scanner.position();
  if (!read_numbers(in, 3, 6, numbers)) return false;
  if (numbers.size() == 4 || numbers.size() == 5) {
    in.scanner.error(Code::bad_count, at,
                     fmt::format("{} takes 3 or 6 values, found {}", in.keyword, numbers.size()));
    return false;
  }
  value.fill(0);
  std::copy(numbers.begin(), numbers.end(), value.begin());
  return true;
}

bool read_value(ValueInput& in, std::vector<double>& value) {
  value.clear();
  return read_numbers(in, std::max(in.rule.min_count, 1), most_of(in.rule), value);
}

bool read_value(ValueInput& in, std::vector<int>& value) {
  value.clear();
  return read_ids(in, value);
}

bool read_value(ValueInput& in, std::vector<std::vector<double>>& value) {
  return read_value(in, value.emplace_back());
}

bool read_value(ValueInput& in, model::InitialMotion& value) {
  std::vector<double> numbers;
  if (!read_numbers(in, 1, 2, numbers)) return false;
  value = {numbers[0], {}};
  if (numbers.size() > 1) value.velocity = numbers[1];
  return true;
}

bool read_value(ValueInput& in, model::InitialValue& value) {
  std::vector<double> numbers;
  if (!read_numbers(in, 1, 2, numbers)) return false;
  value = {numbers[0], {}};
  if (numbers.size() > 1) value.rate = numbers[1];
  return true;
}

bool read_value(ValueInput& in, std::string& value) {
  if (in.rule.rest_of_line) {
    value = read_bare(in.scanner, "\n");
    while (!value.empty() && (value.back() == ',' || is_space(value.back())))
      value.pop_back();  // a comma at the end of a line only continues the statement
    return true;
  }
  if (in.scanner.peek() == '"') {
    if (!read_quoted(in.scanner, value)) return false;
  } else {
    value = read_bare(in.scanner, ",\n");
  }
  return !value.empty() || missing_value(in);
}

bool read_value(ValueInput& in, std::vector<std::string>& value) {
  value.clear();
  Scanner& scanner = in.scanner;
  if (scanner.at_end() || scanner.peek() == ',') return missing_value(in);
  const std::size_t start = scanner.position(), errors = scanner.errors();
  if (scanner.peek() == '"') {
    do {
      if (!read_quoted(scanner, value.emplace_back())) return false;
    } while (scanner.next_item(starts_quote, "a text in quotation marks"));
  } else {
    do {
      value.push_back(read_bare(scanner, ",:\n"));
    } while (scanner.take(':'));
  }
  return scanner.errors() == errors && right_count(in, value.size(), 1, most_of(in.rule), start);
}

namespace {

// False when there is something to report.
bool report(Scanner& scanner, const ExpressionText& expression,
            const std::vector<expression::ParseError>& errors) {
  if (!errors.empty() && expression.unclosed != std::string_view::npos) {
    scanner.error(Code::bad_expression, expression.unclosed, "this parenthesis is not closed");
    return false;
  }
  for (const expression::ParseError& error : errors) {
    std::string hint = error.hint;
    const auto at_break = [&](const auto& b) { return b.first > 0 && b.first == error.offset; };
    if (error.wants_separator &&
        std::any_of(expression.breaks.begin(), expression.breaks.end(), at_break))
      hint =
          "a comma at the start of a line only continues the statement; "
          "write the one that separates arguments at the end of the line before";
    scanner.error(Code::bad_expression, expression.in_statement(error.offset), error.message, hint);
  }
  return errors.empty();
}

}  // namespace

bool read_value(ValueInput& in, model::Expression& value) {
  Scanner& scanner = in.scanner;
  const std::size_t start = scanner.position();
  ExpressionText expression;
  scan_expression(scanner, in.is_bare_argument, expression);
  if (expression.text.empty()) {
    scanner.move_to(start);
    return missing_value(in);
  }
  const std::string_view text = expression.text;
  std::size_t name = 0;
  while (name < text.size() && is_word(text[name])) ++name;
  if (equal_ignoring_case(text.substr(0, name), "USER")) return read_user(in, expression, value);
  if (in.rule.only_user) {
    scanner.error(Code::bad_expression, expression.in_statement(0),
                  fmt::format("{} can only be USER(...)", in.keyword),
                  "a routine computes it; expressions have arguments of their own");
    return false;
  }
  expression::ParseResult result = expression::parse(text);
  if (!report(scanner, expression, result.errors)) return false;
  value.text = std::move(expression.text);
  value.tree = std::move(*result.tree);
  return true;
}

bool read_value(ValueInput& in, model::VectorExpression& value) {
  const std::size_t start = in.scanner.position();
  ExpressionText expression;
  scan_expression(in.scanner, in.is_bare_argument, expression);
  if (expression.text.empty()) {
    in.scanner.move_to(start);
    return missing_value(in);
  }
  expression::VectorParseResult result = expression::parse_vector(expression.text);
  if (!report(in.scanner, expression, result.errors)) return false;
  for (std::size_t k = 0; k < 3; ++k)
    value.components[k] = {expression.text, std::move(result.components[k]), {}};
  return true;
}

}  // namespace trammel::adm
