// A model: everything a dataset says, in the user's units. A value; no equations.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "model/constraints.h"
#include "model/data.h"
#include "model/forces.h"
#include "model/friction.h"
#include "model/graphics.h"
#include "model/marker.h"
#include "model/part.h"
#include "model/request.h"
#include "model/sensor.h"
#include "model/settings.h"
#include "model/states.h"
#include "model/systems.h"
#include "model/table.h"
#include "model/units.h"

namespace trammel::model {

// The pointer that stands behind as many others as there are numbers. (A std::tuple of all tables would
// cost every source that reads a model two seconds.)
template <class Numbers>
struct Nth;
template <std::size_t... Before>
struct Nth<std::index_sequence<Before...>> {
  template <std::size_t>
  using Skipped = const void*;
  template <class T>
  static T* of(Skipped<Before>..., T* nth, ...) {
    return nth;
  }
};

struct Model {
  // Not inline: every source would copy and destroy forty tables by itself.
  Model();
  Model(const Model&);
  Model(Model&&) noexcept;
  Model& operator=(const Model&);
  Model& operator=(Model&&) noexcept;
  ~Model();

  std::string title;
  Units units;
  Gravity gravity;

  Table<Part> parts;
  Table<PointMass> point_masses;
  Table<Marker> markers;
  Table<Joint> joints;
  Table<JointPrimitive> joint_primitives;
  Table<Coupler> couplers;
  Table<Gear> gears;
  Table<GeneralConstraint> general_constraints;
  Table<PointOnCurve> points_on_curves;
  Table<CurveOnCurve> curves_on_curves;
  Table<Motion> motions;
  Table<SingleForce> single_forces;
  Table<VectorForce> vector_forces;
  Table<VectorTorque> vector_torques;
  Table<GeneralForce> general_forces;
  Table<SpringDamper> spring_dampers;
  Table<Bushing> bushings;
  Table<Beam> beams;
  Table<Field> fields;
  Table<MultiForce> multi_forces;
  Table<Friction> frictions;
  Table<Variable> variables;
  Table<Diff> diffs;
  Table<Array> arrays;
  Table<String> strings;
  Table<Spline> splines;
  Table<Matrix> matrices;
  Table<Curve> curves;
  Table<Sensor> sensors;
  Table<LinearSystem> linear_systems;
  Table<TransferFunction> transfer_functions;
  Table<GeneralSystem> general_systems;
  Table<PlantInput> plant_inputs;
  Table<PlantOutput> plant_outputs;
  Table<PlantState> plant_states;
  Table<Request> requests;
  Table<MultiRequest> multi_requests;
  Table<Graphics> graphics;

  OutputSettings output;
  ResultsSettings results;
  IntegratorSettings integrator;
  EquilibriumSettings equilibrium;
  KinematicsSettings kinematics;
  InitialConditionSettings initial_conditions;
  DebugSettings debug;
  Preferences preferences;

 private:
  template <class Self, class Visitor>
  static decltype(auto) visit_tables(Self& m, Visitor&& visit) {
    return visit(
        m.parts, m.point_masses, m.markers, m.joints, m.joint_primitives, m.couplers, m.gears,
        m.general_constraints, m.points_on_curves, m.curves_on_curves, m.motions, m.single_forces,
        m.vector_forces, m.vector_torques, m.general_forces, m.spring_dampers, m.bushings, m.beams,
        m.fields, m.multi_forces, m.frictions, m.variables, m.diffs, m.arrays, m.strings, m.splines,
        m.matrices, m.curves, m.sensors, m.linear_systems, m.transfer_functions, m.general_systems,
        m.plant_inputs, m.plant_outputs, m.plant_states, m.requests, m.multi_requests, m.graphics);
  }
  template <Kind K, class Self>
  static auto& table_of(Self& m) {
    using Before = std::make_index_sequence<static_cast<std::size_t>(K)>;
    return visit_tables(
        m, [](auto&... table) -> auto& { return *Nth<Before>::of(&table...); });
  }

 public:
  // visit(all tables, in the order of Kind)
  template <class Visitor>
  decltype(auto) visit_tables(Visitor&& visit) const {
    return visit_tables(*this, visit);
  }
  template <class Visitor>
  decltype(auto) visit_tables(Visitor&& visit) {
    return visit_tables(*this, visit);
  }

  template <class T>
  const Table<T>& table() const {
    return table_of<T::kind>(*this);
  }
  template <class T>
  Table<T>& table() {
    return table_of<T::kind>(*this);
  }

  // The element, or nullptr.
  template <Kind K>
  auto find(Id<K> id) const {
    return table_of<K>(*this).find(id.value);
  }
  // The element, which must exist.
  template <Kind K>
  const auto& operator[](Id<K> id) const {
    return *find(id);
  }

  bool contains(Kind kind, int id) const;
  bool is_active(Kind kind, int id) const;
  // False: there is no such element.
  bool set_active(Kind kind, int id, bool active);
  std::vector<int> ids(Kind kind) const;  // in the order of the dataset
  std::size_t count(Kind kind) const;

  friend bool operator==(const Model&, const Model&) = default;
};

// The one part that does not move, or nullptr.
const Part* ground(const Model& model);

// The motion's axis with `implied` replaced by the only freedom of its joint.
MotionAxis axis(const Model& model, const Motion& motion);

// The freedom of the coupler's k-th joint that it ties.
Freedom freedom(const Model& model, const Coupler& coupler, std::size_t k);

}  // namespace trammel::model
