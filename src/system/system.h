// The equations of a mechanism as a Dae: numbering, sparsity, assembly, names.
//
// Elements are kept in arrays by species (bodies, rows, loads, auxiliary equations). Everything that
// depends on the model only (which bodies an element touches, where its blocks stand in the
// matrices) is computed once, in the constructor; evaluation is loops over the arrays.
// Theory: docs/theory/mechanisms.md
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "elements/equations.h"
#include "elements/wrench.h"
#include "numerics/dae.h"

namespace trammel::system {

// Which rows of the equations a System constrains.
std::vector<int> dynamic_rows(const elements::Equations&);           // all but initial conditions
std::vector<int> initial_position_rows(const elements::Equations&);  // level 0, initial ones too
std::vector<int> initial_velocity_rows(const elements::Equations&);  // dynamic level 0, all level 1

// A row of the equations with its time derivatives: Φ, Φ̇, Φ̈ | –, Ψ, Ψ̇ | –, –, Θ by its level.
struct RowErrors {
  double position = 0, velocity = 0, acceleration = 0;
};

// What results show of a state, beside requests; not a number where a function has no value.
struct Outputs {
  std::vector<kinematics::MarkerMotion> bodies;  // of the frames at the centres of mass
  std::vector<elements::Wrench> rows;            // by row of the equations; zero: not enforced
  std::vector<elements::Wrench> loads;           // by load of the equations
  std::vector<double> variables;                 // by VARIABLE of the model
};

class System final : public QuaternionDae {
 public:
  // Rows are indices into the equations' rows; those left out are not enforced.
  System(std::shared_ptr<const elements::Equations>, const std::vector<int>& rows);
  ~System() override;

  const Layout& layout() const override;
  const Pattern& pattern(Block) const override;
  Outcome evaluate(const State&, unsigned ask, Values&) const override;
  Outcome linearise(const State&, BlockMask, Blocks&) const override;
  void reaction(const State& at, const Vector& lambda, Vector& out) const override;
  // Of the watches of the equations: how far the function is from its value; of an angle, the sine.
  int event_count() const override;
  void events(const State&, Vector& g) const override;
  bool is_bisected(int event) const override;
  // Counts turns, remembers what DELAY reads, notices splines that are read beyond their points.
  void commit(State&, const Interpolant&) const override;
  double largest_step(const State&) const override;  // nor longer than a DELAY
  // In coordinates of the joints, where they form a tree: system/joint_coordinates.h.
  const Reduction* reduction() const override;
  std::string row_name(int row) const override;
  std::string column_name(int column) const override;

  // Positions, velocities, states as the model gives them (not assembled); turns counted from there.
  State initial_state() const;
  // Sets the reference of every angle that counts turns: to its first branch if the model names one,
  // else to the raw angle at q.
  void start_angles(State&) const;

  const elements::Equations& equations() const;
  int n_bodies() const;
  // Equation row of a constraint of this Dae (0 … layout().m()−1), and back (−1: left out).
  int equation_row(int constraint) const;
  int constraint_of(int equation_row) const;

  // Of any rows of the equations, whether enforced or not, in one sweep; not a number where a
  // function of the row has no value.
  void violations(const State&, std::span<const int> equation_rows,
                  std::span<RowErrors> errors) const;
  // Φ, Ψ or Θ of a single row.
  double violation(const State&, int equation_row) const;

  // Values of scalars of the equations (forces, variables) at a consistent state, in one sweep;
  // those that have none there are not finite. False if there are such; fault() says why.
  bool values(const State&, const std::vector<int>& scalars, std::span<double> results) const;
  bool value(const State&, int scalar, double& result) const;
  // Eight numbers per request; one without a value is not finite, and the result is false.
  bool requests(const State&, std::span<double> results) const;

  // At a consistent state.
  void outputs(const State&, Outputs&) const;

  // Why the last evaluation was a domain error: "SFORCE/3 (x): FUNCTION: SQRT of a negative number".
  std::string fault() const;
  int faulty_scalar() const;  // of the equations; −1: none

  void set_mode(int mode);  // MODE of expressions; 4 (dynamics) at first
  int mode() const;

 private:
  friend class JointCoordinates;
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace trammel::system
