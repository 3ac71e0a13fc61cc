// Evaluation of many force laws of one shape: one by one against a batch.
// Items are evaluations; compare items_per_second of the pairs.
// SPDX-License-Identifier: BSD-3-Clause
#include <benchmark/benchmark.h>

#include <cstddef>
#include <random>
#include <string>
#include <vector>

#include "expression/batch.h"
#include "expression/compile.h"
#include "expression/evaluate.h"
#include "expression/parse.h"

namespace {

using namespace trammel::expression;

constexpr int instances = 4096;

// {} stands for a number that differs from instance to instance, # for an id.
const std::vector<std::string> force_laws = {
    "-{}*(DM(#,#) - {}) - {}*VR(#,#)",
    "-{}*DX(#,#,#)*(1 + {}*DX(#,#,#)**2) - {}*VX(#,#,#,#) + {}*VARVAL(#)",
    "IMPACT(DM(#,#), VR(#,#), {}, {}, 1.5, {}, 0.1)",
    "STEP(TIME, 0, 0, {}, {})*SIN({}*TIME) - {}*AZ(#,#)",
};

struct Problem {
  std::vector<Tape> tapes;
  std::vector<const Tape*> pointers;
  std::vector<double> quantities, single, values, gradients;
  ShapeTable shapes;
};

std::string instance_of(const std::string& law, int number) {
  std::mt19937 random(static_cast<unsigned>(number));
  std::uniform_real_distribution<double> uniform(0.5, 1.5);
  std::string text;
  int id = 10 * number + 1;
  for (std::size_t k = 0; k < law.size(); ++k) {
    if (law[k] == '{') {
      text += std::to_string(uniform(random));
      ++k;
    } else if (law[k] == '#') {
      text += std::to_string(id++ % 4 + 10 * number + 1);
    } else {
      text += law[k];
    }
  }
  return text;
}

Problem make_problem(const std::string& law) {
  Problem problem;
  for (int k = 0; k < instances; ++k)
    problem.tapes.push_back(compile(*parse(instance_of(law, k)).tree, problem.shapes));
  for (const Tape& tape : problem.tapes) problem.pointers.push_back(&tape);
  const std::size_t slots = problem.tapes.front().quantities.size();
  std::mt19937 random(1);
  std::uniform_real_distribution<double> uniform(0.1, 1);
  problem.quantities.resize(slots * instances);
  for (double& u : problem.quantities) u = uniform(random);
  problem.single = problem.quantities;  // by instance
  problem.values.resize(instances);
  problem.gradients.resize(slots * instances);
  return problem;
}

void one_by_one(benchmark::State& state, bool gradient) {
  Problem p = make_problem(force_laws[static_cast<std::size_t>(state.range(0))]);
  const std::size_t slots = p.tapes.front().quantities.size();
  Workspace workspace;
  for (auto _ : state) {
    for (std::size_t k = 0; k < instances; ++k) {
      const Inputs at{.quantities = {&p.single[k * slots], slots}};
      if (gradient)
        evaluate_gradient(p.tapes[k], at, workspace, p.values[k], {&p.gradients[k * slots], slots});
      else
        evaluate_value(p.tapes[k], at, workspace, p.values[k]);
    }
    benchmark::DoNotOptimize(p.values.data());
  }
  state.SetItemsProcessed(state.iterations() * instances);
}

void in_a_batch(benchmark::State& state, bool gradient) {
  Problem p = make_problem(force_laws[static_cast<std::size_t>(state.range(0))]);
  const Batch batch(p.pointers);
  Workspace workspace;
  for (auto _ : state) {
    if (gradient)
      batch.gradients(p.quantities, workspace, p.values, p.gradients);
    else
      batch.values(p.quantities, workspace, p.values);
    benchmark::DoNotOptimize(p.values.data());
  }
  state.SetItemsProcessed(state.iterations() * instances);
}

const int last_law = static_cast<int>(force_laws.size()) - 1;

BENCHMARK_CAPTURE(one_by_one, value, false)->DenseRange(0, last_law);
BENCHMARK_CAPTURE(in_a_batch, value, false)->DenseRange(0, last_law);
BENCHMARK_CAPTURE(one_by_one, gradient, true)->DenseRange(0, last_law);
BENCHMARK_CAPTURE(in_a_batch, gradient, true)->DenseRange(0, last_law);

void parse_text(benchmark::State& state) {
  const std::string text = instance_of(force_laws[2], 1);
  for (auto _ : state) benchmark::DoNotOptimize(parse(text));
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(parse_text);

void compile_tree(benchmark::State& state) {
  const Tree tree = *parse(instance_of(force_laws[2], 1)).tree;
  ShapeTable shapes;
  for (auto _ : state) benchmark::DoNotOptimize(compile(tree, shapes));
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(compile_tree);

}  // namespace
