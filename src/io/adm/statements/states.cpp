// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include "io/adm/bind.h"
#include "io/adm/statements/list.h"

namespace trammel::adm {
namespace {

void finish_array(model::Array& array, const Finish& finish) {
  const std::size_t given = array.variables.size() + array.numbers.size();
  if (!array.size || given == 0 || given == static_cast<std::size_t>(*array.size)) return;
  finish.error(Code::wrong_counts, finish.given("NUMBERS") ? "NUMBERS" : "VARIABLES",
               fmt::format("SIZE is {}, but there are {} values", *array.size, given));
}

}  // namespace

SyntaxPointer variable() {
  using S = model::Variable;
  return element(Statement<S>{
      .name = "VARIABLE",
      .help = "Algebraic variable, solved together with the model: its value is FUNCTION.",
      .arguments =
          {
              {"IC", &S::ic, angle, "first guess of the value"},
              {"FUNCTION", &S::function, required & or_user,
               "expression; may use VARVAL of itself"},
              {"AUTOHOLD", Refused{"variables cannot be held"}},
              {"ROUTINE", &S::routine, optional, routine_help},
          },
      .finish = finish_routine<S>,
  });
}

SyntaxPointer diff() {
  using S = model::Diff;
  return element(Statement<S>{
      .name = "DIFF",
      .help = "Differential equation of first order: DIF1(id) = FUNCTION, or FUNCTION = 0 with "
              "IMPLICIT.",
      .arguments =
          {
              {"IC", &S::ic, angle, "value at the start, and first guess of its rate"},
              {"FUNCTION", &S::function, required & or_user,
               "expression of DIF(id), DIF1(id) and others"},
              {"IMPLICIT", Flag{&S::implicit, true}, optional, "FUNCTION is zero"},
              {"STATIC_HOLD", Flag{&S::static_hold, true}, optional,
               "static analyses leave the value alone"},
              {"ROUTINE", &S::routine, optional, routine_help},
          },
      .finish = finish_routine<S>,
  });
}

SyntaxPointer array() {
  using S = model::Array;
  using model::ArrayKind;
  return element(Statement<S>{
      .name = "ARRAY",
      .help = "List of numbers, of variables, or of the states and outputs of a system element.",
      .arguments =
          {
              {"IC", Flag{&S::content, ArrayKind::ic}, optional, "numbers"},
              {"U", Flag{&S::content, ArrayKind::u}, optional, "inputs: variables"},
              {"X", Flag{&S::content, ArrayKind::x}, optional, "states of a system element"},
              {"Y", Flag{&S::content, ArrayKind::y}, optional, "outputs of a system element"},
              {"NUMBERS", &S::numbers, required_with("IC"), "the numbers"},
              {"VARIABLES", &S::variables, required_with("U"), "the variables"},
              {"SIZE", &S::size, at_least(1), "number of entries"},
          },
      .exactly_one_of = {{"IC", "U", "X", "Y"}},
      .finish = finish_array,
  });
}

SyntaxPointer string() {
  using S = model::String;
  return element(Statement<S>{
      .name = "STRING",
      .help = "A text.",
      .arguments = {{"STRING", &S::text, required & rest_of_line, "the text"}},
  });
}

SyntaxPointer spline() {
  using S = model::Spline;
  return element(Statement<S>{
      .name = "SPLINE",
      .help = "Points of a curve y(x), or of a family of curves, one for each z.",
      .arguments =
          {
              {"X", &S::x, optional, "abscissas, increasing"},
              {"Y", &S::blocks, required_with("X") & may_repeat, "y1, y2, ... or z, y1, y2, ..."},
              {"LINEAR_EXTRAPOLATE", Flag{&S::linear_extrapolate, true}, optional,
               "straight beyond the ends; else parabolic"},
              {"FILE", &S::file, optional,
               "text file with a row of x, y for each point, relative to the folder of the "
               "dataset"},
              {"BLOCK", &S::block, with("FILE"),
               "block of the file, which starts with a line [name]; without it, the first one"},
              {"CHANNEL", &S::channel, with("FILE") & at_least(1),
               "which of several y in a row; without it, the first one"},
          },
      .exactly_one_of = {{"X", "FILE"}},
  });
}

}  // namespace trammel::adm
