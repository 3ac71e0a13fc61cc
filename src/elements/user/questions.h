// What a user routine asks the model for: names and ids on one side, arguments of an external function
// on the other. The first call of a routine decides what it asks for; later calls are answered from the
// arguments.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <trammel/user.h>

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace trammel::elements {

// One call of trammel_sysfnc or trammel_sysary, and where its values come from.
struct Question {
  std::string name;  // upper case
  std::vector<int> ids;
  std::vector<int> arguments;     // of the external function, one for each value; −1: a constant
  std::vector<double> constants;  // likewise
};

// Answers the calls that a routine makes. One side of the C interface; no exception leaves it.
class Respondent {
 public:
  virtual ~Respondent() = default;

  // The question, or a null pointer after fail().
  virtual const Question* find(const char* name, std::span<const int> ids) = 0;
  virtual double answer(const Question&, std::size_t value) const = 0;
  virtual void take_partials(const Question&, std::span<const double> partials) = 0;
  virtual void take_time_derivatives(std::span<const double> first,
                                     std::span<const double> second) = 0;
  virtual const char* string(int id) const = 0;
  virtual void fail(std::string message) = 0;
};

struct RoutineOf {
  trammel_routine* routine = nullptr;
  const char* statement = "";
  int id = 0;
  std::span<const double> parameters;
};

// Calls the routine, and catches what it throws. True: it has filled the results with finite numbers
// and has not failed.
bool call_routine(const RoutineOf&, Respondent&, trammel_stage stage, double time, int mode,
                  std::span<double> results);

// "DX(1, 2)".
std::string text_of(std::string_view name, std::span<const int> ids);
bool is_same(const Question&, const char* name, std::span<const int> ids);

}  // namespace trammel::elements
