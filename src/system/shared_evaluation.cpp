// SPDX-License-Identifier: BSD-3-Clause
#include "system/shared_evaluation.h"

#include "kinematics/marker_map.h"

namespace trammel::system {

using elements::Body;

SharedEvaluation::Incidence::Incidence(const std::vector<int>& slot_bodies, std::size_t n_bodies)
    : first(n_bodies + 1), slots(slot_bodies.size()) {
  for (const int body : slot_bodies) ++first[std::size_t(body) + 1];
  for (std::size_t b = 0; b < n_bodies; ++b) first[b + 1] += first[b];
  std::vector<int> next(first.begin(), first.end() - 1);
  for (std::size_t slot = 0; slot < slot_bodies.size(); ++slot)
    slots[std::size_t(next[std::size_t(slot_bodies[slot])]++)] = int(slot);
}

SharedEvaluation::SharedEvaluation(const elements::Equations& equations,
                                   const elements::ScalarBank& bank, const RowAssembly& rows,
                                   const LoadAssembly& loads)
    : equations_(equations),
      bank_(bank),
      rows_(rows),
      loads_(loads),
      row_slots_(rows.slot_bodies(), equations.skeleton.bodies.size()),
      load_slots_(loads.slot_bodies(), equations.skeleton.bodies.size()) {}

// An element takes some 100 ns, waking a thread several µs.
bool SharedEvaluation::is_worth_it() const {
  const std::size_t elements = equations_.skeleton.bodies.size() +
                               equations_.skeleton.markers.size() + std::size_t(rows_.size()) +
                               bank_.readings().size() + 3 * std::size_t(loads_.size());
  return elements >= 2000;
}

SharedWork SharedEvaluation::make_work(int threads) const {
  SharedWork work;
  work.parts.resize(std::size_t(threads));
  work.row_wrenches.resize(rows_.slot_bodies().size());
  work.load_wrenches.resize(loads_.slot_bodies().size());
  return work;
}

void SharedEvaluation::move(Team& team, const State& state, std::span<const int> markers,
                            elements::Motion& motion) const {
  const elements::Skeleton& skeleton = equations_.skeleton;
  team.run([&](Share share) {
    const int n = int(skeleton.bodies.size());
    elements::move_bodies(skeleton, state.q, state.v, state.a, share.begin(n), share.end(n),
                          motion);
  });
  team.run([&](Share share) {
    const int n = int(markers.size()), begin = share.begin(n);
    elements::move_markers(
        skeleton, markers.subspan(std::size_t(begin), std::size_t(share.end(n) - begin)), motion);
  });
}

void SharedEvaluation::add_body_forces(Team& team, const State& state, Values& values) const {
  const elements::Skeleton& skeleton = equations_.skeleton;
  team.run([&](Share share) {
    const int n = int(skeleton.bodies.size());
    for (int b = share.begin(n); b < share.end(n); ++b) {
      const Body& body = skeleton.bodies[std::size_t(b)];
      elements::add_inertia_force(body, state.a, values.inertia);
      elements::add_gyroscopic_force(body, state.v, values.action);
      elements::add_weight(body, skeleton.gravity, values.action);
    }
  });
}

bool SharedEvaluation::fill_bank(Team& team, const elements::Point& at, bool with_gradients,
                                 Instant& instant) const {
  if (bank_.size() == 0) return true;
  team.run([&](Share share) {
    const int n = int(bank_.readings().size());
    bank_.read(at, instant.motion, with_gradients, share.begin(n), share.end(n), instant.bank);
  });
  team.run([&](Share share) {
    bank_.evaluate_part(at, with_gradients, share.part, share.parts, instant.bank);
  });
  return bank_.settle_fault(instant.bank);
}

bool SharedEvaluation::fill_rows(Team& team, const elements::Point& at, unsigned ask,
                                 Instant& instant, SharedWork& work, Values& values) const {
  team.run([&](Share share) {
    SharedWork::Part& part = work.parts[std::size_t(share.part)];
    elements::RowKernel kernel(equations_, instant.motion, at, part.rows);
    const int end = share.end(rows_.size());
    const int last = rows_.evaluate_some(at, ask, share.begin(rows_.size()), end, kernel, values,
                                         work.row_wrenches);
    part.faulty_row = last < end ? last : -1;
    part.fault = kernel.fault();
  });
  for (const SharedWork::Part& part : work.parts)
    if (part.faulty_row >= 0) {
      instant.fail(rows_.scalar(part.faulty_row), part.fault);
      return false;
    }
  if ((ask & forces) != 0) collect(team, row_slots_, work.row_wrenches, values.reaction);
  return true;
}

void SharedEvaluation::add_loads(Team& team, Instant& instant, SharedWork& work,
                                 Vector& action) const {
  if (loads_.size() == 0) return;
  team.run([&](Share share) {
    loads_.leave_wrenches(instant, share.begin(loads_.bundles()), share.end(loads_.bundles()),
                          work.load_wrenches);
  });
  const std::vector<Body>& bodies = equations_.skeleton.bodies;
  team.run([&](Share share) {
    const int n = int(bodies.size());
    for (int b = share.begin(n); b < share.end(n); ++b) {
      if (load_slots_.of(b).empty()) continue;
      Vec6 sum = Vec6::Zero();
      for (const int slot : load_slots_.of(b)) sum += work.load_wrenches[std::size_t(slot)];
      elements::add_wrench(bodies[std::size_t(b)], instant.motion.bodies[std::size_t(b)].A, sum,
                           action);  // (TEAM.1)
    }
  });
}

void SharedEvaluation::collect(Team& team, const Incidence& incidence,
                               const std::vector<Vec6>& wrenches, Vector& sum) const {
  const std::vector<Body>& bodies = equations_.skeleton.bodies;
  team.run([&](Share share) {
    const int n = int(bodies.size());
    for (int b = share.begin(n); b < share.end(n); ++b) {
      const Body& body = bodies[std::size_t(b)];
      for (const int slot : incidence.of(b))
        sum.segment(body.v, body.n()) += wrenches[std::size_t(slot)].head(body.n());  // (TEAM.1)
    }
  });
}

}  // namespace trammel::system
