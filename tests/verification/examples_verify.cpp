// Writes docs/verification/examples.md: the reference problems of examples/ over their whole time, how
// the error follows ERROR and what it costs, and the order with fixed steps. `make verify` runs it;
// argument: the folder to write to.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>
#include <fmt/os.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string>

#include "examples/expectation.h"
#include "examples/run.h"
#include "verification/page.h"

namespace trammel::examples {
namespace {

constexpr double run_limit_s = 3600;

struct Worst {
  std::string channel;
  double error = 0;
};

Worst worst_of(const std::vector<ChannelError>& channels) {
  Worst worst;
  for (const ChannelError& channel : channels)
    if (channel.error >= worst.error) worst = {channel.channel, channel.error};
  return worst;
}

double number(const Finished& run, const char* key) {
  const auto found = run.stats.find(key);
  return found == run.stats.end() ? 0 : found->second;
}

// Long problems whose phase alone would take millions of steps are run as long as their tests are.
double end_of(const Reference& reference) {
  const double tested = option_value(reference.options, "--end");
  const double all = reference_table(reference.file).rows.back().front();
  return all > 20 * tested ? tested : all;
}

// ERROR that meets the tolerance over the whole time; empty: kinematics, which has no such error.
std::string tight_error(const Reference& reference) {
  if (!reference.whole_error.empty()) return reference.whole_error;
  const auto found = std::find(reference.options.begin(), reference.options.end(), "--error");
  return found == reference.options.end() ? "" : *(found + 1);
}

std::vector<std::string> options_with(const Reference& reference, double end,
                                      const std::string& error) {
  const double interval =
      option_value(reference.options, "--end") / option_value(reference.options, "--steps");
  std::vector<std::string> options = {"--end", fmt::format("{}", end), "--steps",
                                      fmt::format("{}", std::lround(end / interval))};
  if (!error.empty()) options.insert(options.end(), {"--error", error});
  return options;
}

void error_row(fmt::ostream& out, const std::string& name, const Reference& reference,
               const std::string& error, const std::string& integrator = "") {
  const double end = end_of(reference);
  std::vector<std::string> options = options_with(reference, end, error);
  if (!integrator.empty()) options.insert(options.end(), {"--integrator", integrator});
  const Finished run = run_model(model_path(name), options, run_limit_s);
  const std::string setting = error.empty()        ? "(kinematics)"
                              : integrator.empty() ? error
                                                   : error + ", " + integrator;
  if (run.exit_code != 0) {
    out.print("| {} | {} | {} | exit code {} | | | | |\n", name, end, setting, run.exit_code);
    return;
  }
  const Worst worst = worst_of(channel_errors(run.requests, reference));
  out.print("| {} | {} | {} | {:.1e} | {} | {} | {} | {:.2f} |\n", name, end, setting, worst.error,
            worst.channel, number(run, "steps"), number(run, "rejected_steps"),
            number(run, "cpu_s"));
  out.flush();
}

void order_row(fmt::ostream& out, const std::string& name, const Expectation& expected) {
  std::vector<double> errors;
  for (const int divisor : {1, 2, 4}) {
    const Finished run = run_model(model_path(name),
                                   fixed_step_options(*expected.reference, expected.order->end,
                                                      expected.order->step / divisor),
                                   run_limit_s);
    errors.push_back(worst_of(channel_errors(run.requests, *expected.reference)).error);
  }
  out.print("| {} | {} | {:.2e} | {:.2e} | {:.2e} | {:.2f} | {:.2f} |\n", name,
            expected.order->step, errors[0], errors[1], errors[2], std::log2(errors[0] / errors[1]),
            std::log2(errors[1] / errors[2]));
}

void error_tables(fmt::ostream& out) {
  constexpr const char* header =
      "| example | time | ERROR | error | channel | steps | rejected | CPU s |\n"
      "|---|---|---|---|---|---|---|---|\n";
  const auto each = [](const auto& row) {
    for (const std::string& name : example_names()) {
      const std::optional<Reference> reference = read_expectation(name).reference;
      if (reference && !reference_table(reference->file).rows.empty()) row(name, *reference);
    }
  };
  out.print("## With a tight ERROR\n\nEvery error is to be at most 1e-6.\n\n{}", header);
  each([&](const std::string& name, const Reference& reference) {
    error_row(out, name, reference, tight_error(reference), reference.whole_integrator);
  });
  out.print("\n## Error against ERROR\n\n{}", header);
  each([&](const std::string& name, const Reference& reference) {
    if (tight_error(reference).empty()) return;
    for (const char* error : {"1e-4", "1e-6", "1e-8"}) error_row(out, name, reference, error);
  });
}

void order_table(fmt::ostream& out) {
  out.print(
      "\n## Fixed steps\n\n| example | h | error at h | h/2 | h/4 | order | order |\n"
      "|---|---|---|---|---|---|---|\n");
  for (const std::string& name : example_names()) {
    const Expectation expected = read_expectation(name);
    if (expected.order && !reference_table(expected.reference->file).rows.empty())
      order_row(out, name, expected);
  }
}

void write(const std::string& path) {
  fmt::ostream out = fmt::output_file(path);
  out.print(
      "# Examples against their references\n\nWritten by `make verify`. Errors are the largest "
      "over all times, as a share of the range of the worst channel.\n\n");
  error_tables(out);
  order_table(out);
}

}  // namespace
}  // namespace trammel::examples

int main(int argc, char** argv) {
  const auto folder = trammel::testing::verification_folder(argc, argv);
  trammel::examples::write((folder / "examples.md").string());
}
