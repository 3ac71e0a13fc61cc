// Every registered integrator reaches reference solutions to 1e-6 of each channel's range, time elements
// and the tlismni- methods to 1e-7, abam to 1e-9: positions, velocities and multipliers. Second-order
// methods need many steps for that; these are counted, not timed.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>

#include "integrators/measure.h"
#include "numerics/index_one.h"

namespace trammel::testing {
namespace {

struct Target {
  const char* problem;
  double t_end;
  int steps;                       // for a method of order 2; higher orders take fewer
  double error = 1e-11;            // ERROR for methods of variable order
  double share_of_index_3 = 1e-6;  // of each range, with variable order; 1e-6 for all others
  double error_of_abam = 1e-13;
};

void PrintTo(const Target& target, std::ostream* out) {
  *out << target.problem;
}

const Target targets[] = {
    {"order_analysis_pendulum", 4, 200000},
    {"order_analysis_double", 4, 400000},
    {"free_double_pendulum", 3, 400000},
    {"manufactured_index3", 1, 8000},
    // Vibrations of 1e-5 at 1e4 rad/s: index 3 has no control of their velocities. ERROR counts units, and
    // the smallest velocity has a range of 0.004: 1e-9 of it after 20000 steps takes an ERROR of 1e-15, at
    // which abam is right to 5e-11 (1e-13: 1.7e-8, 1e-14: 1.4e-9).
    // BDF with less than 3e-13, ten ulps of the crank's 150 rad/s, may begin anew for a millisecond in order 1.
    {"flexible_slider_crank", 0.1, 6400000, 3e-13, 5e-3, 1e-15},
    {"flexible_slider_crank_damped", 0.1, 1600000, 3e-13, 5e-3, 1e-15},
};

class Channels {  // range and largest error of every entry of (q, v, λ)
 public:
  void compare(const State& s, const State& exact) {
    Vector ours(s.q.size() + s.v.size() + s.lambda.size()), theirs(ours.size());
    ours << s.q, s.v, s.lambda;
    theirs << exact.q, exact.v, exact.lambda;
    if (error_.size() == 0) error_ = Vector::Zero(ours.size()), low_ = high_ = theirs;
    error_ = error_.cwiseMax((ours - theirs).cwiseAbs());
    low_ = low_.cwiseMin(theirs);
    high_ = high_.cwiseMax(theirs);
  }
  void expect_within(double share) const {
    const Vector range = high_ - low_;
    for (Eigen::Index i = 0; i < error_.size(); ++i)
      EXPECT_LE(error_[i], share * range[i] + 1e-14) << "channel " << i << ", range " << range[i];
  }

 private:
  Vector error_, low_, high_;
};

// With derivatives of Newton or without, on the equations of this or that index: what a method promises.
double wanted_share(const IntegratorInfo& info, const Target& target) {
  const bool is_adaptive = info.order == 0;
  if (is_adaptive && !info.is_stiff) return 1e-9;
  if (is_adaptive && info.index == 3) return target.share_of_index_3;
  const bool is_element = info.name.starts_with("st-"),
             is_tlismni = info.name.starts_with("tlismni");
  return is_element || is_tlismni ? 1e-7 : 1e-6;
}

// Of equal length; order 2 needs three times as many for a tenth of the error.
int steps_of(const IntegratorInfo& info, const Target& target) {
  if (info.order >= 4) return target.steps / 32;
  if (info.order == 3) return target.steps / 4;
  return wanted_share(info, target) < 1e-6 ? 4 * target.steps : target.steps;
}

bool is_long(const IntegratorInfo& info, const Target& target) {
  if (info.order > 0) return steps_of(info, target) > 20000;
  return info.is_stiff && target.error < 1e-12;
}

class EveryIntegratorAtReferences
    : public ::testing::TestWithParam<std::tuple<IntegratorInfo, Target>> {};

TEST_P(EveryIntegratorAtReferences, reaches_the_reference) {
  const auto& [info, target] = GetParam();
  if (is_long(info, target) && !long_tests_are_wanted())
    GTEST_SKIP() << "some ten thousand steps: make verify";
  const TestProblem& p = test_problem(target.problem);
  constexpr int samples = 20;
  const int per_sample = steps_of(info, target) / samples;
  const double h = target.t_end / double(samples * per_sample);

  IntegratorOptions options = study_options();
  options.error = 1e-11;  // of Newton: below the wanted accuracy, above the noise of Φ/h²
  const bool is_adaptive = info.order == 0;  // variable order wants variable steps
  const bool is_explicit = is_adaptive && !info.is_stiff;
  if (is_adaptive)
    options.error = is_explicit ? target.error_of_abam : target.error;
  else
    options.step.fixed = h;
  const auto method = info.make(*p.dae, options);
  ASSERT_TRUE(method->start(p.start).ok());
  IndexOne index_one(*p.dae);
  Channels channels;
  channels.compare(p.start, p.start);
  for (int sample = 0; sample < samples; ++sample) {
    const double t = target.t_end * (sample + 1) / samples;
    for (int k = 0; is_adaptive ? method->state().t < t : k < per_sample; ++k) {
      const StepReport report = method->step(is_adaptive ? t : 2 * target.t_end);
      ASSERT_TRUE(report.ok()) << report.message;
    }
    State reported = method->state();
    ASSERT_TRUE(index_one.project_velocity(reported).ok());
    ASSERT_TRUE(index_one.accelerate(reported).ok());  // reactions as they are reported
    channels.compare(reported, p.reference(reported.t));
  }
  channels.expect_within(wanted_share(info, target));
}

// Millions of constant steps are made by the first method only; one of first order would need
// millions for the shortest of these runs.
std::vector<std::tuple<IntegratorInfo, Target>> cases() {
  const auto most_steps = [](const IntegratorInfo& info) {
    return info.name.starts_with("tlismni") ? 1600000 : 400000;
  };
  std::vector<std::tuple<IntegratorInfo, Target>> list;
  for (const IntegratorInfo& info : integrators())
    for (const Target& target : targets) {
      const bool is_first = &info == &integrators().front(), is_adaptive = info.order == 0;
      if (is_first || is_adaptive || (info.order > 1 && steps_of(info, target) <= most_steps(info)))
        list.emplace_back(info, target);
    }
  return list;
}

INSTANTIATE_TEST_SUITE_P(Registry, EveryIntegratorAtReferences, ::testing::ValuesIn(cases()),
                         [](const auto& i) {
                           std::string name = std::string(std::get<0>(i.param).name) + "_" +
                                              std::get<1>(i.param).problem;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace trammel::testing
