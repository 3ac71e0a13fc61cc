// SPDX-License-Identifier: BSD-3-Clause
#include "io/adm/references.h"

#include <fmt/format.h>

#include <optional>
#include <set>
#include <utility>

#include "expression/inspect.h"
#include "io/adm/statements.h"

namespace trammel::adm {
namespace {

using model::Kind;
using model::Problem;

constexpr std::size_t most_problems = 20;  // of one statement

std::optional<Kind> kind_of(std::string_view statement) {
  for (int k = 0; k < static_cast<int>(Kind::count); ++k)
    if (model::statement_name(static_cast<Kind>(k)) == statement) return static_cast<Kind>(k);
  return {};
}

class ReferenceCheck {
 public:
  ReferenceCheck(const model::Model& model, const model::Unread& unread)
      : model_(model), unread_(unread) {}

  std::vector<Problem> run(const HalfReadElements& half_read) {
    for (const SyntaxPointer& syntax : statements())
      syntax->for_each(model_, [&](const Syntax::Item& item) { check(*syntax, item); });
    for (const HalfRead& half : half_read.all()) {
      start_element();
      for (const ArgumentRow* row : half.rows)
        if (!full()) check(*half.syntax, half.item(), *row);
    }
    return std::move(problems_);
  }

 private:
  using Reported = std::set<std::pair<expression::Entity, int>>;  // once in each argument

  void check(const Syntax& syntax, const Syntax::Item& item) {
    start_element();
    for (const ArgumentRow& row : syntax.arguments())
      if (row.treatment == Treatment::bound && !full() && !shadowed(syntax, row, item.element))
        check(syntax, item, row);
  }

  void check(const Syntax& syntax, const Syntax::Item& item, const ArgumentRow& row) {
    row.binding->references(item.element, [&](const Reference& reference) {
      if (!full() && !exists(reference.kind, reference.id))
        add(syntax, item, row, reference.item, -1,
            fmt::format("{} {} is not defined", noun(reference.kind), reference.id));
    });
    Reported reported;
    for (const model::Expression& expression : row.binding->expressions(item.element))
      if (expression) check(syntax, item, row, expression, reported);
  }

  // A field that several rows share counts for the row that goes with the element's form.
  static bool shadowed(const Syntax& syntax, const ArgumentRow& row, const void* element) {
    for (const std::string_view other : row.rule.with)
      if (syntax.argument(other).binding->is_set(element)) return false;
    return !row.rule.with.empty();
  }

  void check(const Syntax& syntax, const Syntax::Item& item, const ArgumentRow& row,
             const model::Expression& expression, Reported& reported) {
    expression::for_each_reference(expression.tree, [&](const expression::Reference& reference) {
      const std::string_view statement = expression::statement_name(reference.entity);
      const auto kind = kind_of(statement);
      const int offset = static_cast<int>(reference.origin.offset);
      if (kind ? exists(*kind, reference.id) : unread_.contains(statement, reference.id)) return;
      if (full() || !reported.insert({reference.entity, reference.id}).second) return;
      add(syntax, item, row, 0, offset,
          kind ? fmt::format("{} {} is not defined", noun(*kind), reference.id)
               : fmt::format("{}/{} is not defined", statement, reference.id));
    });
    const auto& nodes = expression.tree.nodes();
    for (std::size_t n = 0; n < nodes.size() && !full(); ++n)
      if (nodes[n].function && nodes[n].function->quantity == expression::QuantityKind::array_entry)
        check_entry(syntax, item, row, expression::quantity_at(expression.tree, n),
                    static_cast<int>(nodes[n].origin.offset));
    bool jumps = false;  // one warning is enough, and too many must not become an error
    for (const expression::ConstantFault& fault : expression::constant_faults(expression.tree)) {
      const bool jump = fault.kind == expression::ConstantFault::Kind::jump;
      if (!full() && !(jump && jumps)) add_fault(syntax, item, row, expression, fault);
      jumps |= jump;
    }
  }

  void add_fault(const Syntax& syntax, const Syntax::Item& item, const ArgumentRow& row,
                 const model::Expression& expression, const expression::ConstantFault& fault) {
    constexpr std::size_t longest = 60;
    const std::string text = expression.text.substr(fault.origin.offset, fault.origin.length);
    const std::string shown = text.size() > longest ? text.substr(0, longest) + "..." : text;
    const int offset = static_cast<int>(fault.origin.offset);
    if (fault.kind == expression::ConstantFault::Kind::no_value)
      add(syntax, item, row, 0, offset, fmt::format("{} has no finite value", shown),
          Code::no_value);
    else
      add(syntax, item, row, 0, offset, fmt::format("{} jumps: its transition has no width", shown),
          Code::jump);
  }

  void check_entry(const Syntax& syntax, const Syntax::Item& item, const ArgumentRow& row,
                   const expression::Quantity& quantity, int offset) {
    const model::Array* array = model_.arrays.find(quantity.ids[0]);
    if (!array) return;
    const int size = array->size
                         ? *array->size
                         : static_cast<int>(array->variables.size() + array->numbers.size());
    const int entry = quantity.ids[1];
    if (entry >= 1 && (entry <= size || size == 0)) return;
    add(syntax, item, row, 0, offset, fmt::format("array {} has no entry {}", array->id, entry),
        Code::wrong_expression_use, fmt::format("its size is {}", size));
  }

  // A list of a million ids that do not exist needs no million messages.
  void start_element() { of_element_ = 0; }
  bool full() const { return of_element_ > most_problems; }

  bool exists(Kind kind, int id) const {
    return model_.contains(kind, id) || unread_.contains(model::statement_name(kind), id);
  }

  void add(const Syntax& syntax, const Syntax::Item& item, const ArgumentRow& row, int index,
           int offset, std::string message, Code code = Code::undefined_reference,
           std::string hint = {}) {
    ++of_element_;
    if (full()) {
      code = Code::too_many_errors;
      message = "too many errors; the rest of the statement is not checked";
      hint.clear();
    }
    std::string label = syntax.name();
    if (item.id > 0) label = model::label(syntax.name(), {item.id, *item.name, {}, true});
    problems_.push_back({code, syntax.name(), std::move(label), item.at, row.keyword.name(), index,
                         offset, std::move(message), std::move(hint)});
  }

  const model::Model& model_;
  const model::Unread& unread_;
  std::vector<Problem> problems_;
  std::size_t of_element_ = 0;
};

}  // namespace

std::vector<Problem> check_references(const model::Model& model, const model::Unread& unread,
                                      const HalfReadElements& half_read) {
  return ReferenceCheck(model, unread).run(half_read);
}

}  // namespace trammel::adm
