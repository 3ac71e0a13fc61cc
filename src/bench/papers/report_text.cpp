// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "bench/papers/report.h"

namespace trammel::bench::papers {

namespace {

// Letters, not bytes: Greek ones have two.
std::size_t letters(const std::string& text) {
  return std::size_t(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  }));
}

std::string padded(const std::string& text, std::size_t width) {
  return text + std::string(width - std::min(width, letters(text)), ' ');
}

std::string lines(const Table& table) {
  std::vector<std::size_t> widths(table.header.size(), 0);
  const auto widen = [&](const std::vector<std::string>& row) {
    for (std::size_t k = 0; k < row.size() && k < widths.size(); ++k)
      widths[k] = std::max(widths[k], letters(row[k]));
  };
  widen(table.header);
  for (const auto& row : table.rows) widen(row);
  std::string out = table.title + "\n";
  const auto line = [&](const std::vector<std::string>& row) {
    std::string text = "  ";
    for (std::size_t k = 0; k < row.size(); ++k) text += padded(row[k], widths[k]) + "  ";
    text.erase(text.find_last_not_of(' ') + 1);
    out += text + "\n";
  };
  line(table.header);
  for (const auto& row : table.rows) line(row);
  if (!table.note.empty()) out += "  " + table.note + "\n";
  return out + "\n";
}

std::string lines(const Claim& claim) {
  std::string out = fmt::format("  {}: {}\n    published: {}\n    here:      {}\n",
                                word(claim.verdict), claim.what, claim.published, claim.ours);
  if (!claim.why.empty()) out += "    " + claim.why + "\n";
  return out;
}

}  // namespace

std::string_view word(Verdict verdict) {
  switch (verdict) {
    case Verdict::reproduced:
      return "reproduced";
    case Verdict::in_part:
      return "in part";
    case Verdict::not_reproduced:
      return "not reproduced";
    case Verdict::refuted:
      return "does not hold";
    case Verdict::impossible:
      return "cannot be repeated";
    case Verdict::elsewhere:
      return "elsewhere";
  }
  return "";
}

std::string number(double value, int digits) {
  if (std::isnan(value)) return "-";
  const double size = std::abs(value);
  if (value == 0) return "0";
  if (size >= 0.01 && size < 1e5) {
    const int whole = int(std::floor(std::log10(size))) + 1;  // 0, −1: zeros behind the point
    return fmt::format("{:.{}f}", value, std::max(0, digits - whole));
  }
  std::string text = fmt::format("{:.{}e}", value, digits - 1);
  const std::size_t e = text.find('e');
  if (e == text.npos) return text;
  return fmt::format("{}e{}", text.substr(0, e), std::stoi(text.substr(e + 1)));
}

std::string to_text(const Report& report) {
  std::string out = "Experiments of five papers, run again\n";
  if (report.quick) out += "(quick form: fewer and shorter runs)\n";
  out += "\n";
  for (const Finished& f : report.finished) {
    const Experiment& e = *f.experiment;
    out += fmt::format("== {}: {}\n   {}; {}; {:.1f} s\n\n{}\n\n", e.id, e.title, info(e.paper).key,
                       e.source, f.seconds, f.outcome.text);
    for (const Table& table : f.outcome.tables) out += lines(table);
    for (const Claim& claim : f.outcome.claims) out += lines(claim);
    out += "\n";
  }
  if (report.interrupted) out += "interrupted: what follows has not been run\n";
  return out;
}

}  // namespace trammel::bench::papers
