// Section 2 of Shabana, Zhang and Wang: orders of the formulas, with equal and with alternating steps.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <cmath>

#include "bench/papers/experiments.h"
#include "bench/papers/pendulum_errors.h"
#include "bench/papers/report.h"

namespace trammel::bench::papers {

namespace {

struct Method {
  const char* name;
  int order;
  int coarsest;  // number of steps in a second
};
constexpr std::array<Method, 6> methods = {{{"tlismni-trapezoidal", 2, 50},
                                            {"tlismni-bdf2", 2, 100},
                                            {"tlismni-hht", 2, 50},
                                            {"tlismni-am3", 3, 50},
                                            {"tlismni-am4", 4, 50},
                                            {"sdirk4", 4, 50}}};

struct Row {
  std::vector<double> errors;
  double order = 0;
};

Row errors_of(const Method& m, bool alternating, bool printed) {
  IntegratorOptions options = study_options();
  if (printed) options.tlismni.coefficients = TlismniVariants::Coefficients::printed;
  Row row;
  for (const int factor : {1, 2, 4}) {
    const int n = m.coarsest * factor;
    row.errors.push_back(rod_errors(Rod{}, m.name, options,
                                    alternating ? alternating_steps(1, n) : equal_steps(1, n))
                             .angle);
  }
  row.order = last_order(row.errors);
  return row;
}

std::string words(const Row& row) {
  std::string text;
  for (const double e : row.errors) text += number(e) + " ";
  return text + fmt::format("(order {:.2f})", row.order);
}

}  // namespace

Outcome tlismni_orders(const Effort& effort) {
  Outcome out;
  out.text =
      "A rod pendulum for one second in 50, 100 and 200 equal steps (BDF2: 100 to 400), and in "
      "steps h, 2h, h, 2h; corrector "
      "converged. \"Printed coefficients\": those of equal steps whatever the steps are, as the "
      "paper has them.";
  Table t{
      "Largest error of the angle",
      {"method", "order", "equal steps", "alternating steps", "alternating, printed coefficients"},
      {}};
  double worst = 0, printed_order = 9;
  for (const Method& m : methods) {
    if (effort.is_stopped()) return out;
    effort.tell(m.name);
    const Row equal = errors_of(m, false, false), alternating = errors_of(m, true, false);
    const bool is_adams = std::string_view(m.name).find("-am") != std::string_view::npos;
    std::vector<std::string> row = {m.name, fmt::format("{}", m.order), words(equal),
                                    words(alternating), ""};
    if (is_adams) {
      const Row printed = errors_of(m, true, true);
      row.back() = words(printed);
      printed_order = std::min(printed_order, printed.order);
      out.numbers.push_back({std::string(m.name) + " printed order", printed.order});
    }
    t.rows.push_back(std::move(row));
    worst =
        std::max({worst, std::abs(equal.order - m.order), std::abs(alternating.order - m.order)});
    out.numbers.push_back({std::string(m.name) + " order", equal.order});
    out.numbers.push_back({std::string(m.name) + " alternating order", alternating.order});
  }
  out.tables.push_back(std::move(t));
  out.claims.push_back(
      {"orders 2, 3 and 4 of trapezoidal rule and Adams-Moulton formulas", "2, 3, 4",
       fmt::format("farthest from it, with equal and alternating steps: {:.2f}", worst),
       worst < 0.2 ? Verdict::reproduced : Verdict::in_part});
  out.claims.push_back({"variable steps with the coefficients of equal ones",
                        "used for variable steps", fmt::format("order {:.2f}", printed_order),
                        Verdict::refuted,
                        "coefficients of the steps as they are (TL.1) keep the order"});
  return out;
}

}  // namespace trammel::bench::papers
