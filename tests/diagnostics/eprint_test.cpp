// EPRINT, RHSDUMP and JMDUMP of one attempt with two iterations.
// SPDX-License-Identifier: BSD-3-Clause
#include "diagnostics/eprint.h"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "diagnostics/dump.h"
#include "diagnostics/eprint_json.h"
#include "numerics/dae.h"

namespace trammel::diagnostics {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class Names final : public EquationNames {
 public:
  std::string row_name(int row) const override { return row == 0 ? "PART/10: torque" : "JOINT/1"; }
  std::string column_name(int column) const override {
    return column == 0 ? "PART/10: x" : "JOINT/13: \"force\" \xff";
  }
};

// What a method would tell: an attempt of two iterations, the first with a new matrix.
void play(Observer& observer) {
  static const Names names;
  static const Vector residuals = (Vector(2) << -4.7e5, 3).finished(),
                      corrections = (Vector(2) << 1, 6.2e5).finished();
  SparseMatrix matrix(Pattern::from_entries(2, 2, {{0, 0}, {1, 0}, {0, 1}}));
  matrix.values()[0] = 7;
  State state;
  state.v = state.a = Vector::Constant(1, 2.5);
  state.lambda = Vector::Constant(1, -9);
  observer.set_names(&names);
  observer.attempt_begins({7, 2, 5e-4, 8.33333e-5, 315});
  observer.matrix_factored(5.8e-4, matrix);
  observer.iteration_done({1, 4.7e5, 0, 6.2e5, 1, 12.5, false, residuals, corrections});
  observer.iteration_done({2, 4.7e5, 0, 6.2e5, 1, 0.5, false, residuals, corrections});
  observer.attempt_ends({AttemptResult::error_too_large, 5e-4, 8.33333e-5, 3.5, 4e-5, 2, &state});
  observer.pivots_chosen_anew();
  observer.restarted(5e-4);
  observer.matrix_is_singular(6e-4, "no pivot in JOINT/1");
  observer.set_names(nullptr);
}

template <class Listener>
std::string said_by() {
  std::string text;
  Listener listener([&](const std::string& line) { text += line; });
  Observers all;
  all.add(listener);
  play(all);
  return text;
}

TEST(Eprint, has_the_columns_of_the_primer) {
  const std::string text = said_by<Eprint>();
  EXPECT_THAT(text, HasSubstr("Integration step No. 7"));
  EXPECT_THAT(text, HasSubstr("Order = 2"));
  EXPECT_THAT(text, HasSubstr("From 5.000000000e-04, Step = 8.33333e-05"));
  EXPECT_THAT(text, HasSubstr("the corrector: 315"));
  EXPECT_THAT(text, HasSubstr("-4.7e+05   PART/10: torque"));
  EXPECT_THAT(text, HasSubstr("6.2e+05   JOINT/13"));
  EXPECT_THAT(text, HasSubstr("the local error is too large (3.5 times ERROR)"));
  EXPECT_THAT(text, HasSubstr("new pivots"));
  EXPECT_THAT(text, HasSubstr("restarted at"));
  EXPECT_THAT(text, HasSubstr("no pivot in JOINT/1"));
  const auto first = text.find("\n1 "), second = text.find("\n2 ");
  ASSERT_NE(second, std::string::npos);
  EXPECT_THAT(text.substr(first, second - first), HasSubstr("yes"));
  EXPECT_THAT(text.substr(second), Not(HasSubstr("yes")));
}

TEST(EprintJson, every_line_is_an_object_with_the_same_facts) {
  const std::string text = said_by<EprintJson>();
  std::vector<nlohmann::json> lines;
  for (std::size_t at = 0, end; (end = text.find('\n', at)) != std::string::npos; at = end + 1)
    lines.push_back(nlohmann::json::parse(text.substr(at, end - at)));
  ASSERT_EQ(lines.size(), 7u);
  EXPECT_EQ(lines[0]["event"], "attempt");
  EXPECT_EQ(lines[0]["step"], 7);
  EXPECT_EQ(lines[1]["residual"], -4.7e5);
  EXPECT_EQ(lines[1]["equation"], "PART/10: torque");
  EXPECT_EQ(lines[1]["change"], 6.2e5);
  EXPECT_EQ(lines[1]["new_matrix"], true);
  EXPECT_EQ(lines[2]["new_matrix"], false);
  EXPECT_EQ(lines[3]["result"], "the local error is too large");
  EXPECT_EQ(lines[5]["event"], "restart");
  EXPECT_EQ(lines[6]["text"], "no pivot in JOINT/1");
}

TEST(ResidualDump, lists_residuals_corrections_and_unknowns_by_name) {
  const std::string text = said_by<ResidualDump>();
  EXPECT_THAT(text, HasSubstr("iteration 1: residuals\n  PART/10: torque"));
  EXPECT_THAT(text, HasSubstr("-4.700000000e+05"));
  EXPECT_THAT(text, HasSubstr("iteration 2: corrections"));
  EXPECT_THAT(text, HasSubstr("velocity       2.500000000e+00"));
  EXPECT_THAT(text, HasSubstr("multiplier    -9.000000000e+00"));
}

TEST(MatrixDump, names_every_derivative) {
  const std::string text = said_by<MatrixDump>();
  EXPECT_THAT(text, HasSubstr("2 equations, 3 entries"));
  EXPECT_THAT(text, HasSubstr("d(PART/10: torque)/d(PART/10: x) = 7.000000000e+00"));
  EXPECT_THAT(text, HasSubstr("d(JOINT/1)/d(PART/10: x) = 0"));
}

TEST(Eprint, numbers_what_nobody_has_named) {
  std::string text;
  Eprint eprint([&](const std::string& line) { text += line; });
  const Vector v = Vector::Ones(1);
  eprint.iteration_done({1, 1, 0, 1, -1, 1, false, v, v});
  EXPECT_THAT(text, HasSubstr("equation 0"));
}

}  // namespace
}  // namespace trammel::diagnostics
