// SPDX-License-Identifier: BSD-3-Clause
#include "support/test_problems.h"

#include <stdexcept>
#include <utility>

#include "support/acceleration_forces.h"
#include "support/auxiliary_states.h"
#include "support/bouncing_ball.h"
#include "support/cart_pendulum.h"
#include "support/cartesian_pendulum.h"
#include "support/difficult_daes.h"
#include "support/flexible_slider_crank.h"
#include "support/friction_pendulum.h"
#include "support/knife_edge.h"
#include "support/linear_oscillator.h"
#include "support/manufactured_index3.h"
#include "support/rod_chain.h"
#include "support/tops.h"

namespace trammel::testing {

namespace {

struct Traits {
  bool smooth = true, stiff = false, singular = false;
};

template <class Problem, class... Arguments>
TestProblem problem(std::string name, double t_end, Traits traits, Arguments&&... arguments) {
  const auto dae = std::make_shared<const Problem>(std::forward<Arguments>(arguments)...);
  return {.name = std::move(name),
          .dae = dae,
          .start = dae->initial_state(),
          .t_end = t_end,
          .reference = [dae](double t) { return dae->exact(t); },
          .smooth = traits.smooth,
          .stiff = traits.stiff,
          .singular = traits.singular};
}

std::vector<TestProblem> make_problems() {
  constexpr Traits plain{}, stiff{.stiff = true}, singular{.singular = true};
  constexpr Traits kinked{.smooth = false, .stiff = true};
  const BouncingBallParameters damped_ball{.damping = 30};
  const CartesianPendulumParameters damped{
      .pendulum = {.mass = 1.3, .angle = 1, .rate = -0.5}, .damping = 0.2, .stiffness = 2};
  return {
      problem<CartesianPendulum>("cartesian_pendulum", 2, plain),
      problem<CartesianPendulum>("cartesian_pendulum_damped", 2, plain, damped),
      problem<RodChain>("rod_pendulum", 2, plain, rod_pendulum()),
      problem<RodChain>("rod_pendulum_driven", 2, plain, driven_rod_pendulum()),
      problem<RodChain>("double_pendulum", 2, plain, double_rod_pendulum()),
      problem<RodChain>("double_pendulum_springs", 2, plain, double_rod_pendulum(true)),
      problem<RodChain>("order_analysis_pendulum", 4, plain, order_analysis_pendulum()),
      problem<RodChain>("order_analysis_double", 4, plain, order_analysis_double_pendulum()),
      problem<RodChain>("free_double_pendulum", 3, plain, free_double_pendulum()),
      problem<RodChain>("stiff_double_pendulum", 0.2, stiff, stiff_double_pendulum()),
      problem<RodChain>("hanging_chain_6", 1, plain, hanging_chain(6)),
      problem<FreeTop>("free_top", 5, plain),
      problem<FreeTop>("asymmetric_top", 5, plain, asymmetric_top()),
      problem<FreeTop>("dzhanibekov_top", 5, plain, dzhanibekov_top()),
      problem<HeavyTop>("heavy_top", 0.5, plain),
      problem<HeavyTop>("nutating_top", 0.5, plain, nutating_top()),
      problem<HeavyTop>("precessing_top", 0.5, plain, precessing_top()),
      problem<ManufacturedIndex3>("manufactured_index3", 1, plain),
      problem<FlexibleSliderCrank>("flexible_slider_crank", 0.02, stiff),
      problem<FlexibleSliderCrank>("flexible_slider_crank_damped", 0.02, stiff, true),
      problem<AddedMassPendulum>("added_mass_pendulum", 2, plain),
      problem<NonlinearInertia>("nonlinear_inertia", 2, plain),
      problem<FrictionPendulum>("friction_pendulum", 2, plain),
      problem<KnifeEdge>("knife_edge", 2, plain),
      problem<CartPendulum>("cart_pendulum", 2, plain),
      problem<LaggedPendulum>("lagged_pendulum", 2, plain),
      problem<ImplicitLag>("implicit_lag", 2, plain),
      problem<AlgebraicLoop>("algebraic_loop", 2, plain),
      problem<LinearOscillator>("damped_pair", 2, plain, damped_pair()),
      problem<LinearOscillator>("stiff_mass_spring", 0.1, stiff, mass_spring(1e3)),
      problem<LinearOscillator>("slow_and_stiff", 2, stiff, slow_and_stiff()),
      problem<BouncingBall>("bouncing_ball", 1, kinked),
      problem<BouncingBall>("bouncing_ball_damped", 1, kinked, damped_ball),
      problem<GasSpring>("gas_spring", 1, plain),
      problem<FoldingCrank>("folding_crank", 0.6, singular),
  };
}

}  // namespace

int TestProblem::level() const {
  const Layout& l = dae->layout();
  return l.m2 ? 2 : l.m1 ? 1 : l.m0 ? 0 : -1;
}

std::ostream& operator<<(std::ostream& out, const TestProblem& problem) {
  return out << problem.name;
}

const std::vector<TestProblem>& all_test_problems() {
  static const std::vector<TestProblem> problems = make_problems();
  return problems;
}

const TestProblem& test_problem(const std::string& name) {
  for (const TestProblem& problem : all_test_problems())
    if (problem.name == name) return problem;
  throw std::invalid_argument("no test problem " + name);
}

}  // namespace trammel::testing
