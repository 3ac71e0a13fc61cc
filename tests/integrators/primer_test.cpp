// The primer's formulation of GSTIFF: the same steps as the scaled one, a matrix whose condition
// number grows as integrators without scaling have it. SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "integrators/measure.h"
#include "integrators/primer.h"
#include "support/dense.h"

namespace trammel::testing {
namespace {

constexpr const char* methods[] = {"gstiff-i3", "gstiff-si2"};

double distance(const Vector& a, const Vector& b) {
  if (a.size() == 0) return 0;
  return (a - b).cwiseAbs().maxCoeff() / std::max(1.0, b.cwiseAbs().maxCoeff());
}

struct Trip {
  State state;
  Statistics statistics;
};

Trip run(const TestProblem& p, const char* method, Formulation formulation, IntegratorOptions o,
         int steps) {
  o.formulation = formulation;
  const auto integrator = find_integrator(method)->make(*p.dae, o);
  StepReport report = integrator->start(p.start);
  for (int k = 0; k < steps && report.ok() && integrator->state().t < p.t_end; ++k)
    report = integrator->step(p.t_end);
  EXPECT_TRUE(report.ok()) << p.name << ", " << method << ": " << report.message;
  return {integrator->state(), integrator->statistics()};
}

// Every kind of constraint, state and force: a wrong block would cost iterations.
TEST(Primer, makes_the_steps_of_the_scaled_form) {
  for (const TestProblem& p : all_test_problems()) {
    if (p.singular || !p.smooth) continue;
    for (const char* method : methods) {
      SCOPED_TRACE(p.name + ", " + method);
      IntegratorOptions options = study_options();
      options.fixed_order = 2;
      options.step.fixed = p.stiff ? 1e-5 : p.has_quaternions() ? 1e-4 : 1e-3;
      const Trip scaled = run(p, method, Formulation::scaled, options, 30);
      const Trip primer = run(p, method, Formulation::primer, options, 30);
      EXPECT_LT(distance(primer.state.q, scaled.state.q), 1e-12);
      EXPECT_LT(distance(primer.state.v, scaled.state.v), 1e-9);
      EXPECT_LT(distance(primer.state.x, scaled.state.x), 1e-11);
      EXPECT_LT(distance(primer.state.lambda, scaled.state.lambda), 1e-6);
      EXPECT_LT(primer.statistics.iterations, 1.3 * double(scaled.statistics.iterations) + 10);
    }
  }
}

TEST(Primer, chooses_the_same_orders_and_steps) {
  for (const char* name : {"rod_pendulum", "heavy_top", "cart_pendulum", "knife_edge"})
    for (const char* method : methods) {
      SCOPED_TRACE(std::string(name) + ", " + method);
      const TestProblem& p = test_problem(name);
      IntegratorOptions options;
      options.error = 1e-6;
      const Trip scaled = run(p, method, Formulation::scaled, options, 100000);
      const Trip primer = run(p, method, Formulation::primer, options, 100000);
      EXPECT_NEAR(double(primer.statistics.steps) / double(scaled.statistics.steps), 1, 0.05);
      EXPECT_LT(distance(primer.state.q, p.reference(p.t_end).q),
                3 * distance(scaled.state.q, p.reference(p.t_end).q) + 1e-6);
    }
}

double condition_at(const TestProblem& p, PrimerMatrix::Index index, double h) {
  IntegratorOptions options = study_options();
  options.fixed_order = 1;
  options.step.fixed = h;
  Primer method(*p.dae, options, index);
  EXPECT_TRUE(method.start(p.start).ok() && method.step(p.start.t + 10 * h).ok());
  return condition_number(method.newton_matrix().matrix().dense());
}

TEST(Primer, condition_grows_with_the_third_power_in_index_3_and_the_second_in_index_2) {
  for (const char* name : {"rod_pendulum", "heavy_top"}) {
    SCOPED_TRACE(name);
    const TestProblem& p = test_problem(name);
    const auto exponent = [&](PrimerMatrix::Index index) {
      return std::log10(condition_at(p, index, 1e-6) / condition_at(p, index, 1e-4)) / 2;
    };
    EXPECT_NEAR(exponent(PrimerMatrix::Index::three), 3, 0.05);
    EXPECT_NEAR(exponent(PrimerMatrix::Index::stabilised_two), 2, 0.05);
  }
}

TEST(Primer, is_a_formulation_of_gstiff_only) {
  IntegratorOptions options;
  options.formulation = Formulation::primer;
  for (const IntegratorInfo& info : integrators()) {
    const std::string complaint = check_options(info, options);
    if (info.name.substr(0, 6) == "gstiff")
      EXPECT_EQ(complaint, "");
    else
      EXPECT_NE(complaint.find("gstiff-i3 and gstiff-si2"), std::string::npos) << info.name;
  }
}

TEST(Primer, names_its_equations) {
  const TestProblem& p = test_problem("heavy_top");
  const Primer method(*p.dae, study_options(), PrimerMatrix::Index::stabilised_two);
  for (int i = 0; i < method.newton_matrix().size(); ++i) {
    EXPECT_NE(method.row_name(i), "");
    EXPECT_NE(method.column_name(i), "");
  }
}

}  // namespace
}  // namespace trammel::testing
