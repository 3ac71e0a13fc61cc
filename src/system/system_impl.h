// What a System consists of. For the files of this folder only.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "elements/scalar_bank.h"
#include "system/auxiliary_assembly.h"
#include "system/instant.h"
#include "system/joint_coordinates.h"
#include "system/load_assembly.h"
#include "system/row_assembly.h"
#include "system/shared_evaluation.h"
#include "system/structure.h"
#include "system/system.h"

namespace trammel::system {

// Scalars that forces and auxiliary equations use; requests and rows have their own ways.
std::vector<int> bank_members(const elements::Equations&);

struct System::Impl {
  // Memory of one evaluation. Evaluations in several threads take one each.
  struct Workspace {
    Instant instant;
    elements::BankValues request_values;
    SharedWork shared;           // of large models
    std::vector<Vec6> wrenches;  // of loads, by body
  };

  Impl(std::shared_ptr<const elements::Equations> eqs, const std::vector<int>& chosen)
      : equations(std::move(eqs)),
        bank(*equations, bank_members(*equations)),
        structure(*equations, bank, chosen),
        rows(*equations, structure),
        loads(*equations, bank, structure),
        auxiliary(*equations, bank, structure),
        shared(*equations, bank, rows, loads),
        is_large(shared.is_worth_it()) {
    for (std::size_t r = 0; r < equations->readings.size(); ++r)
      if (equations->readings[r].memory >= 0) counting.push_back(int(r));
    for (const elements::Body& body : equations->skeleton.bodies)
      own_places.push_back({find_place(structure[Block::M], body.v, body.v),
                            find_place(structure[Block::C], body.v, body.v)});
    bank_reactions = reactions_read_by(bank);
    std::vector<int> watched;
    for (const elements::Watch& watch : equations->watches) watched.push_back(watch.scalar);
    if (!watched.empty()) watches = std::make_unique<OutputBank>(*equations, watched);
    std::vector<int> remembered;
    for (const elements::Delay& delay : equations->delays)
      remembered.insert(remembered.end(), {delay.scalar, delay.delay});
    if (!remembered.empty()) delays = std::make_unique<OutputBank>(*equations, remembered);
    if (const std::vector<int> readers = readers_of_splines(); !readers.empty())
      splined = std::make_unique<OutputBank>(*equations, readers);
  }

  std::unique_ptr<Workspace> take() {
    {
      const std::lock_guard lock(mutex);
      if (!idle.empty()) {
        std::unique_ptr<Workspace> w = std::move(idle.back());
        idle.pop_back();
        fit(*w);
        return w;
      }
    }
    auto w = std::make_unique<Workspace>();
    w->instant.motion = elements::Motion(equations->skeleton);
    w->instant.bank = bank.make_values();
    fit(*w);
    w->instant.unit_reactions.resize(std::size_t(structure.first_unit.back()));
    w->instant.reaction_gradients.resize(equations->reactions.size());
    w->wrenches.resize(equations->skeleton.bodies.size());
    const std::lock_guard lock(mutex);
    idle.reserve(++n_workspaces);
    return w;
  }
  // To the number of threads, which may change between runs.
  void fit(Workspace& w) const {
    if (!is_large || int(w.shared.parts.size()) == team().size()) return;
    w.instant.bank = bank.make_values(team().size());
    w.shared = shared.make_work(team().size());
  }
  void give_back(std::unique_ptr<Workspace> w) {
    const std::lock_guard lock(mutex);
    last_faulty_scalar = w->instant.faulty_scalar;
    last_fault = w->instant.fault;
    idle.push_back(std::move(w));
  }

  // Evaluations meanwhile do not forget which function had no value.
  class KeptFault {
   public:
    explicit KeptFault(Impl& impl)
        : impl_(impl), scalar_(impl.last_faulty_scalar), fault_(impl.last_fault) {}
    ~KeptFault() {
      impl_.last_faulty_scalar = scalar_;
      impl_.last_fault = fault_;
    }
    KeptFault(const KeptFault&) = delete;
    KeptFault& operator=(const KeptFault&) = delete;

   private:
    Impl& impl_;
    int scalar_;
    expression::Fault fault_;
  };

