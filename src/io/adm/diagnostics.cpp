// SPDX-License-Identifier: BSD-3-Clause
#include "io/adm/diagnostics.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <tuple>

namespace trammel::adm {
namespace {

// More help nobody; the count says how many there were.
constexpr std::size_t shown_limit = 100;  // of errors, and of warnings
constexpr std::size_t kept_limit = 10 * shown_limit;
// Refusals are a list to work through: all of them, unless the file is no dataset at all.
constexpr std::size_t refusal_limit = 10000;
constexpr std::size_t window = 100;  // bytes of a source line that are shown

// Hands out lines of a text in increasing order, in one pass.
class Lines {
 public:
  explicit Lines(std::string_view text) : rest_(text) {}

  std::string_view line(int number) {
    while (number_ < number) {
      if (rest_.empty()) return {};
      const std::size_t end = rest_.find('\n');
      current_ = rest_.substr(0, end);
      rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
      ++number_;
    }
    return current_;
  }

 private:
  std::string_view rest_, current_;
  int number_ = 0;
};

// The nearest place at or before `at` that is not within a character of UTF-8.
std::size_t character_start(std::string_view text, std::size_t at) {
  constexpr std::size_t longest = 4;
  for (std::size_t back = 0; back < longest && back <= at && at < text.size(); ++back)
    if ((static_cast<unsigned char>(text[at - back]) & 0xc0) != 0x80) return at - back;
  return at;
}

// The line, or a window of a long one, and below it the caret.
void show_place(std::string& out, std::string_view line, int column) {
  while (!line.empty() && (line.back() == '\r' || line.back() == '\n')) line.remove_suffix(1);
  std::size_t caret = std::min(static_cast<std::size_t>(std::max(column, 1) - 1), line.size());
  std::size_t begin = caret > window * 3 / 4 ? caret - window * 3 / 4 : 0;
  if (line.size() <= window) begin = 0;
  begin = character_start(line, begin);
  const std::size_t end = character_start(line, std::min(begin + window, line.size()));

  std::string text = begin > 0 ? "..." : "", marks(text.size(), ' ');
  for (std::size_t i = begin; i < end;) {
    const bool tab = line[i] == '\t';
    const std::size_t length = tab ? 1 : printable_length(line.substr(i, end - i));
    text += length > 0 ? line.substr(i, length) : "?";
    if (i < caret) marks += tab ? '\t' : ' ';
    i += std::max<std::size_t>(length, 1);
  }
  if (end < line.size()) text += "...";
  fmt::format_to(std::back_inserter(out), "  {}\n  {}^\n", text, marks);
}

// A word of megabytes in a file that is no dataset must not become a message of megabytes.
void shorten(std::string& text) {
  constexpr std::size_t longest = 400;
  if (text.size() <= longest) return;
  text.replace(character_start(text, longest), std::string::npos, "...");
}

// What the model needs and Trammel does not have.
bool is_refusal(Code code) {
  return code == Code::unsupported_statement || code == Code::unsupported_argument ||
         code == Code::user_function;
}

auto place(const Message& m) {
  return std::make_tuple(m.at.line, m.at.column);
}

}  // namespace

std::size_t printable_length(std::string_view text) {
  const auto byte = [&](std::size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u;
  };
  const unsigned first = byte(0);
  if (first < 0x80) return first >= 0x20 && first != 0x7f ? 1 : 0;
  const std::size_t length = first < 0xc2   ? 0
                             : first < 0xe0 ? 2
                             : first < 0xf0 ? 3
                             : first < 0xf5 ? 4
                                            : 0;
  for (std::size_t i = 1; i < length; ++i)
    if ((byte(i) & 0xc0) != 0x80) return 0;
  const bool control = first == 0xc2 && byte(1) < 0xa0;  // the second set of control characters
  const bool overlong = (first == 0xe0 && byte(1) < 0xa0) || (first == 0xf0 && byte(1) < 0x90);
  const bool beyond = (first == 0xed && byte(1) > 0x9f) || (first == 0xf4 && byte(1) > 0x8f);
  return control || overlong || beyond ? 0 : length;
}

std::string printable(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = printable_length(text.substr(i));
    result += length > 0 ? text.substr(i, length) : "?";
    i += std::max<std::size_t>(length, 1);
  }
  return result;
}

std::string printable_lines(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    result += printable(text.substr(0, end));
    if (end == std::string_view::npos) break;
    result += '\n';
    text.remove_prefix(end + 1);
  }
  return result;
}

bool Diagnostics::has_enough_errors() const {
  return kept_errors_ >= kept_limit;
}

void Diagnostics::add(Message message) {
  const bool is_error = message.severity() == Severity::error;
  ++(is_error ? errors_ : warnings_);
  // Each kind has its own room: warnings must not crowd out the error that stops the model.
  const bool refusal = is_refusal(message.code);
  std::size_t& kept = refusal ? kept_refusals_ : is_error ? kept_errors_ : kept_warnings_;
  if (kept >= (refusal ? refusal_limit : kept_limit)) return;
  ++kept;
  shorten(message.text);
  shorten(message.subject);
  messages_.push_back(std::move(message));
}

void Diagnostics::sort() {
  std::stable_sort(messages_.begin(), messages_.end(),
                   [](const Message& a, const Message& b) { return place(a) < place(b); });
}

std::string headline(const Message& message, std::string_view file) {
  const model::MessageRow& row = model::row(message.code);
  std::string out = fmt::format("{}:", file);
  if (message.at.line > 0)
    fmt::format_to(std::back_inserter(out), "{}:{}:", message.at.line, message.at.column);
  out += row.severity == Severity::error ? " error: " : " warning: ";
  if (!message.subject.empty()) out += printable(message.subject) + ": ";
  return out + fmt::format("{} [{}]", printable(message.text), row.name);
}

std::string Diagnostics::render(const Source& source) const {
  std::string out;
  Lines lines(source.text);
  std::set<std::string> refused;
  std::size_t shown_errors = 0, shown_warnings = 0, printed = 0;
  for (const Message& message : messages_) {
    const bool refusal = is_refusal(message.code);
    const bool known = refusal && !refused.insert(message.text).second;
    std::size_t& shown = message.severity() == Severity::error ? shown_errors : shown_warnings;
    if (!refusal && ++shown > shown_limit) continue;
    ++printed;
    out += headline(message, source.name) + '\n';
    if (known) continue;
    if (message.at.line > 0) show_place(out, lines.line(message.at.line), message.at.column);
    if (!message.hint.empty()) out += "  hint: " + printable(message.hint) + '\n';
  }
  const std::size_t all = errors_ + warnings_;
  if (printed < all)
    out += fmt::format("{}: {} more messages are not shown\n", source.name, all - printed);
  return out;
}

}  // namespace trammel::adm
