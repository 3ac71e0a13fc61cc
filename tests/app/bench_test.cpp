// `trammel bench integrators`: the table, its files, bad input.
// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "app/run_fixture.h"

namespace trammel::app {
namespace {

using testing::HasSubstr;

class BenchCommand : public RunCommand {
 protected:
  Finished bench(const std::string& model, const std::string& options) const {
    write("model.adm", model + "END\n");
    return execute("bench integrators model.adm " + options);
  }
};

TEST_F(BenchCommand, smaller_errors_cost_more_and_are_nearer_to_the_reference) {
  const Finished ran =
      bench(pendulum, "--end 1 --steps 20 --integrators hht-i3,st-qc --error 1e-3,1e-5 -o work");
  ASSERT_EQ(ran.exit_code, 0) << ran.errors;
  EXPECT_THAT(ran.output, HasSubstr("reference: gstiff-si2"));
  EXPECT_THAT(read(path("work/model.work.svg")), HasSubstr("st-qc"));
  EXPECT_THAT(read(path("work/model.work-steps.svg")), HasSubstr("</svg>"));
  const auto json = nlohmann::json::parse(read(path("work/model.work.json")));
  const auto& points = json.at("points");
  ASSERT_EQ(points.size(), 4u);
  for (const std::size_t k : {std::size_t(0), std::size_t(2)}) {
    EXPECT_EQ(points[k].at("status"), "ok");
    EXPECT_LT(points[k + 1].at("deviation"), points[k].at("deviation"));
    EXPECT_GT(points[k + 1].at("steps"), points[k].at("steps"));
  }
  EXPECT_LT(json.at("second_reference").at("deviation"), 1e-6);
}

TEST_F(BenchCommand, runs_that_stop_are_named) {
  const Finished ran =
      bench(pendulum + "SFORCE/1, ROTATIONAL, I = 202, J = 101, FUNCTION = SQRT(0.5 - TIME)\n",
            "--end 1 --integrators hht-i3 --error 1e-3");
  EXPECT_EQ(ran.exit_code, 3);
  EXPECT_THAT(ran.output, HasSubstr("no integrator reaches the end"));
}

TEST_F(BenchCommand, wrong_words_are_refused) {
  EXPECT_EQ(bench(pendulum, "--end -1").exit_code, 1);
  EXPECT_THAT(bench(pendulum, "--end 1 --integrators hht").errors,
              HasSubstr("there is no integrator hht"));
  EXPECT_EQ(execute("bench").exit_code, 1);
}

}  // namespace
}  // namespace trammel::app
