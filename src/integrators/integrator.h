// What every time integrator offers: advance a State over a Dae by one accepted step at a time, and
// give states inside the last step. The methods are in registry.cpp.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "numerics/dae.h"
#include "numerics/interpolant.h"
#include "numerics/observer.h"
#include "numerics/step_controller.h"

namespace trammel {

enum class Corrector : unsigned char {
  original,  // all unknowns must converge, multipliers included
  modified,  // only those under error control
};

// The Newton system of GSTIFF; its solution is the same.
enum class Formulation : unsigned char {
  scaled,  // velocities eliminated (index 3), rows and columns scaled
  primer,  // (PRIM.7): every quantity an unknown, nothing scaled; for comparisons
};

// In which coordinates a method runs that may choose.
enum class Coordinates : unsigned char {
  automatic,  // those of joints, where few constraints are left beside a tree
  absolute,   // of all bodies
};

// Variants of HHT that reproduce the printed formulas of Negrut et al. 2007, for comparison.
struct HhtVariants {
  enum class Formula : unsigned char { true_acceleration, printed };  // (HHT.4) | eq. (11a)
  enum class Constant : unsigned char { smooth, printed };            // c_S (HHT.9) | eq. (25)
  enum class States : unsigned char { second_order, printed };        // (HHT.6) | eq. (9a) with rho
  enum class Start : unsigned char { natural, plain };                // (HHT.12) | a0 = q̈(t0)
  enum class Estimate : unsigned char { projected, raw };             // (HHT.11) | (HHT.9)
  Formula formula = Formula::true_acceleration;
  Constant constant = Constant::smooth;
  States states = States::second_order;
  Start start = Start::natural;
  Estimate estimate = Estimate::projected;
  bool rescale = true;  // (HHT.7), (HHT.8) on a change of step
  double rho = 0.8;     // of the printed form for differential states
  double b = 1.0 / 3;   // of hht-si2 (SI2.3): share of the reaction at the end
};

// Variants of the tlismni- methods that reproduce Shabana, Zhang and Wang, for comparison.
struct TlismniVariants {
  enum class Rule : unsigned char {
    corrected,   // (STEP.1)
    printed,     // eqs. (9), (10), (12), (13) as they stand, and the formulas for the first step
    truncation,  // eqs. (7), (8), (11) as they stand, and the same first step
  };
  enum class Coefficients : unsigned char { consistent, printed };  // of the steps | of equal steps
  Rule rule = Rule::corrected;
  Coefficients coefficients = Coefficients::consistent;
  bool truncate = false;  // MAXIT iterations are enough, whatever they have reached
};

// Variants of abam that reproduce Shampine and Gordon, for comparison.
struct AdamsVariants {
  enum class Norm : unsigned char {
    largest,  // (NORM.2), (NORM.3), of independent coordinates
    printed,  // (ADAMS.12), of all rows, and the printed first step
  };
  Norm norm = Norm::largest;
};

struct IntegratorOptions {
  double error = 1e-5;        // ERROR: bound on the local error, in model units and radians
  StepLimits step;            // HINIT, HMIN, HMAX, fixed step
  int max_iterations = 10;    // MAXIT
  std::vector<bool> pattern;  // PATTERN; empty: new matrices by measured convergence
  Corrector corrector = Corrector::original;
  std::optional<double> alpha;        // ALPHA of HHT, −1/3 … 0; default −0.3
  std::optional<double> beta, gamma;  // BETA, GAMMA of Newmark; default 0.36, 0.7
  std::optional<int> max_order;       // KMAX of variable-order methods
  std::optional<int> fixed_order;     // for studies, with StepLimits::fixed
  Formulation formulation = Formulation::scaled;
  Coordinates coordinates = Coordinates::automatic;
  HhtVariants hht;
  TlismniVariants tlismni;
  AdamsVariants adams;
  Observer* observer = nullptr;  // not owned
};

struct Statistics {
  long steps = 0, rejected_steps = 0, convergence_failures = 0, restarts = 0;
  long iterations = 0, residuals = 0, jacobians = 0, factorizations = 0, refactorizations = 0;
  double h_min = 0, h_max = 0;  // of accepted steps
};

struct StepReport {
  enum class Status : unsigned char {
    ok,
    not_converged,    // Newton fails down to the smallest step
    error_too_large,  // the error test fails down to the smallest step
    singular_matrix,
    domain_error,  // a function has no value, or a part turns too far, down to the smallest step
    stopped,       // the Dae asked to stop
  };
  enum class Cause : unsigned char {  // what is known beyond the status
    unknown,
    unbounded_motion,
    dependent_constraints,  // almost, in this pose
    other_solution,         // of the constraints
    imposed_jump,           // of a velocity
    lost_reactions,         // of index 3, in rounding
  };
  Status status = Status::ok;
  double t = 0, h = 0;       // end and size of the step, or where it failed
  double error = 0;          // local error relative to ERROR
  std::string message = {};  // on failure: time, step and equation
  Cause cause = Cause::unknown;
  bool ok() const { return status == Status::ok; }
};

// "; constraints are almost dependent in this pose": what the cause adds to the message; empty: nothing.
std::string_view describe(StepReport::Cause);

// Its names are those of its Newton system, as an Observer counts it.
class Integrator : public EquationNames {
 public:
  // From a state whose t, q, v, x satisfy the constraints; a, λ, ẋ, y are computed.
  // Call again after any discontinuous change of the state. A new layout revision of the Dae needs
  // a new integrator: start() refuses it.
  virtual StepReport start(const State&) = 0;

  // One accepted step, not beyond t_limit.
  virtual StepReport step(double t_limit) = 0;

  virtual const State& state() const = 0;              // at the end of the last step
  virtual const Interpolant& interpolant() const = 0;  // over the last step
  // A state inside the last step that satisfies all equations; false: not offered, the interpolated one
  // has to be brought onto them.
  virtual bool consistent_at(double /*t*/, State&) { return false; }
  virtual const Statistics& statistics() const = 0;
  virtual int order() const = 0;  // in use now
  // The unknown with the largest share in the error of the last step: what keeps steps short.
  virtual std::string bottleneck() const = 0;

  // On reduced coordinates: a pose is ahead that only all coordinates pass without noise.
  virtual bool wants_all_coordinates() const { return false; }

  // With StepLimits::fixed: the size of the following steps (for studies of step changes).
  virtual void set_fixed_step(double h) = 0;
};

}  // namespace trammel
