// What results show of a state: motion of bodies, what constraints and loads exert, variables.
// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <iterator>

#include "system/system_impl.h"

namespace trammel::system {
namespace {

const elements::Wrench& no_wrench() {
  static const elements::Wrench none{Vec3::Constant(std::nan("")), Vec3::Constant(std::nan(""))};
  return none;
}

constexpr auto is_shown = [](int scalar) { return scalar >= 0; };

std::vector<int> shown_scalars(const elements::Equations& equations) {
  std::vector<int> scalars;
  std::copy_if(equations.variables.begin(), equations.variables.end(), std::back_inserter(scalars),
               is_shown);
  return scalars;
}

}  // namespace

void System::outputs(const State& state, Outputs& out) const {
  const elements::Equations& equations = *impl_->equations;
  Impl::Lease w(*impl_);
  const elements::Point at = point_of(state, impl_->mode);
  const elements::Motion& motion = w->instant.motion;
  elements::move(equations.skeleton, state.q, state.v, state.a, w->instant.motion);
  out.bodies = motion.bodies;

  elements::RowKernel kernel(equations, motion, at, w->instant.rows);
  out.rows.assign(equations.rows.size(), {});
  for (std::size_t c = 0; c < impl_->structure.row_of_constraint.size(); ++c) {
    const auto r = std::size_t(impl_->structure.row_of_constraint[c]);
    const elements::Row& row = equations.rows[r];
    out.rows[r] = kernel.weights(row)
                      ? state.lambda[Eigen::Index(c)] *
                            elements::wrench_of_row(row, equations, motion, w->instant.rows.weights)
                      : no_wrench();
  }

  out.loads.resize(equations.loads.size());
  if (!equations.loads.empty()) {
    impl_->fill_reactions(impl_->bank_reactions, at, *w, w->instant.bank.reactions);
    impl_->bank.evaluate(at, motion, w->instant.bank);
  }
  for (std::size_t k = 0; k < equations.loads.size(); ++k) {
    const elements::Load& load = equations.loads[k];
    const double f = w->instant.bank.values[std::size_t(impl_->bank.member_of(load.scalar))];
    out.loads[k] = f * elements::wrench_of_load(load, motion);
  }

  out.variables.assign(equations.variables.size(), std::nan(""));
  if (std::none_of(equations.variables.begin(), equations.variables.end(), is_shown)) return;
  const std::lock_guard lock(impl_->showing);
  if (!impl_->variables)
    impl_->variables = std::make_unique<Impl::OutputBank>(equations, shown_scalars(equations));
  impl_->fill_moved(*impl_->variables, state, *w);
  for (std::size_t k = 0; k < equations.variables.size(); ++k)
    if (const int scalar = equations.variables[k]; is_shown(scalar))
      out.variables[k] = impl_->variables->value_of(scalar);
}

}  // namespace trammel::system
