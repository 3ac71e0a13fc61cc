// Order analyses of the slides on HHT-SI2: a pendulum and a double pendulum with springs and dampers, equal and
// changing steps. SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <cmath>

#include "bench/papers/experiments.h"
#include "bench/papers/pendulum_errors.h"
#include "bench/papers/report.h"

namespace trammel::bench::papers {

namespace {

constexpr double t_end = 2;

// The slides name the symbols only; these are ours.
constexpr Rod rod{.mass = 1,
                  .half_length = 1,
                  .stiffness = 4,
                  .damping = 0.5,
                  .angle = 0,
                  .rate = 1,
                  .gravity = 9.81};

PlanarDoublePendulum two_rods() {
  PlanarDoublePendulum p;
  p.mass = {1, 0.7}, p.length = {2, 1.2};
  p.stiffness = {3, 2}, p.damping = {0.4, 0.3};
  p.relaxed = {0, 0}, p.angle = {0, 0.3}, p.rate = {0, 0};
  return p;
}

struct Case {
  const char* label;
  const char* integrator;
  bool is_double;
  bool alternating;
  bool rescale;
};
constexpr std::array<Case, 9> cases = {{
    {"HHT-SI2, pendulum, equal steps", "hht-si2", false, false, true},
    {"HHT-SI2, double pendulum, equal steps", "hht-si2", true, false, true},
    {"HHT-SI2, pendulum, alternating, modified", "hht-si2", false, true, true},
    {"HHT-SI2, double pendulum, alternating, modified", "hht-si2", true, true, true},
    {"HHT-SI2, pendulum, alternating, without", "hht-si2", false, true, false},
    {"HHT-SI2, double pendulum, alternating, without", "hht-si2", true, true, false},
    {"HHT-I3, pendulum, equal steps", "hht-i3", false, false, true},
    {"HHT-I3, pendulum, alternating, rescaled", "hht-i3", false, true, true},
    {"HHT-I3, pendulum, alternating, as published", "hht-i3", false, true, false},
}};

struct Measured {
  std::vector<double> angle, rate, acceleration;
  double angle_order = 0, rate_order = 0, acceleration_order = 0;
};

Measured measure(const Case& c, double alpha, const std::vector<int>& grids) {
  IntegratorOptions options = study_options();
  options.alpha = alpha;
  options.hht.rescale = c.rescale;
  Measured m;
  for (const int n : grids) {
    const auto steps = c.alternating ? alternating_steps(t_end, n) : equal_steps(t_end, n);
    const PendulumErrors e = c.is_double
                                 ? double_pendulum_errors(two_rods(), c.integrator, options, steps)
                                 : rod_errors(rod, c.integrator, options, steps);
    m.angle.push_back(e.angle), m.rate.push_back(e.rate), m.acceleration.push_back(e.acceleration);
  }
  m.angle_order = last_order(m.angle), m.rate_order = last_order(m.rate);
  m.acceleration_order = last_order(m.acceleration);
  return m;
}

std::string words(const std::vector<double>& errors, double order) {
  if (std::isnan(order)) return "";
  std::string text;
  for (const double e : errors) text += number(e) + " ";
  return text + fmt::format("({:.2f})", order);
}

void add_claims(double farthest, double without, double published_i3, Outcome& out) {
  out.claims.push_back(
      {"order 2 in positions and velocities, alpha = 0 and -0.3", "2",
       fmt::format("farthest from 2, equal and alternating steps: {:.2f}", farthest),
       farthest < 0.1 ? Verdict::reproduced : Verdict::not_reproduced});
  out.claims.push_back({"variable steps without the modification reduce the order",
                        "reduction to order 1", fmt::format("order {:.2f}", without),
                        without < 1.4 ? Verdict::reproduced : Verdict::in_part});
  out.claims.push_back(
      {"frequent changes of step lead to order reduction and instabilities of HHT-I3",
       "a picture of a gear",
       fmt::format("accelerations and reactions with alternating steps, as published: order {:.2f}",
                   published_i3),
       published_i3 < 1.2 ? Verdict::reproduced : Verdict::in_part,
       "hht-i3 rescales its algorithmic acceleration and velocity at every change of step and "
       "keeps order 2"});
}

}  // namespace

Outcome slides_orders(const Effort& effort) {
  Outcome out;
  out.text =
      "The slides print symbols of the pendulums and no numbers, and their formulas are lost: "
      "parameters are ours (rods of 1 "
      "and 0.7 kg, springs 4, 3 and 2 N m/rad, dampers 0.5, 0.4 and 0.3), the method is the one "
      "that the words describe. "
      "Errors are the largest over 2 s; alternating steps are h, 2h, h, 2h. The accelerations show "
      "what multipliers do.";
  const std::vector<int> grids =
      effort.quick ? std::vector<int>{100, 200, 400} : std::vector<int>{100, 200, 400, 800};
  Table t{"Largest errors, and order between the last two",
          {"case", "alpha", "angle", "rate", "acceleration"},
          {}};
  Chart chart;
  chart.title = "HHT-SI2, alpha = -0.3: largest error of the angle";
  chart.x_label = "steps in 2 s", chart.y_label = "rad";
  double farthest = 0, without = 9, published_i3 = 9;
  for (const Case& c : cases)
    for (const double alpha : {0.0, -0.3}) {
      if (effort.is_stopped()) return out;
      const bool is_si2 = std::string_view(c.integrator) == "hht-si2";
      if (!is_si2 && alpha == 0)
        continue;  // index 3 without damping keeps every disturbance of the multipliers
      if (!c.rescale && alpha == 0) continue;  // without damping there is nothing to modify
      effort.tell(fmt::format("{}, alpha = {:g}", c.label, alpha));
      const Measured m = measure(c, alpha, grids);
      t.rows.push_back({c.label, fmt::format("{:g}", alpha), words(m.angle, m.angle_order),
                        words(m.rate, m.rate_order), words(m.acceleration, m.acceleration_order)});
      const std::string key = fmt::format("{}, {:g}", c.label, alpha);
      out.numbers.push_back({key + " angle order", m.angle_order});
      out.numbers.push_back({key + " rate order", m.rate_order});
      if (!c.is_double) out.numbers.push_back({key + " acceleration order", m.acceleration_order});
      if (is_si2 && c.rescale)
        farthest = std::max({farthest, std::abs(m.angle_order - 2), std::abs(m.rate_order - 2)});
      if (is_si2 && !c.rescale) without = std::min({without, m.rate_order, m.angle_order});
      if (!is_si2 && !c.rescale) published_i3 = m.acceleration_order;
      if (is_si2 && alpha != 0) {
        Series s{c.label + 9, {}, m.angle};
        for (const int n : grids) s.x.push_back(n);
        chart.series.push_back(std::move(s));
      }
    }
  out.tables.push_back(std::move(t));
  out.figures.push_back({"si2-orders",
                         "Order behaviour of HHT-SI2 on a pendulum and a double pendulum",
                         to_svg(chart)});
  add_claims(farthest, without, published_i3, out);
  return out;
}

}  // namespace trammel::bench::papers
