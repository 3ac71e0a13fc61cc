// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <iterator>
#include <vector>

#include "io/adm/bind.h"
#include "io/adm/statements/list.h"

namespace trammel::adm {
namespace {

void finish_request(model::Request& request, const Finish& finish) {
  bool expressions = false;
  for (const model::Expression& function : request.functions) expressions |= bool(function);
  const bool measured = request.quantity != model::RequestKind::expressions;
  constexpr std::string_view names[] = {"F1", "F2", "F3", "F4", "F5", "F6", "F7", "F8"};
  const auto first = std::find_if(std::begin(names), std::end(names),
                                  [&](std::string_view name) { return finish.given(name); });
  finish_routine(request, finish);
  if (request.function && (measured || expressions))
    return finish.error(Code::exclusive_arguments, "FUNCTION",
                        "FUNCTION = USER(...) stands in place of F1 to F8 and of measures");
  if (measured && expressions)
    finish.error(Code::exclusive_arguments, *first,
                 "F1 to F8 do not go with DISPLACEMENT, VELOCITY, ACCELERATION or FORCE");
  if (!measured && !expressions && !request.function)
    finish.error(
        Code::missing_argument, "",
        "one of DISPLACEMENT, VELOCITY, ACCELERATION, FORCE, F1 to F8 or FUNCTION is missing");
}

// What is measured, then the other arguments of the statement.
template <class S>
std::vector<Argument<S>> with_quantities(std::vector<Argument<S>> others) {
  using model::RequestKind;
  std::vector<Argument<S>> all = {
      {"D(ISPLACEMENT)", Flag{&S::quantity, RequestKind::displacement}, optional,
       "position, and 3-1-3 angles"},
      {"V(ELOCITY)", Flag{&S::quantity, RequestKind::velocity}, optional, "velocities"},
      {"A(CCELERATION)", Flag{&S::quantity, RequestKind::acceleration}, optional, "accelerations"},
      {"F(ORCE)", Flag{&S::quantity, RequestKind::force}, optional, "force and torque on I"},
  };
  all.insert(all.end(), others.begin(), others.end());
  return all;
}

}  // namespace

SyntaxPointer request() {
  using S = model::Request;
  constexpr Rule measured = with("DISPLACEMENT", "VELOCITY", "ACCELERATION", "FORCE");
  constexpr Rule needed = required_with("DISPLACEMENT", "VELOCITY", "ACCELERATION", "FORCE");
  return element(Statement<S>{
      .name = "R(EQUEST)",
      .help = "Up to eight numbers to report at every output time: a measure between two markers "
              "(magnitude, x, y, z, then the same of the rotation), or expressions.",
      .arguments = with_quantities<S>({
          {"I", &S::i, needed, "marker that is measured"},
          {"J", &S::j, may_be_zero & measured, "with respect to this marker; else ground"},
          {"RM", &S::rm, may_be_zero & measured,
           "marker whose axes the components follow; else ground"},
          {"F1", entry(&S::functions, 0), optional, "expression of component 1"},
          {"F2", entry(&S::functions, 1), optional, "expression of component 2"},
          {"F3", entry(&S::functions, 2), optional, "expression of component 3"},
          {"F4", entry(&S::functions, 3), optional, "expression of component 4"},
          {"F5", entry(&S::functions, 4), optional, "expression of component 5"},
          {"F6", entry(&S::functions, 5), optional, "expression of component 6"},
          {"F7", entry(&S::functions, 6), optional, "expression of component 7"},
          {"F8", entry(&S::functions, 7), optional, "expression of component 8"},
          {"C(OMMENT)", &S::comment, optional, "title of the request"},
          {"T(ITLE)", &S::titles, colon_list & count(1, 8), "headings of the columns"},
          {"CNAMES", &S::component_names, optional, "names of the components; \"\" leaves one out"},
          {"CUNITS", &S::component_units, optional, "units of the components"},
          {"CLABELS", &S::component_labels, optional, "labels of the components"},
          {"RESULTS_NAME", &S::results_name, optional, "name of the result set"},
          {"FUNCTION", &S::function, only_user, "all eight components from a routine"},
          {"ROUTINE", &S::routine, optional, routine_help},
      }),
      .at_most_one_of = {{"DISPLACEMENT", "VELOCITY", "ACCELERATION", "FORCE"}},
      .finish = finish_request,
  });
}

SyntaxPointer mrequest() {
  using S = model::MultiRequest;
  return element(Statement<S>{
      .name = "MREQUEST",
      .help = "The same request for many elements: of parts the motion of CM, of joints and forces "
              "what is between I and J. Its columns are MREQ<id>.<element>.F1 to F8.",
      .arguments = with_quantities<S>({
          {"PARTS", &S::parts, optional, "parts"},
          {"JOINTS", &S::joints, optional, "joints"},
          {"JPRIMS", &S::primitives, optional, "joint primitives"},
          {"APPFORS", &S::forces, optional, "applied forces of any kind"},
          {"RM", &S::rm, may_be_zero, "marker whose axes the components follow; else ground"},
          {"C(OMMENT)", &S::comment, optional, "title of the requests"},
      }),
      .exactly_one_of = {{"DISPLACEMENT", "VELOCITY", "ACCELERATION", "FORCE"},
                         {"PARTS", "JOINTS", "JPRIMS", "APPFORS"}},
  });
}

}  // namespace trammel::adm
