// SPDX-License-Identifier: BSD-3-Clause
#include "support/test_problems.h"

#include <stdexcept>
#include <utility>

#include "support/cartesian_pendulum.h"
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
  constexpr Traits plain{}, stiff{.stiff = true};
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
