// Every textbook DAE with its start, its reference solution and what it is good for, so that tests
// of integrators run over all of them.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "numerics/dae.h"

namespace trammel::testing {

struct TestProblem {
  std::string name;
  std::shared_ptr<const Dae> dae;
  State start;  // consistent q, v, a, λ, x, ẋ, y
  double t_end;
  std::function<State(double)> reference;  // consistent as well; accurate to about 1e-12
  bool smooth = true;                      // false: orders of convergence cannot be expected
  bool stiff = false;                      // explicit methods need very small steps
  bool singular = false;                   // Γ loses rank on the way

  // From the layout: highest constraint level (−1 without constraints), quaternions, …
  int level() const;
  bool has_quaternions() const { return !dae->layout().rotations.empty(); }
  bool has_multipliers() const { return dae->layout().m() > 0; }
  bool has_states() const { return dae->layout().n_aux() > 0; }
};

std::ostream& operator<<(std::ostream&, const TestProblem&);  // for the names of failing tests

const std::vector<TestProblem>& all_test_problems();
const TestProblem& test_problem(const std::string& name);  // throws when there is none

}  // namespace trammel::testing
