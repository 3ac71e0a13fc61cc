// SPDX-License-Identifier: BSD-3-Clause
#include "elements/scalar_bank.h"

#include <algorithm>
#include <unordered_map>

#include "elements/index.h"

namespace trammel::elements {
namespace {

double leaf_value(const ScalarBank::LeafPlace& place, const Point& at, const BankValues& values) {
  switch (place.leaf.kind) {
    case Leaf::Kind::time:
      return at.t;
    case Leaf::Kind::mode:
      return at.mode;
    case Leaf::Kind::reading:
      return values.readings[index(place.reading)];
    case Leaf::Kind::state:
      return at.x[place.leaf.index];
    case Leaf::Kind::rate:
      return at.x_dot[place.leaf.index];
    case Leaf::Kind::unknown:
      return at.y[place.leaf.index];
    case Leaf::Kind::reaction:
      return values.reactions[index(place.leaf.index)];
    case Leaf::Kind::memory:
      return at.memory[place.leaf.index];
  }
  return 0;
}

}  // namespace

ScalarBank::ScalarBank(const Equations& equations, std::vector<int> members)
    : equations_(equations),
      members_(std::move(members)),
      member_of_scalar_(equations.scalars.size(), -1) {
  std::vector<int> place(equations.readings.size(), -1);
  std::unordered_map<const expression::Shape*, std::vector<int>> by_shape;
  std::vector<const expression::Shape*> shapes;
  first_leaf_.push_back(0);
  for (int m = 0; m < size(); ++m) {
    const Scalar& scalar = equations.scalars[index(members_[index(m)])];
    member_of_scalar_[index(members_[index(m)])] = m;
    for (const Leaf& leaf : scalar.leaves) {
      LeafPlace at{leaf, -1};
      if (leaf.kind == Leaf::Kind::reading) {
        int& position = place[index(leaf.index)];
        if (position < 0) {
          position = static_cast<int>(readings_.size());
          readings_.push_back(leaf.index);
        }
        at.reading = position;
      }
      leaves_.push_back(at);
    }
    first_leaf_.push_back(static_cast<int>(leaves_.size()));
    auto& same = by_shape[scalar.tape.shape.get()];
    if (same.empty()) shapes.push_back(scalar.tape.shape.get());
    same.push_back(m);
  }
  for (const expression::Shape* shape : shapes) {
    std::vector<const expression::Tape*> tapes;
    for (const int m : by_shape[shape])
      tapes.push_back(&equations.scalars[index(members_[index(m)])].tape);
    Group group{by_shape[shape], expression::Batch(tapes)};
    for (std::size_t k = 0; k < group.members.size(); ++k) {
      const Scalar& scalar = equations.scalars[index(members_[index(group.members[k])])];
      for (std::size_t slot = 0; slot < scalar.splines.size(); ++slot)
        group.batch.set_spline(static_cast<int>(k), static_cast<int>(slot), scalar.splines[slot]);
      for (std::size_t slot = 0; slot < scalar.externals.size(); ++slot)
        group.batch.set_external(static_cast<int>(k), static_cast<int>(slot),
                                 scalar.externals[slot]);
    }
    groups_.push_back(std::move(group));
  }
}

BankValues ScalarBank::make_values() const {
  BankValues values;
  values.readings.resize(readings_.size());
  values.reading_gradients.resize(readings_.size());
  values.reactions.resize(equations_.reactions.size());
  values.values.resize(members_.size());
  values.gradients.resize(leaves_.size());
  std::size_t largest = 0, most = 0;
  for (const Group& group : groups_) {
    const std::size_t size = group.members.size();
    largest = std::max(largest, size * index(group.batch.shape().quantity_count()));
    most = std::max(most, size);
  }
  values.quantities.resize(largest);
  values.batch_gradients.resize(largest);
  values.batch_values.resize(most);
  return values;
}

std::span<const ScalarBank::LeafPlace> ScalarBank::leaves(int member) const {
  const int first = first_leaf_[index(member)];
  return {leaves_.data() + first, index(first_leaf_[index(member) + 1] - first)};
}

std::span<const double> ScalarBank::gradient(int member, const BankValues& values) const {
  const int first = first_leaf_[index(member)];
  return {values.gradients.data() + first, index(first_leaf_[index(member) + 1] - first)};
}

void ScalarBank::gather(const Group& group, const Point& at, BankValues& values) const {
  const std::size_t size = group.members.size();
  for (std::size_t k = 0; k < size; ++k) {
    std::size_t slot = 0;
    for (const LeafPlace& place : leaves(group.members[k]))
      values.quantities[slot++ * size + k] = leaf_value(place, at, values);
  }
}

bool ScalarBank::evaluate_group(const Group& group, const Point& at, BankValues& values) const {
  const std::size_t size = group.members.size();
  const std::size_t count = size * index(group.batch.shape().quantity_count());
  gather(group, at, values);
  const expression::Fault fault = group.batch.values(
      {values.quantities.data(), count}, values.workspace, {values.batch_values.data(), size});
  for (std::size_t k = 0; k < size; ++k)
    values.values[index(group.members[k])] = values.batch_values[k];
  if (fault.ok()) return true;
  values.fault = fault;
  values.faulty_scalar = members_[index(group.members[index(fault.instance)])];
  return false;
}

bool ScalarBank::evaluate(const Point& at, const Motion& motion, BankValues& values) const {
  values.faulty_scalar = -1;
  for (std::size_t r = 0; r < readings_.size(); ++r)
    values.readings[r] =
        elements::value(equations_.readings[index(readings_[r])], motion, at.memory);
  for (const Group& group : groups_)
    if (!evaluate_group(group, at, values)) return false;
  return true;
}

bool ScalarBank::evaluate_each(const Point& at, const Motion& motion, BankValues& values) const {
  values.faulty_scalar = -1;
  for (std::size_t r = 0; r < readings_.size(); ++r)
    values.readings[r] =
        elements::value(equations_.readings[index(readings_[r])], motion, at.memory);
  bool ok = true;
  for (const Group& group : groups_) ok = evaluate_group(group, at, values) && ok;
  return ok;
}

std::vector<int> ScalarBank::extrapolated(int member, const Point& at, BankValues& values) const {
  const Scalar& scalar = equations_.scalars[index(members_[index(member)])];
  std::vector<double> quantities;
  for (const LeafPlace& place : leaves(member)) quantities.push_back(leaf_value(place, at, values));
  return expression::extrapolated_splines(
      scalar.tape, {quantities, scalar.splines, scalar.externals}, values.workspace);
}

bool ScalarBank::linearise(const Point& at, const Motion& motion, BankValues& values) const {
  for (std::size_t r = 0; r < readings_.size(); ++r)
    values.readings[r] =
        elements::gradient(equations_.readings[index(readings_[r])], equations_.skeleton, motion,
                           at.memory, values.reading_gradients[r]);
  for (const Group& group : groups_) {
    const std::size_t size = group.members.size();
    const std::size_t count = size * index(group.batch.shape().quantity_count());
    gather(group, at, values);
    values.fault = group.batch.gradients({values.quantities.data(), count}, values.workspace,
                                         {values.batch_values.data(), size},
                                         {values.batch_gradients.data(), count});
    if (!values.fault.ok()) {
      values.faulty_scalar = members_[index(group.members[index(values.fault.instance)])];
      return false;
    }
    for (std::size_t k = 0; k < size; ++k) {
      const int member = group.members[k];
      values.values[index(member)] = values.batch_values[k];
      const int first = first_leaf_[index(member)], last = first_leaf_[index(member) + 1];
      for (int leaf = first; leaf < last; ++leaf)
        values.gradients[index(leaf)] = values.batch_gradients[index(leaf - first) * size + k];
    }
  }
  return true;
}

}  // namespace trammel::elements
