// All expressions of forces and auxiliary equations, evaluated together: readings once each, then the
// tapes in batches of one shape.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <vector>

#include "elements/equations.h"
#include "expression/batch.h"

namespace trammel::elements {

// Memory for one group at a time; one for each thread that works on an instant.
struct BankScratch {
  std::vector<double> quantities, values, gradients;
  expression::Workspace workspace;
  int faulty_group = -1;  // the first one with a member without a value
  expression::Fault fault;
};

// What the bank computes at one instant.
struct BankValues {
  std::vector<double> readings;                    // by position in the bank's list of readings
  std::vector<ReadingGradient> reading_gradients;  // likewise
  std::vector<double> reactions;                   // by reaction of the equations
  std::vector<double> values;                      // by member
  std::vector<double> gradients;                   // by leaf of a member, see ScalarBank::leaves
  std::vector<BankScratch> scratch;                // one, or as many as threads share the work

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

  BankValues make_values(int threads = 1) const;

  // Values of all members; `reactions` of BankValues must have been filled where they are used.
  // False: some have none and are not finite; BankValues names the first.
  bool evaluate(const Point&, const Motion&, BankValues&) const;
  bool linearise(const Point&, const Motion&, BankValues&) const;
  // The same in shares: first all shares of the readings, then all shares of the members, then the fault.
  void read(const Point&, const Motion&, bool with_gradients, int begin, int end,
            BankValues&) const;
  void evaluate_part(const Point&, bool with_gradients, int part, int parts, BankValues&) const;
  bool settle_fault(BankValues&) const;

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
  struct Group {  // members of one shape, not more than one thread should have
    std::vector<int> members;
    expression::Batch batch;
    double cost_before;  // share of all tapes in front of it; −1: calls routines of the user
  };

  void add_group(std::span<const int> members);
  void weigh_groups();
  void gather(const Group&, const Point&, const BankValues&, std::span<double> quantities) const;
  void evaluate_group(int group, const Point&, bool with_gradients, BankScratch&,
                      BankValues&) const;

  const Equations& equations_;
  std::vector<int> members_, member_of_scalar_;
  std::vector<int> readings_;  // of the equations, used by members
  std::vector<LeafPlace> leaves_;
  std::vector<int> first_leaf_;  // by member, one beyond the last
  std::vector<Group> groups_;
};

}  // namespace trammel::elements
