// SPDX-License-Identifier: BSD-3-Clause
#include "model/routine.h"

#include <algorithm>

namespace trammel::model {
namespace {

constexpr std::size_t longest_name = 200;

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

}  // namespace

std::string objection_to_library(const std::string& name) {
  if (name.empty()) return "the name of the library is missing";
  if (name.find_first_of("/\\") != name.npos)
    return "the name of a library has no path: the folder is named when Trammel is started";
  const auto is_allowed = [](char c) {
    return is_letter(c) || is_digit(c) || c == '-' || c == '.';
  };
  if (name.front() == '.' || name.find("..") != name.npos || name.size() > longest_name ||
      !std::all_of(name.begin(), name.end(), is_allowed))
    return "the name of a library consists of letters, digits, _, - and single dots";
  return "";
}

std::string objection_to_function(const std::string& name) {
  if (name.empty()) return "the name of the function is missing";
  const auto is_allowed = [](char c) { return is_letter(c) || is_digit(c); };
  if (is_digit(name.front()) || name.size() > longest_name ||
      !std::all_of(name.begin(), name.end(), is_allowed))
    return "the name of a function consists of letters, digits and _";
  return "";
}

Routine default_routine(Kind kind) {
  switch (kind) {
    case Kind::sforce:
      return {"user", "sfosub"};
    case Kind::vforce:
      return {"user", "vfosub"};
    case Kind::vtorque:
      return {"user", "vtosub"};
    case Kind::gforce:
      return {"user", "gfosub"};
    case Kind::motion:
      return {"user", "motsub"};
    case Kind::variable:
      return {"user", "varsub"};
    case Kind::diff:
      return {"user", "difsub"};
    case Kind::curve:
      return {"user", "cursub"};
    case Kind::sensor:
      return {"user", "sensub"};
    case Kind::request:
      return {"user", "reqsub"};
    default:
      return {};
  }
}

}  // namespace trammel::model
