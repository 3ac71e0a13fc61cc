// What a System says about a state beyond its equations: violations, requested values, names, faults.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "system/system_impl.h"

namespace trammel::system {

using elements::Equations;
using elements::Row;

namespace {

std::vector<int> request_members(const Equations& equations) {
  std::vector<int> members;
  for (const auto& request : equations.requests)
    for (const int scalar : request)
      if (scalar >= 0) members.push_back(scalar);
  std::sort(members.begin(), members.end());
  members.erase(std::unique(members.begin(), members.end()), members.end());
  return members;
}

}  // namespace

double System::violation(const State& state, int equation_row) const {
  const Row& row = impl_->equations->rows[std::size_t(equation_row)];
  Impl::Lease w(*impl_);
  elements::move(impl_->equations->skeleton, state.q, state.v, state.a, w->instant.motion);
  const elements::Point at = point_of(state, impl_->mode);
  elements::RowKernel kernel(*impl_->equations, w->instant.motion, at, w->instant.rows);
  double c = 0;
  return kernel.value(row, c) ? c : std::nan("");
}

bool System::value(const State& state, int scalar, double& result) const {
  const Equations& equations = *impl_->equations;
  Impl::Lease w(*impl_);
  const elements::Point at = point_of(state, impl_->mode);
  elements::move(equations.skeleton, state.q, state.v, state.a, w->instant.motion);
  const elements::ScalarBank one(equations, {scalar});
  elements::BankValues values = one.make_values();
  if (!impl_->fill_reactions(Impl::reactions_read_by(one), at, *w, values.reactions)) return false;
  if (!one.evaluate(at, w->instant.motion, values)) {
    w->instant.fail(values.faulty_scalar, values.fault);
    return false;
  }
  result = values.values[0];
  return true;
}

bool System::requests(const State& state, std::span<double> results) const {
  const Equations& equations = *impl_->equations;
  {
    const std::lock_guard lock(impl_->mutex);
    if (!impl_->requests) {
      impl_->requests =
          std::make_unique<elements::ScalarBank>(equations, request_members(equations));
      impl_->request_reactions = Impl::reactions_read_by(*impl_->requests);
    }
  }
  const elements::ScalarBank& bank = *impl_->requests;
  Impl::Lease w(*impl_);
  if (w->request_values.values.size() != std::size_t(bank.size()))
    w->request_values = bank.make_values();
  const elements::Point at = point_of(state, impl_->mode);
  elements::move(equations.skeleton, state.q, state.v, state.a, w->instant.motion);
  std::fill(results.begin(), results.end(), 0.0);
  elements::BankValues& values = w->request_values;
  std::fill(values.values.begin(), values.values.end(), 0.0);
  bool ok = impl_->fill_reactions(impl_->request_reactions, at, *w, values.reactions);
  ok = bank.evaluate_each(at, w->instant.motion, values) && ok;
  if (values.faulty_scalar >= 0 && w->instant.faulty_scalar < 0)
    w->instant.fail(values.faulty_scalar, values.fault);
  for (std::size_t r = 0; r < equations.requests.size(); ++r)
    for (std::size_t c = 0; c < 8; ++c)
      if (const int scalar = equations.requests[r][c]; scalar >= 0)
        results[8 * r + c] = values.values[std::size_t(bank.member_of(scalar))];
  return ok;
}

std::string System::fault() const {
  const std::lock_guard lock(impl_->mutex);
  if (impl_->last_faulty_scalar < 0) return {};
  const elements::Scalar& scalar =
      impl_->equations->scalars[std::size_t(impl_->last_faulty_scalar)];
  return fmt::format("{}: {}", scalar.name,
                     expression::describe(scalar.tape, impl_->last_fault).message);
}

namespace {

std::string name_of(const std::vector<Row>& rows, const Structure& structure, int constraint) {
  return rows[std::size_t(structure.row_of_constraint[std::size_t(constraint)])].name;
}

}  // namespace

std::string System::row_name(int row) const {
  const Equations& equations = *impl_->equations;
  const Structure& structure = impl_->structure;
  const Layout& l = structure.layout;
  if (row < l.n) {
    const auto& body =
        equations.skeleton.bodies[std::size_t(structure.body_of_tangent[std::size_t(row)])];
    return fmt::format("{}: {}", body.label, elements::balance_name(body, row - body.v));
  }
  row -= l.n;
  if (row < l.m()) return name_of(equations.rows, structure, row);
  row -= l.m();
  if (row < l.n_x) return equations.states[std::size_t(row)].name;
  return equations.unknowns[std::size_t(row - l.n_x)].name;
}

std::string System::column_name(int column) const {
  const Equations& equations = *impl_->equations;
  const Structure& structure = impl_->structure;
  const Layout& l = structure.layout;
  if (column < l.n) {
    const auto& body =
        equations.skeleton.bodies[std::size_t(structure.body_of_tangent[std::size_t(column)])];
    return fmt::format("{}: {}", body.label, elements::coordinate_name(body, column - body.v));
  }
  column -= l.n;
  if (column < l.m())
    return fmt::format("reaction of {}", name_of(equations.rows, structure, column));
  column -= l.m();
  if (column < l.n_x) return fmt::format("rate of {}", equations.states[std::size_t(column)].name);
  return equations.unknowns[std::size_t(column - l.n_x)].name;
}

}  // namespace trammel::system
