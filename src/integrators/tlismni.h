// Implicit formulas on independent coordinates with two loops and no derivatives of forces: an outer
// one that repeats the corrector, an inner one that completes the coordinates (Shabana, Zhang, Wang).
//
//   weights of an Adams formula on times t_j, x_j = (t_j − t_n)/h:  Σ_j w_j x_jᵐ = 1/(m+1)      (TL.1)
//   predictors AB2, AB3 (TL.1), midpoint (1−r²) Y_n + r² Y_{n−1} + h(1+r) F_n, r = h/h1        (TL.2)
//   correctors AM2 (trapezoidal), AM3, AM4 (TL.1)
//     BDF2  Y = ((1+r)² Y_n − r² Y_{n−1} + h(1+r) F)/(1+2r)                                  (TL.3)
//     HHT   v = v_n + h[(1−γ)A_n + γA],  q = retract(q_n, h v_n + h²[(½−β)A_n + βA]),
//           A = (1+α)a − αa_n,  A_n = a_n + α(a_n − a_{n−1}) h/h1                            (TL.4)
//   outer loop  Y^k = corrector(F(Y^{k−1})),  until |Y^k − Y^{k−1}| is small or k = MAXIT     (TL.5)
//   local error  AM of order p+1 with the final F, less Y                                  (TL.6)
// As printed:  h ← max(5h, η) or max(h/2, η),  η = (ε h^{p+1}/(2e))^{1/p}                      (TL.7)
//   first step h = (ε/(2 C_p D))^{1/p},  D = |∇^p F|/(h/2)^p                                 (TL.8)
//   T = C_p h |∇^p F| (AM2: ⅓ h |∇² F|), h ← e/(C_p D) where e ≤ T/2, or e > T after failure   (TL.9)
//
// The start is made by Runge-Kutta steps; so are steps cut to land on a time, far shorter than the
// formula's own, which then starts from before them. Theory: docs/theory/tlismni.md
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <array>

#include "integrators/runge_kutta.h"

namespace trammel {

struct TlismniFormula {
  enum class Corrector : unsigned char { adams, bdf, hht };
  Corrector corrector;
  int order;
  int past;          // points the predictor and the error estimate need, the present one included
  bool is_midpoint;  // the predictor; else Adams-Bashforth of order max(2, order − 1)

  static const TlismniFormula trapezoidal, am3, am4, bdf2, hht;
};

class Tlismni final : public RungeKuttaSteps {
 public:
  Tlismni(const Dae&, const IntegratorOptions&, const TlismniFormula&);
  static std::string check(const IntegratorOptions&);

  int order() const override { return formula_.order; }

 private:
  static constexpr int most_points = 5;
  struct Point {
    double t;
    Vector y, f;
  };
  using Weights = std::array<double, most_points + 1>;  // of F at the new time, then at past_[0] …

  Attempt attempt() override;
  StepDecision decide(const Attempt&) override;
  void remember() override;
  void begin_history(double h) override;
  bool glide() override;
  bool needs_short_steps() const override { return true; }

  bool uses_printed_rule() const {
    return options_.tlismni.rule != TlismniVariants::Rule::corrected;
  }
  // The printed first step needs one rate more.
  bool chooses_printed_start() const { return uses_printed_rule() && options_.step.h_init == 0; }
  int points_of_start() const {
    return std::max(formula_.past, chooses_printed_start() ? formula_.order + 1 : 0);
  }
  bool is_starting() const { return known_ < points_of_start(); }
  Weights adams_weights(int order, bool is_implicit) const;  // (TL.1)
  void predict();
  void prepare_corrector();
  void correct(Vector& y);  // from f1_
  bool iterate(Attempt&);
  double local_error();
  double new_difference();  // |∇^p F| of the attempt, over ERROR
  double printed_step(bool is_accepted);
  double printed_first_step();

  const TlismniFormula& formula_;
  std::array<Point, most_points> past_;  // newest first
  int known_ = 0;
  double alpha_, beta_, gamma_;
  double step_ = 0;    // from past_[0], where s0_ may have glided on from
  double factor_ = 0;  // of F in the corrector
  double last_change_ = 0;
  Vector next_, base_, difference_;
  Vector A0_, A1_, increment_, q_old_, q_new_;
};

}  // namespace trammel
