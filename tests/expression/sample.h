// Expressions for tests: text in, numbers out. Quantities are found by the ids of VARVAL, by TIME.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "expression/compile.h"
#include "expression/evaluate.h"
#include "expression/parse.h"
#include "expression/spline_data.h"

namespace trammel::expression {

inline Tree tree_of(std::string_view text) {
  const ParseResult result = parse(text);
  for (const ParseError& error : result.errors)
    ADD_FAILURE() << text << "\n" << error.offset << ": " << error.message;
  return result.ok() ? *result.tree : Tree();
}

// A compiled expression of VARVAL(1), VARVAL(2) …, TIME and MODE.
class Sample {
 public:
  explicit Sample(std::string_view text) : Sample(tree_of(text)) {}
  explicit Sample(const Tree& tree) : tape_(compile(tree, shapes_)) {}

  const Tape& tape() const { return tape_; }
  std::size_t size() const { return tape_.quantities.size(); }

  void add_spline(const SplineData& data) { splines_.push_back(&data); }

  // u[id − 1] is VARVAL(id); `time` is TIME, `mode` is MODE.
  std::vector<double> inputs(const std::vector<double>& u, double time = 0, double mode = 4) const {
    std::vector<double> values;
    for (const Quantity& quantity : tape_.quantities) {
      switch (quantity.kind()) {
        case QuantityKind::time:
          values.push_back(time);
          break;
        case QuantityKind::mode:
          values.push_back(mode);
          break;
        default:
          values.push_back(u.at(static_cast<std::size_t>(quantity.ids[0]) - 1));
      }
    }
    return values;
  }

  Fault value(const std::vector<double>& quantities, double& f) const {
    return evaluate_value(tape_, at(quantities), workspace_, f);
  }
  double value(const std::vector<double>& quantities) const {
    double f = 0;
    const Fault fault = value(quantities, f);
    EXPECT_TRUE(fault.ok()) << describe(tape_, fault).message;
    return f;
  }
  Fault gradient(const std::vector<double>& quantities, std::vector<double>& g) const {
    double f = 0;
    g.assign(size(), 0);
    return evaluate_gradient(tape_, at(quantities), workspace_, f, g);
  }
  std::vector<double> gradient(const std::vector<double>& quantities) const {
    std::vector<double> g;
    const Fault fault = gradient(quantities, g);
    EXPECT_TRUE(fault.ok()) << describe(tape_, fault).message;
    return g;
  }
  std::vector<double> hessian(const std::vector<double>& quantities, double multiplier = 1) const {
    std::vector<double> h(size() * size());
    const Fault fault = evaluate_hessian(tape_, at(quantities), multiplier, workspace_, h);
    EXPECT_TRUE(fault.ok()) << describe(tape_, fault).message;
    return h;
  }
  Fault series(const std::vector<double>& quantities, const std::vector<double>& rates,
               const std::vector<double>& second_rates, TimeSeries& result) const {
    return evaluate_series(tape_, at(quantities), rates, second_rates, workspace_, result);
  }

  Inputs at(const std::vector<double>& quantities) const { return {quantities, splines_}; }
  Workspace& workspace() const { return workspace_; }

 private:
  ShapeTable shapes_;
  Tape tape_;
  std::vector<const SplineData*> splines_;
  mutable Workspace workspace_;
};

// The value of a text, e.g. value_of("VARVAL(1)**2", {3}) = 9.
inline double value_of(std::string_view text, const std::vector<double>& u = {}, double time = 0) {
  const Sample sample(text);
  return sample.value(sample.inputs(u, time));
}

}  // namespace trammel::expression
