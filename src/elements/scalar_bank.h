// All expressions of forces and auxiliary equations, evaluated together: readings once each, then the
// tapes in batches of one shape.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <vector>

#include "elements/equations.h"
#include "expression/batch.h"

namespace trammel::elements {

// What the bank computes at one instant; one per thread.
struct BankValues {
  std::vector<double> readings;                    // by position in the bank's list of readings
  std::vector<ReadingGradient> reading_gradients;  // likewise
  std::vector<double> reactions;                   // by reaction of the equations
  std::vector<double> values;                      // by member
  std::vector<double> gradients;                   // by leaf of a member, see ScalarBank::leaves
  std::vector<double> quantities, batch_values, batch_gradients;
  expression::Workspace workspace;

  int faulty_scalar = -1;  // of the equations: has no value here
  expression::Fault fault;
};

class ScalarBank {
 public:
  struct LeafPlace {
    Leaf leaf;
    int reading = -1;  // position in the bank's list, of a reading
  };

  // Members are indices into the equations' scalars.
  ScalarBank(const Equations&, std::vector<int> members);

  BankValues make_values() const;

  // Values of all members; `reactions` of BankValues must have been filled where they are used.
  // False: a member has no value; BankValues says which.
  bool evaluate(const Point&, const Motion&, BankValues&) const;
  bool linearise(const Point&, const Motion&, BankValues&) const;
  // Values of all members; those without one are not finite. False if there are such.
  bool evaluate_each(const Point&, const Motion&, BankValues&) const;

  // Slots of splines that a member reads beyond their points; values must have been evaluated.
  std::vector<int> extrapolated(int member, const Point&, BankValues&) const;

  int size() const { return static_cast<int>(members_.size()); }
  int scalar(int member) const { return members_[static_cast<std::size_t>(member)]; }
  int member_of(int scalar) const { return member_of_scalar_[static_cast<std::size_t>(scalar)]; }
  std::span<const LeafPlace> leaves(int member) const;
  // ∂(member)/∂(leaf), parallel to leaves(member).
  std::span<const double> gradient(int member, const BankValues&) const;

  const std::vector<int>& readings() const { return readings_; }

 private:
  struct Group {  // members of one shape
    std::vector<int> members;
    expression::Batch batch;
  };

  void gather(const Group&, const Point&, BankValues&) const;
  bool evaluate_group(const Group&, const Point&, BankValues&) const;

  const Equations& equations_;
  std::vector<int> members_, member_of_scalar_;
  std::vector<int> readings_;  // of the equations, used by members
  std::vector<LeafPlace> leaves_;
  std::vector<int> first_leaf_;  // by member, one beyond the last
  std::vector<Group> groups_;
};

}  // namespace trammel::elements
