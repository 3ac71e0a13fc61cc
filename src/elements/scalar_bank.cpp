// SPDX-License-Identifier: BSD-3-Clause
#include "elements/scalar_bank.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "elements/index.h"

namespace trammel::elements {
namespace {

constexpr std::size_t group_size = 64;  // several times the lanes of a batch

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
    const std::span<const int> same = by_shape[shape];
    for (std::size_t first = 0; first < same.size(); first += group_size)
      add_group(same.subspan(first, std::min(group_size, same.size() - first)));
  }
  weigh_groups();
}

void ScalarBank::add_group(std::span<const int> members) {
  std::vector<const expression::Tape*> tapes;
  for (const int m : members) tapes.push_back(&equations_.scalars[index(members_[index(m)])].tape);
  Group group{{members.begin(), members.end()}, expression::Batch(tapes), 0};
  for (std::size_t k = 0; k < group.members.size(); ++k) {
    const Scalar& scalar = equations_.scalars[index(members_[index(group.members[k])])];
    for (std::size_t slot = 0; slot < scalar.splines.size(); ++slot)
      group.batch.set_spline(static_cast<int>(k), static_cast<int>(slot), scalar.splines[slot]);
    for (std::size_t slot = 0; slot < scalar.externals.size(); ++slot)
      group.batch.set_external(static_cast<int>(k), static_cast<int>(slot), scalar.externals[slot]);
  }
  groups_.push_back(std::move(group));
}

void ScalarBank::weigh_groups() {
  const auto cost = [](const Group& group) {
    return static_cast<double>(group.members.size() *
                               (group.batch.shape().instructions.size() + 1));
  };
  double sum = 0, before = 0;
  for (const Group& group : groups_) sum += cost(group);
  for (Group& group : groups_) {
    group.cost_before = group.batch.shape().externals > 0 ? -1 : before / sum;
    before += cost(group);
  }
}

BankValues ScalarBank::make_values(int threads) const {
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
  values.scratch.resize(index(threads));
  for (BankScratch& scratch : values.scratch) {
    scratch.quantities.resize(largest);
    scratch.gradients.resize(largest);
    scratch.values.resize(most);
  }
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

void ScalarBank::read(const Point& at, const Motion& motion, bool with_gradients, int begin,
                      int end, BankValues& values) const {
  for (int r = begin; r < end; ++r) {
    const Reading& reading = equations_.readings[index(readings_[index(r)])];
    values.readings[index(r)] =
        with_gradients ? elements::gradient(reading, equations_.skeleton, motion, at.memory,
                                            values.reading_gradients[index(r)])
                       : elements::value(reading, motion, at.memory);
  }
}

void ScalarBank::gather(const Group& group, const Point& at, const BankValues& values,
                        std::span<double> quantities) const {
  const std::size_t size = group.members.size();
  for (std::size_t k = 0; k < size; ++k) {
    std::size_t slot = 0;
    for (const LeafPlace& place : leaves(group.members[k]))
      quantities[slot++ * size + k] = leaf_value(place, at, values);
  }
}

void ScalarBank::evaluate_group(int g, const Point& at, bool with_gradients, BankScratch& scratch,
                                BankValues& values) const {
  const Group& group = groups_[index(g)];
  const std::size_t size = group.members.size();
  const std::size_t count = size * index(group.batch.shape().quantity_count());
  const std::span<double> quantities(scratch.quantities.data(), count);
  const std::span<double> results(scratch.values.data(), size);
  gather(group, at, values, quantities);
  const expression::Fault fault =
      with_gradients ? group.batch.gradients(quantities, scratch.workspace, results,
                                             {scratch.gradients.data(), count})
                     : group.batch.values(quantities, scratch.workspace, results);
  if (!fault.ok() && scratch.faulty_group < 0) scratch.faulty_group = g, scratch.fault = fault;
  for (std::size_t k = 0; k < size; ++k) {
    const int member = group.members[k];
    values.values[index(member)] = results[k];
    if (!with_gradients) continue;
    const int first = first_leaf_[index(member)], last = first_leaf_[index(member) + 1];
    for (int leaf = first; leaf < last; ++leaf)
      values.gradients[index(leaf)] = scratch.gradients[index(leaf - first) * size + k];
  }
}

// Routines of the user are called by the first part only: nobody asked them to bear several threads.
void ScalarBank::evaluate_part(const Point& at, bool with_gradients, int part, int parts,
                               BankValues& values) const {
  BankScratch& scratch = values.scratch[index(part)];
  for (int g = 0; g < static_cast<int>(groups_.size()); ++g) {
    const double before = groups_[index(g)].cost_before;
    if (part == std::max(0, static_cast<int>(before * parts)))
      evaluate_group(g, at, with_gradients, scratch, values);
  }
}

bool ScalarBank::settle_fault(BankValues& values) const {
  int first = -1;
  for (BankScratch& scratch : values.scratch) {
    const int group = std::exchange(scratch.faulty_group, -1);
    if (group >= 0 && (first < 0 || group < first)) first = group, values.fault = scratch.fault;
  }
  values.faulty_scalar = -1;
  if (first < 0) return true;
  const std::vector<int>& members = groups_[index(first)].members;
  values.faulty_scalar = members_[index(members[index(values.fault.instance)])];
  return false;
}

bool ScalarBank::evaluate(const Point& at, const Motion& motion, BankValues& values) const {
  read(at, motion, false, 0, static_cast<int>(readings_.size()), values);
  evaluate_part(at, false, 0, 1, values);
  return settle_fault(values);
}

bool ScalarBank::linearise(const Point& at, const Motion& motion, BankValues& values) const {
  read(at, motion, true, 0, static_cast<int>(readings_.size()), values);
  evaluate_part(at, true, 0, 1, values);
  return settle_fault(values);
}

std::vector<int> ScalarBank::extrapolated(int member, const Point& at, BankValues& values) const {
  const Scalar& scalar = equations_.scalars[index(members_[index(member)])];
  std::vector<double> quantities;
  for (const LeafPlace& place : leaves(member)) quantities.push_back(leaf_value(place, at, values));
  return expression::extrapolated_splines(scalar.tape,
                                          {quantities, scalar.splines, scalar.externals},
                                          values.scratch.front().workspace);
}

}  // namespace trammel::elements
