// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include "bench/papers/report.h"

namespace trammel::bench::papers {

namespace {

// Inside a cell of a table.
std::string cell(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '|') out += '\\';
    out += c == '\n' ? ' ' : c;
  }
  return out;
}

std::string row(const std::vector<std::string>& cells) {
  std::string out = "|";
  for (const std::string& text : cells) out += " " + cell(text) + " |";
  return out + "\n";
}

std::string table_of(const Table& table) {
  std::string out = fmt::format("**{}**\n\n{}|", table.title, row(table.header));
  for (std::size_t k = 0; k < table.header.size(); ++k) out += "---|";
  out += "\n";
  for (const auto& cells : table.rows) out += row(cells);
  if (!table.note.empty()) out += "\n" + table.note + "\n";
  return out + "\n";
}

std::string claims_of(const Outcome& outcome) {
  if (outcome.claims.empty()) return "";
  std::string out = "| | published | here | verdict |\n|---|---|---|---|\n";
  for (const Claim& c : outcome.claims)
    out += row({c.what, c.published, c.ours,
                fmt::format("**{}**{}{}", word(c.verdict), c.why.empty() ? "" : ": ", c.why)});
  return out + "\n";
}

std::string section(const Finished& f) {
  const Experiment& e = *f.experiment;
  std::string out =
      fmt::format("### {}\n\n`{}`, {}\n\n{}\n\n", e.title, e.id, e.source, f.outcome.text);
  out += claims_of(f.outcome);
  for (const Table& table : f.outcome.tables) out += table_of(table);
  for (const Figure& figure : f.outcome.figures)
    out += fmt::format("![{0}]({1}.svg)\n\n*{0}*\n\n", figure.caption, figure.name);
  return out;
}

}  // namespace

std::string to_markdown(const Report& report) {
  std::string out =
      "# Experiments of the papers, run again\n\n"
      "Written by `trammel bench papers`. The published number or curve stands beside the one that "
      "comes out here, "
      "with a verdict; what cannot be repeated says why. CPU times are of one run on one machine "
      "and mean something only "
      "beside each other. The command, its options and what the verdicts mean: "
      "[papers](../papers.md).\n\n";
  if (report.quick) out += "This is the quick form: fewer and shorter runs.\n\n";
  for (const PaperInfo& p : papers()) {
    std::string sections;
    for (const Finished& f : report.finished)
      if (f.experiment->paper == p.paper) sections += section(f);
    if (!sections.empty()) out += fmt::format("## {}\n\n{}\n\n{}", p.key, p.citation, sections);
  }
  out.erase(out.find_last_not_of('\n') + 1);
  return out + "\n";
}

}  // namespace trammel::bench::papers
