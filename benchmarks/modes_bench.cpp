// Eigenvalues of long chains: rods that hang from each other, and masses
// between springs. SPDX-License-Identifier: BSD-3-Clause
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <cmath>
#include <memory>

#include "analysis/modes.h"
#include "analysis/session.h"
#include "io/adm/reader.h"

namespace trammel::analysis {
namespace {

std::string hanging(int n) {
  std::string text = "chain\nPART/1, GROUND\nMARKER/1, PART = 1\nACCGRAV/JGRAV = -9.81\n";
  for (int k = 1; k <= n; ++k)
    text += fmt::format(
        "PART/{0}, MASS = 1, CM = {0}00, IP = 0.0001, 0.0833, 0.0833, QG = 0, "
        "{1}, 0, REULER = -90D, 0, 0\n"
        "MARKER/{0}00, PART = {0}, QP = 0.5, 0, 0\nMARKER/{0}01, PART = {0}\n"
        "MARKER/{0}02, PART = {0}, QP = 1, 0, 0\nJOINT/{0}, REVOLUTE, I = "
        "{0}01, J = {2}\n",
        k + 1, -(k - 1), k == 1 ? "1" : fmt::format("{}02", k));
  return text + "END\n";
}

std::string springs(int n) {
  std::string text = "chain\nPART/1, GROUND\nMARKER/1, PART = 1\n";
  for (int k = 1; k <= n; ++k)
    text += fmt::format(
        "PART/{0}, MASS = 2, CM = {0}00, IP = 1, 1, 1, QG = {1}, 0, 0\n"
        "MARKER/{0}00, PART = {0}, REULER = 90D, 90D, 0\n"
        "MARKER/{0}01, PART = 1, QP = {1}, 0, 0, REULER = 90D, 90D, 0\n"
        "JOINT/{0}, TRANSLATIONAL, I = {0}00, J = {0}01\n"
        "SPRINGDAMPER/{0}, TRANSLATION, I = {0}00, J = {2}, K = 5000, LENGTH = "
        "1\n",
        k + 1, k, k == 1 ? "1" : fmt::format("{}00", k));
  return text + "END\n";
}

struct Chain {
  explicit Chain(const std::string& text)
      : reading(adm::read({"chain.adm", text})), session(reading.model) {
    session.assemble();
    const RunSettings settings;
    session.run(Kind::statics, settings, [](const system::System&, const State&) {});
  }
  adm::Reading reading;
  Session session;
};

// From the dataset to the lowest 20 modes: reading, assembly, equilibrium,
// eigenvalues.
void all_of_it(benchmark::State& state, std::string (*make)(int)) {
  const std::string text = make(int(state.range(0)));
  ModeOptions options;
  options.lowest = 20;
  options.dense_limit = 0;
  double lowest = 0;
  for (auto _ : state) {
    const Chain chain(text);
    const InitialConditions& at = chain.session.state();
    const ModeReport found = find_modes(
        *at.system, at.state, system::tangent_units(at.system->layout(), at.length), options);
    if (found.modes.size() < 20) return state.SkipWithError(found.message.c_str());
    lowest = std::abs(found.modes.front().value);
  }
  state.counters["lowest, rad/s"] = lowest;
}

void modes_alone(benchmark::State& state, std::string (*make)(int)) {
  const Chain chain(make(int(state.range(0))));
  const InitialConditions& at = chain.session.state();
  ModeOptions options;
  options.lowest = 20;
  options.dense_limit = 0;
  for (auto _ : state)
    benchmark::DoNotOptimize(find_modes(
        *at.system, at.state, system::tangent_units(at.system->layout(), at.length), options));
}

BENCHMARK_CAPTURE(all_of_it, hanging, hanging)->Arg(100)->Arg(1000)->Unit(benchmark::kSecond);
BENCHMARK_CAPTURE(all_of_it, springs, springs)->Arg(100)->Arg(1000)->Unit(benchmark::kSecond);
BENCHMARK_CAPTURE(modes_alone, hanging, hanging)->Arg(1000)->Unit(benchmark::kSecond);
BENCHMARK_CAPTURE(modes_alone, springs, springs)->Arg(1000)->Unit(benchmark::kSecond);

}  // namespace
}  // namespace trammel::analysis
