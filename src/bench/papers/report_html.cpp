// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include "bench/papers/report.h"

namespace trammel::bench::papers {

namespace {

constexpr const char* head = R"(<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Experiments of the papers, run again</title>
<style>
body { font: 15px/1.45 system-ui, sans-serif; max-width: 1000px; margin: 2em auto; padding: 0 1em; color: #222; }
table { border-collapse: collapse; margin: 0.6em 0 1.2em; font-size: 13.5px; }
td, th { border: 1px solid #ccc; padding: 2px 8px; text-align: left; vertical-align: top; }
caption { text-align: left; font-weight: 600; padding: 4px 0; }
figure { margin: 1em 0; } figcaption { font-style: italic; } svg { max-width: 100%; height: auto; }
.v { font-weight: 600; white-space: nowrap; } .v0 { color: #00704f; } .v1 { color: #8a6100; }
.v2, .v3 { color: #b33c00; } .v4, .v5 { color: #666; } .source { color: #666; }
</style></head><body>
<h1>Experiments of the papers, run again</h1>
<p>The published number or curve stands beside the one that comes out here, with a verdict; what cannot be repeated
says why. CPU times are of one run on one machine and mean something only beside each other.</p>
)";

std::string row(const std::vector<std::string>& cells, const char* tag) {
  std::string out = "<tr>";
  for (const std::string& text : cells)
    out += fmt::format("<{0}>{1}</{0}>", tag, escape_markup(text));
  return out + "</tr>\n";
}

std::string table_of(const Table& table) {
  std::string out = fmt::format("<table><caption>{}</caption>\n", escape_markup(table.title));
  out += row(table.header, "th");
  for (const auto& cells : table.rows) out += row(cells, "td");
  out += "</table>\n";
  if (!table.note.empty()) out += fmt::format("<p>{}</p>\n", escape_markup(table.note));
  return out;
}

std::string claims_of(const Outcome& outcome) {
  if (outcome.claims.empty()) return "";
  std::string out = "<table>\n" + row({"", "published", "here", "verdict"}, "th");
  for (const Claim& c : outcome.claims)
    out += fmt::format(
        "<tr><td>{}</td><td>{}</td><td>{}</td><td><span class=\"v v{}\">{}</span> {}</td></tr>\n",
        escape_markup(c.what), escape_markup(c.published), escape_markup(c.ours), int(c.verdict),
        word(c.verdict), escape_markup(c.why));
  return out + "</table>\n";
}

std::string paragraphs(const std::string& text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find("\n\n", at), text.size());
    out += "<p>" + escape_markup(text.substr(at, end - at)) + "</p>\n";
    at = end + 2;
  }
  return out;
}

std::string section(const Finished& f) {
  const Experiment& e = *f.experiment;
  std::string out = fmt::format(
      "<h3 id=\"{0}\">{1}</h3>\n<p class=\"source\">{0}; {2}; {3:.1f} s of CPU time</p>\n",
      escape_markup(std::string(e.id)), escape_markup(std::string(e.title)),
      escape_markup(std::string(e.source)), f.seconds);
  out += paragraphs(f.outcome.text) + claims_of(f.outcome);
  for (const Table& table : f.outcome.tables) out += table_of(table);
  for (const Figure& figure : f.outcome.figures)
    out += fmt::format("<figure>{}<figcaption>{}</figcaption></figure>\n", figure.svg,
                       escape_markup(figure.caption));
  return out;
}

}  // namespace

std::string to_html(const Report& report) {
  std::string out = head;
  if (report.quick) out += "<p>This is the quick form: fewer and shorter runs.</p>\n";
  for (const PaperInfo& p : papers()) {
    std::string sections;
    for (const Finished& f : report.finished)
      if (f.experiment->paper == p.paper) sections += section(f);
    if (!sections.empty())
      out += fmt::format("<h2>{}</h2>\n<p>{}</p>\n{}", escape_markup(std::string(p.key)),
                         escape_markup(std::string(p.citation)), sections);
  }
  return out + "</body></html>\n";
}

}  // namespace trammel::bench::papers
