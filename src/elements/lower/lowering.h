// What the lowering of one model has found so far. Every family of elements first declares what it
// has (bodies, rows, definitions), then, when all definitions are known, finishes its equations.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "elements/equations.h"
#include "elements/lower/connections.h"
#include "elements/lower/definitions.h"
#include "elements/lower/sampled_curve.h"
#include "elements/lower/site.h"
#include "elements/user/libraries.h"
#include "expression/shape.h"
#include "model/placement.h"

namespace trammel::elements {

using MarkerIds = std::array<int, 4>;  // of the user, by slot i, j, k, l; 0: the ground frame

class Lowering {
 public:
  Lowering(const model::Model& model, std::shared_ptr<UserLibraries> libraries);
  Lowering(const Lowering&) = delete;
  Lowering& operator=(const Lowering&) = delete;

  const model::Model& model() const { return *equations.model; }

  // Index in the skeleton; the ground frame for none and for a floating marker.
  int marker(int id) const { return equations.marker({id}); }
  bool is_floating(int id) const;
  // Of fixed and floating markers.
  int body_of(model::MarkerId id) const;
  void set_body(model::PartId id, int body) { body_of_part_[id.value] = body; }
  void set_body(model::PointMassId id, int body) { body_of_point_[id.value] = body; }

  // A place on a curve, which starts at σ; the id of its marker, whose DX is σ. After all parts.
  int add_path(const Site& site, double start);

  // Where a marker stands, and what a position measure reads, as the model is given.
  model::Pose start_pose(int marker_id) const;
  double start_value(const kinematics::Measure&, const MarkerIds&) const;

  // Distinct; angles of the language count their turns.
  int reading(const kinematics::Measure&, const MarkerIds&);
  int reading(kinematics::MeasureKind kind, const MarkerIds& ids) {
    return reading(kinematics::measure(kind), ids);
  }
  // One that counts turns although the language lets it wrap, shared among those who want it so.
  int counted_reading(const kinematics::Measure&, const MarkerIds&);
  // Its own count of turns: the others keep the branch they start on.
  int private_reading(const kinematics::Measure&, const MarkerIds&);
  // The branch an angle starts on. The first that is given counts.
  void start_angle(int reading, double value);
  // Of a position reading, on the branch it starts on.
  double start_value(int reading) const;

  // An empty row of level 0 between two markers of the user, named as the site.
  Row row_of(const Site& site, int i = 0, int j = 0) const;
  int add_row(Row row);
  // Rows of an element that act while the model moves.
  const std::vector<int>& rows_of(Owner owner) const;
  // Sets g of (ROW.1).
  void set_function(int row, const expression::Tree& g, const Site& site);
  // −value: the row demands that its readings be `value`.
  void set_target(int row, double value, const Site& site);

  // The tape of an expression without definitions.
  int scalar(const expression::Tree& tree, const Site& site);
  // At time 0, of a scalar that depends on time only; none: it has no value there.
  std::optional<double> value_at_start(int scalar) const;
  int new_memory();
  int reaction(Reaction);  // its number; equal ones have the same
  void report(model::Code code, const Site& site, std::string message, std::string hint = {},
              int offset = -1);

  // In place of DELAY(e, delay, history): e in statics, else IF(t − t0: history(t), history(t), remembered e
  // at t) with t = TIME − delay.
  expression::Tree delayed(const expression::Tree& e, const expression::Tree& delay,
                           const expression::Tree& history, const Site& site);

  std::shared_ptr<UserLibraries> libraries;  // of user routines; never null
  Equations equations;
  Definitions definitions;
  Connections connections;
  // By position in the model.
  std::vector<int> variable_definitions;
  struct PendingDelay {
    Site site;
    expression::Tree e, delay;
  };
  std::vector<PendingDelay> delays;   // by number; finish_delays() makes their scalars
  std::vector<int> sensor_memory;     // −1: of a sensor without EVALUATE
  std::vector<int> diff_definitions;  // of the functions of DIFFs
  std::vector<int> rate_definitions;  // of DIF1
  std::vector<char> algebraic_rates;  // DIF1 is not in the function, whose rate defines it
  std::vector<Leaf> diff_leaves;      // of DIF: a state, or an unknown where no rate appears
  // States that elements have beside those of the user: number and definition of the rate.
  std::vector<std::pair<int, int>> inner_states;
  // What ARYVAL reads of arrays of states and outputs, by id of the array.
  std::unordered_map<int, std::vector<expression::Tree>> array_entries;
  std::map<int, SampledCurve> user_curves;             // by id; see user_curves.h
  std::vector<std::vector<expression::Tree>> sampled;  // new values of the equations' samplers

 private:
  struct ReadingKey {
    const kinematics::Measure* measure;
    std::array<int, 4> markers;
    bool counted;
    friend bool operator==(const ReadingKey&, const ReadingKey&) = default;
  };
  struct ReadingHash {
    std::size_t operator()(const ReadingKey& key) const;
  };
  int find_reading(const kinematics::Measure&, const MarkerIds&, bool counted);
  int add_reading(const kinematics::Measure&, const std::array<int, 4>& markers, bool counted);
  Leaf leaf_of(const expression::Quantity& quantity, const Site&);
  const expression::SplineData* spline_of(const expression::SplineReference&, const Site&);

  expression::ShapeTable shapes_;
  std::unordered_map<ReadingKey, int, ReadingHash> known_readings_;
  std::unordered_map<Owner, std::vector<int>, OwnerHash> rows_;
  std::map<std::array<int, 6>, int> known_reactions_;  // by what a Reaction consists of
  // By method.
  std::unordered_map<int, const expression::SplineData*>
      splines_[static_cast<std::size_t>(expression::Interpolation::count)];
  std::unordered_map<int, int, model::IdHash> body_of_part_, body_of_point_;
};

// The families, in registry.cpp.
struct Family {
  std::string_view name;
  void (*declare)(Lowering&);
  void (*finish)(Lowering&);
};
std::span<const Family> families();

}  // namespace trammel::elements
