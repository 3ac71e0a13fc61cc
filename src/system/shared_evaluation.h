// Evaluation of a large System by several threads.
//
// Elements leave their forces in slots, whoever computes them; then every body sums its own, in the order
// of the elements. No number depends on how many threads there are.                     (TEAM.1)
// Theory: docs/theory/mechanisms.md#threads
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <vector>

#include "elements/scalar_bank.h"
#include "numerics/team.h"
#include "system/instant.h"
#include "system/load_assembly.h"
#include "system/row_assembly.h"

namespace trammel::system {

// Memory of one evaluation.
struct SharedWork {
  struct Part {
    elements::RowScratch rows;
    int faulty_row = -1;  // constraint without a value
    expression::Fault fault;
  };
  std::vector<Part> parts;
  std::vector<Vec6> row_wrenches, load_wrenches;  // by slot
};

class SharedEvaluation {
 public:
  SharedEvaluation(const elements::Equations&, const elements::ScalarBank&, const RowAssembly&,
                   const LoadAssembly&);

  // Large enough for several threads to pay.
  bool is_worth_it() const;
  SharedWork make_work(int threads) const;

  // Poses and velocities of all bodies and these markers.
  void move(Team&, const State&, std::span<const int> markers, elements::Motion&) const;
  // The bodies' own forces.
  void add_body_forces(Team&, const State&, Values&) const;
  // Bank values or gradients; reactions that members read must have been filled.
  bool fill_bank(Team&, const elements::Point&, bool with_gradients, Instant&) const;
  // Constraint rows; adds to values.reaction, if forces are asked for.
  bool fill_rows(Team&, const elements::Point&, unsigned ask, Instant&, SharedWork&, Values&) const;
  // Bank values must have been evaluated. action += Q.
  void add_loads(Team&, Instant&, SharedWork&, Vector& action) const;

 private:
  // Slots by body, one beyond the last.
  struct Incidence {
    Incidence(const std::vector<int>& slot_bodies, std::size_t n_bodies);
    std::span<const int> of(int body) const {
      const int begin = first[std::size_t(body)];
      return {slots.data() + begin, std::size_t(first[std::size_t(body) + 1] - begin)};
    }
    std::vector<int> first, slots;
  };
  void collect(Team&, const Incidence&, const std::vector<Vec6>& wrenches, Vector& sum) const;

  const elements::Equations& equations_;
  const elements::ScalarBank& bank_;
  const RowAssembly& rows_;
  const LoadAssembly& loads_;
  Incidence row_slots_, load_slots_;
};

}  // namespace trammel::system
