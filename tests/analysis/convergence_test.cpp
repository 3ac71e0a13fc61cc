// The digits that a study promises are there: measured against a run of another method with a tiny ERROR.
// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/convergence.h"

#include <gmock/gmock.h>

#include <cmath>

#include "analysis/datasets.h"

namespace trammel::analysis {
namespace {

StudySettings settings(const model::Model& model, double end, int outputs) {
  Findings ignored;
  StudySettings s;
  s.run = run_settings(model, {}, ignored);
  s.run.output_times = output_times(0, {end, outputs, {}});
  s.run.options.step.h_max = s.run.output_times.front();
  s.levels = 3;
  return s;
}

std::vector<std::vector<double>> truth(const model::Model& model, const StudySettings& s) {
  Session session(model);
  session.assemble();
  RunSettings exact = s.run;
  exact.integrator = "gstiff-si2";
  exact.options.error = 1e-11;
  std::vector<std::vector<double>> rows;
  std::vector<double> row(8 * model::all_requests(model).size());
  session.run(Kind::dynamic, exact, [&](const system::System& system, const State& state) {
    system.requests(state, row);
    rows.push_back(row);
  });
  return rows;
}

std::vector<std::vector<double>> finest(const model::Model& model, const StudySettings& s) {
  Session session(model);
  session.assemble();
  RunSettings run = s.run;
  run.options.error *= std::pow(10, 1 - s.levels);
  std::vector<std::vector<double>> rows;
  std::vector<double> row(8 * model::all_requests(model).size());
  session.run(Kind::dynamic, run, [&](const system::System& system, const State& state) {
    system.requests(state, row);
    rows.push_back(row);
  });
  return rows;
}

const char* const pendulum = R"(
ACCGRAV/JGRAV = -9.81
PART/2, MASS = 1, CM = 201, IP = 0.1, 0.1, 0.1, QG = 1, 0, 0
MARKER/201, PART = 2
MARKER/202, PART = 2, QP = -1, 0, 0
JOINT/1, REVOLUTE, I = 202, J = 101
REQUEST/1, DISPLACEMENT, I = 201, J = 101
REQUEST/2, FORCE, I = 202, J = 101
)";

TEST(Convergence, promises_no_digits_that_are_not_there) {
  Loaded model(ground + pendulum);
  const StudySettings s = settings(model.reading.model, 2, 40);
  const Study study = study_convergence(model.reading.model, {}, s);
  ASSERT_TRUE(study.is_complete());
  EXPECT_EQ(study.trials.back().integrator, "hht-si2");
  const auto exact = truth(model.reading.model, s), rows = finest(model.reading.model, s);
  ASSERT_EQ(exact.size(), rows.size());
  int compared = 0;
  for (const Channel& c : study.channels) {
    if (!c.is_requested) continue;
    const std::size_t column = std::size_t(c.name[3] - '1') * 8 + std::size_t(c.name[6] - '1');
    double error = 0;
    for (std::size_t k = 0; k < exact.size(); ++k)
      error = std::max(error, std::abs(exact[k][column] - rows[k][column]));
    const double digits = -std::log10(error / c.range);
    EXPECT_LT(c.promised, digits + 1) << c.name;
    EXPECT_GT(c.promised, digits - 2) << c.name;  // nor hides those that are
    ++compared;
  }
  EXPECT_GE(compared, 5);
}

TEST(Convergence, recommends_the_largest_error_with_the_digits_wanted) {
  Loaded model(ground + pendulum);
  StudySettings s = settings(model.reading.model, 1, 20);
  s.digits = 3;
  const Study three = study_convergence(model.reading.model, {}, s);
  s.digits = 11;
  const Study eleven = study_convergence(model.reading.model, {}, s);
  EXPECT_GT(three.recommended, 0);
  EXPECT_EQ(eleven.recommended, 0);
}

TEST(Convergence, sees_that_the_output_step_decides) {
  Loaded model(ground + pendulum);
  StudySettings s = settings(model.reading.model, 0.01, 100);
  s.run.error = 1e-2, s.run.options.error = 5e-4;
  const Study study = study_convergence(model.reading.model, {}, s);
  EXPECT_FALSE(study.works_harder);
  EXPECT_LT(study.trials[study.trials.size() - 2].hmax, s.run.options.step.h_max);
}

TEST(Convergence, of_a_run_that_fails_says_nothing_of_digits) {
  Loaded model(
      ground + pendulum +
      std::string("SFORCE/1, ROTATIONAL, I = 202, J = 101, FUNCTION = SQRT(0.5 - TIME)\n"));
  const Study study =
      study_convergence(model.reading.model, {}, settings(model.reading.model, 1, 20));
  EXPECT_FALSE(study.is_complete());
  EXPECT_TRUE(study.channels.empty());
  EXPECT_FALSE(study.trials.back().findings.empty());
}

}  // namespace
}  // namespace trammel::analysis
