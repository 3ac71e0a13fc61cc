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

bool continues_character(char c) {
  return (static_cast<unsigned char>(c) & 0xc0) == 0x80;  // UTF-8
}

// The line, or a window of a long one, and below it the caret.
void show_place(std::string& out, std::string_view line, int column) {
  while (!line.empty() && (line.back() == '\r' || line.back() == '\n')) line.remove_suffix(1);
  std::size_t caret = std::min(static_cast<std::size_t>(std::max(column, 1) - 1), line.size());
  std::size_t begin = caret > window * 3 / 4 ? caret - window * 3 / 4 : 0;
  if (line.size() <= window) begin = 0;
  while (begin > 0 && begin < line.size() && continues_character(line[begin])) --begin;
  std::size_t end = std::min(begin + window, line.size());
  while (end < line.size() && continues_character(line[end])) ++end;

  std::string text = begin > 0 ? "..." : "", marks(text.size(), ' ');
  for (std::size_t i = begin; i < end; ++i) {
    const char c = line[i];
    const bool control = (static_cast<unsigned char>(c) < 0x20 && c != '\t') || c == 0x7f;
    text += control ? '?' : c;
    if (i < caret && !continues_character(c)) marks += c == '\t' ? '\t' : ' ';
  }
  if (end < line.size()) text += "...";
  fmt::format_to(std::back_inserter(out), "  {}\n  {}^\n", text, marks);
}

// A word of megabytes in a file that is no dataset must not become a message of megabytes.
void shorten(std::string& text) {
  constexpr std::size_t longest = 400;
  if (text.size() <= longest) return;
  std::size_t end = longest;
  while (end > 0 && continues_character(text[end])) --end;
  text.replace(end, std::string::npos, "...");
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
  if (!message.subject.empty()) out += message.subject + ": ";
  return out + fmt::format("{} [{}]", message.text, row.name);
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
    if (!message.hint.empty()) out += "  hint: " + message.hint + '\n';
  }
  const std::size_t all = errors_ + warnings_;
  if (printed < all)
    out += fmt::format("{}: {} more messages are not shown\n", source.name, all - printed);
  return out;
}

}  // namespace trammel::adm
