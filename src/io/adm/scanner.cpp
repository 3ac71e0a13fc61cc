// SPDX-License-Identifier: BSD-3-Clause
#include "io/adm/scanner.h"

#include <fmt/format.h>

#include <algorithm>

#include "expression/characters.h"

namespace trammel::adm {

Scanner::Scanner(const StatementText& statement, Diagnostics& diagnostics)
    : statement_(statement), text_(statement.text()), diagnostics_(diagnostics) {}

void Scanner::skip_blanks() {
  while (!at_end() && is_blank(text_[position_])) ++position_;
}

void Scanner::skip_space() {
  while (!at_end() && is_space(text_[position_])) ++position_;
}

bool Scanner::take(char c) {
  if (peek() != c || at_end()) return false;
  ++position_;
  return true;
}

std::string_view Scanner::word() {
  const std::size_t begin = position_;
  if (!at_end() && is_letter(text_[position_]))
    while (!at_end() && is_word(text_[position_])) ++position_;
  return text_.substr(begin, position_ - begin);
}

bool Scanner::separator() {
  skip_blanks();
  bool comma = take(',');
  skip_blanks();
  while (take('\n')) {
    skip_blanks();
    comma |= take(',');
    skip_blanks();
  }
  return comma;
}

bool Scanner::number(Number& number) {
  number = scan_number(rest());
  if (number.status == NumberStatus::overflow) {
    error(Code::number_overflow, position_, "the number is too large");
    return false;
  }
  if (number.status == NumberStatus::malformed) {
    error(Code::bad_number, position_, fmt::format("expected a number, found {}", found(*this)));
    return false;
  }
  position_ += number.length;
  return true;
}

bool Scanner::next_item(bool (*starts)(char), std::string_view what) {
  const std::size_t before = position_;
  const bool comma = separator();
  const bool starts_here = !at_end() && starts(peek());
  if (comma && starts_here) return true;
  const bool argument = at_end() || is_letter(peek()) || peek() == '\\';
  if (comma && peek() == ',')
    error(Code::empty_item, position_, "an item is missing between two commas");
  else if (starts_here)
    error(Code::unexpected_text, position_,
          fmt::format("expected a comma, found {}", found(*this)));
  else if (comma && !argument)
    error(Code::bad_number, position_, fmt::format("expected {}, found {}", what, found(*this)));
  position_ = before;
  return false;
}

void Scanner::error(Code code, std::size_t offset, std::string text, std::string hint) {
  if (model::row(code).severity == Severity::error) ++errors_;
  refused_ |= code == Code::unsupported_argument || code == Code::user_function;
  std::string subject(subject_);
  if (subject_id_ > 0)
    subject = model::label(subject_, {subject_id_, std::string(statement_.view_name()), {}});
  diagnostics_.add(
      {code, statement_.locate(offset), std::move(subject), std::move(text), std::move(hint)});
}

std::string found(const Scanner& scanner) {
  const std::string_view rest = scanner.rest();
  if (rest.empty()) return "the end of the statement";
  if (rest[0] == '\n') return "the end of the line";
  std::size_t length = 0;
  while (length < rest.size() && length < 30 && (is_word(rest[length]) || rest[length] == '.'))
    ++length;
  if (length == 0) length = printable_length(rest);
  if (length == 0) return fmt::format("the byte {:#04x}", static_cast<unsigned char>(rest[0]));
  return fmt::format("'{}'", rest.substr(0, length));
}

std::size_t ExpressionText::in_statement(std::size_t offset) const {
  if (breaks.empty()) return 0;
  auto piece = std::upper_bound(breaks.begin(), breaks.end(), offset,
                                [](std::size_t value, const auto& b) { return value < b.first; });
  if (piece != breaks.begin()) --piece;
  return piece->second + (offset - piece->first);
}

namespace {

bool ends_with_operator(std::string_view text) {
  const std::string_view body = trimmed(text);
  return !body.empty() && std::string_view("+-*/(,:").find(body.back()) != std::string_view::npos;
}

// Does an argument, and not the expression, go on at the scanner? Called after a comma or at a new
// line; an equals sign decides, because expressions have none.
bool argument_follows(Scanner& scanner, int depth, bool may_end,
                      const std::function<bool(std::string_view)>& is_bare_argument) {
  const std::size_t before = scanner.position();
  const std::string_view word = scanner.word();
  scanner.skip_space();
  const bool equals = scanner.peek() == '=';
  const bool complete = scanner.at_end() || scanner.peek() == ',' || scanner.peek() == '\\';
  scanner.move_to(before);
  if (word.empty()) return false;
  return equals || (depth == 0 && may_end && complete && is_bare_argument(word));
}

class ExpressionScanner {
 public:
  ExpressionScanner(Scanner& scanner, const std::function<bool(std::string_view)>& is_bare_argument,
                    ExpressionText& out)
      : in_(scanner), is_bare_argument_(is_bare_argument), out_(out) {}

