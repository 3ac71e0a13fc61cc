// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <cmath>

#include "expression/inspect.h"
#include "io/adm/bind.h"
#include "io/adm/statements/list.h"

namespace trammel::adm {
namespace {

constexpr int most_states = 100000;

void finish_lse(model::LinearSystem& s, const Finish& finish) {
  if (s.y && !s.c && !s.d) finish.error(Code::missing_argument, "Y", "outputs need C, D or both");
  if (s.u && !s.b && !s.d)
    finish.error(Code::missing_argument, "U", "inputs need B, D or both",
                 "without a matrix they have no effect");
}

void finish_tfsiso(model::TransferFunction& s, const Finish& finish) {
  const int n = model::order_of(s.denominator), m = model::order_of(s.numerator);
  if (n < 0)
    finish.error(Code::out_of_range, "DENOMINATOR", "all coefficients of the denominator are zero");
  else if (n > most_states)
    finish.error(Code::out_of_range, "DENOMINATOR", fmt::format("the order {} is too large", n));
  else if (m > n)
    finish.error(Code::out_of_range, "NUMERATOR",
                 fmt::format("the numerator has order {}, the denominator only {}", m, n),
                 "a system that differentiates its input has no state equations");
}

void finish_gse(model::GeneralSystem& s, const Finish& finish) {
  if (s.ns > 0 && !s.x)
    finish.error(Code::missing_argument, "NS", "continuous states need the array X");
  if (s.nd > 0 && !s.xd)
    finish.error(Code::missing_argument, "ND", "discrete states need the array XD");
  if (s.ns == 0 && s.nd == 0 && s.no == 0)
    finish.error(Code::missing_argument, "", "the system has no states and no outputs",
                 "give NS, ND or NO");
  if (s.nd > 0 && !s.sample_period)
    finish.error(Code::missing_argument, "ND", "discrete states need SAMPLE_PERIOD");
  if (!s.sample_period) return;
  if (!expression::summarise(s.sample_period.tree).constant)
    finish.error(Code::bad_expression, "SAMPLE_PERIOD", "the sample period must be constant");
}

}  // namespace

SyntaxPointer lse() {
  using S = model::LinearSystem;
  return element(Statement<S>{
      .name = "LSE",
      .help = "Linear system: rate of X = A X + B U, Y = C X + D U.",
      .arguments =
          {
              {"X", &S::x, required, "array of the states"},
              {"U", &S::u, optional, "array of the inputs"},
              {"Y", &S::y, optional, "array of the outputs"},
              {"A", &S::a, required, "matrix, states by states"},
              {"B", &S::b, with("U"), "matrix, states by inputs"},
              {"C", &S::c, with("Y"), "matrix, outputs by states"},
              {"D", &S::d, with("Y"), "matrix, outputs by inputs"},
              {"IC", &S::ic, optional, "array of the states at the start; else zeros"},
              {"STATIC_HOLD", Flag{&S::static_hold, true}, optional,
               "static analyses leave the states alone"},
          },
      .finish = finish_lse,
  });
}

SyntaxPointer tfsiso() {
  using S = model::TransferFunction;
  return element(Statement<S>{
      .name = "TFSISO",
      .help = "Transfer function of one input and one output, NUMERATOR(s)/DENOMINATOR(s), by "
              "states in controllable canonical form that start at zero.",
      .arguments =
          {
              {"X", &S::x, required, "array of the states, as many as the order"},
              {"U", &S::u, required, "array of the input"},
              {"Y", &S::y, required, "array of the output"},
              {"NUMERATOR", &S::numerator, required, "coefficients of 1, s, s**2, ..."},
              {"DENOMINATOR", &S::denominator, required, "coefficients of 1, s, s**2, ..."},
              {"STATIC_HOLD", Flag{&S::static_hold, true}, optional,
               "static analyses leave the states alone"},
          },
      .finish = finish_tfsiso,
  });
}

SyntaxPointer gse() {
  using S = model::GeneralSystem;
  return element(Statement<S>{
      .name = "GSE",
      .help = "System of equations in user routines: rates of continuous states X, outputs Y, and "
              "new values of discrete states XD at sample times.",
      .arguments =
          {
              {"NS", &S::ns, between(0, most_states), "number of continuous states"},
              {"ND", &S::nd, between(0, most_states), "number of discrete states"},
              {"NO", &S::no, between(0, most_states), "number of outputs"},
              {"X", &S::x, optional, "array of the continuous states"},
              {"XD", &S::xd, optional, "array of the discrete states"},
              {"U", &S::u, optional, "array of the inputs"},
              {"Y", &S::y, optional, "array of the outputs"},
              {"IC", &S::ic, with("X"), "array of the continuous states at the start; else zeros"},
              {"ICD", &S::icd, with("XD"), "array of the discrete states at the start; else zeros"},
              {"SAMPLE_PERIOD", &S::sample_period, optional, "time between samples, a constant"},
              {"SAMPLE_OFFSET", &S::sample_offset, not_negative, "time of the first sample"},
              {"STATIC_HOLD", Flag{&S::static_hold, true}, optional,
               "static analyses leave the states alone"},
              {"FUNCTION", &S::function, required & only_user, "parameters of the routines"},
              {"INTERFACE", &S::interface, count(1, 4),
               "routines for rates, outputs, discrete states, sample times"},
          },
      .finish = finish_gse,
  });
}

SyntaxPointer pinput() {
  using S = model::PlantInput;
  return element(Statement<S>{
      .name = "PINPUT",
      .help = "Variables that are the inputs of the plant, for linear models and PINVAL.",
      .arguments = {{"VARIABLES", &S::variables, required, "the inputs, in their order"}},
  });
}

SyntaxPointer poutput() {
  using S = model::PlantOutput;
  return element(Statement<S>{
      .name = "POUTPUT",
      .help = "Variables that are the outputs of the plant, for linear models and POUVAL.",
      .arguments = {{"VARIABLES", &S::variables, required, "the outputs, in their order"}},
  });
}

SyntaxPointer pstate() {
  using S = model::PlantState;
  return element(Statement<S>{
      .name = "PSTATE",
      .help =
          "Variables, each a displacement or an angle, that linear models take for coordinates; "
          "their rates are states, too. Fewer than there are degrees of freedom are completed, "
          "those that repeat others are left out.",
      .arguments = {{"VARIABLES", &S::variables, required, "the coordinates, in their order"}},
  });
}

}  // namespace trammel::adm
