// Table 1 and Fig. 8 of Oghbaei and Anderson: errors of the stiff double pendulum on a grid of n steps.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <map>

#include "bench/papers/experiments.h"
#include "bench/papers/report.h"
#include "bench/papers/stiff_pendulum.h"

namespace trammel::bench::papers {

namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();
constexpr std::array<int, 7> grids = {29, 47, 75, 126, 219, 384, 678};
using Row = std::array<double, 7>;

struct PublishedRow {  // Table 1: (1/n) ‖Δ‖₂
  const char* what;
  int degree;
  bool is_rate;
  Row values;
};
constexpr std::array<PublishedRow, 4> table1 = {{
    {"angle q1, LQ", 2, false, {0.0096, 0.0048, 0.0024, 0.0011, 4.74e-4, 2.04e-4, 8.68e-5}},
    {"angle q1, QC", 3, false, {5.35e-4, 1.43e-4, 4.04e-5, 1.01e-5, 2.35e-6, 5.53e-7, 1.70e-7}},
    {"rate w1, LQ", 2, true, {0.0862, 0.0406, 0.0197, 0.0089, 0.0039, 0.0016, 6.94e-4}},
    {"rate w1, QC", 3, true, {0.0048, 0.0013, 3.54e-4, 8.96e-5, 2.50e-5, 1.43e-5, 1.30e-5}},
}};

// What an independent program in another language gets with the same elements, to three digits.
struct IndependentRow {
  const char* key;
  int degree;
  enum class Variant : unsigned char { literal, complete, closest };
  Variant variant;
  bool is_rate;
  Row values;
};
using Tests = CosineElement::Tests;
using Variant = IndependentRow::Variant;
constexpr std::array<IndependentRow, 8> independent = {{
    {"literal LQ q1",
     2,
     Variant::literal,
     false,
     {2.25e-2, 9.70e-3, 4.52e-3, 2.00e-3, 8.56e-4, 3.65e-4, 1.55e-4}},
    {"literal LQ w1",
     2,
     Variant::literal,
     true,
     {1.75e-1, 7.51e-2, 3.48e-2, 1.54e-2, 6.55e-3, 2.79e-3, 1.18e-3}},
    {"literal QC q1",
     3,
     Variant::literal,
     false,
     {1.53e-3, 4.50e-4, 1.20e-4, 2.33e-5, 5.78e-6, none, none}},
    {"complete LQ q1",
     2,
     Variant::complete,
     false,
     {1.94e-3, 3.67e-4, 7.65e-5, 1.48e-5, 2.94e-6, none, none}},
    {"complete QC q1",
     3,
     Variant::complete,
     false,
     {3.31e-5, 7.54e-6, 1.69e-6, 2.95e-7, none, none, none}},
    {"closest LQ q1",
     2,
     Variant::closest,
     false,
     {1.012e-2, 4.88e-3, 2.402e-3, 1.094e-3, 4.746e-4, 2.036e-4, 8.659e-5}},
    {"closest LQ w1",
     2,
     Variant::closest,
     true,
     {8.37e-2, 3.87e-2, 1.86e-2, 8.30e-3, 3.56e-3, 1.52e-3, 6.46e-4}},
    {"closest QC q1",
     3,
     Variant::closest,
     false,
     {5.30e-4, 1.19e-4, 3.99e-5, 2.04e-5, 1.01e-5, 4.46e-6, none}},
}};

constexpr GridErrors no_errors = {none, none, none, none};

// Errors of every variant, computed once.
class Errors {
 public:
  explicit Errors(const Effort& effort) : effort_(effort) {}

  GridErrors cosine(std::size_t reading, int degree, Tests tests, int n) {
    return find(
        {reading, fmt::format("{}{}", degree, tests == Tests::literal ? "l" : "c"), n}, [&] {
          return cosine_nodes(readings_[reading].pendulum, {.degree = degree, .tests = tests}, n);
        });
  }
  // The variant that comes closest to the table.
  GridErrors closest(int degree, int n) {
    constexpr std::size_t upright = 3;
    return find({upright, fmt::format("{}n", degree), n}, [&] {
      CosineElement element{.degree = degree};
      if (degree == 2) element.tests_of_cosines = Tests::complete;
      element.carry = CosineElement::Carry::angular_rates;
      return cosine_nodes(readings_[upright].pendulum, element, n);
    });
  }
  GridErrors mechanism(std::size_t reading, const char* name, int n) {
    return find({reading, name, n},
                [&] { return mechanism_nodes(readings_[reading].pendulum, name, n); });
  }
  const PendulumReading& reading(std::size_t k) const { return readings_[k]; }

 private:
  using Key = std::tuple<std::size_t, std::string, int>;

  template <class Nodes>
  GridErrors find(const Key& key, Nodes nodes) {
    const auto at = known_.find(key);
    if (at != known_.end()) return at->second;
    if (effort_.is_stopped()) return no_errors;
    const auto list = nodes();
    const GridErrors e =
        list.empty() ? no_errors : grid_errors(reading(std::get<0>(key)).pendulum, list);
    return known_[key] = e;
  }

