// A ball dropped on a stiff one-sided spring and damper: forces with kinks, short contacts.
//
//   m ẍ = −m g + F,   F = max(0, k pᵉ − c ẋ S(p/d)) for p = −x > 0,   S(u) = u²(3 − 2u), 1 for u >
//   1
//
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <vector>

#include "support/reference_ode.h"
#include "support/small_dae.h"

namespace trammel::testing {

struct BouncingBallParameters {
  double mass = 1, gravity = 9.81, height = 1;
  double stiffness = 1e6, exponent = 1.5, damping = 0, full_damping_depth = 5e-4;
};

class BouncingBall : public SmallDae<1> {
 public:
  explicit BouncingBall(const BouncingBallParameters& p = {});
  State initial_state() const { return exact(0); }
  State exact(double t) const;

  int event_count() const override { return 1; }
  void events(const State& s, Vector& g) const override { g[0] = s.q[0]; }

  struct Bounce {
    Real touchdown, lift_off, speed_in, speed_out;
  };
  Bounce bounce(int number) const;  // 0, 1, …

 protected:
  Outcome terms(const State&, Terms&) const override;

 private:
  Bounce next_bounce(Real apex_time, Real apex_height) const;
  Ode contact_equation() const;
  BouncingBallParameters p_;
  std::shared_ptr<std::vector<Bounce>> known_;  // the bounces asked for so far
};

}  // namespace trammel::testing
