// SPDX-License-Identifier: BSD-3-Clause
#include "elements/user/probe.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "elements/lower/lowering.h"
#include "expression/characters.h"
#include "expression/compose.h"

namespace trammel::elements {
namespace {

using expression::ArgumentKind;
using expression::Function;
using expression::Quantity;
using expression::QuantityKind;

constexpr std::size_t most_questions = 10000;  // a routine that never asks the same twice must stop
constexpr int initial_conditions = 3;          // MODE

// Names of trammel_sysary and the functions of their values.
struct Bundle {
  std::string_view name;
  std::array<std::string_view, 6> functions;
};
constexpr Bundle bundles[] = {
    {"TDISP", {"DX", "DY", "DZ"}},
    {"RDISP", {"PSI", "THETA", "PHI"}},
    {"DISP", {"DX", "DY", "DZ", "PSI", "THETA", "PHI"}},
    {"TVEL", {"VX", "VY", "VZ"}},
    {"RVEL", {"WX", "WY", "WZ"}},
    {"VEL", {"VX", "VY", "VZ", "WX", "WY", "WZ"}},
    {"TACC", {"ACCX", "ACCY", "ACCZ"}},
    {"RACC", {"WDTX", "WDTY", "WDTZ"}},
    {"ACC", {"ACCX", "ACCY", "ACCZ", "WDTX", "WDTY", "WDTZ"}},
    {"TFORCE", {"FX", "FY", "FZ"}},
    {"RFORCE", {"TX", "TY", "TZ"}},
    {"FORCE", {"FX", "FY", "FZ", "TX", "TY", "TZ"}},
};

std::optional<model::Kind> kind_of(std::string_view statement) {
  for (int k = 0; k < static_cast<int>(model::Kind::count); ++k)
    if (model::statement_name(static_cast<model::Kind>(k)) == statement)
      return static_cast<model::Kind>(k);
  return {};
}

expression::Tree leaf(const Function& row, std::span<const int> ids) {
  std::vector<expression::Node> nodes;
  for (const int id : ids) {
    expression::Node node;
    node.kind = expression::NodeKind::integer;
    node.number = id;
    nodes.push_back(node);
  }
  expression::Node call;
  call.kind = expression::NodeKind::call;
  call.function = &row;
  call.arguments = static_cast<std::uint32_t>(ids.size());
  call.size = call.arguments + 1;
  nodes.push_back(call);
  return expression::Tree(std::move(nodes));
}

}  // namespace

Probe::Probe(const Lowering& lowering, OwnArrays own) : lowering_(lowering), own_(own) {
  for (const char* name : {"TIME", "MODE"}) {
    const Function& row = *expression::find_function(name);
    argument_of({&row, {}}, {});
  }
  values_[RoutineCall::mode_argument] = initial_conditions;
}

std::string Probe::run(const RoutineSetup& setup) {
  std::vector<double> results(static_cast<std::size_t>(setup.n_results));
  call_routine(setup.call(), *this, TRAMMEL_PROBE, 0, initial_conditions, results);
  return problem_;
}

std::string Probe::evaluate(const RoutineSetup& setup, double parameter,
                            std::span<double> results) {
  parameter_ = parameter;
  const trammel_stage stage = questions.empty() ? TRAMMEL_PROBE : TRAMMEL_VALUES;
  const bool ok = call_routine(setup.call(), *this, stage, 0, initial_conditions, results);
  return !problem_.empty() ? problem_ : ok ? "" : failure_;
}

bool Probe::refuse(std::string message) {
  if (problem_.empty()) problem_ = std::move(message);
  return false;
}

const char* Probe::string(int id) const {
  return string_of(lowering_.model(), id);
}

int Probe::argument_of(const Quantity& quantity, std::span<const int> ids) {
  const auto known = std::find(quantities_.begin(), quantities_.end(), quantity);
  if (known != quantities_.end()) return static_cast<int>(known - quantities_.begin());
  quantities_.push_back(quantity);
  arguments.push_back(leaf(*quantity.function, ids));
  values_.push_back(start_value(quantity));
  return static_cast<int>(quantities_.size()) - 1;
}

// Near what the routine will see at the start; it need not be exact.
double Probe::start_value(const Quantity& quantity) const {
  const model::Model& model = lowering_.model();
  double value = 0;
  if (const kinematics::Measure* measure = expression::measure_of(quantity))
    value =
        measure->level == 0 ? lowering_.start_value(*measure, expression::markers_of(quantity)) : 0;
  if (quantity.kind() == QuantityKind::variable) value = model.variables.find(quantity.ids[0])->ic;
  if (quantity.kind() == QuantityKind::diff_state)
    value = model.diffs.find(quantity.ids[0])->ic.value;
  return std::isfinite(value) ? value : 0;
}

bool Probe::check_ids(const Function& row, std::span<const int> ids) {
  const int count = static_cast<int>(ids.size());
  if (count < row.min_arguments || count > row.max_arguments)
    return refuse(fmt::format("the routine asks for {} with {} ids; it takes {} to {}", row.name,
                              count, row.min_arguments, row.max_arguments));
  for (int k = 0; k < count; ++k) {
    const expression::Argument& rule = row.argument(k);
    const int id = ids[static_cast<std::size_t>(k)];
    if (rule.kind == ArgumentKind::integer && (id < rule.low || id > rule.high))
      return refuse(fmt::format("the routine asks for {}, whose argument {} must be from {} to {}",
                                text_of(row.name, ids), k + 1, rule.low, rule.high));
    if (rule.kind != ArgumentKind::id || (id == 0 && rule.may_be_zero)) continue;
    const std::string_view statement = expression::statement_name(rule.entity);
    const auto kind = kind_of(statement);
    if (!kind || !lowering_.model().contains(*kind, id))
      return refuse(fmt::format("the routine asks for {}, but {}/{} is not defined",
                                text_of(row.name, ids), statement, id));
  }
  if (row.objection == nullptr) return true;
  const std::string_view objection = row.objection(ids);
  return objection.empty() ||
         refuse(fmt::format("the routine asks for {}: {}", text_of(row.name, ids), objection));
}

bool Probe::add_value(Question& q, std::string_view function, std::span<const int> ids) {
  const Function* row = expression::find_function(function);
  if (!row || row->quantity == QuantityKind::none)
    return refuse(fmt::format("the routine asks for {}, which is no function that reads the model",
                              function));
  ids = ids.first(std::min(ids.size(), static_cast<std::size_t>(row->max_arguments)));
  if (!check_ids(*row, ids)) return false;
  Quantity quantity{row, {}};
  std::copy(ids.begin(), ids.end(), quantity.ids.begin());
  q.arguments.push_back(argument_of(quantity, ids));
  q.constants.push_back(0);
  return true;
}

bool Probe::add_array(Question& q, int id) {
  const model::Array* array = lowering_.model().arrays.find(id);
  if (!array)
    return refuse(fmt::format("the routine asks for ARRAY({0}), but ARRAY/{0} is not defined", id));
  for (const double number : array->numbers) {
    q.arguments.push_back(-1);
    q.constants.push_back(number);
  }
  if (!array->numbers.empty()) return true;
  // States and outputs know how many they are, whether the array says so or not.
  const auto entries = lowering_.array_entries.find(id);
  const std::size_t count =
      entries == lowering_.array_entries.end() ? model::size(*array) : entries->second.size();
  return add_variables(q, "ARYVAL", id, count);
}

bool Probe::add_matrix(Question& q, int id) {
  const model::Matrix* matrix = lowering_.model().matrices.find(id);
  if (!matrix)
    return refuse(
        fmt::format("the routine asks for MATRIX({0}), but MATRIX/{0} is not defined", id));
  q.constants = matrix->by_rows();
  q.arguments.assign(q.constants.size(), -1);
  return true;
}

bool Probe::add_variables(Question& q, std::string_view function, int id, std::size_t count) {
  for (std::size_t k = 1; k <= count; ++k) {
    const int ids[] = {id, static_cast<int>(k)};
    if (!add_value(q, function, ids)) return false;
  }
  return true;
}

template <class Plant>
bool Probe::add_plant(Question& q, std::string_view function, const Plant* plant) {
  if (plant) return add_variables(q, function, plant->id, plant->variables.size());
  return refuse(
      fmt::format("the routine asks for {0}({1}), but {0}/{1} is not defined", q.name, q.ids[0]));
}

bool Probe::fill(Question& q) {
  const auto bundle = std::find_if(std::begin(bundles), std::end(bundles),
                                   [&](const Bundle& b) { return b.name == q.name; });
  if (bundle != std::end(bundles)) {
    for (const std::string_view function : bundle->functions) {
      if (function.empty()) continue;
      const auto most =
          static_cast<std::size_t>(expression::find_function(function)->max_arguments);
      if (!add_value(q, function, std::span(q.ids).first(std::min(q.ids.size(), most))))
        return false;
    }
    return true;
  }
  const bool of_one = q.ids.size() == 1, of_none = q.ids.empty();
  if (q.name == "ARRAY" && of_one) return add_array(q, q.ids[0]);
  if (q.name == "MATRIX" && of_one) return add_matrix(q, q.ids[0]);
  if (q.name == "U" && of_none && own_.has_parameter) {
    q.arguments.push_back(-1);
    q.constants.push_back(0);
    return true;
  }
  if (q.name == "X" && of_none && own_.x) return add_array(q, own_.x);
  if (q.name == "U" && of_none && own_.u) return add_array(q, own_.u);
  if (q.name == "XD" && of_none && own_.xd) return add_array(q, own_.xd);
  if (q.name == "PINPUT" && of_one)
    return add_plant(q, "PINVAL", lowering_.model().plant_inputs.find(q.ids[0]));
  if (q.name == "POUTPUT" && of_one)
    return add_plant(q, "POUVAL", lowering_.model().plant_outputs.find(q.ids[0]));
  const Function* row = expression::find_function(q.name);
  if (row && static_cast<int>(q.ids.size()) > row->max_arguments && !check_ids(*row, q.ids))
    return false;
  return add_value(q, q.name, q.ids);
}

const Question* Probe::find(const char* name, std::span<const int> ids) {
  const auto known = std::find_if(questions.begin(), questions.end(),
                                  [&](const Question& q) { return is_same(q, name, ids); });
  if (known != questions.end()) return &*known;
  Question q{upper(name), {ids.begin(), ids.end()}, {}, {}};
  if (questions.size() >= most_questions) {
    refuse(fmt::format("the routine asks for more than {} different things", most_questions));
    return nullptr;
  }
  if (!fill(q)) return nullptr;
  return &questions.emplace_back(std::move(q));
}

double Probe::answer(const Question& q, std::size_t value) const {
  if (own_.has_parameter && q.name == "U") return parameter_;
  const int argument = q.arguments[value];
  return argument < 0 ? q.constants[value] : values_[static_cast<std::size_t>(argument)];
}

}  // namespace trammel::elements
