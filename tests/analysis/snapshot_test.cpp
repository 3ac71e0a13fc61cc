// What is taken up again goes on with the very same numbers; what is switched on again finds its place.
// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/snapshot.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "analysis/datasets.h"

namespace trammel::analysis {
namespace {

void run_to(Session& session, double end, std::vector<double>* results = nullptr) {
  RunSettings settings;
  std::vector<double> times;
  for (int k = 1; k <= 5; ++k)
    times.push_back(session.state().state.t + (end - session.state().state.t) * k / 5);
  settings.output_times = std::move(times);
  const RunReport report = session.run(Kind::dynamic, settings, [&](const auto&, const State& s) {
    if (!results) return;
    for (const Vector* v : {&s.q, &s.v, &s.a, &s.lambda, &s.x, &s.x_dot, &s.y, &s.memory})
      results->insert(results->end(), v->begin(), v->end());
  });
  EXPECT_EQ(report.status, Status::ok) << lines(report.findings);
}

// Redundant joints, a state with a delay, a sensor, turns that are counted, a loop of variables.
const std::string everything = FourBar{.extra = R"(
DIFF/1, IC = 0.3, FUNCTION = -DIF(1) + DELAY(DX(202), 0.07, 1)
SENSOR/1, GE, FUNCTION = TIME, VALUE = 0.2, EVALUATE = TIME
VARIABLE/1, FUNCTION = 0.1*VARVAL(2) + TIME
VARIABLE/2, FUNCTION = SIN(VARVAL(1))
SFORCE/1, ROTATIONAL, I = 201, J = 101, FUNCTION = 20*DIF(1) + SENVAL(1) + VARVAL(2) - 0.1*AZ(201, 101)
)"}
                                   .text();

TEST(Snapshot, goes_on_with_the_same_bits) {
  Loaded model(everything);
  ASSERT_TRUE(model.assemble().ok());
  run_to(*model.session, 0.5);
  const Snapshot kept = model.session->snapshot();
  Session again(model.reading.model);
  again.restore(kept);
  std::vector<double> there, here;
  run_to(*model.session, 1, &there);
  run_to(again, 1, &here);
  ASSERT_EQ(there.size(), here.size());
  for (std::size_t k = 0; k < there.size(); ++k) EXPECT_EQ(there[k], here[k]) << k;
}

TEST(Snapshot, knows_which_constraints_are_redundant_and_what_to_do) {
  Loaded model(everything);
  const InitialConditions& start = model.assemble();
  ASSERT_FALSE(start.redundancy.dropped.empty());
  Session again(model.reading.model);
  const InitialConditions& back = again.restore(model.session->snapshot());
  EXPECT_EQ(back.redundancy.dropped, start.redundancy.dropped);
  EXPECT_EQ(back.degrees_of_freedom, start.degrees_of_freedom);
  ASSERT_EQ(back.redundancy.relations.size(), start.redundancy.relations.size());
  for (std::size_t k = 0; k < start.redundancy.relations.size(); ++k)
    EXPECT_EQ(back.redundancy.relations[k].others, start.redundancy.relations[k].others);
  ASSERT_EQ(back.advice.size(), start.advice.size());
  for (std::size_t k = 0; k < start.advice.size(); ++k)
    EXPECT_EQ(back.advice[k].label, start.advice[k].label);
}

// x' = -x(t - 1) with x = 1 before: 1 - t in the first second, and a parabola in the next.
TEST(CarryOver, a_delay_remembers_across_a_change_of_the_model) {
  const std::string text = ground + R"(
PART/2, MASS = 1, CM = 201, IP = 1, 1, 1
MARKER/201, PART = 2
JOINT/1, REVOLUTE, I = 201, J = 101
DIFF/1, IC = 1, FUNCTION = -DELAY(DIF(1), 1, 1)
)";
  Loaded model(text);
  ASSERT_TRUE(model.assemble().ok());
  run_to(*model.session, 0.8);
  EXPECT_NEAR(model.session->state().state.x[0], 0.2, 1e-5);
  model::Model edited = model.reading.model;
  edited.set_active(model::Kind::joint, 1, false);
  Session off(edited);
  ASSERT_TRUE(off.resume(*model.session, {}).ok());
  run_to(off, 1.4);
  edited.set_active(model::Kind::joint, 1, true);
  Session on(edited);
  ASSERT_TRUE(on.resume(off, {}).ok());
  run_to(on, 2);
  // On 1 < t < 2: x = −(t−1) + (t−1)²/2.
  EXPECT_NEAR(on.state().state.x[0], -0.5, 1e-4);
}

std::string ring() {
  std::string values;
  for (int k = 0; k <= 40; ++k) {
    const double phi = 2 * std::numbers::pi * (k % 40) / 40;
    values += fmt::format(", {:.17g}, {:.17g}, 0\n", std::cos(phi), std::sin(phi));
  }
  return "MATRIX/1, FULL = RORDER, ROWS = 41, COLUMNS = 3, VALUES =\n" + values +
         "CURVE/1, CLOSED, ORDER = 8, MATRIX = 1\n";
}

// A bead starts on the right of a ring, flies to the left while the ring lets it go, and is caught there.
TEST(CarryOver, a_point_that_is_put_on_a_curve_again_takes_the_nearest_place) {
  Loaded model(ground + ring() + R"(
MARKER/103, PART = 1, FLOATING
POINT_MASS/2, MASS = 2, CM = 200, QG = 1, 0, 0, VX = -2
MARKER/200, POINT_MASS = 2
PTCV/1, I = 200, JFLOAT = 103, RM = 101, CURVE = 1
)");
  model::Model edited = model.reading.model;
  edited.set_active(model::Kind::ptcv, 1, false);
  Session off(edited);
  ASSERT_TRUE(off.assemble().ok());
  run_to(off, 0.9);  // to x = −0.8
  EXPECT_NEAR(off.state().state.q[0], -0.8, 1e-6);
  edited.set_active(model::Kind::ptcv, 1, true);
  Session on(edited);
  ASSERT_TRUE(on.resume(off, {}).ok()) << lines(on.state().findings);
  EXPECT_NEAR(on.state().state.q[0], -1, 1e-3) << "not dragged back to the right";
  EXPECT_NEAR(std::hypot(on.state().state.q[0], on.state().state.q[1]), 1, 1e-6);
  run_to(on, 1.5);
}

TEST(CarryOver, curves_that_touch_again_take_the_nearest_contact) {
  Loaded model(ground + ring() + R"(
MARKER/103, PART = 1, FLOATING
PART/2, MASS = 1, CM = 200, IP = 1, 1, 1, QG = 2, 0, 0, VX = -4, PLANAR
MARKER/200, PART = 2
MARKER/203, PART = 2, FLOATING
CVCV/1, IFLOAT = 203, JFLOAT = 103, IRM = 200, JRM = 101, ICURVE = 1, JCURVE = 1
)");
  model::Model edited = model.reading.model;
  edited.set_active(model::Kind::cvcv, 1, false);
  Session off(edited);
  ASSERT_TRUE(off.assemble().ok());
  run_to(off, 1.05);  // through the ring, to x = −2.2
  EXPECT_NEAR(off.state().state.q[0], -2.2, 1e-6);
  edited.set_active(model::Kind::cvcv, 1, true);
  Session on(edited);
  ASSERT_TRUE(on.resume(off, {}).ok()) << lines(on.state().findings);
  EXPECT_NEAR(on.state().state.q[0], -2, 2e-2) << "touches from the left";
}

}  // namespace
}  // namespace trammel::analysis
