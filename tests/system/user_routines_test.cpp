// User routines in equations: the same numbers as the expressions that say the same, derivatives
// against differences, partial derivatives against exact ones.
// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <ostream>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "elements/equations.h"
#include "elements/user/libraries.h"
#include "io/adm/reader.h"
#include "support/check_blocks.h"
#include "system/system.h"

namespace trammel::system {
namespace {

std::shared_ptr<elements::UserLibraries> test_libraries() {
  return std::make_shared<elements::UserLibraries>(std::vector<std::string>{TRAMMEL_USER_ROUTINES});
}

std::string dataset(const std::string& statements) {
  return "user routines\n"
         "PART/1, GROUND\n"
         "MARKER/10, PART=1, QP=0.3,-0.2,0.5, REULER=0.4,0.8,-0.3\n"
         "PART/2, MASS=2, CM=20, IP=0.9,0.8,0.7,0.05,-0.02,0.03, QG=1,0.5,-0.3, "
         "REULER=0.2,0.5,0.7\n"
         "MARKER/20, PART=2, QP=0.1,0.2,0.3, REULER=0.3,0.2,0.1\n"
         "MARKER/21, PART=2, QP=0.2,-0.1,0.25, REULER=-0.5,0.7,0.2\n"
         "PART/3, MASS=1.5, CM=30, IP=0.3,0.4,0.5, QG=-0.4,0.8,0.6, REULER=1.1,0.9,-0.6\n"
         "MARKER/30, PART=3, QP=-0.1,0.1,0.2\n"
         "MARKER/31, PART=3, QP=0.25,0.3,-0.2, REULER=0.6,-0.3,0.4\n"
         "MARKER/33, PART=3, FLOATING\n"
         "JOINT/1, CYLINDRICAL, I=30, J=10\n"
         "ARRAY/1, IC, NUMBERS=1,2,4\n"
         "STRING/1, STRING=seven77\n" +
         statements + "\nEND\n";
}

struct Modelled {
  explicit Modelled(const std::string& statements,
                    std::shared_ptr<elements::UserLibraries> libraries = test_libraries())
      : reading(adm::read({"user.adm", dataset(statements)})) {
    EXPECT_TRUE(reading.ok()) << reading.messages();
    equations =
        std::make_shared<elements::Equations>(elements::lower(reading.model, std::move(libraries)));
    if (problems().empty()) system = std::make_unique<System>(equations, dynamic_rows(*equations));
  }
  std::string problems() const {
    std::string text;
    for (const model::Problem& problem : equations->problems)
      text += problem.label + ": " + problem.message + "\n  " + problem.hint + "\n";
    return text;
  }