  const Effort& effort_;
  std::array<PendulumReading, 4> readings_ = pendulum_readings();
  std::map<Key, GridErrors> known_;
};

double average(const GridErrors& e, bool is_rate) {
  return is_rate ? e.average_rate : e.average_angle;
}

// Slope in logarithms from n = 29 to 126; beyond, the start, which no grid resolves, leaves a floor.
double slope(const Row& row) {
  constexpr std::size_t last = 3;
  return std::log(row[0] / row[last]) / std::log(double(grids[last]) / grids[0]);
}

Table table_of(const PublishedRow& p, std::size_t count, bool quick, Errors& errors) {
  const char* integrator = p.degree == 2 ? "st-lq" : "st-qc";
  Table t{fmt::format("Table 1, average error of {}", p.what),
          {"n", "published", "literal, C horizontal", "ratio", "literal, C", "literal, A",
           "complete, C horizontal", "complete, C", "complete, A", "closest", "ratio",
           integrator + std::string(", C horizontal")},
          {}};
  for (std::size_t k = 0; k < count; ++k) {
    const int n = grids[k];
    const auto cosine = [&](std::size_t reading, Tests tests) {
      return reading > 0 && quick ? none
                                  : average(errors.cosine(reading, p.degree, tests, n), p.is_rate);
    };
    std::vector<std::string> row = {fmt::format("{}", n), number(p.values[k])};
    const double first = cosine(0, Tests::literal),
                 closest = average(errors.closest(p.degree, n), p.is_rate);
    row.push_back(number(first)), row.push_back(number(first / p.values[k], 2));
    row.push_back(number(cosine(1, Tests::literal))),
        row.push_back(number(cosine(2, Tests::literal)));
    for (const std::size_t reading : {0u, 1u, 2u})
      row.push_back(number(cosine(reading, Tests::complete)));
    row.push_back(number(closest)), row.push_back(number(closest / p.values[k], 3));
    row.push_back(number(average(errors.mechanism(0, integrator, n), p.is_rate)));
    t.rows.push_back(std::move(row));
  }
  return t;
}

Table maxima(std::size_t count, Errors& errors) {
  Table t{"Largest errors on the grid (the paper draws them and prints no numbers); C horizontal",
          {"n", "q1 LQ literal", "q1 QC literal", "w1 LQ literal", "w1 QC literal",
           "q1 LQ complete", "q1 QC complete", "w1 LQ complete", "w1 QC complete"},
          {}};
  for (std::size_t k = 0; k < count; ++k) {
    std::vector<std::string> row = {fmt::format("{}", grids[k])};
    for (const Tests tests : {Tests::literal, Tests::complete})
      for (const bool is_rate : {false, true})
        for (const int degree : {2, 3}) {
          const GridErrors e = errors.cosine(0, degree, tests, grids[k]);
          row.push_back(number(is_rate ? e.largest_rate : e.largest_angle));
        }
    t.rows.push_back(std::move(row));
  }
  return t;
}

// The largest relative difference from the independent program; its rows.
double compare_with_independent(std::size_t count, Errors& errors, Outcome& out) {
  Table t{
      "The same elements in an independent program: average errors, and how far ours are from them",
      {"row"},
      {}};
  for (std::size_t k = 0; k < count; ++k) t.header.push_back(fmt::format("n = {}", grids[k]));
  double worst = 0;
  for (const IndependentRow& r : independent) {
    std::vector<std::string> row = {r.key};
    for (std::size_t k = 0; k < count; ++k) {
      const double wanted = r.values[k];
      if (std::isnan(wanted)) {
        row.push_back("-");
        continue;
      }
      const GridErrors e =
          r.variant == Variant::closest
              ? errors.closest(r.degree, grids[k])
              : errors.cosine(0, r.degree,
                              r.variant == Variant::literal ? Tests::literal : Tests::complete,
                              grids[k]);
      const double ours = average(e, r.is_rate);
      const double difference = ours / wanted - 1;
      worst = std::isnan(difference) ? difference : std::max(worst, std::abs(difference));
      row.push_back(fmt::format("{} {:+.1f} %", number(wanted), 100 * difference));
      out.numbers.push_back({fmt::format("{} n={} difference", r.key, grids[k]), difference});
    }
    t.rows.push_back(std::move(row));
  }
  out.tables.push_back(std::move(t));
  return worst;
}

Figure figure(bool is_rate, std::size_t count, Errors& errors) {
  Chart chart;
  chart.title = is_rate ? "Average error of the rate w1 (Fig. 8b)"
                        : "Average error of the angle q1 (Fig. 8a)";
  chart.x_label = "steps n", chart.y_label = is_rate ? "rad/s" : "rad";
  const auto series = [&](const std::string& label, auto value) {
    Series s{label, {}, {}};
    for (std::size_t k = 0; k < count; ++k) s.x.push_back(grids[k]), s.y.push_back(value(k));
    chart.series.push_back(std::move(s));
  };
  for (const PublishedRow& p : table1)
    if (p.is_rate == is_rate)
      series(p.degree == 2 ? "published LQ" : "published QC",
             [&](std::size_t k) { return p.values[k]; });
  for (const Tests tests : {Tests::literal, Tests::complete})
    for (const int degree : {2, 3})
      series(fmt::format("{} {}", tests == Tests::literal ? "literal" : "complete",
                         degree == 2 ? "LQ" : "QC"),
             [&](std::size_t k) {
               return average(errors.cosine(0, degree, tests, grids[k]), is_rate);
             });
  for (const char* name : {"st-lq", "st-qc"})
    series(name,
           [&](std::size_t k) { return average(errors.mechanism(0, name, grids[k]), is_rate); });
  return {is_rate ? "state-time-fig8b" : "state-time-fig8a",
          is_rate ? "Fig. 8b: average trajectory error of w1"
                  : "Fig. 8a: average trajectory error of q1",
          to_svg(chart)};
}

void add_claims(std::size_t count, double worst, Errors& errors, Outcome& out) {
  out.claims.push_back(
      {"unknowns of a step with linear-quadratic elements", "28",
       fmt::format("{}", run_direction_cosines(errors.reading(0).pendulum, {}, 0.1, 5).unknowns),
       Verdict::reproduced});
  for (const PublishedRow& p : table1) {
    Row ours{};
    double least = 1e9, most = 0;
    for (std::size_t k = 0; k < count; ++k) {
      ours[k] = average(errors.cosine(0, p.degree, Tests::literal, grids[k]), p.is_rate);
      least = std::min(least, ours[k] / p.values[k]), most = std::max(most, ours[k] / p.values[k]);
    }
    const double found = slope(ours);
    out.numbers.push_back({fmt::format("slope {}", p.what), found});
    out.claims.push_back(
        {fmt::format("average error of {}: falls with n (29 to 126) to the power", p.what),
         fmt::format("{:.2f}", slope(p.values)),
         fmt::format("{:.2f} (literal tests, C horizontal); {} to {} times as large", found,
                     number(least, 2), number(most, 2)),
         Verdict::in_part,
         "the order is the same; which details of the elements give the printed size is not "
         "known"});
  }
  double farthest = 0;
  for (std::size_t k = 0; k < count; ++k)
    farthest = std::max(
        farthest, std::abs(errors.closest(2, grids[k]).average_angle / table1[0].values[k] - 1));
  out.numbers.push_back({"closest LQ q1, farthest from the table", farthest});
  out.claims.push_back({"the printed errors of q1 with LQ elements", "9.6e-3 to 8.68e-5",
                        fmt::format("closest variant: within {:.1f} %", 100 * farthest),
                        Verdict::in_part,
                        "found by trying some 60 variants; the same one is 3 to 9 % low in w1 and "
                        "fails for QC, so it is not known to be "
                        "the paper's"});
  out.claims.push_back({"all variants against an independent program", "(not of the paper)",
                        fmt::format("largest difference {:.1f} %", 100 * worst),
                        worst < 0.05 ? Verdict::reproduced : Verdict::not_reproduced});
  out.numbers.push_back({"largest difference from the independent program", worst});
}

}  // namespace

