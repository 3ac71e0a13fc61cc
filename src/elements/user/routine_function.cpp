// SPDX-License-Identifier: BSD-3-Clause
#include "elements/user/routine_function.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>

namespace trammel::elements {
namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();
constexpr double first_step = 0x1p-23, second_step = 0x1p-13, step_of_exact = 0x1p-17;

double scale(double u) {
  return std::max(1.0, std::abs(u));
}

// η with |η d_i| ≤ step · scale of u_i; 0 for no direction at all.
double reach(std::span<const double> u, std::span<const double> d, double step) {
  double most = 0;
  for (std::size_t k = 0; k < u.size(); ++k) most = std::max(most, std::abs(d[k]) / scale(u[k]));
  return most > 0 ? step / most : 0;
}

}  // namespace

const char* string_of(const model::Model& model, int id) {
  const model::String* found = model.strings.find(id);
  return found ? found->text.c_str() : nullptr;
}

RoutineCall::RoutineCall(RoutineSetup setup, std::vector<Question> questions,
                         std::size_t n_arguments)
    : setup_(std::move(setup)),
      questions_(std::move(questions)),
      n_(n_arguments),
      m_(static_cast<std::size_t>(setup_.n_results)) {
  for (auto* list : {&values_, &second_time_, &plus_, &minus_, &other_}) list->resize(m_);
  for (auto* list : {&arguments_, &shifted_}) list->resize(n_);
  jacobian_.resize(n_ * m_);
  given_.resize(n_);
}

const Question* RoutineCall::find(const char* name, std::span<const int> ids) {
  if (cursor_ >= questions_.size() || !is_same(questions_[cursor_], name, ids)) {
    const auto found = std::find_if(questions_.begin(), questions_.end(),
                                    [&](const Question& q) { return is_same(q, name, ids); });
    if (found == questions_.end()) {
      fail(
          fmt::format("the routine asks for {}, for which it did not ask in its first call: in the "
                      "stage TRAMMEL_PROBE it must ask for everything",
                      text_of(name, ids)));
      return nullptr;
    }
    cursor_ = static_cast<std::size_t>(found - questions_.begin());
  }
  return &questions_[cursor_++];
}

double RoutineCall::answer(const Question& q, std::size_t value) const {
  const int argument = q.arguments[value];
  return argument < 0 ? q.constants[value] : at_[static_cast<std::size_t>(argument)];
}

void RoutineCall::take_partials(const Question& q, std::span<const double> partials) {
  const std::size_t count = q.arguments.size();
  for (std::size_t k = 0; k < count; ++k) {
    if (q.arguments[k] < 0) continue;
    const auto argument = static_cast<std::size_t>(q.arguments[k]);
    for (std::size_t r = 0; r < m_; ++r) jacobian_[r * n_ + argument] = partials[r * count + k];
    given_[argument] = 1;
  }
}

void RoutineCall::take_time_derivatives(std::span<const double> first,
                                        std::span<const double> second) {
  for (std::size_t r = 0; r < m_; ++r) jacobian_[r * n_ + time_argument] = first[r];
  given_[time_argument] = 1;
  std::copy(second.begin(), second.end(), second_time_.begin());
  has_second_time_ = true;
}

bool RoutineCall::run(std::span<const double> arguments, trammel_stage stage,
                      std::vector<double>& results) {
  at_ = arguments;
  cursor_ = 0;
  const bool ok = call_routine(setup_.call(), *this, stage, arguments[time_argument],
                               static_cast<int>(arguments[mode_argument]), results);
  if (!ok) std::fill(results.begin(), results.end(), none);
  return ok;
}

bool RoutineCall::ensure_values(std::span<const double> arguments) {
  if (has_values_ && std::equal(arguments.begin(), arguments.end(), arguments_.begin()))
    return values_ok_;
  std::copy(arguments.begin(), arguments.end(), arguments_.begin());
  has_values_ = true;
  has_partials_ = false;
  return values_ok_ = run(arguments_, TRAMMEL_VALUES, values_);
}

void RoutineCall::difference_columns() {
  for (std::size_t k = 0; k < n_; ++k) {
    if (given_[k] || k == mode_argument) continue;
    const double u = arguments_[k], h = first_step * scale(u);
    shifted_[k] = u + h;
    const bool has_plus = run(shifted_, TRAMMEL_VALUES, plus_);
    shifted_[k] = u - h;
    const bool has_minus = run(shifted_, TRAMMEL_VALUES, minus_);
    shifted_[k] = u;
    const std::vector<double>& right = has_plus ? plus_ : values_;
    const std::vector<double>& left = has_minus ? minus_ : values_;
    const double width = has_plus && has_minus ? 2 * h : has_plus || has_minus ? h : none;
    for (std::size_t r = 0; r < m_; ++r)
      jacobian_[r * n_ + k] = (right[r] - left[r]) / width;  // (USR.1)
  }
}

