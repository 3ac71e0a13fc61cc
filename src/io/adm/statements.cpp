// The list of all statements. A new one is a line here and a table in statements/.
// SPDX-License-Identifier: BSD-3-Clause
#include "io/adm/statements.h"

#include <algorithm>
#include <array>

#include "io/adm/statements/list.h"

namespace trammel::adm {
namespace {

std::vector<SyntaxPointer> make_statements() {
  constexpr SyntaxPointer (*makers[])() = {
      units,         part,
      point_mass,    marker,
      joint,         jprim,
      coupler,       gear,
      gcon,          ptcv,
      cvcv,          motion,
      sforce,        vforce,
      vtorque,       gforce,
      spring_damper, bushing,
      beam,          field,
      nforce,        friction,
      variable,      diff,
      array,         string,
      spline,        matrix,
      curve,         sensor,
      lse,           tfsiso,
      gse,           pinput,
      poutput,       pstate,
      accgrav,       request,
      mrequest,      graphics,
      output,        results,
      integrator,    equilibrium,
      kinematics,    initial_conditions,
      debug,         preferences,
  };
  std::vector<SyntaxPointer> list;
  for (const auto make : makers) list.push_back(make());
  return list;
}

constexpr std::array refused{
    RefusedStatement{"CLEARANCE", "Smallest distance between shapes."},
    RefusedStatement{"CONTACT", "Contact between shapes."},
    RefusedStatement{"ENVIRONMENT", "Variable of the operating system.",
                     "no variable of the operating system changes the results"},
    RefusedStatement{"EXTERNAL_SYSTEM", "Part solved by another program."},
    RefusedStatement{"FEMDATA", "Loads and motions for finite-element programs."},
    RefusedStatement{"FE_LOAD", "Load on an FE part."},
    RefusedStatement{"FE_NODE", "Node of an FE part."},
    RefusedStatement{"FE_PART", "Geometrically nonlinear beam."},
    RefusedStatement{"FLEX_BODY", "Flexible body in modal coordinates."},
    RefusedStatement{"FUNCTION", "Named function."},
    RefusedStatement{"LIST", "Listing of the dataset.", "the dataset is not listed"},
    RefusedStatement{"LSOLVER", "Choice of the linear solver.", "there is one linear solver"},
    RefusedStatement{"MATERIAL", "Material of FE parts.",
                     "only FE parts need it; parts have their own mass"},
    RefusedStatement{"MFORCE", "Force in modal coordinates."},
    RefusedStatement{"NOLIST", "No listing of the dataset.", "the dataset is not listed"},
    RefusedStatement{"SECTION", "Cross-section of an FE part."},
    RefusedStatement{"SURFACE", "Surface in space."},
    RefusedStatement{"TIRE", "Tire."},
    RefusedStatement{"TITLE", "Title of the dataset."},
    RefusedStatement{"UCON", "User-written constraint."},
    RefusedStatement{"WHEEL", "Wheel of a tire model."},
};

// Commands, which users of .acf files write into datasets by mistake.
const std::vector<Keyword>& commands() {
  static const std::vector<Keyword> list = [] {
    std::vector<Keyword> names;
    for (const char* name : {"ACTIVATE", "CONTROL", "DEACTIVATE", "FILE", "HELP", "INFO", "LINEAR",
                             "MENU", "RELOAD", "SAVE", "SHOW", "SIMULATE", "STOP", "TIME"})
      names.emplace_back(name);
    return names;
  }();
  return list;
}

// Supported ones first, then the refused ones: names to match a word against.
const std::vector<Keyword>& keywords() {
  static const std::vector<Keyword> list = [] {
    std::vector<Keyword> names;
    for (const SyntaxPointer& syntax : statements()) names.push_back(syntax->keyword());
    for (const RefusedStatement& statement : refused) names.emplace_back(statement.name);
    return names;
  }();
  return list;
}

}  // namespace

const std::vector<SyntaxPointer>& statements() {
  static const std::vector<SyntaxPointer> list = make_statements();
  return list;
}

std::span<const RefusedStatement> refused_statements() {
  return refused;
}

FoundStatement find_statement(std::string_view word) {
  const Match found = match(word, keywords());
  FoundStatement result;
  const std::size_t supported = statements().size();
  const auto index = static_cast<std::size_t>(found.index);
  if (found.index >= 0 && index < supported) result.syntax = statements()[index].get();
  if (found.index >= 0 && index >= supported) result.refused = &refused[index - supported];
  for (const int candidate : found.candidates)
    result.candidates.push_back(keywords()[static_cast<std::size_t>(candidate)].name());
  if (found.index >= 0 || !found.candidates.empty()) return result;
  const int command = match(word, commands()).index;
  if (command >= 0) result.command = commands()[static_cast<std::size_t>(command)].name();
  return result;
}

std::string suggest_statement(std::string_view word) {
  std::vector<std::string_view> names{"END"};
  for (const Keyword& keyword : keywords()) names.push_back(keyword.name());
  return suggestion(word, names);
}

const ArgumentRow& ArgumentTable::argument(std::string_view keyword) const {
  return *std::find_if(arguments_.begin(), arguments_.end(),
                       [&](const ArgumentRow& row) { return row.keyword.name() == keyword; });
}

bool ArgumentTable::requires_one_of(std::string_view keyword) const {
  return std::any_of(exactly_one_of_.begin(), exactly_one_of_.end(), [&](const auto& group) {
    return std::find(group.begin(), group.end(), keyword) != group.end();
  });
}

}  // namespace trammel::adm
