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
  ASSERT_FALSE(study.channels.empty());
  EXPECT_EQ(study.trials.back().integrator, "hht-si2");
  EXPECT_TRUE(study.trials.back().is_second);
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
  EXPECT_EQ(three.verdict, Verdict::converged);
  EXPECT_EQ(eleven.recommended, 0);
  EXPECT_EQ(eleven.verdict, Verdict::not_converged);
}

TEST(Convergence, sees_that_the_output_step_decides) {
  Loaded model(ground + pendulum);
  StudySettings s = settings(model.reading.model, 0.01, 100);
  s.run.error = 1e-2, s.run.options.error = 5e-4;
  const Study study = study_convergence(model.reading.model, {}, s);
  EXPECT_TRUE(study.hmax_was_halved);
  EXPECT_TRUE(study.more_work);
  for (std::size_t k = 1; k + 1 < study.trials.size(); ++k)
    EXPECT_GT(study.trials[k].statistics.steps, study.trials[k - 1].statistics.steps);
  EXPECT_LT(study.trials[study.trials.size() - 2].hmax, s.run.options.step.h_max);
}

TEST(Convergence, of_a_run_that_fails_says_nothing_of_digits) {
  Loaded model(
      ground + pendulum +
      std::string("SFORCE/1, ROTATIONAL, I = 202, J = 101, FUNCTION = SQRT(0.5 - TIME)\n"));
  const Study study =
      study_convergence(model.reading.model, {}, settings(model.reading.model, 1, 20));
  EXPECT_EQ(study.verdict, Verdict::failed);
  EXPECT_TRUE(study.channels.empty());
  EXPECT_FALSE(study.trials.back().findings.empty());
}

const Channel* find(const Study& study, const std::string& name) {
  for (const Channel& c : study.channels)
    if (c.name == name) return &c;
  return nullptr;
}

std::string without_requests(std::string statements) {
  return statements.erase(statements.find("REQUEST"));
}

TEST(Convergence, judges_parts_where_nothing_is_requested) {
  Loaded model(ground + without_requests(pendulum));
  StudySettings s = settings(model.reading.model, 1, 20);
  s.digits = 2;
  const Study study = study_convergence(model.reading.model, {}, s);
  EXPECT_EQ(study.verdict, Verdict::converged);
  for (const char* name : {"positions", "orientations", "velocities", "angular velocities",
                           "accelerations", "angular accelerations", "reaction forces"}) {
    const Channel* c = find(study, name);
    ASSERT_NE(c, nullptr) << name;
    EXPECT_TRUE(c->is_judged) << name;
    EXPECT_EQ(c->owner, "PART/2") << name;
    EXPECT_GE(c->promised, 2) << name;
  }
  // The hinge holds the mass on its circle, and nothing turns about x or y.
  EXPECT_NEAR(find(study, "positions")->range, 1.95, 0.1);
}

TEST(Convergence, judges_requests_alone_where_there_are_some) {
  Loaded model(ground + pendulum);
  const Study study =
      study_convergence(model.reading.model, {}, settings(model.reading.model, 1, 20));
  for (const Channel& c : study.channels) EXPECT_EQ(c.is_judged, c.is_requested) << c.name;
}

TEST(Convergence, of_what_stands_still_there_is_nothing_to_say) {
  Loaded model(ground + R"(
PART/2, MASS = 1, CM = 201, IP = 0.1, 0.1, 0.1
MARKER/201, PART = 2
)");
  const Study study =
      study_convergence(model.reading.model, {}, settings(model.reading.model, 1, 20));
  EXPECT_EQ(study.verdict, Verdict::nothing_moves);
}

TEST(Convergence, does_not_judge_what_is_error_only) {
  // The energy of a pendulum: 0, but for errors.
  Loaded model(ground + pendulum + R"(
REQUEST/3, F2 = VM(201)**2/2 + 0.05*WZ(201)**2 + 9.81*DY(201)
)");
  StudySettings s = settings(model.reading.model, 2, 40);
  s.digits = 3;
  const Study study = study_convergence(model.reading.model, {}, s);
  const Channel* energy = find(study, "REQ3.F2");
  ASSERT_NE(energy, nullptr);
  EXPECT_TRUE(energy->is_error);
  EXPECT_EQ(study.verdict, Verdict::converged);
}

TEST(Convergence, an_interrupted_study_has_no_digits) {
  Loaded model(ground + pendulum);
  StudySettings s = settings(model.reading.model, 1, 20);
  s.digits = 2;
  int runs = 0;
  s.run.stop_requested = [&] { return runs > 3; };  // the fourth run is that of the second method
  const Study stopped =
      study_convergence(model.reading.model, {}, s, [&](const Trial&) { ++runs; });
  EXPECT_EQ(stopped.verdict, Verdict::interrupted);
  EXPECT_TRUE(stopped.channels.empty());
}

TEST(Convergence, an_angle_counts_as_equal_after_whole_turns) {
  // Turns at a constant rate beyond half a turn, where PSI jumps.
  Loaded model(ground + R"(
PART/2, MASS = 1, CM = 201, IP = 1, 1, 1, WZ = 3.14
MARKER/201, PART = 2
REQUEST/1, DISPLACEMENT, I = 201, J = 101
)");
  StudySettings s = settings(model.reading.model, 2, 2000);  // an output on each side of the jump
  s.levels = 2;
  const Study study = study_convergence(model.reading.model, {}, s);
  const Channel* psi = find(study, "REQ1.F6");
  ASSERT_NE(psi, nullptr);
  EXPECT_GT(psi->promised, 6);
}

}  // namespace
}  // namespace trammel::analysis
