// A mechanism from the text of a dataset, and runs of integrators on it, step by step: experiments look at
// the ends of steps, where `trammel run` reports output times.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "bench/papers/experiment.h"
#include "integrators/integrator.h"

namespace trammel::bench::papers {

class Mechanism {
 public:
  explicit Mechanism(std::string dataset);  // throws std::logic_error: it is the program's own
  ~Mechanism();

  const Dae& dae() const;
  const State& start() const;  // assembled

  // Of the k-th moving part, in the order of the dataset; angles about z from −π to π.
  static double x(const State& s, int k) { return s.q[7 * k]; }
  static double x_rate(const State& s, int k) { return s.v[6 * k]; }
  static double angle(const State& s, int k);
  static double angle_rate(const State& s, int k) { return s.v[6 * k + 5]; }
  static double angle_acceleration(const State& s, int k) { return s.a[6 * k + 5]; }

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

// Throws std::logic_error where the registry has none of that name.
std::unique_ptr<Integrator> make_integrator(std::string_view name, const Dae&,
                                            const IntegratorOptions&);

// Fixed steps, iterations to round-off.
IntegratorOptions study_options();
IntegratorOptions bdf2_options();  // the same for gstiff-*, held at order 2

struct Run {
  bool ok = false;
  bool is_out_of_time = false;
  std::string why;  // it stopped
  double t = 0;     // reached
  double cpu = 0;   // seconds
  Statistics statistics;
};

using EachStep = std::function<void(const State&)>;

// Until t_end; at most `seconds` of CPU time.
Run run_until(const Mechanism&, std::string_view integrator, const IntegratorOptions&, double t_end,
              const Effort&, double seconds = 60, const EachStep& = {});
// These steps, one after the other.
Run run_steps(const Mechanism&, std::string_view integrator, IntegratorOptions,
              const std::vector<double>& steps, const EachStep& = {});

std::vector<double> equal_steps(double t_end, int n);
std::vector<double> alternating_steps(double t_end, int n);  // h, 2h, h, 2h, …

double cpu_seconds();

// log2 of the ratio of the last two errors, of grids of which each is twice as fine as the last.
double last_order(const std::vector<double>& errors);

}  // namespace trammel::bench::papers
