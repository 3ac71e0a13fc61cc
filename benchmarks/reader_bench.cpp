// Reading and writing datasets of growing size: time per byte must not grow with the size, and
// a dataset of 100,000 parts (about 100 MB) must be read in less than 1.5 GB.
// SPDX-License-Identifier: BSD-3-Clause
#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <sys/resource.h>

#include <iterator>
#include <string>

#include "io/adm/reader.h"
#include "io/adm/writer.h"

namespace {

using namespace trammel;

// A chain of parts as a pre-processor writes it: names, markers, graphics, a joint, a force and a
// request for each.
std::string chain(int parts) {
  std::string text = "chain\nUNITS/SYSTEM = MKS\nACCGRAV/\n, KGRAV = -9.80665\n";
  const auto out = std::back_inserter(text);
  fmt::format_to(out, "PART/1\n, GROUND\nMARKER/1\n, PART = 1\nMARKER/9\n, PART = 1\n, FLOATING\n");
  for (int k = 2; k <= parts + 1; ++k) {
    const int m = 10 * k, previous = k == 2 ? 1 : m - 8;
    fmt::format_to(out,
                   "!\n!                            adams_view_name='PART_{0}'\nPART/{0}\n"
                   ", QG = {1}, 0.125, -3.25\n, REULER = 90D, 89.99805704D, 270D\n"
                   ", MASS = 0.2249795587\n, CM = {2}\n"
                   ", IP = 0.7699990204, 0.7665580576, 0.0057844999\n",
                   k, 0.1 * k, m);
    for (int i = 0; i < 5; ++i)
      fmt::format_to(out,
                     "!\n!                          adams_view_name='MARKER_{0}'\nMARKER/{0}\n"
                     ", PART = {1}\n, QP = {2}, -1.0E-003, 12.5\n"
                     ", REULER = 333.4349488D, 0D, 0D\n",
                     m + i, k, 0.25 * i);
    fmt::format_to(out,
                   "!\nGRAPHICS/{0}\n, CYLINDER\n, CM = {1}\n, LENGTH = 1.25\n, RADIUS = 0.05\n"
                   "!\nJOINT/{0}\n, REVOLUTE\n, I = {2}\n, J = {3}\n"
                   "!\nSFORCE/{0}\n, ROTATIONAL\n, I = {2}\n, J = {3}\n"
                   ", FUNCTION = -2.5*(AZ({2},{3}) - 10D)\n, - 0.1*WZ({2},{3},{3})\n",
                   k, m + 1, m + 3, previous);
  }
  return text + "END\n";
}

void read_chain(benchmark::State& state) {
  const std::string text = chain(static_cast<int>(state.range(0)));
  for (auto _ : state) {
    const adm::Reading reading = adm::read({"chain.adm", text});
    if (!reading.ok()) state.SkipWithError(reading.messages().c_str());
    benchmark::DoNotOptimize(reading.model.parts.size());
  }
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
  state.counters["MB"] = static_cast<double>(text.size()) / 1e6;
  state.counters["peak_MB"] = static_cast<double>(usage.ru_maxrss) / 1e3;
}

void write_chain(benchmark::State& state) {
  const adm::Reading reading = adm::read({"chain.adm", chain(static_cast<int>(state.range(0)))});
  std::size_t size = 0;
  for (auto _ : state) size = adm::write(reading.model).size();
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(size));
}

BENCHMARK(read_chain)->Arg(1000)->Arg(10000)->Arg(30000)->Arg(100000)->Unit(benchmark::kMillisecond);
BENCHMARK(write_chain)->Arg(10000)->Unit(benchmark::kMillisecond);

}  // namespace
