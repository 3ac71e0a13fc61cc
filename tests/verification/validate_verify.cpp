// Writes docs/verification/validate.md: the digits that `trammel validate` reports of reference problems,
// beside the digits that the reference tables show. Fails if any is more than one above the truth.
// `make verify` runs it; argument: the folder to write to.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>
#include <fmt/os.h>

#include <algorithm>
#include <array>

#include "examples/validation.h"
#include "verification/page.h"

namespace trammel::examples {
namespace {

constexpr double run_limit_s = 600;
constexpr int levels = 4;

constexpr std::array problems = {"pendulum",
                                 "double_pendulum",
                                 "double_pendulum_free",
                                 "pendulum_point_mass",
                                 "car_axis",
                                 "andrews_inline",
                                 "bricard",
                                 "free_top",
                                 "dzhanibekov",
                                 "heavy_top_nutation",
                                 "free_chain",
                                 "fourbar_revolutes",
                                 "fourbar_driven",
                                 "rssr",
                                 "stiff_double_pendulum",
                                 "flyball_governor"};

// The least favourable channel of each ERROR; false: one is promised that is not there.
bool write_rows(fmt::ostream& out, const std::string& name, const std::string& integrator,
                const Validation& found) {
  bool honest = true;
  std::vector<double> errors;
  for (const Digits& d : found.digits)
    if (errors.empty() || errors.back() != d.error) errors.push_back(d.error);
  for (const double error : errors) {
    const Digits* boldest = nullptr;
    double least_reported = 99, least_actual = 99;
    for (const Digits& d : found.digits) {
      if (d.error != error) continue;
      if (!boldest || d.reported - d.actual > boldest->reported - boldest->actual) boldest = &d;
      least_reported = std::min(least_reported, d.reported);
      least_actual = std::min(least_actual, d.actual);
    }
    const double excess = boldest->reported - boldest->actual;
    honest = honest && excess <= 1;
    out.print("| {} | {} | {:.0e} | {:.1f} | {:.1f} | {} | {:.1f} | {:.1f} | {:+.1f} |\n", name,
              integrator, error, least_reported, least_actual, boldest->channel, boldest->reported,
              boldest->actual, excess);
  }
  if (errors.empty())
    out.print("| {} | {} | {}, exit code {} | | | | | | |\n", name, integrator, found.verdict,
              found.exit_code);
  out.flush();
  return honest && !errors.empty();
}

bool write(const std::string& path) {
  fmt::ostream out = fmt::output_file(path);
  out.print(
      "# Digits that validate reports\n\nWritten by `make verify`. `trammel validate` of reference "
      "problems from ERROR = 1e-5 down to 1e-8: digits it reports beside those that the run has by "
      "the reference table, both as shares of the channel's range; the fewest of all channels, and "
      "the channel for which the report claims most beside the truth. Reported digits are never "
      "more than one above the truth.\n\n"
      "| example | integrator | ERROR | reported | true | channel | reported | true | difference "
      "|\n|---|---|---|---|---|---|---|---|---|\n");
  bool honest = true;
  for (const char* name : problems)
    for (const char* integrator : {"hht-i3", "gstiff-i3"}) {
      const Reference reference = *read_expectation(name).reference;
      if (reference_table(reference.file).rows.empty()) return true;
      const Validation found =
          validate_example(name, reference, "1e-5", levels, integrator, run_limit_s);
      if (!write_rows(out, name, integrator, found)) {
        fmt::print(stderr, "{} with {}: digits are reported that are not there\n{}", name,
                   integrator, found.messages);
        honest = false;
      }
    }
  return honest;
}

}  // namespace
}  // namespace trammel::examples

int main(int argc, char** argv) {
  const auto folder = trammel::testing::verification_folder(argc, argv);
  return trammel::examples::write((folder / "validate.md").string()) ? 0 : 1;
}