Outcome state_time_table(const Effort& effort) {
  Outcome out;
  out.text =
      "A stiff double pendulum, 2 s in n equal steps. The measure is (1/n) ‖Δ‖₂ over the grid, "
      "which falls with "
      "n^-1/2 even for a constant error: the printed powers 1.50 and 2.58 are orders 1 and 2.\n\n"
      "Literal: direction cosines, tests as printed (all trial functions but the last). Complete: "
      "the same elements "
      "tested with all polynomials of one degree less. st-lq, st-qc: the integrators of that name, "
      "fixed steps, on "
      "the mechanism. Closest: literal tests of the equations of motion, of LQ elements complete "
      "tests of the direction "
      "cosines; only angular rates go on to the next step, and angles count from the upward "
      "vertical. The text leaves open how the springs and angles are meant: C reads q2 as "
      "relative and the "
      "second spring as relaxed at a right angle, A reads it as absolute and relaxed when "
      "straight; both count angles "
      "from the downward vertical; \"C horizontal\" counts them from the x axis with gravity along "
      "-y.";
  Errors errors(effort);
  const std::size_t count = effort.quick ? 5 : grids.size();
  for (const PublishedRow& p : table1) {
    effort.tell(fmt::format("Table 1: {}", p.what));
    out.tables.push_back(table_of(p, count, effort.quick, errors));
  }
  out.tables.push_back(maxima(count, errors));
  const double worst = compare_with_independent(count, errors, out);
  add_claims(count, worst, errors, out);
  for (const bool is_rate : {false, true}) out.figures.push_back(figure(is_rate, count, errors));
  return out;
}

}  // namespace trammel::bench::papers
