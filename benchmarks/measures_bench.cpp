// Time per measure and kind of answer.  The markers come from an array that fits the first cache.
// SPDX-License-Identifier: BSD-3-Clause
#include <benchmark/benchmark.h>

#include <random>
#include <string>
#include <vector>

#include "kinematics/measure.h"

namespace trammel::kinematics {
namespace {

std::vector<MarkerMotion> random_markers(std::size_t count) {
  std::mt19937 random(1);
  std::normal_distribution<double> normal;
  const auto vector = [&] { return Vec3(normal(random), normal(random), normal(random)); };
  std::vector<MarkerMotion> markers(count);
  for (MarkerMotion& m : markers) {
    m.r = vector();
    m.A = Eigen::AngleAxisd(normal(random), vector().normalized()).toRotationMatrix();
    m.v = vector();
    m.omega = vector();
    m.a = vector();
    m.omega_dot = vector();
  }
  return markers;
}

template <class Evaluate>
void over_markers(benchmark::State& state, const Evaluate& evaluate) {
  constexpr std::size_t count = 64;
  const auto markers = random_markers(count + 3);
  std::size_t n = 0;
  for (auto _ : state) {
    evaluate(Markers(markers[n], markers[n + 1], markers[n + 2], markers[n + 3]));
    n = (n + 1) % count;
  }
}

void measure_value(benchmark::State& state, const Measure& measure) {
  over_markers(state, [&](const Markers& at) { benchmark::DoNotOptimize(measure.value(at)); });
}

void measure_gradient(benchmark::State& state, const Measure& measure) {
  Gradient n;
  over_markers(state, [&](const Markers& at) {
    benchmark::DoNotOptimize(measure.gradient(at, n));
    benchmark::ClobberMemory();
  });
}

void measure_series(benchmark::State& state, const Measure& measure) {
  over_markers(state, [&](const Markers& at) { benchmark::DoNotOptimize(measure.series(at)); });
}

void measure_curvature(benchmark::State& state, const Measure& measure) {
  Curvature B;
  over_markers(state, [&](const Markers& at) {
    measure.curvature(at, 2, B);
    benchmark::DoNotOptimize(B.begin());
    benchmark::ClobberMemory();
  });
}

// One of each kernel: the other axes cost the same.
const int registered = [] {
  std::vector<const Measure*> rows = {&direction_cosine(Axis::z, Axis::x), orient(27, 2)};
  for (const char* name : {"DX", "DM", "VX", "VM", "VR", "ACCX", "ACCM", "WX", "WM", "WDTX", "WDTM",
                           "AZ", "PSI", "THETA", "PITCH", "INCANG"})
    rows.push_back(find_function(name));
  for (const Measure* row : rows) {
    const std::string name(row->name);
    benchmark::RegisterBenchmark(("value/" + name).c_str(), measure_value, *row);
    benchmark::RegisterBenchmark(("gradient/" + name).c_str(), measure_gradient, *row);
    benchmark::RegisterBenchmark(("series/" + name).c_str(), measure_series, *row);
    benchmark::RegisterBenchmark(("curvature/" + name).c_str(), measure_curvature, *row);
  }
  return 0;
}();

}  // namespace
}  // namespace trammel::kinematics
