// SPDX-License-Identifier: BSD-3-Clause
#include "io/adm/splitter.h"

#include <algorithm>
#include <cstring>

#include "expression/characters.h"

namespace trammel::adm {
namespace {

// Does a quotation mark at `at` open a value? One inside a text (5" pipe) is an ordinary character.
bool opens_value(std::string_view line, std::size_t at) {
  while (at > 0 && is_blank(line[at - 1])) --at;
  return at == 0 || line[at - 1] == '=' || line[at - 1] == ',';
}

// The first `!` or `;` outside "…"; npos without.
std::size_t find_stop(std::string_view line) {
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '!' || line[i] == ';') return i;
    if (line[i] == '"' && opens_value(line, i)) {
      const std::size_t close = line.find('"', i + 1);
      if (close == std::string_view::npos) return line.find_first_of("!;", i + 1);
      i = close;
    }
  }
  return std::string_view::npos;
}

bool is_end(std::string_view piece) {
  if (!piece.empty() && piece.back() == '/') piece.remove_suffix(1);
  return equal_ignoring_case(trimmed(piece), "END");
}

}  // namespace

model::Location StatementText::locate(std::size_t offset) const {
  if (pieces_.empty()) return {};
  auto piece = std::upper_bound(pieces_.begin(), pieces_.end(), offset,
                                [](std::size_t value, const Piece& p) { return value < p.offset; });
  if (piece != pieces_.begin()) --piece;
  return {piece->at.line, piece->at.column + static_cast<int>(offset - piece->offset)};
}

void StatementText::clear() {
  text_.clear();
  pieces_.clear();
  view_name_ = {};
}

void StatementText::append(std::string_view piece, model::Location at) {
  if (!pieces_.empty()) text_ += '\n';
  pieces_.push_back({text_.size(), at});
  text_ += piece;
}

Splitter::Splitter(std::string_view text) : rest_(text) {
  if (next_line()) title_ = trimmed(current_);
  current_ = {};
}

Splitter Splitter::of_commands(std::string_view text, int line) {
  Splitter splitter(text, line - 1);
  splitter.ends_at_end_ = false;
  return splitter;
}

bool Splitter::next_line() {
  if (rest_.empty()) return false;
  const void* end = std::memchr(rest_.data(), '\n', rest_.size());
  const std::size_t length =
      end ? static_cast<std::size_t>(static_cast<const char*>(end) - rest_.data()) : rest_.size();
  current_ = rest_.substr(0, length);
  line_start_ = current_.data();
  rest_.remove_prefix(std::min(length + 1, rest_.size()));
  if (!current_.empty() && current_.back() == '\r') current_.remove_suffix(1);
  ++line_;
  return true;
}

void Splitter::read_comment(std::string_view comment) {
  const std::string_view body = trimmed(comment.substr(1));
  if (body.empty()) return;
  constexpr std::string_view prefix = "adams_view_", key = "adams_view_name=";
  if (equal_ignoring_case(body.substr(0, key.size()), key)) {
    std::string_view value = trimmed(body.substr(key.size()));
    if (value.size() >= 2 && (value.front() == '\'' || value.front() == '"')) {
      const std::size_t close = value.find(value.front(), 1);
      if (close == std::string_view::npos)
        unclosed_names_.push_back({line_, static_cast<int>(value.data() - line_start_) + 1});
      value = value.substr(1, close == std::string_view::npos ? close : close - 1);
    }
    pending_name_ = trimmed(value);
  } else if (!equal_ignoring_case(body.substr(0, prefix.size()), prefix)) {
    pending_name_ = {};  // a statement that was commented out took its name with it
  }
}

// A piece is a line, or a part of one between semicolons, without comment and outer blanks.
bool Splitter::next_piece(Piece& piece) {
  while (true) {
    while (!current_.empty() && is_blank(current_.front())) current_.remove_prefix(1);
    if (current_.empty()) {
      if (!next_line()) return false;
      continue;
    }
    if (current_.front() == '!') {
      read_comment(current_);
      current_ = {};
      continue;
    }
    const std::size_t stop = find_stop(current_);
    std::string_view text = current_.substr(0, stop);
    piece.closes = stop != std::string_view::npos && current_[stop] == ';';
    piece.at = {line_, static_cast<int>(text.data() - line_start_) + 1};
    current_ = piece.closes ? current_.substr(stop + 1) : std::string_view{};
    while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
    piece.continues = !piece.closes && !text.empty() && (text.back() == ',' || text.back() == '&');
    if (!text.empty() && text.back() == '&') text.remove_suffix(1);
    while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
    if (text.empty() && !piece.continues) continue;
    piece.text = text;
    return true;
  }
}

bool Splitter::next(StatementText& statement) {
  statement.clear();
  if (found_end_) return false;
  while (!has_ahead_) {
    if (!next_piece(ahead_)) return false;
    if (!ahead_.text.empty() && ahead_.text.front() == ',')
      strays_.push_back(ahead_.at);
    else
      has_ahead_ = true;
  }
  if (ends_at_end_ && is_end(ahead_.text)) {
    found_end_ = true;
    return false;
  }
  statement.view_name_ = pending_name_;
  pending_name_ = {};
  bool closed = false, open = true;
  while (has_ahead_ && open) {
    statement.append(ahead_.text, ahead_.at);
    closed = ahead_.closes;
    const bool continues = ahead_.continues;
    has_ahead_ = next_piece(ahead_);
    const bool ends = has_ahead_ && ends_at_end_ && is_end(ahead_.text);
    open = !closed && !ends && (continues || (has_ahead_ && ahead_.text.substr(0, 1) == ","));
  }
  if (closed && has_ahead_ && ahead_.text.substr(0, 1) == ",") {
    strays_.push_back(ahead_.at);
    has_ahead_ = false;
  }
  return true;
}

}  // namespace trammel::adm
