// Fig. 3 of Oghbaei and Anderson: the matrices of a chain of n rods, in state space and by time elements.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include "bench/papers/datasets.h"
#include "bench/papers/experiments.h"
#include "bench/papers/mechanism.h"
#include "bench/papers/spy.h"
#include "numerics/klu_solver.h"

namespace trammel::bench::papers {

namespace {

class LastMatrix final : public Observer {
 public:
  void matrix_factored(double, const SparseMatrix& matrix) override { values = matrix; }
  SparseMatrix values;
};

SparseMatrix element_matrix(int n) {
  const Mechanism chain(chain_dataset(n));
  LastMatrix last;
  IntegratorOptions options = study_options();
  options.observer = &last;
  run_steps(chain, "st-lq", options, {1e-3});
  return last.values;
}

// Velocities, and accelerations that depend on all angles and rates.
Pattern state_space(int n) {
  std::vector<std::pair<int, int>> entries;
  for (int i = 0; i < n; ++i) {
    entries.push_back({i, i}), entries.push_back({i, n + i});
    for (int j = 0; j < 2 * n; ++j) entries.push_back({n + i, j});
  }
  return Pattern::from_entries(2 * n, 2 * n, std::move(entries));
}

}  // namespace

Outcome state_time_structure(const Effort& effort) {
  constexpr int drawn = 6;
  Outcome out;
  out.text =
      "A chain of n rods with springs and dampers in its joints. In state space 2n equations are "
      "coupled by a full block; "
      "time elements keep all coordinates and reactions, and each body meets its neighbours only. "
      "st-lq on the mechanism "
      "in space: six coordinates and five reactions for each rod at two points of the step.";
  Table t{"Matrices of a chain of n rods",
          {"n", "unknowns", "entries", "bandwidth", "entries of factors", "per rod",
           "state space: entries"},
          {}};
  const std::vector<int> counts =
      effort.quick ? std::vector<int>{8, 16, 32} : std::vector<int>{4, 8, 16, 32, 64, 128};
  std::vector<double> per_rod;
  std::vector<int> widths;
  for (const int n : counts) {
    effort.tell(fmt::format("chain of {} rods", n));
    const SparseMatrix matrix = element_matrix(n);
    KluSolver solver;
    solver.analyse(matrix.pattern());
    solver.factor(matrix);
    widths.push_back(bandwidth(reordered(matrix.pattern())));
    per_rod.push_back(double(solver.factor_entries()) / n);
    t.rows.push_back({fmt::format("{}", n), fmt::format("{}", matrix.n_columns()),
                      fmt::format("{}", matrix.pattern().n_entries()),
                      fmt::format("{}", widths.back()), fmt::format("{}", solver.factor_entries()),
                      fmt::format("{:.1f}", per_rod.back()),
                      fmt::format("{}", state_space(n).n_entries())});
    out.numbers.push_back({fmt::format("factor entries per rod n={}", n), per_rod.back()});
  }
  t.note =
      "Bandwidth after reverse Cuthill-McKee ordering; factors as the program computes them (KLU).";
  out.tables.push_back(std::move(t));
  const bool is_linear = per_rod.back() < 1.1 * per_rod[per_rod.size() - 2];
  out.claims.push_back(
      {"entries grow linearly with the number of bodies, the bandwidth does not grow",
       "bandwidth remains constant; O(bandwidth² n) operations",
       fmt::format("factors: {:.0f} entries for each rod with n = {}, {:.0f} with n = {}; "
                   "bandwidth {} and {}",
                   per_rod.front(), counts.front(), per_rod.back(), counts.back(), widths.front(),
                   widths.back()),
       is_linear ? Verdict::reproduced : Verdict::not_reproduced});
  out.figures.push_back(
      {"state-time-fig3",
       fmt::format("Fig. 3: matrices of a chain of {} rods in state space and by linear-quadratic "
                   "elements (reverse Cuthill-McKee order)",
                   drawn),
       to_svg({{"state space", state_space(drawn)},
               {"st-lq", reordered(element_matrix(drawn).pattern())}})});
  return out;
}

}  // namespace trammel::bench::papers
