// `trammel bench integrators`: the table, its files, bad input.
// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "app/run_fixture.h"

namespace trammel::app {
namespace {

using ::testing::HasSubstr;

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
  EXPECT_THAT(ran.output, HasSubstr("deviation: the largest"));
  const std::string once = "running st-qc with ERROR = 0.001\n";
  const std::size_t told = ran.errors.find(once);
  ASSERT_NE(told, std::string::npos) << ran.errors;
  EXPECT_EQ(ran.errors.find(once, told + 1), std::string::npos);
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
  EXPECT_THAT(ran.output, HasSubstr("st-qc        ERROR = 1e-06: at time 0.5"));
  EXPECT_THAT(bench(pendulum, "--end 1 --seconds 1e-6").output,
              HasSubstr("hint: larger --seconds"));
  EXPECT_THAT(bench(pendulum + "SENSOR/1, FUNCTION = TIME, VALUE = 0.3, HALT\n",
                    "--end 1 --integrators abam --error 1e-3")
                  .output,
              HasSubstr("ended by a sensor at 0.3"));
}

TEST_F(BenchCommand, the_same_ERROR_twice_is_one) {
  const Finished ran =
      bench(pendulum, "--end 1 --integrators abam --error 1e-4,1e-3,1e-4 -o twice");
  ASSERT_EQ(ran.exit_code, 0) << ran.errors;
  const auto points = nlohmann::json::parse(read(path("twice/model.work.json"))).at("points");
  ASSERT_EQ(points.size(), 2u);
  EXPECT_EQ(points[0].at("error_setting"), 1e-3);
  EXPECT_EQ(bench(pendulum, "--end 1 --error ''").exit_code, 1);
}

TEST_F(BenchCommand, wrong_words_are_refused) {
  EXPECT_EQ(bench(pendulum, "--end -1").exit_code, 1);
  EXPECT_THAT(bench(pendulum, "--end 1 --integrators hht").errors,
              HasSubstr("there is no integrator hht"));
  EXPECT_EQ(execute("bench").exit_code, 1);
  const Finished script = execute("bench integrators model.acf --end 1");
  EXPECT_EQ(script.exit_code, 1);
  EXPECT_THAT(script.errors, HasSubstr("model.acf: a command file"));
}

TEST_F(BenchCommand, papers_writes_a_report_in_four_forms_with_figures) {
  const Finished ran =
      execute("bench papers --quick --only st-stability,primer-pendulum -o new/report");
  ASSERT_EQ(ran.exit_code, 0) << ran.errors;
  EXPECT_THAT(ran.output, HasSubstr("does not hold: elements are unconditionally stable"));
  EXPECT_THAT(ran.errors, HasSubstr("primer-pendulum: The pendulum of the primer\n"));
  const auto json = nlohmann::json::parse(read(path("new/report/papers.json")));
  EXPECT_EQ(json.at("experiments").size(), 2u);
  EXPECT_THAT(read(path("new/report/papers.html")), HasSubstr("</html>"));
  EXPECT_THAT(read(path("new/report/papers.txt")), HasSubstr("== st-stability"));
  EXPECT_THAT(read(path("new/report/README.md")), HasSubstr("![Fig. 4"));
  EXPECT_THAT(read(path("new/report/state-time-fig4.svg")), HasSubstr("</svg>"));
}

TEST_F(BenchCommand, papers_lists_its_experiments_and_runs_none) {
  const Finished ran = execute("bench papers --list");
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_THAT(ran.output, HasSubstr("st-table1"));
  EXPECT_FALSE(fs::exists(path("papers")));
}

TEST_F(BenchCommand, papers_refuses_wrong_words_and_folders_before_it_works) {
  const Finished unknown = execute("bench papers --only st-table9");
  EXPECT_EQ(unknown.exit_code, 1);
  EXPECT_THAT(unknown.errors, HasSubstr("there is no experiment st-table9; there are hht-claims"));
  EXPECT_EQ(execute("bench papers --fast").exit_code, 1);
  EXPECT_EQ(execute("bench papers -o ''").exit_code, 1);
  write("file", "");
  const Finished under_file = execute("bench papers -o file/report");
  EXPECT_EQ(under_file.exit_code, 4);
  EXPECT_THAT(under_file.errors, HasSubstr("file/report: cannot make this folder"));
  EXPECT_THAT(under_file.errors, testing::Not(HasSubstr("st-table1")));
}

TEST_F(BenchCommand, refuses_folders_before_it_measures) {
  write("file", "");
  for (const std::string folder : {"file", "file/work"}) {
    const Finished run = bench(pendulum, "--end 1 -o " + folder);
    EXPECT_EQ(run.exit_code, 4) << folder;
    EXPECT_THAT(run.errors, HasSubstr("cannot make this folder"));
    EXPECT_THAT(run.errors, testing::Not(HasSubstr("running")));
  }
}

}  // namespace
}  // namespace trammel::app
