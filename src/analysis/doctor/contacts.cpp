// Contacts by IMPACT and BISTOP: how their force and their damping begin.
// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/doctor/contacts.h"

#include <fmt/format.h>

#include <cmath>
#include <set>

#include "analysis/doctor/function_use.h"
#include "analysis/doctor/rules.h"
#include "analysis/doctor/time_function.h"

namespace trammel::analysis::doctor {
namespace {

using expression::Tree;

// What a contact is measured with.
struct Gauge {
  enum class Kind : unsigned char { number, length, angle, unknown };
  Kind kind = Kind::unknown;
  double scale = 1;  // of the argument, in units of length or in radians
};

Gauge::Kind kind_of_measure(std::string_view name) {
  static const std::set<std::string_view> lengths = {"DX", "DY", "DZ", "DM"},
                                          angles = {"AX",  "AY",  "AZ",    "PSI", "THETA",
                                                    "PHI", "YAW", "PITCH", "ROLL"};
  return lengths.count(name)  ? Gauge::Kind::length
         : angles.count(name) ? Gauge::Kind::angle
                              : Gauge::Kind::unknown;
}

// Sums of measures of one kind and of numbers, times numbers; VARIABLEs are what their functions are.
class GaugeReader {
 public:
  explicit GaugeReader(const model::Model& model) : model_(model) {}

  Gauge read(const Tree& tree, std::size_t n) {
    const expression::Node& node = tree.node(n);
    if (!changes(tree, n)) {
      const auto value = TimeFunction(tree, n).at(0);
      return value ? Gauge{Gauge::Kind::number, *value} : Gauge{};
    }
    switch (node.function->quantity) {
      case expression::QuantityKind::measure:
        return {kind_of_measure(node.function->name), 1};
      case expression::QuantityKind::variable:
        return read_variable(tree.node(tree.arguments(n)[0]).integer());
      case expression::QuantityKind::none:
        return combined(tree, n);
      default:
        return {};
    }
  }

 private:
  Gauge read_variable(int id) {
    const model::Variable* variable = model_.variables.find(id);
    if (!variable || !variable->function || variable->function.is_user() ||
        !seen_.insert(id).second)
      return {};
    return read(variable->function.tree, variable->function.tree.root());
  }

  Gauge combined(const Tree& tree, std::size_t n) {
    const std::vector<std::size_t> arguments = tree.arguments(n);
    using Kind = Gauge::Kind;
    if (is_negation(tree, n)) return read(tree, arguments[0]);
    const bool sum = is_operator(tree, n, "+") || is_operator(tree, n, "-");
    const bool product = is_operator(tree, n, "*"), quotient = is_operator(tree, n, "/");
    if (!sum && !product && !quotient) return {};
    const Gauge a = read(tree, arguments[0]), b = read(tree, arguments[1]);
    if (sum) {
      if (a.kind == Kind::number) return b;
      return b.kind == Kind::number || (a.kind == b.kind && a.scale == b.scale) ? a : Gauge{};
    }
    if (b.kind == Kind::number && b.scale != 0)
      return {a.kind, product ? a.scale * b.scale : a.scale / b.scale};
    if (product && a.kind == Kind::number) return {b.kind, a.scale * b.scale};
    return {};
  }

  const model::Model& model_;
  std::set<int> seen_;  // VARIABLEs
};

// visit(element, expression, index of the contact, the number in an argument counted from the end of
// IMPACT's: 2 the exponent, 1 the damping, 0 the depth).
template <class Visit>
void for_each_contact(const model::Model& model, std::size_t from_the_end, const Visit& visit) {
  for_each_function(model, [&](const auto& element, const model::Expression& function) {
    for_each_call(function.tree, [&](std::size_t n, const expression::Function& f) {
      if (!is_contact(f)) return;
      const std::vector<std::size_t> arguments = function.tree.arguments(n);
      if (const auto number =
              literal(function.tree, arguments[arguments.size() - 1 - from_the_end]))
        visit(element, function.tree, n, *number);
    });
  });
}

// The least depth over which damping should begin, and how to say so.
struct LeastDepth {
  double depth = 0;
  std::string hint = "take a depth that penetration does not reach at once";
};

LeastDepth least_depth(const model::Model& model, const Tree& tree, std::size_t contact) {
  constexpr double least_m = 1e-4, least_rad = 1e-3;
  const Gauge gauge = GaugeReader(model).read(tree, tree.arguments(contact)[0]);
  const model::Unit* unit = model.units.length_unit();
  const double scale = std::abs(gauge.scale);
  if (gauge.kind == Gauge::Kind::angle)
    return {least_rad * scale,
            fmt::format("take {:g}, a thousandth of a radian, or more", least_rad * scale)};
  if (gauge.kind == Gauge::Kind::length && unit)
    return {least_m / unit->si * scale,
            fmt::format("take 0.1 mm, {:g}, or more", least_m / unit->si * scale)};
  return {};
}

}  // namespace

Findings sharp_impacts(const Patient& patient) {
  Findings findings;
  for_each_contact(
      patient.model, 2, [&](const auto& element, const Tree& tree, std::size_t n, double exponent) {
        if (exponent > 1) return;
        findings.push_back(warning(
            element,
            fmt::format("the exponent {:g} of {} gives its force a corner, where contact begins",
                        exponent, tree.node(n).function->name),
            "take more than 1; 2.2 is usual for steel on steel in N and mm"));
      });
  return findings;
}

Findings shallow_impacts(const Patient& patient) {
  Findings findings;
  for_each_contact(
      patient.model, 0, [&](const auto& element, const Tree& tree, std::size_t n, double depth) {
        const LeastDepth least = least_depth(patient.model, tree, n);
        if (depth > 0.99 * least.depth) return;
        findings.push_back(warning(
            element,
            fmt::format("{} reaches its full damping within {:g}: a jump, for which every touch "
                        "takes tiny steps",
                        tree.node(n).function->name, depth),
            least.hint));
      });
  return findings;
}

}  // namespace trammel::analysis::doctor
