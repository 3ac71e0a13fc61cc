// What all listeners of the corrector have in common: where their text goes and what the numbers of
// rows and columns mean.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <utility>

#include "numerics/observer.h"

namespace trammel::diagnostics {

using TextSink = std::function<void(const std::string&)>;

class Listener : public Observer {
 public:
  explicit Listener(TextSink sink) : say_(std::move(sink)) {}
  void set_names(const EquationNames* names) final { names_ = names; }

 protected:
  TextSink say_;
  const EquationNames* names_ = nullptr;
};

// Hears whole steps, and tells with every iteration whether its matrix is new.
class StepListener : public Listener {
 public:
  using Listener::Listener;
  void matrix_factored(double, const SparseMatrix&) final { has_new_matrix_ = true; }
  bool wants_descriptions() const final { return true; }

 protected:
  // Whether the matrix is new since this was asked last.
  bool takes_new_matrix() { return std::exchange(has_new_matrix_, false); }

 private:
  bool has_new_matrix_ = false;
};

}  // namespace trammel::diagnostics
