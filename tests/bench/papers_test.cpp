// Experiments of the papers in their quick form: the numbers that matter, and reports of them.
// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>

#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "bench/papers/report.h"

namespace trammel::bench::papers {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

// Each experiment once, whoever asks.
const Outcome& quick(std::string_view id) {
  static std::map<std::string, Outcome, std::less<>> known;
  const auto at = known.find(id);
  if (at != known.end()) return at->second;
  Effort effort;
  effort.quick = true;
  const Experiment* e = find_experiment(id);
  EXPECT_NE(e, nullptr) << id;
  return known[std::string(id)] = e->run(effort);
}

double value(std::string_view id, const std::string& key) {
  for (const Number& n : quick(id).numbers)
    if (n.key == key) return n.value;
  ADD_FAILURE() << id << " has no number " << key;
  return std::nan("");
}

Verdict verdict(std::string_view id, std::string_view what) {
  for (const Claim& c : quick(id).claims)
    if (c.what.find(what) != std::string::npos) return c.verdict;
  ADD_FAILURE() << id << " has no claim about " << what;
  return Verdict::impossible;
}

// All rows, n from 29 to 219; it is 0.4 % in fact.
TEST(PapersStateTime, errors_are_those_of_an_independent_program) {
  EXPECT_LT(value("st-table1", "largest difference from the independent program"), 0.01);
}

// The printed table has 1.47, 2.70 and 1.55: orders 1 and 2, and a half from the measure.
TEST(PapersStateTime, literal_elements_have_the_published_orders) {
  EXPECT_NEAR(value("st-table1", "slope angle q1, LQ"), 1.65, 0.1);
  EXPECT_NEAR(value("st-table1", "slope angle q1, QC"), 2.85, 0.1);
  EXPECT_NEAR(value("st-table1", "slope rate w1, LQ"), 1.65, 0.1);
  EXPECT_NEAR(value("st-table1", "slope rate w1, QC"), 2.72, 0.1);
  EXPECT_LT(value("st-table1", "closest LQ q1, farthest from the table"), 0.06);
}

TEST(PapersStateTime, undamped_vibrations_grow_with_literal_tests_only) {
  for (const int degree : {2, 3, 4})
    EXPECT_NEAR(value("st-stability", "literal growth degree " + std::to_string(degree)),
                degree + 1, 1e-3);
  EXPECT_LE(value("st-stability", "complete growth"), 1 + 1e-9);
  EXPECT_GT(value("st-stability", "paper eigenvalue 1"), 1);
  EXPECT_GT(value("st-stability", "duffing literal"), 100);
  EXPECT_LE(value("st-stability", "duffing complete"), 1 + 1e-9);
}

TEST(PapersStateTime, factors_grow_linearly_with_the_chain) {
  EXPECT_LT(value("st-structure", "factor entries per rod n=32"),
            1.1 * value("st-structure", "factor entries per rod n=16"));
}

TEST(PapersStateTime, methods_rank_as_in_the_figures) {
  EXPECT_EQ(verdict("st-curves", "BDF2 is more accurate than LQ"), Verdict::in_part);
  EXPECT_EQ(verdict("st-curves", "Hermite elements"), Verdict::reproduced);
  EXPECT_LT(value("st-curves", "st-qc average angle"),
            0.05 * value("st-curves", "QC literal average angle"));
  // More accurate than our elements in as many steps, not than the published ones (1.15e-5, 1.01e-5).
  EXPECT_EQ(verdict("st-comparison", "fourth-order method"), Verdict::in_part);
}

TEST(PapersTlismni, orders) {
  for (const auto& [method, order] : {std::pair{"tlismni-trapezoidal", 2},
                                      {"tlismni-bdf2", 2},
                                      {"tlismni-hht", 2},
                                      {"tlismni-am3", 3},
                                      {"tlismni-am4", 4},
                                      {"sdirk4", 4}}) {
    EXPECT_NEAR(value("tl-orders", method + std::string(" order")), order, 0.15) << method;
    EXPECT_NEAR(value("tl-orders", method + std::string(" alternating order")), order, 0.15)
        << method;
  }
  EXPECT_NEAR(value("tl-orders", "tlismni-am3 printed order"), 1, 0.1);
  EXPECT_NEAR(value("tl-orders", "tlismni-am4 printed order"), 1, 0.1);
}

TEST(PapersTlismni, vibrations_grow_on_a_mechanism_as_the_roots_say) {
  struct Entry {
    const char* key;
    double root;
  };
  for (const Entry& e : {Entry{"trapezoidal 1 0", 1},
                         {"trapezoidal 1 1", 0.912},
                         {"trapezoidal 1.5 3", 1.23},
                         {"AM3 0.5 0", 1.0025},
                         {"AM3 1 0", 1.035},
                         {"AM3 1 2", 0.981},
                         {"AM3 1.5 1", 1.50},
                         {"AM4 1 0", 1.020},
                         {"AM4 1 3", 1.042},
                         {"AM4 1.5 1", 1.76}})
    EXPECT_NEAR(value("tl-amplification", e.key), e.root, 0.005) << e.key;
  EXPECT_LT(value("tl-amplification", "largest difference"), 0.01);
}

TEST(PapersTlismni, cost_of_the_tables) {
  EXPECT_NEAR(value("tl-reference", "am4 amplitude"), 1, 1e-3);
  EXPECT_GE(value("tl-reference", "table 1 met printed"), 0.5);
  EXPECT_LT(value("tl-stiff", "am4 h omega"), 2.67);  // where the outer loop ends
  EXPECT_EQ(value("tl-vehicle", "constraints"), 320);
}

TEST(PapersHht, orders_damping_conditioning) {
  EXPECT_LT(value("hht-claims", "farthest from order 2"), 0.1);
  EXPECT_LT(value("hht-claims", "largest difference of damping"), 0.02);
  EXPECT_NEAR(value("hht-claims", "root for long steps over its limit, alpha = -0.3"), 1, 0.01);
  EXPECT_NEAR(value("hht-claims", "power of 1/h, primer index 3"), 3, 0.1);
  EXPECT_LT(value("hht-claims", "largest scaled condition number"), 10);
}

TEST(PapersSlides, orders_with_and_without_the_modification) {
  EXPECT_NEAR(value("si2-orders", "HHT-SI2, double pendulum, equal steps, 0 angle order"), 2, 0.05);
  EXPECT_NEAR(
      value("si2-orders", "HHT-SI2, double pendulum, alternating, modified, -0.3 rate order"), 2,
      0.05);
  EXPECT_LT(value("si2-orders", "HHT-SI2, pendulum, alternating, without, -0.3 angle order"), 1.6);
  EXPECT_NEAR(
      value("si2-orders", "HHT-I3, pendulum, alternating, as published, -0.3 acceleration order"),
      1, 0.1);
  EXPECT_NEAR(
      value("si2-orders", "HHT-I3, pendulum, alternating, rescaled, -0.3 acceleration order"), 2,
      0.15);
}

TEST(PapersPrimer, pendulum) {
  EXPECT_NEAR(value("primer-pendulum", "x"), 5, 1e-12);
  EXPECT_NEAR(value("primer-pendulum", "y"), 0, 1e-12);
  EXPECT_LT(value("primer-pendulum", "residual"), 1e-11);
}

Report small_report() {
  Report report;
  for (const char* id : {"primer-pendulum", "st-stability", "tl-vehicle"})
    report.finished.push_back({find_experiment(id), quick(id), 0.5});
  return report;
}

TEST(PapersReport, every_experiment_is_complete) {
  std::set<std::string_view> ids;
  std::set<std::string> figures;
  for (const Experiment& e : experiments()) {
    EXPECT_TRUE(ids.insert(e.id).second) << e.id;
    const Outcome& out = quick(e.id);
    EXPECT_FALSE(out.text.empty()) << e.id;
    EXPECT_FALSE(out.claims.empty()) << e.id;
    for (const Claim& c : out.claims) {
      EXPECT_FALSE(c.what.empty() || c.published.empty() || c.ours.empty()) << e.id;
      if (c.verdict == Verdict::impossible || c.verdict == Verdict::elsewhere) {
        EXPECT_FALSE(c.why.empty()) << e.id << ": " << c.what;
      }
    }
    for (const Table& t : out.tables)
      for (const auto& row : t.rows)
        EXPECT_EQ(row.size(), t.header.size()) << e.id << ": " << t.title;
    for (const Figure& f : out.figures) {
      EXPECT_TRUE(figures.insert(f.name).second) << f.name;
      EXPECT_THAT(f.svg, HasSubstr("</svg>"));
      EXPECT_THAT(f.svg, Not(HasSubstr("nan")));
      EXPECT_LT(f.svg.size(), 200000u) << f.name;
    }
  }
}

TEST(PapersReport, says_the_same_in_every_form) {
  const Report report = small_report();
  const auto json = nlohmann::json::parse(to_json(report));
  ASSERT_EQ(json.at("experiments").size(), 3u);
  EXPECT_EQ(json.at("experiments")[0].at("claims")[0].at("verdict"), "reproduced");
  EXPECT_EQ(json.at("experiments")[2].at("numbers").at("constraints"), 320);
  for (const std::string& text : {to_text(report), to_html(report), to_markdown(report)}) {
    EXPECT_THAT(text, HasSubstr("The pendulum of the primer"));
    EXPECT_THAT(text, HasSubstr("does not hold"));
    EXPECT_THAT(text, HasSubstr("cannot be repeated"));
  }
  EXPECT_THAT(to_markdown(report), HasSubstr("(state-time-fig4.svg)"));
}

// One file: nothing is fetched, figures are inside.
TEST(PapersReport, page_stands_alone) {
  const std::string html = to_html(small_report());
  EXPECT_THAT(html, HasSubstr("<svg"));
  for (const char* reference : {"<script", "<link", "src=", "href="})
    EXPECT_THAT(html, Not(HasSubstr(reference)));
}

TEST(PapersReport, numbers_are_short) {
  EXPECT_EQ(number(0.0224), "0.0224");
  EXPECT_EQ(number(9.6e-3), "9.60e-3");
  EXPECT_EQ(number(12345.6), "12346");
  EXPECT_EQ(number(1.85, 2), "1.9");
  EXPECT_EQ(number(2.5e-12, 2), "2.5e-12");
  EXPECT_EQ(number(0), "0");
  EXPECT_EQ(number(std::nan("")), "-");
}

}  // namespace
}  // namespace trammel::bench::papers
