// SPDX-License-Identifier: BSD-3-Clause
#include "system/system.h"

#include <algorithm>
#include <cmath>

#include "elements/initial_values.h"
#include "system/system_impl.h"

namespace trammel::system {

using elements::Equations;
using elements::Row;

namespace {

template <class Predicate>
std::vector<int> rows_where(const Equations& equations, const Predicate& predicate) {
  std::vector<int> rows;
  for (std::size_t k = 0; k < equations.rows.size(); ++k)
    if (equations.rows[k].active && predicate(equations.rows[k])) rows.push_back(int(k));
  return rows;
}

}  // namespace

std::vector<int> bank_members(const Equations& equations) {
  std::vector<int> members;
  for (const auto& load : equations.loads) members.push_back(load.scalar);
  for (const auto& state : equations.states) members.push_back(state.scalar);
  for (const auto& unknown : equations.unknowns) members.push_back(unknown.scalar);
  std::sort(members.begin(), members.end());
  members.erase(std::unique(members.begin(), members.end()), members.end());
  return members;
}

std::vector<int> dynamic_rows(const Equations& equations) {
  return rows_where(equations, [](const Row& row) { return !row.initial_only; });
}

std::vector<int> initial_position_rows(const Equations& equations) {
  return rows_where(equations, [](const Row& row) { return row.level == 0; });
}

std::vector<int> initial_velocity_rows(const Equations& equations) {
  return rows_where(equations, [](const Row& row) {
    return row.level == 1 || (row.level == 0 && !row.initial_only);
  });
}

bool System::Impl::fill_reactions(const std::vector<int>& which, const elements::Point& at,
                                  Workspace& w, std::vector<double>& reactions) const {
  elements::RowKernel kernel(*equations, w.instant.motion, at, w.instant.rows);
  bool ok = true;
  for (const int k : which) {
    const elements::Reaction& reaction = equations->reactions[std::size_t(k)];
    std::size_t unit = std::size_t(structure.first_unit[std::size_t(k)]);
    double sum = 0;
    for (const int r : reaction.rows) {
      const Row& row = equations->rows[std::size_t(r)];
      const int constraint = structure.constraint_of_row[std::size_t(r)];
      double& component = w.instant.unit_reactions[unit++];
      component = 0;
      if (constraint < 0) continue;
      if (!kernel.weights(row)) {
        w.instant.fail(row.scalar, kernel.fault());
        sum = std::nan("");
        ok = false;
        break;
      }
      component = elements::component_of_row(reaction, *equations, w.instant.motion, row,
                                             w.instant.rows.weights);
      sum += at.lambda[constraint] * component;
    }
    reactions[std::size_t(k)] = sum;
  }
  return ok;
}

bool System::Impl::fill_reaction_gradients(const elements::Point& at, Workspace& w) const {
  elements::RowKernel kernel(*equations, w.instant.motion, at, w.instant.rows);
  std::vector<double>& lambda = w.instant.reaction_lambda;
  for (const int which : bank_reactions) {
    const std::size_t k = std::size_t(which);
    const elements::Reaction& reaction = equations->reactions[k];
    lambda.clear();
    for (const int r : reaction.rows) {
      const int constraint = structure.constraint_of_row[std::size_t(r)];
      lambda.push_back(constraint < 0 ? 0 : at.lambda[constraint]);
    }
    if (elements::gradient(reaction, structure.reaction_bodies[k], *equations, w.instant.motion,
                           lambda, kernel, w.instant.reaction_scratch,
                           w.instant.reaction_gradients[k]))
      continue;
    w.instant.fail(equations->rows[std::size_t(reaction.rows.front())].scalar, kernel.fault());
    return false;
  }
  return true;
}

bool System::Impl::fill_bank(const elements::Point& at, Workspace& w, bool with_gradients) const {
  if (!fill_reactions(bank_reactions, at, w, w.instant.bank.reactions)) return false;
  if (with_gradients && !fill_reaction_gradients(at, w)) return false;
  const bool ok = is_large         ? shared.fill_bank(team(), at, with_gradients, w.instant)
                  : with_gradients ? bank.linearise(at, w.instant.motion, w.instant.bank)
                                   : bank.evaluate(at, w.instant.motion, w.instant.bank);
  if (!ok) w.instant.fail(w.instant.bank.faulty_scalar, w.instant.bank.fault);
  return ok;
}

System::System(std::shared_ptr<const Equations> equations, const std::vector<int>& rows)
    : impl_(std::make_unique<Impl>(std::move(equations), rows)) {}

System::~System() = default;

const Layout& System::layout() const {
  return impl_->structure.layout;
}

const Pattern& System::pattern(Block block) const {
  return impl_->structure[block];
}

const Reduction* System::reduction() const {
  std::call_once(impl_->looked_for_tree, [&] { impl_->joints = JointCoordinates::make(*this); });
  return impl_->joints.get();
}

const Equations& System::equations() const {
  return *impl_->equations;
}

int System::n_bodies() const {
  const auto& bodies = impl_->equations->skeleton.bodies;
  return int(std::count_if(bodies.begin(), bodies.end(), [](const elements::Body& body) {
    return body.kind != elements::Body::Kind::path;
  }));
}

int System::equation_row(int constraint) const {
  return impl_->structure.row_of_constraint[std::size_t(constraint)];
}

int System::constraint_of(int equation_row) const {
  return impl_->structure.constraint_of_row[std::size_t(equation_row)];
}

void System::set_mode(int mode) {
  impl_->mode = mode;
}

int System::mode() const {
  return impl_->mode;
}

void System::Impl::move(const State& state, Workspace& w) const {
  const elements::Skeleton& skeleton = equations->skeleton;
#ifndef NDEBUG  // what is not on the list must not be read
  const double nan = std::nan("");
  const kinematics::MarkerMotion unknown{Vec3::Constant(nan), Mat3::Constant(nan),
                                         Vec3::Constant(nan), Vec3::Constant(nan),
                                         Vec3::Constant(nan), Vec3::Constant(nan)};
  for (std::size_t m = 0; m < skeleton.markers.size(); ++m)
    if (skeleton.markers[m].body != elements::ground) w.instant.motion.markers[m] = unknown;
#endif
  if (is_large) return shared.move(team(), state, structure.markers, w.instant.motion);
  elements::move_bodies(skeleton, state.q, state.v, state.a, 0, int(skeleton.bodies.size()),
                        w.instant.motion);
  elements::move_markers(skeleton, structure.markers, w.instant.motion);
}

std::span<const Vec6> System::Impl::load_wrenches(Workspace& w) const {
  std::fill(w.wrenches.begin(), w.wrenches.end(), Vec6::Zero());
  loads.add_wrenches(w.instant, w.wrenches);
  return w.wrenches;
}

Outcome System::Impl::evaluate(const State& state, unsigned ask, Workspace& w,
                               Values& values) const {
  const elements::Point at = point_of(state, mode);
  move(state, w);
  if ((ask & forces) != 0)
    for (const elements::Body& body : equations->skeleton.bodies) {
      elements::add_inertia_force(body, state.a, values.inertia);
      elements::add_gyroscopic_force(body, state.v, values.action);
      elements::add_weight(body, equations->skeleton.gravity, values.action);
    }
  if ((ask & (forces | Ask::auxiliary)) != 0 && !fill_bank(at, w, false))
    return Outcome::domain_error;
  if ((ask & forces) != 0 && loads.size() > 0) {
    const std::span<const Vec6> wrenches = load_wrenches(w);
    for (std::size_t b = 0; b < wrenches.size(); ++b)
      elements::add_wrench(equations->skeleton.bodies[b], w.instant.motion.bodies[b].A, wrenches[b],
                           values.action);
  }
  if ((ask & Ask::auxiliary) != 0) auxiliary.fill(at, w.instant, values.aux);
  return rows.evaluate(at, ask, w.instant, values) ? Outcome::ok : Outcome::domain_error;
}

Outcome System::Impl::evaluate_large(const State& state, unsigned ask, Workspace& w,
                                     Values& values) const {
  const elements::Point at = point_of(state, mode);
  move(state, w);
  if ((ask & forces) != 0) shared.add_body_forces(team(), state, values);
  if ((ask & (forces | Ask::auxiliary)) != 0 && !fill_bank(at, w, false))
    return Outcome::domain_error;
  if ((ask & forces) != 0) shared.add_loads(team(), w.instant, w.shared, values.action);
  if ((ask & Ask::auxiliary) != 0) auxiliary.fill(at, w.instant, values.aux);
  const bool ok = shared.fill_rows(team(), at, ask, w.instant, w.shared, values);
  return ok ? Outcome::ok : Outcome::domain_error;
}

Outcome System::evaluate(const State& state, unsigned ask, Values& values) const {
  Impl::Lease w(*impl_);
  if ((ask & forces) != 0) {
    values.inertia.setZero();
    values.action.setZero();
    values.reaction.setZero();
  }
  return impl_->is_large ? impl_->evaluate_large(state, ask, *w, values)
                         : impl_->evaluate(state, ask, *w, values);
}

Outcome System::linearise(const State& state, BlockMask wanted, Blocks& blocks) const {
  const Equations& equations = *impl_->equations;
  Impl::Lease w(*impl_);
  const elements::Point at = point_of(state, impl_->mode);
  impl_->move(state, *w);
  for (std::size_t b = 0; b < block_count; ++b)
    if ((wanted & mask(Block(b))) != 0) blocks[Block(b)].set_zero();

  for (std::size_t b = 0; b < equations.skeleton.bodies.size(); ++b) {
    const elements::Body& body = equations.skeleton.bodies[b];
    const Impl::OwnPlaces& own = impl_->own_places[b];
    if ((wanted & mask(Block::M)) != 0)
      add_block(blocks[Block::M].values(), own.M, elements::mass_matrix(body), body.n(), body.n());
    if ((wanted & mask(Block::C)) != 0)
      add_block(blocks[Block::C].values(), own.C, elements::gyroscopic_damping(body, state.v),
                body.n(), body.n());
  }
  if (!impl_->rows.linearise(at, wanted, w->instant, blocks)) return Outcome::domain_error;
  constexpr BlockMask of_constraints =
      mask(Block::M) | mask(Block::G) | mask(Block::Gq) | mask(Block::Gv) | mask(Block::Kg);
  if ((wanted & ~of_constraints) == 0) return Outcome::ok;
  if (!impl_->fill_bank(at, *w, true)) return Outcome::domain_error;
  impl_->loads.linearise(wanted, w->instant, blocks);
  impl_->auxiliary.linearise(at, wanted, w->instant, blocks);
  return Outcome::ok;
}

void System::reaction(const State& state, const Vector& lambda, Vector& out) const {
  Impl::Lease w(*impl_);
  impl_->move(state, *w);
  out.setZero();
  impl_->rows.add_reaction(point_of(state, impl_->mode), lambda, w->instant, out);
}

State System::initial_state() const {
  const Equations& equations = *impl_->equations;
  State state = make_state(layout());
  elements::initial_pose(equations, state.q);
  elements::initial_velocity(equations, state.q, state.v);
  for (std::size_t k = 0; k < equations.states.size(); ++k) {
    state.x[int(k)] = equations.states[k].initial;
    state.x_dot[int(k)] = equations.states[k].initial_rate;
  }
  for (std::size_t k = 0; k < equations.unknowns.size(); ++k)
    state.y[int(k)] = equations.unknowns[k].initial;
  state.memory = Vector::Zero(equations.n_memory);
  for (std::size_t k = 0; k < equations.initial_memory.size(); ++k)
    state.memory[int(k)] = equations.initial_memory[k].value_or(0);
  start_angles(state);
  return state;
}

void System::start_angles(State& state) const {
  const Equations& equations = *impl_->equations;
  Impl::Lease w(*impl_);
  elements::move(equations.skeleton, state.q, state.v, state.a, w->instant.motion);
  for (const int r : impl_->counting) {
    const elements::Reading& reading = equations.readings[std::size_t(r)];
    const auto& given = equations.initial_memory[std::size_t(reading.memory)];
    state.memory[reading.memory] = given.value_or(0);
    state.memory[reading.memory] = elements::value(reading, w->instant.motion, state.memory);
  }
}

}  // namespace trammel::system
