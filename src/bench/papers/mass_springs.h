// The three masses on springs of Shabana, Zhang and Wang, section 6.1, and how their tables are measured.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>

#include "bench/papers/mechanism.h"

namespace trammel::bench::papers {

inline constexpr double released_at = 0.01;  // m, from where the springs are free
inline constexpr std::array<double, 3> soft_springs = {1e6, 1e6, 1e6},
                                       stiff_springs = {1e6, 1e8, 1e12};  // N/m

enum class Rules : unsigned char { corrected, printed };  // of steps; TlismniVariants

struct Setting {
  std::string label;
  double tolerance = 1e-6, first_step = 1e-4;
  int iterations = 0;  // of the outer loop; 0: three, of the trapezoidal rule four
};

struct MassSpringRun {
  Run run;
  std::array<double, 3> amplitude = {1, 1, 1};  // √(x² + (v/ω)²) over 0.01 m, at the end
  std::vector<double> t;                        // a few times on the way …
  std::array<std::vector<double>, 3> envelope;  // … and the amplitudes then
  std::string outcome() const;                  // "ok", "failed", "too slow"
};

class MassSprings {
 public:
  explicit MassSprings(const std::array<double, 3>& stiffness);
  MassSpringRun run(std::string_view method, Rules, const Setting&, double t_end,
                    const Effort&) const;
  double amplitude(const State&, int mass) const;

 private:
  std::array<double, 3> omega_;
  Mechanism mechanism_;
};

struct TlismniMethod {
  const char* label;
  const char* name;
};
inline constexpr std::array<TlismniMethod, 4> tlismni_methods = {{
    {"explicit Adams", "abam"},
    {"implicit Adams, order 3", "tlismni-am3"},
    {"implicit Adams, order 4", "tlismni-am4"},
    {"implicit trapezoidal", "tlismni-trapezoidal"},
}};
inline constexpr std::size_t am4_row = 2;

// One to seven iterations of the outer loop, as Tables 3 and 6 have them.
std::vector<Setting> by_iterations();

inline constexpr double failed = -1;  // in the place of a published number

// A table of relative CPU times; negative entries: "Failed".
struct PublishedTable {
  int number;
  std::string title;
  std::vector<Setting> settings;
  std::array<std::vector<double>, 4> relative;  // by method and setting
  bool is_by_row = false;  // relative to the first entry of the row, not to order 4
};

struct MeasuredTable {
  using Runs = std::array<std::vector<MassSpringRun>, 4>;  // by method and setting
  Runs corrected, printed;  // explicit Adams has the same runs in both
  double t_end = 0;
};

// Runs all entries of a table, and adds it with a verdict.
MeasuredTable measure_table(const PublishedTable&, const MassSprings&, double t_end, const Effort&,
                            Outcome&);

// Amplitudes of one mass by all methods and both rules.
Figure envelope_figure(const std::string& name, const std::string& caption, const MeasuredTable&,
                       std::size_t setting, int mass);

}  // namespace trammel::bench::papers
