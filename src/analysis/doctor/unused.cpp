// What is defined and never read.
// SPDX-License-Identifier: BSD-3-Clause
#include <set>

#include "analysis/doctor/rules.h"
#include "expression/inspect.h"

namespace trammel::analysis::doctor {
namespace {

// Every VARIABLE and SPLINE that something refers to.
class Uses {
 public:
  explicit Uses(const model::Model& model) {
    model.visit_tables([&](const auto&... table) { (read_all(table), ...); });
    for (const model::Array& array : model.arrays) add(array.variables);
    for (const model::PlantInput& plant : model.plant_inputs) add(plant.variables);
    for (const model::PlantOutput& plant : model.plant_outputs) add(plant.variables);
    for (const model::PlantState& plant : model.plant_states) add(plant.variables);
  }

  // A routine may read whatever it likes.
  bool has_routines() const { return has_routines_; }
  bool reads_variable(int id) const { return variables_.count(id) > 0; }
  bool reads_spline(int id) const { return splines_.count(id) > 0; }

 private:
  template <class Table>
  void read_all(const Table& table) {
    for (const auto& element : table) read(element);
  }

  template <class Element>
  void read(const Element& e) {
    if constexpr (requires { e.functions; }) read_each(e.functions);
    if constexpr (requires { e.force; }) read_each(e.force);
    if constexpr (requires { e.torque; }) read_each(e.torque);
    if constexpr (requires { e.force_vector; }) read_each(e.force_vector.components);
    if constexpr (requires { e.torque_vector; }) read_each(e.torque_vector.components);
    if constexpr (requires { e.sample_period; }) see(e.sample_period);
    if constexpr (requires { e.evaluate; }) see(e.evaluate);
    if constexpr (requires { e.function; }) see(e.function);
  }
  template <class List>
  void read_each(const List& list) {
    if constexpr (requires { list.begin(); })
      for (const auto& each : list) see(each);
  }

  void see(const model::Expression& function) {
    if (!function) return;
    if (function.is_user()) {
      has_routines_ = true;
      return;
    }
    expression::for_each_reference(function.tree, [&](const expression::Reference& r) {
      if (r.entity == expression::Entity::variable) variables_.insert(r.id);
      if (r.entity == expression::Entity::spline) splines_.insert(r.id);
    });
  }
  template <class Other>
  void see(const Other&) {}  // numbers, as the force of a BUSHING
  void add(const std::vector<model::VariableId>& ids) {
    for (const model::VariableId id : ids) variables_.insert(id.value);
  }

  std::set<int> variables_, splines_;
  bool has_routines_ = false;
};

}  // namespace

Findings unused_definitions(const Patient& patient) {
  Findings findings;
  const Uses uses(patient.model);
  if (uses.has_routines()) return findings;
  for (const model::Variable& variable : patient.model.variables)
    if (!uses.reads_variable(variable.id))
      findings.push_back(warning(variable, "nothing reads it",
                                 "VARVAL(id) reads it; perhaps another id is meant somewhere"));
  for (const model::Spline& spline : patient.model.splines)
    if (!uses.reads_spline(spline.id))
      findings.push_back(warning(spline, "nothing reads it",
                                 "AKISPL and CUBSPL read it; perhaps another id is meant"));
  return findings;
}

}  // namespace trammel::analysis::doctor