  adm::Reading reading;
  std::shared_ptr<elements::Equations> equations;
  std::unique_ptr<System> system;
};

State random_state(const System& system, std::mt19937& random) {
  State state = testing::nearby(system, system.initial_state(), 0.2, random);
  std::normal_distribution<double> normal;
  for (Vector* vector : {&state.v, &state.a, &state.lambda, &state.x, &state.x_dot, &state.y})
    for (int k = 0; k < vector->size(); ++k) (*vector)[k] += normal(random);
  state.t = 0.37;
  system.start_angles(state);
  return state;
}

// By a routine, and the same by expressions.
struct Case {
  friend void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }
  std::string name, routine, expression;
  double tolerance = 2e-7;  // of derivatives; more where the test differentiates differences
};

const std::vector<Case>& cases() {
  const std::string spring = "-20*(DM(21,31)-0.5)-3*VR(21,31)*DM(21,31)+SIN(TIME)";
  const std::string line = "SFORCE/1, TRANSLATION, I=21, J=31, FUNCTION=";
  const std::string vector = "FX=-3*DX(21,31,31)\\ FY=VY(21,31,31,31)*DZ(21,31,31)\\ FZ=2+TIME";
  const std::string motion = "MOTION/1, JOINT=1, ROTATION, FUNCTION=";
  const std::string loop =
      "\nVARIABLE/2, FUNCTION=0.5*VARVAL(1)+VR(21,31)\n" + line + "VARVAL(2)*VARVAL(1)";
  const std::string arrays =
      "VARIABLE/3, FUNCTION=VR(21,31)\nARRAY/11, X, SIZE=2\nARRAY/12, U, VARIABLES=3\n"
      "ARRAY/13, Y, SIZE=1\nMATRIX/1, FULL=RORDER, ROWS=2, COLUMNS=2, VALUES=0,1,-4,-0.4\n"
      "MATRIX/2, FULL=CORDER, ROWS=2, COLUMNS=1, VALUES=0,1\n"
      "MATRIX/3, FULL=CORDER, ROWS=1, COLUMNS=2, VALUES=3,0.5\n" +
      line + "ARYVAL(13,1)*DM(21,31)+ARYVAL(11,2)\n";
  const std::string linear = arrays + "LSE/1, X=11, U=12, Y=13, A=1, B=2, C=3";
  static const std::vector<Case> all = {
      {"sforce", line + "USER(21,31)\\, ROUTINE=routines::spring", line + spring},
      {"sforce_exact", line + "USER(21,31)\\, ROUTINE=routines::spring_with_partials",
       line + spring},
      {"vforce",
       "VFORCE/1, I=21, JFLOAT=33, RM=10, FUNCTION=USER(21,31)\\, ROUTINE=routines::general",
       "VFORCE/1, I=21, JFLOAT=33, RM=10, " + vector},
      {"vtorque",
       "VTORQUE/1, I=21, JFLOAT=33, RM=10, FUNCTION=USER(21,31)\\, ROUTINE=routines::general",
       "VTORQUE/1, I=21, JFLOAT=33, RM=10, TX=-3*DX(21,31,31)\\ TY=VY(21,31,31,31)*DZ(21,31,31)\\ "
       "TZ=2+TIME"},
      {"gforce",
       "GFORCE/1, I=21, JFLOAT=33, RM=10, FUNCTION=USER(21,31)\\, ROUTINE=routines::general\n"
       "VARIABLE/1, FUNCTION=DM(21,31)*WZ(21,10,10)",
       "GFORCE/1, I=21, JFLOAT=33, RM=10, " + vector +
           "\\ TX=-AX(21,31)\\ TY=-WX(21,31,31)\\ TZ=VARVAL(1)\n"
           "VARIABLE/1, FUNCTION=DM(21,31)*WZ(21,10,10)"},
      {"routine_of_a_routine",
       "GFORCE/1, I=21, JFLOAT=33, RM=10, FUNCTION=USER(21,31)\\, ROUTINE=routines::general\n"
       "VARIABLE/1, FUNCTION=USER(21,31)\\, ROUTINE=routines::spring",
       "GFORCE/1, I=21, JFLOAT=33, RM=10, " + vector +
           "\\ TX=-AX(21,31)\\ TY=-WX(21,31,31)\\ TZ=VARVAL(1)\nVARIABLE/1, FUNCTION=" + spring},
      {"motion", motion + "USER()\\, ROUTINE=routines::motion", motion + "0.3*SIN(2*TIME)+TIME**2",
       1e-5},
      {"motion_exact", motion + "USER()\\, ROUTINE=routines::motion_with_derivatives",
       motion + "0.3*SIN(2*TIME)+TIME**2"},
      {"motion_velocity",
       "MOTION/1, JOINT=1, ROTATION, VELOCITY, FUNCTION=USER()\\, ROUTINE=routines::motion",
       "MOTION/1, JOINT=1, ROTATION, VELOCITY, FUNCTION=0.3*SIN(2*TIME)+TIME**2", 1e-6},
      {"variable", "VARIABLE/1, FUNCTION=USER(21,31)\\, ROUTINE=routines::variable" + loop,
       "VARIABLE/1, FUNCTION=0.3*SIN(VARVAL(2))+DM(21,31)" + loop},
      {"diff",
       "DIFF/1, IC=0.4, FUNCTION=USER(21,31)\\, ROUTINE=routines::rate\n" + line +
           "4*DIF(1)+0.2*DIF1(1)",
       "DIFF/1, IC=0.4, FUNCTION=-3*DIF(1)+VR(21,31)\n" + line + "4*DIF(1)+0.2*DIF1(1)"},
      {"gse",
       arrays + "GSE/1, NS=2, NO=1, X=11, U=12, Y=13, FUNCTION=USER()\\, "
                "INTERFACE=routines::oscillator_rate, routines::oscillator_output",
       linear},
      {"by_matrix",
       "MATRIX/9, FULL=CORDER, ROWS=2, COLUMNS=2, VALUES=2,-5,7,11\n" + line +
           "USER(21,31)\\, ROUTINE=routines::by_matrix",
       line + "-5*DM(21,31)"},
      {"lse", linear, linear},
      {"tfsiso", arrays + "TFSISO/1, X=11, U=12, Y=13, NUMERATOR=3,0.5, DENOMINATOR=4,0.4,1",
       linear},
  };
  return all;
}

class UserRoutine : public ::testing::TestWithParam<Case> {};

TEST_P(UserRoutine, gives_what_the_expression_gives) {
  const Modelled user(GetParam().routine), plain(GetParam().expression);
  ASSERT_EQ(user.problems(), "");
  ASSERT_EQ(plain.problems(), "");
  std::mt19937 random{3};
  Values a = make_values(user.system->layout()), b = make_values(plain.system->layout());
  const unsigned ask = forces | position | velocity | acceleration | auxiliary;
  for (int k = 0; k < 5; ++k) {
    const State state = random_state(*user.system, random);
    ASSERT_EQ(user.system->evaluate(state, ask, a), Outcome::ok);
    ASSERT_EQ(plain.system->evaluate(state, ask, b), Outcome::ok);
    EXPECT_LT((a.action - b.action).norm(), 1e-13 * (1 + b.action.norm()));
    EXPECT_LT((a.aux - b.aux).norm(), 1e-13 * (1 + b.aux.norm()));
    EXPECT_LT((a.c0 - b.c0).norm(), 1e-14 * (1 + b.c0.norm()));
    // Rates of the routine's results are differences unless it hands them back.
    EXPECT_LT((a.c1 - b.c1).norm(), 1e-8 * (1 + b.c1.norm()));
    EXPECT_LT((a.c2 - b.c2).norm(), 3e-7 * (1 + b.c2.norm()));
  }
}

TEST_P(UserRoutine, derivatives_match_differences) {
  const Modelled user(GetParam().routine);
  ASSERT_EQ(user.problems(), "");
  std::mt19937 random{5};
  for (int k = 0; k < 3; ++k)
    ASSERT_EQ(testing::check_blocks(*user.system, random_state(*user.system, random),
                                    GetParam().tolerance),
              "");
}

INSTANTIATE_TEST_SUITE_P(, UserRoutine, ::testing::ValuesIn(cases()),
                         [](const auto& tested) { return tested.param.name; });

// (USR.1) loses about half of the digits that the step leaves, 2⁻²³/2⁻⁵² of the value.
TEST(UserRoutines, differences_come_close_to_exact_partials) {
  const std::string line =
      "SFORCE/1, TRANSLATION, I=21, J=31, FUNCTION=USER(21,31)\\, ROUTINE=routines::spring";
  const Modelled plain(line), exact(line + "_with_partials");
  ASSERT_EQ(plain.problems() + exact.problems(), "");
  const expression::External &f = *plain.equations->externals.front(),
                             &g = *exact.equations->externals.front();
  std::mt19937 random{7};
  std::normal_distribution<double> normal;
  double largest = 0;
  for (int k = 0; k < 50; ++k) {
    const std::vector<double> u = {normal(random), 4, 0.1 + std::abs(normal(random)),
                                   10 * normal(random)};
    std::vector<double> by_differences(4), by_routine(4), of_differences(4), of_routine(4);
    const std::vector<double> d = {normal(random), 0, normal(random), normal(random)};
    f.gradient(0, u, by_differences);
    g.gradient(0, u, by_routine);
    f.hessian_times(0, u, d, of_differences);
    g.hessian_times(0, u, d, of_routine);
    for (std::size_t i = 0; i < 4; ++i) {
      largest = std::max(largest, std::abs(by_differences[i] - by_routine[i]));
      EXPECT_NEAR(of_differences[i], of_routine[i], 2e-5) << i;
    }
  }
  EXPECT_LT(largest, 1e-6);
}

TEST(UserRoutines, read_parameters_strings_arrays_time_and_mode) {
  const Modelled m("REQUEST/1, FUNCTION=USER(1.5,-90D,1E3)\\, ROUTINE=routines::eight");
  ASSERT_EQ(m.problems(), "");
  State state = m.system->initial_state();
  state.t = 0.25;
  std::vector<double> results(8);
  ASSERT_TRUE(m.system->requests(state, results));
  EXPECT_THAT(results,
              ::testing::ElementsAre(4, 0.25, 1.5, ::testing::DoubleEq(-M_PI / 2), 1000, 0, 7, 7));
}

std::string force_by(const std::string& routine, const std::string& parameters = "21,31") {
  return "SFORCE/1, TRANSLATION, I=21, J=31, FUNCTION=USER(" + parameters +
         ")\\, ROUTINE=" + routine;
}

TEST(UserRoutines, that_are_missing_are_named) {
  const auto problems = [](const std::string& statements, auto... libraries) {
    return Modelled(statements, libraries...).problems();
  };
  using ::testing::HasSubstr;
  EXPECT_THAT(problems(force_by("routines::spring"), std::shared_ptr<elements::UserLibraries>()),
              ::testing::AllOf(HasSubstr("SFORCE/1: USER calls routines::spring: library routines "
                                         "is not loaded: no folder"),
                               HasSubstr("--user-routines DIR")));
  EXPECT_THAT(problems(force_by("nowhere::spring")),
              HasSubstr("library nowhere is in no folder of user routines"));
  EXPECT_THAT(problems(force_by("routines::summer")), HasSubstr("has no function summer"));
  // What only the libraries of the library have is not its own.
  EXPECT_THAT(problems(force_by("routines::abort")), HasSubstr("has no function abort"));
  EXPECT_THAT(problems(force_by("routines::system")), HasSubstr("has no function system"));
  EXPECT_THAT(problems(force_by("foreign::spring")), HasSubstr("was not made for Trammel"));
  EXPECT_THAT(problems("VARIABLE/1, FUNCTION=USER(1)", std::shared_ptr<elements::UserLibraries>()),
              HasSubstr("USER calls user::varsub"));
}

TEST(UserRoutines, that_ask_for_what_is_not_there_are_named) {
  using ::testing::HasSubstr;
  const auto problems = [](const std::string& statements) {
    return Modelled(statements).problems();
  };
  EXPECT_THAT(problems(force_by("routines::asks_for_marker", "99")),
              HasSubstr("routines::asks_for_marker: the routine asks for DX(99), but MARKER/99 is "
                        "not defined"));
  EXPECT_THAT(problems(force_by("routines::asks_for_nonsense")),
              HasSubstr("asks for SIN, which is no function that reads the model"));
  EXPECT_THAT(problems("MOTION/1, JOINT=1, ROTATION, FUNCTION=USER(21)\\, "
                       "ROUTINE=routines::motion_of_position"),
              HasSubstr("the routine asks for positions"));
}

TEST(UserRoutines, that_fail_say_why) {
  const auto fault = [](const std::string& routine, const std::string& parameters) {
    const Modelled m(force_by("routines::" + routine, parameters));
    EXPECT_EQ(m.problems(), "");
    State state = m.system->initial_state();
    state.t = 1;
    Values values = make_values(m.system->layout());
    EXPECT_EQ(m.system->evaluate(state, forces, values), Outcome::domain_error);
    return m.system->fault();
  };
  using ::testing::HasSubstr;
  EXPECT_THAT(fault("fails_late", "0.5"), HasSubstr("routines::fails_late of SFORCE/1: the routine "
                                                    "has failed with code 3"));
  EXPECT_THAT(fault("says_why", "0.5"), HasSubstr("the tank is empty"));
  EXPECT_THAT(fault("not_a_number", "1"), HasSubstr("result 1 of the routine is not finite"));
  EXPECT_THAT(fault("throws", "1"), HasSubstr("exception: out of luck"));
  EXPECT_THAT(fault("asks_late", "21,31"),
              HasSubstr("asks for DM(21, 31), for which it did not ask in its first call"));
  EXPECT_THAT(fault("asks_without_a_name", "1"), HasSubstr("without a name"));
  EXPECT_THAT(fault("wrong_count_of_partials", "1"), HasSubstr("by TIME are 1, not 3"));
}

TEST(UserRoutines, are_called_by_one_thread_at_a_time) {
  const std::string second = "\nSFORCE/2, TRANSLATION, I=20, J=30, FUNCTION=USER(1)\\, ROUTINE=";
  const Modelled m(force_by("routines::works_alone", "1") + second + "routines::works_alone_too");
  ASSERT_EQ(m.problems(), "");
  const auto& externals = m.equations->externals;
  ASSERT_EQ(externals.size(), 2u);
  std::atomic<int> waiting = 2;
  const auto call_often = [&](const expression::External& routine, int& failures) {
    std::vector<double> gradient(2);
    for (--waiting; waiting > 0;) std::this_thread::yield();  // both begin together
    for (int k = 0; k < 100; ++k) {
      const std::vector<double> u = {0.001 * k, 4};  // TIME and MODE: never twice the same
      failures += !(routine.value(0, u) == u[0]);
      routine.gradient(0, u, gradient);
      failures += !(std::abs(gradient[0] - 1) < 1e-6);
    }
  };
  int one = 0, other = 0;
  std::thread beside([&] { call_often(*externals[0], one); });
  call_often(*externals[1], other);
  beside.join();
  EXPECT_EQ(one + other, 0) << externals[0]->fault() << externals[1]->fault();
}

TEST(UserRoutines, are_looked_for_in_named_folders_only) {
  elements::UserLibraries libraries({TRAMMEL_USER_ROUTINES});
  for (const char* name : {"../user_routines/routines", "/lib/libc", "..", "a..b", ".hidden", ""}) {
    const auto found = libraries.find({name, "spring"});
    EXPECT_EQ(found.routine, nullptr) << name;
    EXPECT_NE(found.problem, "") << name;
  }
  EXPECT_NE(libraries.find({"routines", "spring"}).routine, nullptr);
  elements::UserLibraries elsewhere({TRAMMEL_SOURCE_DIR});
  EXPECT_EQ(elsewhere.find({"routines", "spring"}).routine, nullptr);
}

}  // namespace
}  // namespace trammel::system