bool RoutineCall::ensure_partials(std::span<const double> arguments) {
  if (!ensure_values(arguments)) return false;
  if (has_partials_) return true;
  std::fill(given_.begin(), given_.end(), char(0));
  std::fill(jacobian_.begin(), jacobian_.end(), 0.0);
  has_second_time_ = false;
  shifted_ = arguments_;
  if (!run(arguments_, TRAMMEL_PARTIALS, other_)) {
    std::fill(given_.begin(), given_.end(), char(0));
    has_second_time_ = false;
  }
  difference_columns();
  return has_partials_ = true;
}

double RoutineCall::value(std::size_t result, std::span<const double> arguments) {
  return ensure_values(arguments) ? values_[result] : none;
}

void RoutineCall::gradient(std::size_t result, std::span<const double> arguments,
                           std::span<double> gradient) {
  if (!ensure_partials(arguments)) return std::fill(gradient.begin(), gradient.end(), none);
  std::copy_n(jacobian_.begin() + static_cast<std::ptrdiff_t>(result * n_), n_, gradient.begin());
}

bool RoutineCall::is_exact() const {
  for (std::size_t k = 0; k < n_; ++k)
    if (k != mode_argument && !given_[k]) return false;
  return true;
}

void RoutineCall::product_of_exact(std::size_t result, std::span<const double> u,
                                   std::span<const double> d, std::span<double> product) {
  const double eta = reach(u, d, step_of_exact);
  std::vector<double> ahead(n_), at(u.begin(), u.end());
  for (std::size_t k = 0; k < n_; ++k) shifted_[k] = at[k] + eta * d[k];
  const std::vector<double> right(shifted_);
  for (std::size_t k = 0; k < n_; ++k) shifted_[k] = at[k] - eta * d[k];
  const std::vector<double> left(shifted_);
  if (!ensure_partials(right)) return std::fill(product.begin(), product.end(), none);
  std::copy_n(jacobian_.begin() + static_cast<std::ptrdiff_t>(result * n_), n_, ahead.begin());
  if (!ensure_partials(left)) return std::fill(product.begin(), product.end(), none);
  for (std::size_t k = 0; k < n_; ++k)
    product[k] = (ahead[k] - jacobian_[result * n_ + k]) / (2 * eta);  // (USR.2)
  ensure_partials(at);
}

void RoutineCall::product_of_values(std::size_t result, std::span<const double> u,
                                    std::span<const double> d, std::span<double> product) {
  const double eta = reach(u, d, second_step);
  for (std::size_t i = 0; i < n_; ++i) {
    product[i] = 0;
    if (i == mode_argument) continue;
    const double step = second_step * scale(u[i]);
    double sum = 0;
    for (const double sigma : {1.0, -1.0})
      for (const double tau : {1.0, -1.0}) {
        for (std::size_t k = 0; k < n_; ++k) shifted_[k] = u[k] + sigma * eta * d[k];
        shifted_[i] += tau * step;
        run(shifted_, TRAMMEL_VALUES, other_);
        sum += sigma * tau * other_[result];
      }
    product[i] = sum / (4 * eta * step);  // (USR.3)
  }
}

void RoutineCall::hessian_times(std::size_t result, std::span<const double> u,
                                std::span<const double> d, std::span<double> product) {
  const auto is_zero = [](double x) { return x == 0; };
  std::fill(product.begin(), product.end(), 0.0);
  if (std::all_of(d.begin(), d.end(), is_zero)) return;
  if (!ensure_partials(u)) return std::fill(product.begin(), product.end(), none);
  const bool second_is_known = has_second_time_ && std::all_of(d.begin() + 1, d.end(), is_zero);
  const double along_time = second_is_known ? second_time_[result] * d[time_argument] : 0;
  if (n_ > first_argument || !second_is_known) {
    if (is_exact())
      product_of_exact(result, u, d, product);
    else
      product_of_values(result, u, d, product);
  }
  if (second_is_known) product[time_argument] = along_time;
}

// Routines are called by one thread at a time, all of them: they share what their library keeps.
static std::recursive_mutex gate;

double RoutineFunction::value(int result, std::span<const double> arguments) const {
  const std::lock_guard lock(gate);
  return call_.value(static_cast<std::size_t>(result), arguments);
}

void RoutineFunction::gradient(int result, std::span<const double> arguments,
                               std::span<double> gradient) const {
  const std::lock_guard lock(gate);
  call_.gradient(static_cast<std::size_t>(result), arguments, gradient);
}

void RoutineFunction::hessian_times(int result, std::span<const double> arguments,
                                    std::span<const double> direction,
                                    std::span<double> product) const {
  const std::lock_guard lock(gate);
  call_.hessian_times(static_cast<std::size_t>(result), arguments, direction, product);
}

std::string RoutineFunction::fault() const {
  const std::lock_guard lock(gate);
  return call_.fault();
}

}  // namespace trammel::elements