  void run() {
    while (!in_.at_end()) {
      const char c = in_.peek();
      if (c == '\\' || (c == '\n' && !cross_line_end()) || (c == ',' && !cross_comma())) break;
      if (c == '\n' || c == ',') continue;
      if (c == '(') open_.push_back(in_.position());
      if (c == ')' && !open_.empty()) open_.pop_back();
      append(c);
    }
    while (!out_.text.empty() && is_space(out_.text.back())) out_.text.pop_back();
    if (!open_.empty()) out_.unclosed = open_.back();
  }

 private:
  int depth() const { return static_cast<int>(open_.size()); }

  void append(char c) {
    if (out_.breaks.empty()) out_.breaks.emplace_back(0, in_.position());
    out_.text += c;
    in_.move_to(in_.position() + 1);
  }

  // At a line end: false when the expression ends here, else the break becomes one blank.
  bool cross_line_end() {
    const std::size_t before = in_.position();
    in_.separator();
    if (argument_follows(in_, depth(), !ends_with_operator(tail()), is_bare_argument_)) {
      in_.move_to(before);
      return false;
    }
    join();
    return true;
  }

  // At a comma. Inside parentheses it separates arguments of a function; outside, it ends the
  // expression unless it only marks that the line goes on.
  bool cross_comma() {
    const std::size_t before = in_.position();
    in_.separator();
    const bool line_end =
        in_.text().substr(before, in_.position() - before).find('\n') != std::string_view::npos;
    const bool stop = depth() == 0 ? !line_end || argument_follows(in_, 0, true, is_bare_argument_)
                                   : argument_follows(in_, depth(), false, is_bare_argument_);
    const std::size_t after = in_.position();
    in_.move_to(before);
    if (stop) return false;
    if (depth() > 0) append(',');
    if (line_end) {
      in_.move_to(after);
      join();
    }
    return true;
  }

  void join() {
    while (!out_.text.empty() && is_space(out_.text.back())) out_.text.pop_back();
    if (!out_.text.empty()) out_.text += ' ';
    out_.breaks.emplace_back(out_.text.size(), in_.position());
  }

  std::string_view tail() const {
    const std::string_view text = out_.text;
    return text.substr(text.size() - std::min<std::size_t>(text.size(), 64));
  }

  Scanner& in_;
  const std::function<bool(std::string_view)>& is_bare_argument_;
  ExpressionText& out_;
  std::vector<std::size_t> open_;
};

}  // namespace

void scan_expression(Scanner& scanner,
                     const std::function<bool(std::string_view)>& is_bare_argument,
                     ExpressionText& out) {
  out.text.clear();
  out.breaks.clear();
  out.unclosed = std::string_view::npos;
  scanner.skip_blanks();
  ExpressionScanner(scanner, is_bare_argument, out).run();
}

}  // namespace trammel::adm
