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

void System::violations(const State& state, std::span<const int> equation_rows,
                        std::span<RowErrors> errors) const {
  const Equations& equations = *impl_->equations;
  Impl::Lease w(*impl_);
  elements::move(equations.skeleton, state.q, state.v, state.a, w->instant.motion);
  const elements::Point at = point_of(state, impl_->mode);
  elements::RowKernel kernel(equations, w->instant.motion, at, w->instant.rows);
  for (std::size_t k = 0; k < equation_rows.size(); ++k) {
    const Row& row = equations.rows[std::size_t(equation_rows[k])];
    kinematics::TimeSeries c;
    if (!(row.level < 2 ? kernel.series(row, c) : kernel.value(row, c.value)))
      c = {std::nan(""), std::nan(""), std::nan("")};
    errors[k] = row.level == 0   ? RowErrors{c.value, c.rate, c.acceleration}
                : row.level == 1 ? RowErrors{0, c.value, c.rate}
                                 : RowErrors{0, 0, c.value};
  }
}

double System::violation(const State& state, int equation_row) const {
  RowErrors errors;
  violations(state, {&equation_row, 1}, {&errors, 1});
  const int level = impl_->equations->rows[std::size_t(equation_row)].level;
  return level == 0 ? errors.position : level == 1 ? errors.velocity : errors.acceleration;
}

bool System::Impl::fill(OutputBank& outputs, const State& state, Workspace& w) const {
  elements::move(equations->skeleton, state.q, state.v, state.a, w.instant.motion);
  return fill_moved(outputs, state, w);
}

bool System::Impl::fill_moved(OutputBank& outputs, const State& state, Workspace& w) const {
  const elements::Point at = point_of(state, mode);
  bool ok = fill_reactions(outputs.reactions, at, w, outputs.values.reactions);
  ok = outputs.bank.evaluate(at, w.instant.motion, outputs.values) && ok;
  if (outputs.values.faulty_scalar >= 0)
    w.instant.fail(outputs.values.faulty_scalar, outputs.values.fault);
  return ok;
}

bool System::values(const State& state, const std::vector<int>& scalars,
                    std::span<double> results) const {
  Impl::Lease w(*impl_);
  Impl::OutputBank outputs(*impl_->equations, scalars);
  const bool ok = impl_->fill(outputs, state, *w);
  for (std::size_t k = 0; k < scalars.size(); ++k) results[k] = outputs.value_of(scalars[k]);
  return ok;
}

int System::event_count() const {
  return int(impl_->equations->watches.size());
}

bool System::is_bisected(int event) const {
  return impl_->equations->watches[std::size_t(event)].bisection;
}

void System::events(const State& state, Vector& g) const {
  if (!impl_->watches) return;
  Impl::Lease w(*impl_);
  const std::lock_guard lock(impl_->watching);
  impl_->fill(*impl_->watches, state, *w);
  for (std::size_t k = 0; k < impl_->equations->watches.size(); ++k) {
    const elements::Watch& watch = impl_->equations->watches[k];
    const double distance = impl_->watches->value_of(watch.scalar) - watch.value;
    g[Eigen::Index(k)] = watch.angular ? std::sin(distance) : distance;
  }
}

bool System::value(const State& state, int scalar, double& result) const {
  return values(state, {scalar}, {&result, 1});
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
  std::fill(results.begin(), results.end(), 0.0);
  if (bank.size() == 0) return true;
  Impl::Lease w(*impl_);
  if (w->request_values.values.size() != std::size_t(bank.size()))
    w->request_values = bank.make_values();
  const elements::Point at = point_of(state, impl_->mode);
  elements::move(equations.skeleton, state.q, state.v, state.a, w->instant.motion);
  elements::BankValues& values = w->request_values;
  bool ok = impl_->fill_reactions(impl_->request_reactions, at, *w, values.reactions);
  ok = bank.evaluate(at, w->instant.motion, values) && ok;
  if (values.faulty_scalar >= 0 && w->instant.faulty_scalar < 0)
    w->instant.fail(values.faulty_scalar, values.fault);
  for (std::size_t r = 0; r < equations.requests.size(); ++r)
    for (std::size_t c = 0; c < 8; ++c)
      if (const int scalar = equations.requests[r][c]; scalar >= 0)
        results[8 * r + c] = values.values[std::size_t(bank.member_of(scalar))];
  return ok;
}

int System::faulty_scalar() const {
  const std::lock_guard lock(impl_->mutex);
  return impl_->last_faulty_scalar;
}

std::string System::fault() const {
  const std::lock_guard lock(impl_->mutex);
  if (impl_->last_faulty_scalar < 0) return {};
  const elements::Scalar& scalar =
      impl_->equations->scalars[std::size_t(impl_->last_faulty_scalar)];
  return fmt::format(
      "{}: {}", scalar.name,
      expression::describe(scalar.tape, impl_->last_fault, scalar.externals).message);
}

namespace {

// How equations, or unknowns, of each kind are called; both come in the same order.
struct Naming {
  std::string_view (*of_body)(const elements::Body&, int entry);
  const char* constraint;
  const char* state;
};

std::string name_at(int number, const Equations& equations, const Structure& structure,
                    const Naming& naming) {
  const Layout& l = structure.layout;
  const auto at = [](const auto& list, int i) -> const auto& {
    return list[std::size_t(i)];
  };
  if (number < l.n) {
    const auto& body = at(equations.skeleton.bodies, at(structure.body_of_tangent, number));
    return fmt::format("{}: {}", body.label, naming.of_body(body, number - body.v));
  }
  number -= l.n;
  if (number < l.m())
    return naming.constraint + at(equations.rows, at(structure.row_of_constraint, number)).name;
  number -= l.m();
  if (number < l.n_x) return naming.state + at(equations.states, number).name;
  return at(equations.unknowns, number - l.n_x).name;
}

}  // namespace

std::string System::row_name(int row) const {
  return name_at(row, *impl_->equations, impl_->structure, {elements::balance_name, "", ""});
}

std::string System::column_name(int column) const {
  return name_at(column, *impl_->equations, impl_->structure,
                 {elements::coordinate_name, "reaction of ", "rate of "});
}

}  // namespace trammel::system
