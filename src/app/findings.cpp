// SPDX-License-Identifier: BSD-3-Clause
#include "app/findings.h"

#include <fmt/format.h>

#include <iterator>

#include "io/adm/diagnostics.h"

namespace trammel::app {

namespace {

constexpr std::size_t most_findings = 100;
constexpr std::size_t longest_line = 120;

std::string_view line_of(std::string_view text, int number) {
  for (int k = 1; k < number && !text.empty(); ++k) {
    const std::size_t end = text.find('\n');
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  text = text.substr(0, text.find_first_of("\r\n"));
  return text.substr(0, longest_line);
}

void append(std::string& out, const analysis::Finding& finding, const adm::Source& source) {
  const auto to = std::back_inserter(out);
  const bool placed = finding.at.line > 0;
  out += source.name;
  if (placed) fmt::format_to(to, ":{}:{}", finding.at.line, finding.at.column);
  fmt::format_to(to, ": {}: {}{}{}\n",
                 finding.severity == model::Severity::error ? "error" : "warning", finding.label,
                 finding.label.empty() ? "" : ": ", finding.text);
  if (placed) {
    const std::string line = adm::printable(line_of(source.text, finding.at.line));
    const auto column = std::size_t(std::max(finding.at.column - 1, 0));
    fmt::format_to(to, "  {}\n", line);
    if (column < line.size()) fmt::format_to(to, "  {:{}}^\n", "", column);
  }
  if (!finding.hint.empty()) fmt::format_to(to, "  hint: {}\n", finding.hint);
}

}  // namespace

std::string render(const analysis::Findings& findings, const adm::Source& source) {
  std::string out;
  std::size_t shown = 0;
  for (const analysis::Finding& finding : findings)
    if (finding.severity == model::Severity::error || shown++ < most_findings)
      append(out, finding, source);
  if (shown > most_findings)
    fmt::format_to(std::back_inserter(out), "{}: and {} warnings more\n", source.name,
                   shown - most_findings);
  return out;
}

std::string render(const std::vector<model::Problem>& problems, const adm::Source& source) {
  adm::Diagnostics diagnostics;
  for (const model::Problem& problem : problems)
    diagnostics.add({problem.code, problem.at.line > 0 ? problem.at : model::Location{1, 1},
                     problem.label, problem.message, problem.hint});
  diagnostics.sort();
  return diagnostics.render(source);
}

}  // namespace trammel::app
