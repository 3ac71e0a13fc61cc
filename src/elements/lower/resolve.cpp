// SPDX-License-Identifier: BSD-3-Clause
#include "elements/lower/resolve.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <optional>
#include <utility>

#include "elements/lower/lowering.h"
#include "expression/compose.h"
#include "expression/leaves.h"
#include "expression/substitute.h"

namespace trammel::elements {
namespace {

using expression::Entity;
using expression::Quantity;
using expression::QuantityKind;
using expression::Tree;
using model::Code;

std::optional<model::Kind> kind_of(Entity entity) {
  switch (entity) {
    case Entity::joint:
      return model::Kind::joint;
    case Entity::jprim:
      return model::Kind::jprim;
    case Entity::motion:
      return model::Kind::motion;
    case Entity::gcon:
      return model::Kind::gcon;
    case Entity::ptcv:
      return model::Kind::ptcv;
    case Entity::cvcv:
      return model::Kind::cvcv;
    case Entity::sforce:
      return model::Kind::sforce;
    case Entity::vforce:
      return model::Kind::vforce;
    case Entity::vtorque:
      return model::Kind::vtorque;
    case Entity::gforce:
      return model::Kind::gforce;
    case Entity::springdamper:
      return model::Kind::spring_damper;
    case Entity::bushing:
      return model::Kind::bushing;
    case Entity::beam:
      return model::Kind::beam;
    case Entity::field:
      return model::Kind::field;
    case Entity::friction:
      return model::Kind::friction;
    default:
      return {};
  }
}

class Resolution {
 public:
  Resolution(Lowering& lowering, const Site& site) : lowering_(lowering), site_(site) {}

  Tree run(const Tree& given) {
    check_markers(given);
    const Tree tree = with_histories(lowering_, given, site_);
    const auto replacement = [&](const Quantity& quantity) -> const Tree* {
      std::optional<Tree> other = replaced(quantity);
      if (!other) return nullptr;
      return &kept_.emplace_back(std::move(*other));
    };
    std::optional<Tree> result = expression::substitute(tree, replacement);
    if (result) return std::move(*result);
    lowering_.report(Code::bad_expression, site_,
                     "the expression is too long once force functions "
                     "are written out");
    return Tree();
  }

 private:
  // A floating marker has no place of its own; only as i or j of FX … it names an element.
  void check_markers(const Tree& tree) {
    for (std::size_t n = 0; n < tree.size(); ++n) {
      const expression::Node& call = tree.node(n);
      if (call.kind != expression::NodeKind::call) continue;
      const bool names_elements = call.function->quantity == QuantityKind::marker_force;
      std::size_t which = 0;
      for (const std::size_t argument : tree.arguments(n)) {
        const expression::Node& node = tree.node(argument);
        const int position = static_cast<int>(which++);
        if (node.kind != expression::NodeKind::integer || !lowering_.is_floating(node.integer()) ||
            call.function->argument(position).entity != Entity::marker ||
            (names_elements && position < 2))
          continue;
        lowering_.report(
            Code::floating_marker, site_,
            fmt::format("marker {} is floating; a fixed marker is needed", node.integer()), "",
            static_cast<int>(node.origin.offset));
      }
    }
  }

  std::optional<Tree> replaced(const Quantity& quantity) {
    switch (quantity.kind()) {
      case QuantityKind::variable:
        return variable(quantity.ids[0]);
      case QuantityKind::array_entry:
        return array_entry(quantity.ids[0], quantity.ids[1]);
      case QuantityKind::diff_rate:
        return rate(quantity.ids[0]);
      case QuantityKind::element_force:
        return element_force(quantity);
      case QuantityKind::marker_force:
        return marker_force(quantity);
      case QuantityKind::sensor_value:
        return sensor_value(quantity.ids[0]);
      case QuantityKind::plant_input:
        return plant_entry(*lowering_.model().plant_inputs.find(quantity.ids[0]), quantity.ids[1]);
      case QuantityKind::plant_output:
        return plant_entry(*lowering_.model().plant_outputs.find(quantity.ids[0]), quantity.ids[1]);
      default:
        return {};
    }
  }

  Tree refused(std::string message, std::string hint = {}) {
    lowering_.report(Code::wrong_expression_use, site_, std::move(message), std::move(hint));
    return Tree();
  }

  Tree variable(int id) {
    const std::size_t position = lowering_.model().variables.position(id);
    return expression::leaf(expression::definition_row(),
                            {lowering_.variable_definitions[position]});
  }

