// How each type of field is read from, written to and described for a dataset. A new type of field
// needs one overload of read_value, write_value and describe_value.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "expression/function.h"
#include "io/adm/keyword.h"
#include "io/adm/rule.h"
#include "io/adm/scanner.h"
#include "math/vec.h"
#include "model/constraints.h"
#include "model/request.h"
#include "model/routine.h"
#include "model/states.h"

namespace trammel::adm {

struct ValueInput {
  Scanner& scanner;
  std::string_view keyword;
  const Rule& rule;
  // Is the word an argument of the statement that has no value? Lists and expressions end there.
  const std::function<bool(std::string_view)>& is_bare_argument;
};

// The items of a value, ready to be joined; the writer breaks lines between them.
struct ValueOutput {
  explicit ValueOutput(const Rule& r) : rule(r) {}

  const Rule& rule;
  std::vector<std::vector<std::string>> lists{{}};  // one for each time the argument is written
  char separator = ',';

  void add(std::string item) { lists.back().push_back(std::move(item)); }
  void start_list() { lists.emplace_back(); }
  std::string joined() const;  // the first list
};

// A reference to another statement: its kind, its id, the item of a list.
struct Reference {
  model::Kind kind;
  int id = 0;
  int item = 0;
};
using ReferenceVisitor = std::function<void(const Reference&)>;

// Index of one of the names, abbreviated or not; −1 after reporting an error.
int read_word(ValueInput& in, const std::vector<std::string_view>& names);
// The same for a list joined by colons.
bool read_words(ValueInput& in, const std::vector<std::string_view>& names,
                std::vector<int>& indices);
// min … max numbers, checked against the rule.
bool read_numbers(ValueInput& in, int min, int max, std::vector<double>& numbers);
// An integer within the rule.
bool read_integer(ValueInput& in, int& value);
bool read_id(ValueInput& in, int& id);
bool read_ids(ValueInput& in, std::vector<int>& ids);

// An expression that starts with USER.
bool read_user(ValueInput& in, const ExpressionText& expression, model::Expression& value);

bool read_value(ValueInput& in, double& value);
bool read_value(ValueInput& in, std::optional<double>& value);
bool read_value(ValueInput& in, int& value);
bool read_value(ValueInput& in, std::optional<int>& value);
bool read_value(ValueInput& in, Vec3& value);
bool read_value(ValueInput& in, std::optional<Vec3>& value);
bool read_value(ValueInput& in, std::array<double, 6>& value);  // three, or six
bool read_value(ValueInput& in, std::vector<double>& value);
bool read_value(ValueInput& in, std::vector<int>& value);                  // counted from 1
bool read_value(ValueInput& in, std::vector<std::vector<double>>& value);  // appends a list
bool read_value(ValueInput& in, model::InitialMotion& value);
bool read_value(ValueInput& in, model::InitialValue& value);
bool read_value(ValueInput& in, model::Expression& value);
bool read_value(ValueInput& in, model::VectorExpression& value);
bool read_value(ValueInput& in, model::Routine& value);
bool read_value(ValueInput& in, std::vector<model::Routine>& value);
bool read_value(ValueInput& in, std::string& value);
bool read_value(ValueInput& in, std::vector<std::string>& value);
bool read_value(ValueInput& in, model::Selection& value);  // ids, or ALL

void write_value(ValueOutput& out, double value);
void write_value(ValueOutput& out, const std::optional<double>& value);
void write_value(ValueOutput& out, int value);
void write_value(ValueOutput& out, const std::optional<int>& value);
void write_value(ValueOutput& out, const Vec3& value);
void write_value(ValueOutput& out, const std::optional<Vec3>& value);
void write_value(ValueOutput& out, const std::array<double, 6>& value);
void write_value(ValueOutput& out, const std::vector<double>& value);
void write_value(ValueOutput& out, const std::vector<int>& value);
void write_value(ValueOutput& out, const std::vector<std::vector<double>>& value);
void write_value(ValueOutput& out, const model::InitialMotion& value);
void write_value(ValueOutput& out, const model::InitialValue& value);
void write_value(ValueOutput& out, const model::Expression& value);
void write_value(ValueOutput& out, const model::VectorExpression& value);
void write_value(ValueOutput& out, const model::Routine& value);
void write_value(ValueOutput& out, const std::vector<model::Routine>& value);
void write_value(ValueOutput& out, const std::string& value);
void write_value(ValueOutput& out, const std::vector<std::string>& value);
void write_value(ValueOutput& out, const model::Selection& value);

std::string describe_value(const Rule& rule, double);
std::string describe_value(const Rule& rule, const std::optional<double>&);
std::string describe_value(const Rule& rule, int);
std::string describe_value(const Rule& rule, const std::optional<int>&);
std::string describe_value(const Rule& rule, const Vec3&);
std::string describe_value(const Rule& rule, const std::optional<Vec3>&);
std::string describe_value(const Rule& rule, const std::array<double, 6>&);
std::string describe_value(const Rule& rule, const std::vector<double>&);
std::string describe_value(const Rule& rule, const std::vector<int>&);
std::string describe_value(const Rule& rule, const std::vector<std::vector<double>>&);
std::string describe_value(const Rule& rule, const model::InitialMotion&);
std::string describe_value(const Rule& rule, const model::InitialValue&);
std::string describe_value(const Rule& rule, const model::Expression&);
std::string describe_value(const Rule& rule, const model::VectorExpression&);
std::string describe_value(const Rule& rule, const model::Routine&);
std::string describe_value(const Rule& rule, const std::vector<model::Routine>&);
std::string describe_value(const Rule& rule, const std::string&);
std::string describe_value(const Rule& rule, const std::vector<std::string>&);
std::string describe_value(const Rule& rule, const model::Selection&);
std::string describe_ids(const Rule& rule, model::Kind kind);

template <model::Kind K>
bool read_value(ValueInput& in, model::Id<K>& value) {
  return read_id(in, value.value);
}
template <model::Kind K>
bool read_value(ValueInput& in, std::vector<model::Id<K>>& value) {
  std::vector<int> ids;
  if (!read_ids(in, ids)) return false;
  value.clear();
  for (const int id : ids) value.push_back({id});
  return true;
}
template <model::Kind K>
void write_value(ValueOutput& out, const model::Id<K>& value) {
  if (value) out.add(std::to_string(value.value));
}
template <model::Kind K>
void write_value(ValueOutput& out, const std::vector<model::Id<K>>& value) {
  for (const auto& id : value) out.add(std::to_string(id.value));
}
template <model::Kind K>
std::string describe_value(const Rule& rule, const model::Id<K>&) {
  return rule.may_be_zero ? std::string(noun(K)) + " id, 0: ground" : std::string(noun(K)) + " id";
}
template <model::Kind K>
std::string describe_value(const Rule& rule, const std::vector<model::Id<K>>&) {
  return describe_ids(rule, K);
}
template <class T>
void visit_references(const T&, const ReferenceVisitor&) {}
template <model::Kind K>
void visit_references(const model::Id<K>& value, const ReferenceVisitor& visit) {
  if (value) visit({K, value.value, 0});
}
template <model::Kind K>
void visit_references(const std::vector<model::Id<K>>& value, const ReferenceVisitor& visit) {
  for (std::size_t i = 0; i < value.size(); ++i) visit({K, value[i].value, static_cast<int>(i)});
}

template <model::Kind K>
void visit_references(const model::SelectionOf<K>& value, const ReferenceVisitor& visit) {
  for (std::size_t i = 0; i < value.ids.size(); ++i) visit({K, value.ids[i], static_cast<int>(i)});
}

}  // namespace trammel::adm
