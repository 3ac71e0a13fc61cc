// What an example promises: examples/<name>.expect.json beside examples/<name>.adm.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "examples/run.h"

namespace trammel::examples {

struct Check {  // a number at one output time
  std::string column;
  double time = 0;
  double value = 0;
  double tolerance = 0;
  std::string why;
};

struct Invariant {  // a column that keeps the value of its first row
  std::string column;
  double tolerance = 0;
  std::string why;
};

struct Bound {  // limits of a column at all times
  std::string column;
  std::optional<double> at_least, at_most;
  std::string why;
};

struct Channel {  // column * scale + offset is the channel of the reference
  std::string column;
  double scale = 1;
  double offset = 0;
};

struct Reference {  // a table of ../shared/reference/data
  std::string file;
  std::vector<std::string> options;
  // ERROR and integrator that meet the tolerance over the whole time; empty: `options` do, the default.
  std::string whole_error, whole_integrator;
  double tolerance = 0;  // of the range of each channel
  std::map<std::string, Channel> channels;
};

struct Order {  // fixed steps `step`, `step`/2, `step`/4 up to `end`
  double end = 0;
  double step = 0;
};

struct Expectation {
  std::string title, shows;
  std::vector<std::string> options, messages;
  int exit_code = 0;
  std::optional<int> rows;  // of the table; else one more than --steps
  std::map<std::string, double> stats;
  std::vector<Check> checks;
  std::vector<Invariant> invariants;
  std::vector<Bound> bounds;
  std::optional<Reference> reference;
  std::optional<Order> order;
};

// Names of all examples/*.adm, sorted.
std::vector<std::string> example_names();
std::string model_path(const std::string& name);
bool has_expectation(const std::string& name);
Expectation read_expectation(const std::string& name);

// The option that follows `name` in a list such as {"--end", "4"}.
double option_value(const std::vector<std::string>& options, const std::string& name);

// `step` as a fixed step up to `end`, with the output times of `reference` and Newton's share of the
// error out of the way.
std::vector<std::string> fixed_step_options(const Reference& reference, double end, double step);

// Largest error of each channel over the times both tables have, as a share of the channel's range in
// the reference (of its size where it hardly changes).
struct ChannelError {
  std::string channel;
  double error = 0;
  int times = 0;
};
std::vector<ChannelError> channel_errors(const Table& requests, const Reference& reference);

// A table of the shared reference data; empty when it is absent.
Table reference_table(const std::string& file);

}  // namespace trammel::examples