  std::optional<Tree> sensor_value(int id) {
    if (lowering_.sensor_memory[lowering_.model().sensors.position(id)] >= 0) return {};
    if (!lowering_.model().sensors.find(id)->active) return Tree::constant(0);
    return refused(fmt::format("SENVAL({0}) has no value: SENSOR/{0} has no EVALUATE", id));
  }

  Tree array_entry(int id, int entry) {
    const model::Array& array = *lowering_.model().arrays.find(id);
    const auto k = static_cast<std::size_t>(entry) - 1;
    if (k < array.variables.size()) return variable(array.variables[k].value);
    if (k < array.numbers.size()) return Tree::constant(array.numbers[k]);
    if (array.content == model::ArrayKind::x || array.content == model::ArrayKind::y) {
      const auto entries = lowering_.array_entries.find(id);
      if (entries == lowering_.array_entries.end())
        return refused(fmt::format("array {} belongs to no system element", id),
                       "an LSE, TFSISO or GSE gives it its values");
      if (k < entries->second.size()) return entries->second[k];
    }
    return refused(fmt::format("array {} has no entry {}", id, entry));
  }

  template <class Plant>
  Tree plant_entry(const Plant& plant, int entry) {
    const auto k = static_cast<std::size_t>(entry) - 1;
    if (k < plant.variables.size()) return variable(plant.variables[k].value);
    return refused(
        fmt::format("{}/{} has no entry {}", model::statement_name(Plant::kind), plant.id, entry),
        fmt::format("it has {} variables", plant.variables.size()));
  }

  // Implicit ones are unknowns themselves; those that statics holds are 0 there.
  std::optional<Tree> rate(int id) {
    const std::size_t position = lowering_.model().diffs.position(id);
    const model::Diff& diff = lowering_.model().diffs[position];
    if ((diff.implicit || diff.static_hold) && !lowering_.algebraic_rates[position]) return {};
    return expression::leaf(expression::definition_row(), {lowering_.rate_definitions[position]});
  }

  // NFORCE(id, marker, comp, rm)
  Tree multi_force(const Quantity& quantity) {
    const auto [id, marker, comp, rm] = quantity.ids;
    const model::MultiForce& force = *lowering_.model().multi_forces.find(id);
    if (force.j.value != marker &&
        std::find(force.i.begin(), force.i.end(), model::MarkerId{marker}) == force.i.end())
      return refused(fmt::format("NFORCE/{} does not act at marker {}", id, marker),
                     "its markers are I and J");
    const bool torque = comp > 4;
    if (comp == 1 || comp == 5) return magnitude_at(lowering_, owner_of(force), marker, torque);
    return component_at(lowering_, owner_of(force), marker, torque, (comp - 2) % 4, rm);
  }

  // F(id, jflag, comp, rm)
  Tree element_force(const Quantity& quantity) {
    if (quantity.function->argument(0).entity == Entity::nforce) return multi_force(quantity);
    const auto [id, jflag, comp, rm] = quantity.ids;
    const auto kind = kind_of(quantity.function->argument(0).entity);
    const Connection* connection = kind ? lowering_.connections.find({*kind, id}) : nullptr;
    if (!connection)
      return refused(fmt::format("{}({}, ...) is not available", quantity.function->name, id));
    if (jflag == 1 && connection->j == 0)
      return refused(fmt::format("GCON/{} has no J marker", id), "jflag must be 0");
    const Effect effect{jflag == 1, comp > 4};
    if (comp == 1 || comp == 5) return magnitude(lowering_, *connection, effect);
    return component(lowering_, *connection, effect, (comp - 2) % 4, rm);
  }

  // FX … TM (i, j, k)
  Tree marker_force(const Quantity& quantity) {
    const std::string_view name = quantity.function->name;
    const bool torque = name[0] == 'T';
    const auto [i, j, k, unused] = quantity.ids;
    static_cast<void>(unused);
    if (name[1] == 'M') return magnitude_between(lowering_, i, j, torque);
    return component_between(lowering_, i, j, torque, name[1] - 'X', k);
  }

  Lowering& lowering_;
  const Site& site_;
  std::deque<Tree> kept_;  // replacements live until the tree is complete
};

}  // namespace

Tree resolve(Lowering& lowering, const Tree& tree, const Site& site) {
  return Resolution(lowering, site).run(tree);
}

}  // namespace trammel::elements
