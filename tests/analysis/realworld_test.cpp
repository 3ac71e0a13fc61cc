// The drill string and the wind turbine of ../shared/realworld, with stand-ins for their user routines (tests/user_routines).
// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>

#include <cmath>
#include <filesystem>

#include "analysis/datasets.h"
#include "elements/user/libraries.h"
#include "io/adm/source.h"

namespace trammel::analysis {
namespace {

const std::string folder = TRAMMEL_SHARED_DIR "/realworld/";

const Output nothing = [](const system::System&, const State&) {};

struct RealModel {
  explicit RealModel(
      const std::string& file, void (*change)(model::Model&) = [](model::Model&) {})
      : reading(adm::read(adm::read_source(folder + file))) {
    change(reading.model);
    session = std::make_unique<Session>(
        reading.model,
        std::make_shared<elements::UserLibraries>(std::vector<std::string>{TRAMMEL_USER_ROUTINES}));
    EXPECT_TRUE(session->ok());
  }

  RunReport run(Kind kind, std::vector<double> times, const Output& output,
                const Overrides& overrides = {}) {
    Findings findings;
    RunSettings settings = run_settings(reading.model, overrides, findings);
    settings.output_times = std::move(times);
    return session->run(kind, settings, output);
  }
  double state_of(const std::string& column) const {
    const InitialConditions& at = session->state();
    const Layout& layout = at.system->layout();
    for (int k = 0; k < layout.n_x; ++k)
      if (at.system->column_name(layout.n + layout.m() + k).find(column) != std::string::npos)
        return at.state.x[k];
    ADD_FAILURE() << "no " << column;
    return 0;
  }

  adm::Reading reading;
  std::unique_ptr<Session> session;
};

// The string lies in a frictionless tube and floats in a mud that is 1.145 times as heavy as steel: the dataset's
// gravity points upwards, and the pipe above the model pushes down. Work of a small slide along the tube:
//   −DIF(101) = g (4 m_p + Σ mᵢ cos θᵢ),   m_p = 1/0.0094960629 slug, a quarter of that pipe
double hook_load(const model::Model& model) {
  double sum = 4 / 0.0094960629;
  for (const model::Part& part : model.parts) {
    if (part.ground || part.id == 95000) continue;  // 95000: the bottom of the hole
    sum += part.mass * std::cos((*part.placement.euler)[1]);
  }
  return -4.666389875 * sum;
}

TEST(RealWorld, drill_string_settles_and_stays) {
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << folder << " is not there";
  RealModel drill("drill-string.adm");
  ASSERT_TRUE(drill.session->assemble().ok());
  // What moves are sliders half-way along pipes, from the chord of the hole to the hole.
  EXPECT_THAT(lines(drill.session->state().findings),
              testing::HasSubstr("PART/9003801 (Upper_DP_Group10_sliderB): assembly moved it by "
                                 "0.0631 ft"));
  const RunReport settled = drill.run(Kind::statics, {}, nothing);
  ASSERT_EQ(settled.status, Status::ok) << lines(settled.findings);
  EXPECT_LT(settled.statistics.iterations, 20);
  const double expected = hook_load(drill.reading.model);
  EXPECT_NEAR(drill.state_of("DIFF/101 "), expected, 0.01 * -expected);
  double fastest = 0;
  const RunReport stayed = drill.run(Kind::dynamic, {0.5, 1}, [&](auto&, const State& s) {
    fastest = std::max(fastest, s.v.cwiseAbs().maxCoeff());
  });
  EXPECT_EQ(stayed.status, Status::ok) << lines(stayed.findings);
  EXPECT_EQ(stayed.time, 1);
  EXPECT_LT(fastest, 1e-5);  // ft/s, rad/s
}

template <class T, class Condition>
void remove_if(model::Table<T>& table, const Condition& goes) {
  model::Table<T> kept;
  for (const T& element : table)
    if (!goes(element.id)) kept.add(element);
  table = std::move(kept);
}

// What wind-turbine.acf deactivates after the first step: tower, drive train and blades become free.
void release(model::Model& model) {
  remove_if(model.motions, [](int id) { return id == 3020 || id == 4010; });
  remove_if(model.joints, [](int id) {
    const int of_blade = id % 10000;
    return (id >= 1301 && id <= 1310) || id == 1500 ||
           (id > 10000 && of_blade >= 3001 && of_blade <= 3015);
  });
}

// As written it is one rigid body; released, without wind and without gravity, it stays where it is.
TEST(RealWorld, wind_turbine_stands) {
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << folder << " is not there";
  RealModel locked("wind-turbine.adm");
  ASSERT_TRUE(locked.session->assemble().ok());
  EXPECT_EQ(locked.run(Kind::dynamic, {0.5, 1}, nothing).status, Status::ok);

  RealModel free("wind-turbine.adm", release);
  ASSERT_TRUE(free.session->assemble().ok());
  Overrides overrides;  // those of wind-turbine.acf
  overrides.integrator = "gstiff-i3", overrides.error = 1e-3, overrides.hmax = 0.005;
  double fastest = 0;
  const RunReport report = free.run(
      Kind::dynamic, {0.25, 0.5, 0.75, 1},
      [&](auto&, const State& s) { fastest = std::max(fastest, s.v.cwiseAbs().maxCoeff()); },
      overrides);
  EXPECT_EQ(report.status, Status::ok) << lines(report.findings);
  EXPECT_LT(fastest, 1e-3);  // m/s, rad/s
}

}  // namespace
}  // namespace trammel::analysis
