// SPDX-License-Identifier: BSD-3-Clause
#include "expression/leaves.h"

#include <limits>
#include <vector>

#include "expression/builder.h"
#include "expression/compose.h"
#include "expression/functions/families.h"

namespace trammel::expression {

namespace {

Function numbered(std::string_view name, QuantityKind quantity) {
  return {.name = name,
          .arguments = {integer("number", 0, std::numeric_limits<int>::max())},
          .min_arguments = 1,
          .max_arguments = 1,
          .quantity = quantity};
}

Tree integer_tree(int value) {
  Node node;
  node.kind = NodeKind::integer;
  node.number = value;
  return Tree(std::vector<Node>{node});
}

Function cosine(int a, int b) {
  const kinematics::Measure& measure = kinematics::direction_cosine(
      static_cast<kinematics::Axis>(a), static_cast<kinematics::Axis>(b));
  return {.name = measure.name,
          .arguments = {id_or_zero("i", Entity::marker), id_or_zero("j", Entity::marker)},
          .min_arguments = 2,
          .max_arguments = 2,
          .quantity = QuantityKind::measure,
          .measure = &measure,
          .level = 0};
}

std::vector<Function> all_cosines() {
  std::vector<Function> rows;
  for (int a = 0; a < 3; ++a)
    for (int b = 0; b < 3; ++b) rows.push_back(cosine(a, b));
  return rows;
}

std::vector<const Function*> rows_of_measures() {
  std::vector<const Function*> rows(kinematics::measures().size());
  for (const Function& row : kinematic_functions())
    if (row.measure) rows[static_cast<std::size_t>(row.measure->kind)] = &row;
  return rows;
}

}  // namespace

const Function& definition_row() {
  static const Function row = numbered("definition", QuantityKind::definition);
  return row;
}

const Function& reaction_row() {
  static const Function row = numbered("reaction", QuantityKind::reaction);
  return row;
}

const Function& state_row() {
  static const Function row = numbered("state", QuantityKind::state);
  return row;
}

const Function& history_row() {
  static const Function row = {
      .name = "history",
      .arguments = {integer("number", 0, std::numeric_limits<int>::max()), real("t")},
      .min_arguments = 2,
      .max_arguments = 2,
      .lower = [](const CallSite& at) {
        return interpolate(Interpolation::history, 0, at.integers[0], at.real(0),
                           at.builder.constant(0));
      }};
  return row;
}

const Function& history_begin_row() {
  static const Function row = {.name = "history begins",
                               .arguments = {integer("number", 0, std::numeric_limits<int>::max())},
                               .min_arguments = 1,
                               .max_arguments = 1,
                               .lower = [](const CallSite& at) {
                                 const Term none = at.builder.constant(0);
                                 return interpolate(Interpolation::history, 1, at.integers[0], none,
                                                    none);
                               }};
  return row;
}

const Function& at_rest_row() {
  static const Function row = {.name = "at rest",
                               .arguments = {real("moves"), real("e"), real("past")},
                               .min_arguments = 3,
                               .max_arguments = 3,
                               .lower = [](const CallSite& at) {
                                 return apply(Opcode::select_zero, at.real(0), at.real(1),
                                              at.real(2));
                               }};
  return row;
}

const Function& memory_row() {
  static const Function row = numbered("memory", QuantityKind::memory);
  return row;
}

const Function& external_row() {
  constexpr int any = std::numeric_limits<int>::max();
  static const Function row = {
      .name = "USER",
      .arguments = {integer("number", 0, any), integer("result", 0, any), real("u")},
      .min_arguments = 3,
      .max_arguments = any,
      .lower = [](const CallSite& at) {
        return external(at.integers[0], at.integers[1], at.reals);
      }};
  return row;
}

Tree external(int number, int result, std::span<const Tree> arguments) {
  std::vector<Tree> all = {integer_tree(number), integer_tree(result)};
  all.insert(all.end(), arguments.begin(), arguments.end());
  return call(external_row(), all);
}

const Function& direction_cosine_row(kinematics::Axis a, kinematics::Axis b) {
  static const std::vector<Function> rows = all_cosines();
  return rows[3 * static_cast<std::size_t>(a) + static_cast<std::size_t>(b)];
}

const Function& measure_row(kinematics::MeasureKind kind) {
  static const std::vector<const Function*> rows = rows_of_measures();
  return *rows[static_cast<std::size_t>(kind)];
}

Tree leaf(kinematics::MeasureKind kind, std::initializer_list<int> markers) {
  return leaf(measure_row(kind), markers);
}

}  // namespace trammel::expression
