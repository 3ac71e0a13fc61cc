// Section 3.1, Figs. 4 and 5 of Oghbaei and Anderson: amplification of an oscillator by a time element.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "bench/oscillator_element.h"
#include "bench/papers/duffing_element.h"
#include "bench/papers/experiments.h"
#include "bench/papers/report.h"

namespace trammel::bench::papers {

namespace {

using Tests = CosineElement::Tests;
constexpr std::array<int, 3> degrees = {2, 3, 4};
constexpr double example_zeta = 0.5, example_omega = 0.4;  // m = 1, c = 0.4, k = 0.16

std::vector<double> range(double from, double to, int count) {
  std::vector<double> out;
  for (int k = 0; k < count; ++k)
    out.push_back(from * std::pow(to / from, double(k) / (count - 1)));
  return out;
}

struct Largest {
  double value = 0, zeta = 0, omega = 0, h = 0;
  void offer(double v, double z, double w, double step) {
    if (v > value) *this = {v, z, w, step};
  }
  std::string where() const {
    return fmt::format("{} at zeta = {:g}, omega = {}, h = {}", number(value), zeta,
                       number(omega, 2), number(h, 2));
  }
};

struct Sweep {
  Largest paper[2];                          // eigenvalues of (OSC.2), degree 2, literal
  std::array<Largest, 3> literal, complete;  // of (OSC.1), by degree
  std::array<double, 3> undamped = {},
                        damped = {};  // literal, ρ for hω → ∞ with ζ = 0; largest with ζ ≥ 0.5
};

Sweep sweep(bool quick) {
  Sweep s;
  const int count = quick ? 12 : 40;
  for (const double zeta : {0.0, 0.01, 0.1, 0.5, 1.0, 2.0, 10.0})
    for (const double omega : range(1e-2, 1e3, count))
      for (const double h : range(1e-3, 1e3, count))
        for (std::size_t d = 0; d < degrees.size(); ++d) {
          const OscillatorMap literal = oscillator_map(degrees[d], Tests::literal, zeta, omega, h);
          const OscillatorMap complete =
              oscillator_map(degrees[d], Tests::complete, zeta, omega, h);
          s.literal[d].offer(literal.amplification[0], zeta, omega, h);
          s.complete[d].offer(complete.amplification[0], zeta, omega, h);
          if (zeta >= 0.5) s.damped[d] = std::max(s.damped[d], literal.amplification[0]);
          if (degrees[d] == 2)
            for (std::size_t k = 0; k < 2; ++k) s.paper[k].offer(literal.paper[k], zeta, omega, h);
        }
  for (std::size_t d = 0; d < degrees.size(); ++d)
    s.undamped[d] = oscillator_map(degrees[d], Tests::literal, 0, 1e5, 1).amplification[0];
  return s;
}

Chart eigenvalue_chart(const std::string& title) {
  Chart chart;
  chart.title = title;
  chart.x_label = "step h, s", chart.y_label = "modulus of eigenvalues";
  chart.x = Scale::logarithmic, chart.y = Scale::linear;
  chart.height = 420;
  return chart;
}

Figure figure4() {
  Chart chart = eigenvalue_chart("Quadratic elements, zeta = 0.5, omega = 0.4 (Fig. 4)");
  Series a{"paper's matrix, 1", {}, {}, Series::Style::line},
      b{"paper's matrix, 2", {}, {}, Series::Style::line};
  Series c{"growth, literal", {}, {}, Series::Style::line},
      d{"growth, complete", {}, {}, Series::Style::line};
  Series e{"bound 0.75", {0.01, 1000}, {0.75, 0.75}, Series::Style::line};
  Series f{"bound 0.25", {0.01, 1000}, {0.25, 0.25}, Series::Style::line};
  for (const double h : range(0.01, 1000, 120)) {
    const OscillatorMap literal = oscillator_map(2, Tests::literal, example_zeta, example_omega, h);
    const OscillatorMap complete =
        oscillator_map(2, Tests::complete, example_zeta, example_omega, h);
    a.x.push_back(h), a.y.push_back(literal.paper[0]);
    b.x.push_back(h), b.y.push_back(literal.paper[1]);
    c.x.push_back(h), c.y.push_back(literal.amplification[0]);
    d.x.push_back(h), d.y.push_back(complete.amplification[0]);
  }
  chart.series = {a, b, c, d, e, f};
  return {"state-time-fig4",
          "Fig. 4: eigenvalues of the paper's matrix, its bounds, and the true growth of a step",
          to_svg(chart)};
}

Figure figure5() {
  Chart chart = eigenvalue_chart("Growth of a step, zeta = 0.5, omega = 0.4 (Fig. 5)");
  for (const Tests tests : {Tests::literal, Tests::complete})
    for (const int degree : degrees) {
      Series s{
          fmt::format("{}, degree {}", tests == Tests::literal ? "literal" : "complete", degree),
          {},
          {},
          Series::Style::line};
      for (const double h : range(0.01, 1000, 120))
        s.x.push_back(h),
            s.y.push_back(
                oscillator_map(degree, tests, example_zeta, example_omega, h).amplification[0]);
      chart.series.push_back(std::move(s));
    }
  return {"state-time-fig5", "Fig. 5: spectral radius of quadratic, cubic and quartic elements",
          to_svg(chart)};
}

Table growth_table(const Sweep& s) {
  Table t{
      "Largest growth of a step over zeta = 0 to 10, omega = 0.01 to 1000, h = 0.001 to 1000",
      {"degree", "literal tests", "undamped, long steps", "zeta of 0.5 and more", "complete tests"},
      {}};
  for (std::size_t d = 0; d < degrees.size(); ++d)
    t.rows.push_back({fmt::format("{}", degrees[d]), s.literal[d].where(), number(s.undamped[d]),
                      number(s.damped[d]), s.complete[d].where()});
  t.note =
      "Growth above 1 means that an undamped oscillation grows; literal tests are not "
      "unconditionally stable.";
  return t;
}

void add_duffing(Outcome& out) {
  const double literal = duffing_energy_growth(Tests::literal),
               exact = duffing_energy_growth(Tests::complete);
  out.claims.push_back(
      {"Duffing oscillator: bounded by 0.75 as well", "spectral radius below 0.75",
       fmt::format(
           "undamped, 200 steps of 0.5: energy times {} with literal, {} with complete tests",
           number(literal), number(exact)),
       Verdict::refuted});
  out.numbers.push_back({"duffing literal", literal});
  out.numbers.push_back({"duffing complete", exact});
}

}  // namespace

Outcome state_time_stability(const Effort& effort) {
  Outcome out;
  out.text =
      "The paper calls the map from (x, v) at the start of a step to the positions in its middle "
      "and at its end an "
      "amplification matrix, and bounds its eigenvalues by 0.75 and 0.25 for every mass, damping, "
      "stiffness and step. "
      "They are not growth factors: those belong to the map from (x, v) at the start to (x, v) at "
      "the end. Of a "
      "consistent method both tend to 1 as the step shrinks, so no bound below 1 can be true of "
      "them.";
  effort.tell("amplification over the ranges of parameters");
  const Sweep s = sweep(effort.quick);
  out.tables.push_back(growth_table(s));
  out.claims.push_back({"larger eigenvalue of the paper's matrix", "between 0 and 0.75",
                        "up to " + s.paper[0].where(), Verdict::refuted,
                        "for h to 0 it tends to 1: both positions tend to that of the start"});
  out.claims.push_back({"smaller eigenvalue of the paper's matrix", "bounded by 0.25",
                        "up to " + s.paper[1].where(), Verdict::refuted});
  out.claims.push_back(
      {"elements are unconditionally stable", "spectral radius below 1",
       fmt::format(
           "undamped oscillations grow: {} times a step for long steps with degree 2, {} with 3, "
           "{} with 4",
           number(s.undamped[0]), number(s.undamped[1]), number(s.undamped[2])),
       Verdict::refuted,
       fmt::format("for short steps the growth is 1 + (h omega)²/24 with degree 2; with zeta of "
                   "0.5 and more it still reaches {}",
                   number(s.damped[0]))});
  const double complete = std::max({s.complete[0].value, s.complete[1].value, s.complete[2].value});
  out.claims.push_back({"with all polynomials of degree k - 1 as tests", "(not of the paper)",
                        fmt::format("largest growth 1 {:+.0e}", complete - 1),
                        complete < 1 + 1e-9 ? Verdict::reproduced : Verdict::not_reproduced,
                        "same unknowns, same cost, unconditionally stable; the integrators st-lq "
                        "and st-qc use these"});
  out.claims.push_back(
      {"higher degrees lower the spectral radius (Fig. 5)", "curves of cubic and quartic lie below",
       fmt::format("growth for long undamped steps is degree + 1: {}, {}, {}",
                   number(s.undamped[0]), number(s.undamped[1]), number(s.undamped[2])),
       Verdict::refuted,
       "how a matrix with three or four rows and two columns was made square is not said; Fig. 5 "
       "here shows true growth"});
  out.numbers = {
      {"literal growth degree 2", s.undamped[0]}, {"literal growth degree 3", s.undamped[1]},
      {"literal growth degree 4", s.undamped[2]}, {"complete growth", complete},
      {"paper eigenvalue 1", s.paper[0].value},   {"paper eigenvalue 2", s.paper[1].value}};
  add_duffing(out);
  out.figures = {figure4(), figure5()};
  return out;
}

}  // namespace trammel::bench::papers
