// A model that is edited on the way goes on from where it was.
// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/carry_over.h"

#include <gtest/gtest.h>

#include <cmath>

#include "analysis/datasets.h"

namespace trammel::analysis {
namespace {

const std::string spinning = ground + R"(
PART/2, MASS = 1, CM = 201, IP = 1, 2, 3, QG = 1, 2, 3, REULER = 20D, 30D, 40D, WX = 1, WY = 7, VZ = 2
MARKER/201, PART = 2
MARKER/202, PART = 2, QP = 0.3, -0.2, 0.5, REULER = 50D, 60D, 70D
MARKER/203, PART = 2, QP = 1, 1, 0
PART/3, MASS = 1, CM = 301, IP = 1, 1, 1, WZ = 4
MARKER/301, PART = 3
MARKER/302, PART = 3, QP = 1, 0, 0
JOINT/1, REVOLUTE, I = 301, J = 101
DIFF/1, IC = 1, FUNCTION = -DIF(1)
SENSOR/1, GE, FUNCTION = TIME, VALUE = 0.2, EVALUATE = TIME
REQUEST/1, F2 = DX(203)\ F3 = DY(203)\ F4 = DZ(203)\ F5 = VX(203)\ F6 = VY(203)\ F7 = VZ(203)
REQUEST/2, F2 = AZ(301, 101)\ F3 = DIF(1)\ F4 = SENVAL(1)\ F5 = DX(301)\ F6 = DY(301)\ F7 = VY(302)
)";

// Runs to t = 2, then goes on with a model that `edit` has changed.
class Edited {
 public:
  template <class Edit>
  explicit Edited(const Edit& edit, const NewStart& start = {}) : before_(spinning) {
    EXPECT_TRUE(before_.assemble().ok());
    RunSettings settings;
    settings.output_times = {2};
    EXPECT_EQ(before_.session->run(Kind::dynamic, settings, [](const auto&, const auto&) {}).status,
              Status::ok);
    model_ = before_.reading.model;
    edit(model_);
    after_ = std::make_unique<Session>(model_);
    EXPECT_TRUE(after_->ok());
    EXPECT_TRUE(after_->resume(*before_.session, start).ok()) << lines(after_->state().findings);
  }

  static std::vector<double> requests(const Session& session) {
    std::vector<double> values(16);
    EXPECT_TRUE(session.state().system->requests(session.state().state, values));
    return values;
  }
  std::vector<double> before() const { return requests(*before_.session); }
  std::vector<double> after() const { return requests(*after_); }
  const Session& session() const { return *after_; }

  void expect_same(double tolerance) const {
    for (std::size_t k = 0; k < 16; ++k) EXPECT_NEAR(after()[k], before()[k], tolerance) << k;
  }

 private:
  Loaded before_;
  model::Model model_;
  std::unique_ptr<Session> after_;
};

TEST(CarryOver, nothing_moves_without_a_reason) {
  const Edited run([](model::Model&) {});
  run.expect_same(1e-9);
  EXPECT_NEAR(run.after()[9], 8, 1e-3) << "more than a turn";
  EXPECT_EQ(run.session().state().state.t, 2);
}

TEST(CarryOver, a_part_stays_where_it_is_when_its_centre_of_mass_moves) {
  const Edited run([](model::Model& m) { m.parts.find(2)->cm = {202}; });
  run.expect_same(1e-9);
}

TEST(CarryOver, equations_that_come_before_others_do_not_shift_them) {
  // Angles that nobody has read so far, and states and constraints that are gone.
  const Edited run([](model::Model& m) {
    m.requests.find(1)->functions[0] = m.requests.find(2)->functions[1];
    m.set_active(model::Kind::joint, 1, false);
  });
  EXPECT_EQ(run.session().state().degrees_of_freedom, 12);
  EXPECT_NEAR(run.after()[0], run.before()[9], 1e-12);
  for (std::size_t k = 1; k < 16; ++k) EXPECT_NEAR(run.after()[k], run.before()[k], 1e-9) << k;
}

TEST(CarryOver, what_an_edit_gives_comes_first) {
  const Edited run(
      [](model::Model& m) {
        m.parts.find(2)->placement.origin = {5, 5, 5};
        m.parts.find(3)->wz = 9;
        m.diffs.find(1)->ic.value = 4;
      },
      {{{model::Kind::part, 2}}, {{model::Kind::part, 3}}, {{model::Kind::diff, 1}}});
  const auto pose = run.session().state().state.q.head<3>();
  EXPECT_NEAR((pose - Vec3(5, 5, 5)).norm(), 0, 1e-12);
  EXPECT_EQ(run.after()[10], 4);
  EXPECT_NEAR(run.after()[14] / std::cos(run.after()[9]), 9, 1e-9);
}

TEST(CarryOver, sensors_remember_until_they_are_switched_off) {
  EXPECT_NEAR(Edited([](model::Model&) {}).after()[11], 0.2, 1e-9);
  const Edited off([](model::Model& m) { m.set_active(model::Kind::sensor, 1, false); });
  EXPECT_EQ(off.after()[11], 0);
}

// Two discs on one axle: caught, they turn with the mean of their momentum.
TEST(CarryOver, a_constraint_that_catches_keeps_momentum) {
  Loaded before(ground + R"(
PART/2, MASS = 1, CM = 201, IP = 1, 1, 3, WZ = 10
MARKER/201, PART = 2
PART/3, MASS = 1, CM = 301, IP = 1, 1, 2
MARKER/301, PART = 3
JOINT/1, REVOLUTE, I = 201, J = 101
JOINT/2, REVOLUTE, I = 301, J = 101
JPRIM/1, ORIENTATION, I = 201, J = 301
)");
  model::Model model = before.reading.model;
  model.set_active(model::Kind::jprim, 1, false);
  Session free(model);
  ASSERT_TRUE(free.assemble().ok());
  ASSERT_EQ(free.state().degrees_of_freedom, 2);
  ASSERT_TRUE(before.session->resume(free, {}).ok());
  EXPECT_EQ(before.session->state().degrees_of_freedom, 1);
  const Vector& v = before.session->state().state.v;
  EXPECT_NEAR(v[5], 6, 1e-9);
  EXPECT_NEAR(v[11], 6, 1e-9);
}

TEST(CarryOver, what_cannot_be_assembled_is_an_error) {
  Loaded before(FourBar{}.text());
  ASSERT_TRUE(before.assemble().ok());
  model::Model model = before.reading.model;
  model.markers.find(102)->placement.origin = {30, 0, 0};
  Session far(model);
  EXPECT_FALSE(far.resume(*before.session, {}).ok());
  EXPECT_NE(lines(far.state().findings).find("JOINT/"), std::string::npos);
}

TEST(Snapshot, restores_every_bit) {
  const Edited run([](model::Model&) {});
  const Snapshot saved = run.session().snapshot();
  Loaded other(spinning);
  const InitialConditions& there = other.session->restore(saved);
  EXPECT_EQ(there.state.q, run.session().state().state.q);
  EXPECT_EQ(there.state.memory, run.session().state().state.memory);
  EXPECT_EQ(there.redundancy.kept, run.session().state().redundancy.kept);
  EXPECT_EQ(Edited::requests(*other.session), run.after());
}

}  // namespace
}  // namespace trammel::analysis