  // Scalars that are no part of the equations, evaluated together.
  struct OutputBank {
    OutputBank(const elements::Equations& of, const std::vector<int>& scalars)
        : bank(of, distinct(scalars)),
          reactions(reactions_read_by(bank)),
          values(bank.make_values()) {}

    static std::vector<int> distinct(std::vector<int> scalars) {
      std::sort(scalars.begin(), scalars.end());
      scalars.erase(std::unique(scalars.begin(), scalars.end()), scalars.end());
      return scalars;
    }
    double value_of(int scalar) const { return values.values[std::size_t(bank.member_of(scalar))]; }

    elements::ScalarBank bank;
    std::vector<int> reactions;
    elements::BankValues values;
  };
  // False: one has no value and is not finite.
  bool fill(OutputBank&, const State&, Workspace&) const;
  bool fill_moved(OutputBank&, const State&, Workspace&) const;  // bodies have been moved
  // Scalars of forces, motions, auxiliary equations and requests that read SPLINEs or CURVEs.
  std::vector<int> readers_of_splines() const;
  void count_turns(State&, Workspace&) const;
  void remember(const State&, const Interpolant&, Workspace&) const;
  void remember(const State&, Workspace&) const;
  void notice_extrapolation(const State&, Workspace&) const;

  // Borrowed for one evaluation.
  class Lease {
   public:
    explicit Lease(Impl& impl) : impl_(impl), workspace_(impl.take()) {
      workspace_->instant.faulty_scalar = -1;
    }
    ~Lease() { impl_.give_back(std::move(workspace_)); }
    Lease(const Lease&) = delete;
    Lease& operator=(const Lease&) = delete;
    Workspace* operator->() { return workspace_.get(); }
    Workspace& operator*() { return *workspace_; }

   private:
    Impl& impl_;
    std::unique_ptr<Workspace> workspace_;
  };

  static std::vector<int> reactions_read_by(const elements::ScalarBank& bank) {
    std::vector<int> found;
    for (int m = 0; m < bank.size(); ++m)
      for (const auto& place : bank.leaves(m))
        if (place.leaf.kind == elements::Leaf::Kind::reaction) found.push_back(place.leaf.index);
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
  }

  // Components of these reactions for unit multipliers, and with the multipliers of the point. False:
  // one has no value and is not finite; the others hold.
  bool fill_reactions(const std::vector<int>& which, const elements::Point&, Workspace&,
                      std::vector<double>& reactions) const;
  bool fill_reaction_gradients(const elements::Point&, Workspace&) const;
  bool fill_bank(const elements::Point&, Workspace&, bool with_gradients) const;
  void move(const State&, Workspace&) const;  // as far as the equations look
  // Of all loads; bank values must have been evaluated.
  std::span<const Vec6> load_wrenches(Workspace&) const;
  Outcome evaluate(const State&, unsigned ask, Workspace&, Values&) const;
  Outcome evaluate_large(const State&, unsigned ask, Workspace&, Values&) const;

  std::shared_ptr<const elements::Equations> equations;
  elements::ScalarBank bank;
  Structure structure;
  RowAssembly rows;
  LoadAssembly loads;
  AuxiliaryAssembly auxiliary;
  SharedEvaluation shared;
  bool is_large;                                   // threads share its evaluation
  std::unique_ptr<elements::ScalarBank> requests;  // made when first asked for
  std::unique_ptr<OutputBank> variables;           // likewise
  struct OwnPlaces {
    Place M, C;
  };
  std::vector<OwnPlaces> own_places;    // by body: its blocks on the diagonals
  std::vector<int> counting;            // readings that count turns
  std::unique_ptr<OutputBank> watches;  // none without watches
  std::unique_ptr<OutputBank> delays;   // none without DELAY
  std::unique_ptr<OutputBank> splined;  // what reads splines; none without
  std::vector<int> bank_reactions, request_reactions;
  int mode = 4;
  std::unique_ptr<JointCoordinates> joints;  // null: they form no tree
  std::once_flag looked_for_tree;

  std::mutex mutex, watching, showing;
  std::vector<std::unique_ptr<Workspace>> idle;
  std::size_t n_workspaces = 0;
  int last_faulty_scalar = -1;
  expression::Fault last_fault;
};

}  // namespace trammel::system
