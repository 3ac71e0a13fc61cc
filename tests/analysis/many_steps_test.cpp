// Advice about enormous numbers of steps, (PART.8).
// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>

#include "analysis/datasets.h"

namespace trammel::analysis {
namespace {

class Advice final : public Observer {
 public:
  void advise(double, const std::string& text, double steps_ahead) override {
    texts.push_back(text);
    steps.push_back(steps_ahead);
  }
  std::vector<std::string> texts;
  std::vector<double> steps;
};

// A spring that becomes ten thousand times as stiff after a second.
TEST(ManySteps, are_told_again_where_they_are_ten_times_as_many) {
  for (const char* name : {"rkf45", "abam", "tlismni-am4"}) {
    SCOPED_TRACE(name);
    const Loaded model(ground +
                       "PART/2, MASS = 1, CM = 20, IP = 1, 1, 1, VZ = 1\nMARKER/20, PART = 2\n"
                       "JOINT/1, TRANSLATIONAL, I = 20, J = 101\n"
                       "SFORCE/9, TRANSLATION, ACTIONONLY, I = 20, J = 101, "
                       "FUNCTION = -STEP(TIME, 1, 1E6, 1.1, 1E10)*DZ(20, 101)");
    Advice advice;
    RunSettings settings;
    settings.output_times = {100};
    settings.integrator = name;
    settings.options.observer = &advice;
    long asked = 0;
    settings.stop_requested = [&] { return ++asked > 60000; };
    model.session->assemble();
    model.session->run(Kind::dynamic, settings, {});
    ASSERT_GE(advice.steps.size(), 2u);
    EXPECT_LE(advice.steps.size(), 4u);
    for (std::size_t k = 1; k < advice.steps.size(); ++k)
      EXPECT_GT(advice.steps[k], 10 * advice.steps[k - 1]) << advice.texts[k];
  }
}

}  // namespace
}  // namespace trammel::analysis
