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

namespace trammel::examples {
namespace {

constexpr double run_limit_s = 600;

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

double interval_of(const Reference& reference) {
  return option_value(reference.options, "--end") / option_value(reference.options, "--steps");
}

std::vector<std::string> options_until(const Reference& reference, double end) {
  return {"--end", fmt::format("{}", end), "--steps",
          fmt::format("{}", std::lround(end / interval_of(reference)))};
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

void error_table(fmt::ostream& out, const std::string& name, const Reference& reference) {
  const double end = end_of(reference);
  for (const char* error : {"1e-4", "1e-6", "1e-8", "1e-10"}) {
    std::vector<std::string> options = options_until(reference, end);
    options.insert(options.end(), {"--error", error});
    const Finished run = run_model(model_path(name), options, run_limit_s);
    if (run.exit_code != 0) {
      out.print("| {} | {} | {} | exit code {} | | | | |\n", name, end, error, run.exit_code);
      continue;
    }
    const Worst worst = worst_of(channel_errors(run.requests, reference));
    out.print("| {} | {} | {} | {:.1e} | {} | {} | {} | {:.2f} |\n", name, end, error, worst.error,
              worst.channel, number(run, "steps"), number(run, "rejected_steps"),
              number(run, "wall_s"));
  }
}

void order_row(fmt::ostream& out, const std::string& name, const Expectation& expected) {
  std::vector<double> errors;
  for (const int divisor : {1, 2, 4}) {
    std::vector<std::string> options = options_until(*expected.reference, expected.order->end);
    options.insert(options.end(),
                   {"--fixed-step", fmt::format("{}", expected.order->step / divisor)});
    const Finished run = run_model(model_path(name), options, run_limit_s);
    errors.push_back(worst_of(channel_errors(run.requests, *expected.reference)).error);
  }
  out.print("| {} | {} | {:.2e} | {:.2e} | {:.2e} | {:.2f} | {:.2f} |\n", name,
            expected.order->step, errors[0], errors[1], errors[2], std::log2(errors[0] / errors[1]),
            std::log2(errors[1] / errors[2]));
}

void write(const std::string& path) {
  fmt::ostream out = fmt::output_file(path);
  out.print(
      "# Examples against their references\n\nWritten by `make verify`. Errors are the largest "
      "over all "
      "times, as a share of the range of the worst channel.\n\n## Error against ERROR\n\n"
      "| example | time | ERROR | error | channel | steps | rejected | seconds |\n"
      "|---|---|---|---|---|---|---|---|\n");
  for (const std::string& name : example_names()) {
    const Expectation expected = read_expectation(name);
    if (expected.reference && !reference_table(expected.reference->file).rows.empty())
      error_table(out, name, *expected.reference);
  }
  out.print(
      "\n## Fixed steps\n\n| example | h | error at h | h/2 | h/4 | order | order |\n"
      "|---|---|---|---|---|---|---|\n");
  for (const std::string& name : example_names()) {
    const Expectation expected = read_expectation(name);
    if (expected.order && !reference_table(expected.reference->file).rows.empty())
      order_row(out, name, expected);
  }
}

}  // namespace
}  // namespace trammel::examples

int main(int argc, char** argv) {
  const std::filesystem::path folder = argc > 1 ? argv[1] : ".";
  trammel::examples::write((folder / "examples.md").string());
}
