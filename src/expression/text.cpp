// SPDX-License-Identifier: BSD-3-Clause
#include "expression/text.h"

#include <fmt/format.h>

namespace trammel::expression {

std::string usage(const Function& function) {
  switch (function.notation) {
    case Notation::symbol:
      return std::string(function.name);
    case Notation::prefix:
      return "-a";
    case Notation::infix:
      return fmt::format("a {} b", function.name);
    case Notation::call:
    case Notation::arithmetic_if:
      break;
  }
  std::string text = fmt::format("{}(", function.name);
  for (std::size_t k = 0; k < function.arguments.size(); ++k) {
    const bool optional = static_cast<int>(k) >= function.min_arguments;
    const std::string_view separator =
        k == 0 ? "" : (k == 1 && function.notation == Notation::arithmetic_if ? ": " : ", ");
    text += fmt::format("{}{}{}{}", optional ? "[" : "", separator, function.arguments[k].name,
                        optional ? "]" : "");
  }
  if (function.max_arguments > static_cast<int>(function.arguments.size())) text += ", ...";
  return text + ")";
}

namespace {

// Markers of a part are 21 and 31, those of the ground 11.
int likely(const Argument& argument, bool required) {
  if (argument.kind == ArgumentKind::integer) return argument.low;
  if (argument.entity != Entity::marker) return 1;
  if (argument.name == "i" || argument.name == "marker") return 21;
  return argument.name == "k" && required ? 31 : 11;
}

}  // namespace

std::string example(const Function& function) {
  if (!function.example.text.empty()) return std::string(function.example.text);
  std::string text = fmt::format("{}(", function.name);
  for (std::size_t k = 0; k < function.arguments.size(); ++k)
    text +=
        fmt::format("{}{}", k == 0 ? "" : ", ",
                    likely(function.arguments[k], static_cast<int>(k) < function.min_arguments));
  return text + ")";
}

}  // namespace trammel::expression
