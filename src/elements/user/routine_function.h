// A user routine as an external function of expressions.
//
// Its arguments are TIME, MODE and what the routine asked for in its first call. Partial derivatives
// that the routine hands back are taken as they are; the others are differences,
//   ∂f/∂u_i ≈ (f(u + h_i e_i) − f(u − h_i e_i))/2h_i,  h_i = 2⁻²³ max(1, |u_i|)            (USR.1)
// one-sided where the routine has no value on one side. Second derivatives, which only constraints
// need, are differences of exact first ones along d, or of values:
//   (H d)_i ≈ (∂f/∂u_i(u + η d) − ∂f/∂u_i(u − η d))/2η                                      (USR.2)
//   (H d)_i ≈ Σ_{σ,τ=±1} σ τ f(u + σ η d + τ k_i e_i)/(4 η k_i),  k_i = 2⁻¹³ max(1, |u_i|)  (USR.3)
// Theory: docs/theory/user-routines.md
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "elements/user/libraries.h"
#include "elements/user/questions.h"
#include "expression/external.h"
#include "model/model.h"

namespace trammel::elements {

struct RoutineSetup {
  std::shared_ptr<UserLibraries> libraries;  // keep the code loaded
  const model::Model* model = nullptr;       // outlives the function
  trammel_routine* routine = nullptr;
  std::string name;       // "library::function of SFORCE/3"
  std::string statement;  // "SFORCE"
  int id = 0;
  std::vector<double> parameters;
  int n_results = 1;

  RoutineOf call() const { return {routine, statement.c_str(), id, parameters}; }
};

// The text of a STRING, for routines.
const char* string_of(const model::Model&, int id);

// Calls the routine, remembers its last results, differentiates it.
class RoutineCall final : private Respondent {
 public:
  static constexpr std::size_t time_argument = 0, mode_argument = 1, first_argument = 2;

  // `n_arguments` counts TIME and MODE.
  RoutineCall(RoutineSetup, std::vector<Question>, std::size_t n_arguments);

  double value(std::size_t result, std::span<const double> arguments);
  void gradient(std::size_t result, std::span<const double> arguments, std::span<double> gradient);
  void hessian_times(std::size_t result, std::span<const double> arguments,
                     std::span<const double> direction, std::span<double> product);
  std::string fault() const { return setup_.name + ": " + fault_; }

 private:
  const Question* find(const char* name, std::span<const int> ids) override;
  double answer(const Question&, std::size_t value) const override;
  void take_partials(const Question&, std::span<const double> partials) override;
  void take_time_derivatives(std::span<const double> first,
                             std::span<const double> second) override;
  const char* string(int id) const override { return string_of(*setup_.model, id); }
  void fail(std::string message) override { fault_ = std::move(message); }

  bool run(std::span<const double> arguments, trammel_stage stage, std::vector<double>& results);
  bool ensure_values(std::span<const double> arguments);
  bool ensure_partials(std::span<const double> arguments);
  void difference_columns();
  bool is_exact() const;
  void product_of_exact(std::size_t result, std::span<const double> arguments,
                        std::span<const double> direction, std::span<double> product);
  void product_of_values(std::size_t result, std::span<const double> arguments,
                         std::span<const double> direction, std::span<double> product);

  RoutineSetup setup_;
  std::vector<Question> questions_;
  std::size_t n_, m_;           // arguments, results
  std::span<const double> at_;  // arguments of the call that is running
  std::size_t cursor_ = 0;      // the next question, if the routine asks as it did before
  std::string fault_;

  // Of the last arguments.
  std::vector<double> arguments_, values_, jacobian_, second_time_;
  std::vector<char> given_;  // by argument: the routine has handed back its partial derivatives
  bool has_values_ = false, values_ok_ = false, has_partials_ = false, has_second_time_ = false;
  std::vector<double> shifted_, plus_, minus_, other_;
};

class RoutineFunction final : public expression::External {
 public:
  RoutineFunction(RoutineSetup setup, std::vector<Question> questions, std::size_t n_arguments)
      : call_(std::move(setup), std::move(questions), n_arguments) {}

  double value(int result, std::span<const double> arguments) const override;
  void gradient(int result, std::span<const double> arguments,
                std::span<double> gradient) const override;
  void hessian_times(int result, std::span<const double> arguments,
                     std::span<const double> direction, std::span<double> product) const override;
  std::string fault() const override;

 private:
  mutable RoutineCall call_;
};

}  // namespace trammel::elements
