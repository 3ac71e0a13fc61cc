// The first call of a user routine, which finds out what the routine asks for.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <string>
#include <vector>

#include "elements/user/questions.h"
#include "elements/user/routine_function.h"
#include "expression/inspect.h"
#include "expression/tree.h"

namespace trammel::elements {

class Lowering;

// What routines of some elements ask for without ids: arrays of a GSE as X, U and XD; 0: none.
struct OwnArrays {
  int x = 0, u = 0, xd = 0;
  bool has_parameter = false;  // of a CURVE: its parameter is asked for as U
};

class Probe final : public Respondent {
 public:
  Probe(const Lowering& lowering, OwnArrays own);

  // What the routine asked for that there is not; "" when all is well.
  std::string run(const RoutineSetup&);
  // Results for a parameter, with the model as it starts; returns why there are none.
  std::string evaluate(const RoutineSetup&, double parameter, std::span<double> results);

  std::vector<Question> questions;
  std::vector<expression::Tree> arguments;  // TIME, MODE, then what was asked for

 private:
  const Question* find(const char* name, std::span<const int> ids) override;
  double answer(const Question&, std::size_t value) const override;
  void take_partials(const Question&, std::span<const double>) override {}
  void take_time_derivatives(std::span<const double>, std::span<const double>) override {}
  const char* string(int id) const override;
  // In run() the values are made up: they need not suit the routine.
  void fail(std::string message) override { failure_ = std::move(message); }

  bool refuse(std::string message);
  bool add_array(Question&, int array);
  bool add_matrix(Question&, int matrix);
  bool add_variables(Question&, std::string_view function, int id, std::size_t count);
  template <class Plant>
  bool add_plant(Question&, std::string_view function, const Plant* plant);
  bool add_value(Question&, std::string_view function, std::span<const int> ids);
  bool check_ids(const expression::Function&, std::span<const int> ids);
  int argument_of(const expression::Quantity&, std::span<const int> ids);
  double start_value(const expression::Quantity&) const;
  bool fill(Question&);

  const Lowering& lowering_;
  OwnArrays own_;
  std::string problem_, failure_;
  double parameter_ = 0;
  std::vector<expression::Quantity> quantities_;  // of the arguments
  std::vector<double> values_;                    // likewise
};

}  // namespace trammel::elements
