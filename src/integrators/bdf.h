// Backward differentiation formulas of variable order and step on the equations of motion: what the
// index-3 and the stabilised index-2 form share. (q, v, x) are rows of one Nordsieck array, with raw
// quaternions; Newton moves q in the tangent space and Δ = q − q^P follows from the result.
//
// Local errors of the orders k, k−1, k+1 (integrators/nordsieck.h) and the choice after k+1 steps:
//   E_k = |Δ|/ξ_{k+1}                                                                      (BDF.8)
//   E_{k−1} = |z_k| Π_{i<k} ξ_i                                                            (BDF.9)
//   E_{k+1} = |Δ_n − (h_n/h_{n−1})^{k+1} (Πξ)_n/(Πξ)_{n−1} Δ_{n−1}| / ξ_{k+2}                (BDF.10)
//   η_k = (ε/E_k)^{1/(k+1)}/1.2,  η_{k−1} = (ε/E_{k−1})^{1/k}/1.3,  η_{k+1} = (ε/E_{k+1})^{1/(k+2)}/1.4  (BDF.12)
// Start with order 1 and, unless HINIT says otherwise,
//   h = ¼ √(ε/|ÿ|)                                                                        (BDF.13)
// Theory: docs/theory/bdf.md
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "integrators/implicit_integrator.h"
#include "integrators/nordsieck.h"
#include "integrators/nordsieck_interpolant.h"
#include "numerics/history.h"

namespace trammel {

class Bdf : public ImplicitIntegrator {
 public:
  static std::string check(const IntegratorOptions&);

  const Interpolant& interpolant() const final { return interpolant_; }
  int order() const final { return array_.order(); }

 protected:
  struct System {
    int size;                // of the Newton system
    int n_extra;             // algebraic unknowns besides λ and y
    int multiplier_degree;   // of their prediction, at most: high where they are smooth
    bool controls_velocity;  // error control on (q, v, x), else on (q, x)
  };
  Bdf(const Dae&, const IntegratorOptions&, Nordsieck::Spacing, const System&);

  // The first iterate, from q^P, v^P, x^P and the extrapolated multipliers in s1_.
  virtual void begin_iteration() { follow(); }
  // Everything that follows from the iterate (q, x and, in index 2, v): rates, accelerations.
  virtual void follow() = 0;
  // Relative round-off of accelerations that are differences of terms of this size.
  double acceleration_noise(double terms) const;
  virtual Eigen::Ref<Vector> extra() = 0;  // the method's own algebraic unknowns

  double rate() const { return array_.leading() / h_; }  // l_1/h
  double matrix_parameter() const final { return rate(); }
  // q of the iterate moves by a tangent increment, v and x by a difference; Δ follows without
  // cancellation.
  void move_position(const Vector& delta);
  void move_velocity(const Vector& delta);
  void move_states(const Vector& delta);
  // The derivative of raw coordinates by the formula, for q of the iterate.
  void differentiate_position(Vector& q_dot) const;
  void differentiate_velocity();    // s1_.a from Δ
  void differentiate_states();      // s1_.x_dot from Δ
  double newton_tolerance() const;  // of what is under error control
  double largest_turn() const;      // of a body in this step, rad
  bool has_turned_too_far() const { return !(largest_turn() < 2.5); }
  auto predicted_velocity() const { return array_.predicted().segment(layout_.n_q, layout_.n); }

  Vector zero_;                      // no increment
  std::vector<Vec4> exp_minus_one_;  // exp δ − 1 of the last move_position(), by rotation

 private:
  // start (bdf_start.cpp)
  StepReport begin(double h) final;
  StepReport restart(double h) final;
  bool start_exactly(double h);
  double initial_step();
  double curvature();  // ÿ of what is under error control
  void fill_array(double h);
  void remember_algebraic();

  StepReport predict() final;
  void accept() final;
  void finish();  // what every accepted step ends with
  bool glide() final;

  // order and step (bdf_order.cpp)
  ErrorEstimate estimate_error() final;
  // E of a term in the units of (q, v, x): the largest of what is under error control.
  double error_size(const Vector& term);
  // Size of a term of raw coordinates at q of the iterate; its tangent part goes to error_.
  double position_size(const Eigen::Ref<const Vector>& term);
  void measure_this_order();
  void measure_order_below();
  void measure_neighbours();  // after a step that was accepted
  bool choice_is_due() const;
  void choose();
  struct Choice {
    int order;
    double factor;
  };
  Choice best_choice();
  void change_order(int order);
  void propose(double h);

  Nordsieck array_;
  History algebraic_;  // of (λ, y, extra)
  NordsieckInterpolant interpolant_;
  std::vector<int> raw_index_;  // of tangent entries, −1: of a rotation
  Vector correction_;           // Δ
  Vector y_, term_, stacked_, q_, q_dot_, velocity_, jerk_, x_second_;  // workspaces

  int multiplier_degree_, highest_order_;
  bool controls_velocity_;
  double error_below_ = 0, error_at_ = 0, error_above_ = 0;  // of the last attempt, over ERROR
  bool knows_error_above_ = false;
  bool lower_next_ = false;  // the next attempt has a lower order
  int steps_at_choice_ = 0;  // since order or step were chosen
  int steps_since_start_ = 0;
  double glided_ = 0;  // without the formula, since the last step with it
};

}  // namespace trammel
