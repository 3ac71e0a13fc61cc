// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include "expression/characters.h"
#include "io/adm/values.h"

namespace trammel::adm {
namespace {

std::string value_text(const Rule& rule, double value) {
  return rule.angle ? angle_text(value) : number_text(value);
}

std::string list_of(const Rule& rule, std::string_view what) {
  if (rule.min_count > 0 && rule.min_count == rule.max_count)
    return fmt::format("{} {}", rule.min_count, what);
  if (rule.max_count > 0)
    return fmt::format("{} to {} {}", std::max(rule.min_count, 1), rule.max_count, what);
  return fmt::format("list of {}", what);
}

std::string number_kind(const Rule& rule) {
  const std::string range = range_text(rule);
  const std::string kind = rule.angle ? "angle" : "number";
  return range.empty() ? kind : fmt::format("{}, {}", kind, range);
}

// Must the text stand in quotation marks to be read back as it is? One that contains such marks
// cannot, and was not read from any.
bool needs_quotes(std::string_view text, std::string_view separators) {
  return text.find('"') == text.npos &&
         (text != trimmed(text) || text.find_first_of(separators) != text.npos ||
          text.find_first_of("!;&") != text.npos);
}

}  // namespace

std::string ValueOutput::joined() const {
  std::string text;
  for (const std::string& item : lists.front()) {
    if (!text.empty()) text += separator == ',' ? std::string(", ") : std::string(1, separator);
    text += item;
  }
  return text;
}

void write_value(ValueOutput& out, double value) {
  out.add(value_text(out.rule, value));
}

void write_value(ValueOutput& out, const std::optional<double>& value) {
  if (value) write_value(out, *value);
}

void write_value(ValueOutput& out, int value) {
  out.add(std::to_string(value));
}

void write_value(ValueOutput& out, const std::optional<int>& value) {
  if (value) write_value(out, *value);
}

void write_value(ValueOutput& out, const Vec3& value) {
  for (const double component : {value.x(), value.y(), value.z()}) write_value(out, component);
}

void write_value(ValueOutput& out, const std::optional<Vec3>& value) {
  if (value) write_value(out, *value);
}

void write_value(ValueOutput& out, const std::array<double, 6>& value) {
  const bool diagonal = value[3] == 0 && value[4] == 0 && value[5] == 0;
  for (std::size_t i = 0; i < (diagonal ? 3u : 6u); ++i) write_value(out, value[i]);
}

void write_value(ValueOutput& out, const std::vector<double>& value) {
  for (const double item : value) write_value(out, item);
}

void write_value(ValueOutput& out, const std::vector<int>& value) {
  for (const int item : value) write_value(out, item);
}

void write_value(ValueOutput& out, const std::vector<std::vector<double>>& value) {
  for (std::size_t i = 0; i < value.size(); ++i) {
    if (i > 0) out.start_list();
    write_value(out, value[i]);
  }
}

void write_value(ValueOutput& out, const model::InitialMotion& value) {
  write_value(out, value.displacement);
  write_value(out, value.velocity);
}

void write_value(ValueOutput& out, const model::InitialValue& value) {
  write_value(out, value.value);
  write_value(out, value.rate);
}

void write_value(ValueOutput& out, const model::Expression& value) {
  if (value) out.add(value.text);
}

void write_value(ValueOutput& out, const model::VectorExpression& value) {
  write_value(out, value.components[0]);
}

void write_value(ValueOutput& out, const std::string& value) {
  const bool quotes = !out.rule.rest_of_line && needs_quotes(value, ",");
  if (!value.empty()) out.add(quotes ? '"' + value + '"' : value);
}

void write_value(ValueOutput& out, const std::vector<std::string>& value) {
  bool needed = value.size() == 1 && value.front().empty(), possible = true;
  for (const std::string& item : value) {
    needed |= needs_quotes(item, ",:");
    possible &= item.find('"') == item.npos;
  }
  const bool quotes = needed || (possible && !out.rule.colon_list);
  if (!quotes) out.separator = ':';
  for (const std::string& item : value) out.add(quotes ? '"' + item + '"' : item);
}

std::string describe_value(const Rule& rule, double) {
  return number_kind(rule);
}

std::string describe_value(const Rule& rule, const std::optional<double>&) {
  return number_kind(rule);
}

std::string describe_value(const Rule& rule, int) {
  const std::string range = range_text(rule);
  return range.empty() ? "integer" : "integer, " + range;
}

std::string describe_value(const Rule& rule, const std::optional<int>&) {
  return describe_value(rule, 0);
}

std::string describe_value(const Rule& rule, const Vec3&) {
  return rule.angle ? "three angles" : "three numbers";
}

std::string describe_value(const Rule& rule, const std::optional<Vec3>&) {
  return describe_value(rule, Vec3::Zero().eval());
}

std::string describe_value(const Rule&, const std::array<double, 6>&) {
  return "three or six numbers";
}

std::string describe_value(const Rule& rule, const std::vector<double>&) {
  return list_of(rule, "numbers");
}

std::string describe_value(const Rule& rule, const std::vector<int>&) {
  return list_of(rule, "integers");
}

std::string describe_value(const Rule& rule, const std::vector<std::vector<double>>&) {
  return list_of(rule, "numbers") + "; may be repeated";
}

std::string describe_value(const Rule& rule, const model::InitialMotion&) {
  return rule.angle ? "angle[, rate]" : "displacement[, velocity]";
}

std::string describe_value(const Rule&, const model::InitialValue&) {
  return "value[, rate]";
}

std::string describe_value(const Rule& rule, const model::Expression&) {
  if (rule.only_user) return "USER(p1, ...)";
  return rule.user ? "expression, or USER(p1, ...)" : "expression";
}

std::string describe_value(const Rule&, const model::VectorExpression&) {
  return "expression of a vector";
}

std::string describe_value(const Rule& rule, const std::string&) {
  return rule.rest_of_line ? "text to the end of the line" : "text";
}

std::string describe_value(const Rule& rule, const std::vector<std::string>&) {
  return rule.colon_list ? "texts joined by colons" : "list of \"texts\"";
}

std::string describe_ids(const Rule& rule, model::Kind kind) {
  return list_of(rule, fmt::format("{} ids", noun(kind)));
}

void write_value(ValueOutput& out, const model::Selection& value) {
  if (value.all) return out.add("ALL");
  for (const int id : value.ids) out.add(std::to_string(id));
}

std::string describe_value(const Rule&, const model::Selection&) {
  return "list of ids, or ALL";
}

}  // namespace trammel::adm
