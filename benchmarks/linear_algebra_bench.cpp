// Factoring, refactoring and solving matrices of chains of joints, and the rank of their constraints.
// SPDX-License-Identifier: BSD-3-Clause
#include <benchmark/benchmark.h>

#include <random>

#include "numerics/hinge_rows.h"
#include "numerics/klu_solver.h"
#include "numerics/rank.h"
#include "numerics/saddle_chain.h"

namespace trammel {
namespace {

void analyse(benchmark::State& state) {
  const SparseMatrix a = saddle_chain({.bodies = int(state.range(0))});
  KluSolver solver;
  for (auto _ : state) solver.analyse(a.pattern());
}

void factor(benchmark::State& state) {
  const SparseMatrix a = saddle_chain({.bodies = int(state.range(0))});
  for (auto _ : state) {
    state.PauseTiming();
    KluSolver solver;
    solver.analyse(a.pattern(), Ordering::amd);
    state.ResumeTiming();
    benchmark::DoNotOptimize(solver.factor(a));
  }
}

void refactor(benchmark::State& state) {
  const SparseMatrix a = saddle_chain({.bodies = int(state.range(0))});
  KluSolver solver;
  solver.analyse(a.pattern());
  solver.factor(a);
  for (auto _ : state) benchmark::DoNotOptimize(solver.factor(a));
  state.counters["factor entries"] = double(solver.factor_entries());
  state.counters["flops"] = solver.flops();
}

void solve(benchmark::State& state) {
  const SparseMatrix a = saddle_chain({.bodies = int(state.range(0))});
  KluSolver solver;
  solver.analyse(a.pattern());
  solver.factor(a);
  Vector x(a.n_rows());
  for (auto _ : state) {
    x.setOnes();
    solver.solve(x);
  }
}

SparseMatrix hinge_chain(int n) {
  std::mt19937 random(8);
  std::uniform_real_distribution<double> uniform(-1, 1);
  const auto vector = [&] { return Vec3(uniform(random), uniform(random), uniform(random)); };
  std::vector<Vec3> centres;
  std::vector<Hinge> hinges;
  for (int i = 0; i < n; ++i) {
    hinges.push_back(hinge(i - 1, i, Vec3(i, 0, 0) + 0.1 * vector(), vector()));
    centres.push_back(Vec3(i + 0.5, 0, 0));
  }
  return hinge_rows(hinges, centres);
}

void rank_of_hinges(benchmark::State& state) {
  const SparseMatrix a = hinge_chain(int(state.range(0)));
  for (auto _ : state) benchmark::DoNotOptimize(RankAnalysis(a).rank());
}

BENCHMARK(analyse)->RangeMultiplier(10)->Range(10, 10000)->Unit(benchmark::kMicrosecond);
BENCHMARK(factor)->RangeMultiplier(10)->Range(10, 10000)->Unit(benchmark::kMicrosecond);
BENCHMARK(refactor)->RangeMultiplier(10)->Range(10, 10000)->Unit(benchmark::kMicrosecond);
BENCHMARK(solve)->RangeMultiplier(10)->Range(10, 10000)->Unit(benchmark::kMicrosecond);
BENCHMARK(rank_of_hinges)->RangeMultiplier(10)->Range(10, 10000)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace trammel
