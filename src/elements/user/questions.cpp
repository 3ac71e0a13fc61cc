// SPDX-License-Identifier: BSD-3-Clause
#include "elements/user/questions.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <exception>

#include "expression/characters.h"

namespace trammel::elements {
namespace {

struct Frame : trammel_context {
  Respondent* respondent = nullptr;
  std::size_t n_results = 0;
  bool failed = false;
};

Frame& frame_of(trammel_context* context) {
  return static_cast<Frame&>(*context);
}

// What failed first is the cause of what fails later.
int refuse(Frame& frame, std::string message) {
  if (!frame.failed) frame.respondent->fail(std::move(message));
  frame.failed = true;
  return 1;
}

// Null pointers and negative counts are mistakes that are easily made.
const Question* question(Frame& frame, const char* name, const int* ids, int n_ids) {
  constexpr int most = 16;
  if (!name || n_ids < 0 || n_ids > most || (n_ids > 0 && !ids)) {
    refuse(frame, "the routine asks for something without a name, or without ids");
    return nullptr;
  }
  const Question* found =
      frame.respondent->find(name, std::span(ids, static_cast<std::size_t>(n_ids)));
  if (!found) frame.failed = true;
  return found;
}

int sysfnc(trammel_context* context, const char* name, const int* ids, int n_ids, double* value) {
  Frame& frame = frame_of(context);
  const Question* q = question(frame, name, ids, n_ids);
  if (!q) return 1;
  if (!value || q->arguments.size() != 1)
    return refuse(frame, fmt::format("{} does not have one value: trammel_sysary reads it", name));
  *value = frame.respondent->answer(*q, 0);
  return 0;
}

int sysary(trammel_context* context, const char* name, const int* ids, int n_ids, double* values,
           int n_values) {
  Frame& frame = frame_of(context);
  const Question* q = question(frame, name, ids, n_ids);
  if (!q) return -1;
  for (std::size_t k = 0; k < q->arguments.size() && values; ++k)
    if (static_cast<int>(k) < n_values) values[k] = frame.respondent->answer(*q, k);
  return static_cast<int>(q->arguments.size());
}

int syspar(trammel_context* context, const char* name, const int* ids, int n_ids,
           const double* partials, int n_partials) {
  Frame& frame = frame_of(context);
  const Question* q = question(frame, name, ids, n_ids);
  if (!q) return 1;
  const std::size_t needed = q->arguments.size() * frame.n_results;
  if (!partials || n_partials < 0 || static_cast<std::size_t>(n_partials) != needed)
    return refuse(frame, fmt::format("the partial derivatives by {} are {}, not {}", name, needed,
                                     n_partials));
  if (frame.stage == TRAMMEL_PARTIALS) frame.respondent->take_partials(*q, {partials, needed});
  return 0;
}

int time_derivatives(trammel_context* context, const double* first, const double* second,
                     int n_results) {
  Frame& frame = frame_of(context);
  if (!first || !second || n_results < 0 || static_cast<std::size_t>(n_results) != frame.n_results)
    return refuse(
        frame, fmt::format("there are {} derivatives by TIME, not {}", frame.n_results, n_results));
  if (frame.stage == TRAMMEL_PARTIALS)
    frame.respondent->take_time_derivatives({first, frame.n_results}, {second, frame.n_results});
  return 0;
}

const char* string(trammel_context* context, int id) {
  return frame_of(context).respondent->string(id);
}

int fail(trammel_context* context, const char* message) {
  return refuse(frame_of(context), message ? message : "");
}

constexpr trammel_functions functions = {sysfnc, sysary, syspar, time_derivatives, string, fail};

}  // namespace

bool call_routine(const RoutineOf& what, Respondent& respondent, trammel_stage stage, double time,
                  int mode, std::span<double> results) {
  Frame frame;
  frame.functions = &functions;
  frame.statement = what.statement;
  frame.id = what.id;
  frame.stage = stage;
  frame.mode = mode;
  frame.time = time;
  frame.respondent = &respondent;
  frame.n_results = results.size();
  std::fill(results.begin(), results.end(), 0.0);
  int code = 0;
  try {
    code = what.routine(&frame, what.parameters.data(), static_cast<int>(what.parameters.size()),
                        results.data(), static_cast<int>(results.size()));
  } catch (const std::exception& error) {
    refuse(frame, fmt::format("the routine has thrown an exception: {}", error.what()));
  } catch (...) {
    refuse(frame, "the routine has thrown an exception");
  }
  if (frame.failed) return false;
  if (code != 0) {
    respondent.fail(fmt::format("the routine has failed with code {}", code));
    return false;
  }
  const auto wrong = std::find_if(results.begin(), results.end(),
                                  [](double value) { return !std::isfinite(value); });
  if (wrong == results.end()) return true;
  respondent.fail(
      fmt::format("result {} of the routine is not finite", wrong - results.begin() + 1));
  return false;
}

std::string text_of(std::string_view name, std::span<const int> ids) {
  return fmt::format("{}({})", upper(name), fmt::join(ids, ", "));
}

bool is_same(const Question& q, const char* name, std::span<const int> ids) {
  return equal_ignoring_case(q.name, name) &&
         std::equal(q.ids.begin(), q.ids.end(), ids.begin(), ids.end());
}

}  // namespace trammel::elements
