// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/jumping_function.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "analysis/suspects.h"

namespace trammel::analysis {

namespace {

constexpr double steps = 100, least_ulps = 1e4;  // τ, of h and of the time
constexpr int halvings = 40, most_candidates = 8;
constexpr double left = 0.5;  // (JUMP.1)
constexpr double least_share =
    1e-6;  // of the largest of its kind: less stops no run, and may be rounding

class Along {
 public:
  Along(const system::System& system, const State& s) : system_(system), s_(s), step_(s.v) {
    for (Vector* rates : {&s_.a, &s_.x_dot})
      if (!rates->allFinite()) rates->setZero();
    there_ = s_;
  }

  std::vector<double> values(const std::vector<int>& scalars, double tau) {
    std::vector<double> values(scalars.size());
    there_.t = s_.t < 0 ? s_.t + tau : std::max(0.0, s_.t + tau);  // the start was not crossed
    step_ = tau * s_.v;
    system_.retract(s_.q, step_, there_.q);
    there_.v = s_.v + tau * s_.a;
    there_.x = s_.x + tau * s_.x_dot;
    system_.values(there_, scalars, values);
    return values;
  }

  double value(int scalar, double tau) { return values({scalar}, tau).front(); }

 private:
  const system::System& system_;
  State s_, there_;
  Vector step_;
};

struct Candidate {
  int scalar;
  double before, after;  // at −τ and τ
  double share;          // of the largest of its kind

  double change() const { return std::abs(after - before); }
};

// Forces are compared with forces, weight and all, states and variables with each other.
std::vector<Candidate> candidates(const system::System& system, const State& s, Along& along,
                                  double tau) {
  const std::vector<int> scalars = functions_of(system.equations());
  const auto before = along.values(scalars, -tau), after = along.values(scalars, tau);
  const std::size_t n_loads = system.equations().loads.size();
  Values at = make_values(system.layout());
  const bool has_forces =
      system.evaluate(s, Ask::forces, at) == Outcome::ok && at.action.size() > 0;
  double largest[] = {has_forces ? at.action.cwiseAbs().maxCoeff() : 0.0, 0.0};
  const auto largest_of_kind = [&](std::size_t k) -> double& {
    return largest[k < n_loads ? 0 : 1];
  };
  for (std::size_t k = 0; k < scalars.size(); ++k)
    for (const double value : {before[k], after[k]})
      if (std::isfinite(value)) largest_of_kind(k) = std::max(largest_of_kind(k), std::abs(value));
  std::vector<Candidate> found;
  for (std::size_t k = 0; k < scalars.size(); ++k) {
    Candidate c{scalars[k], before[k], after[k], 0};
    c.share = c.change() / std::max(largest_of_kind(k), std::numeric_limits<double>::min());
    if (c.share > least_share && std::isfinite(c.change())) found.push_back(c);
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const Candidate& a, const Candidate& b) { return a.share > b.share; });
  if (found.size() > most_candidates) found.resize(most_candidates);
  return found;
}

std::optional<JumpingFunction> narrowed(const Candidate& c, const system::System& system,
                                        Along& along, double tau) {
  double a = -tau, b = tau, before = c.before, after = c.after;
  for (int k = 0; k < halvings; ++k) {
    const double middle = (a + b) / 2, value = along.value(c.scalar, middle);
    if (std::abs(value - before) > std::abs(after - value))
      b = middle, after = value;
    else
      a = middle, before = value;
    if (!(std::abs(after - before) > left * c.change())) return {};  // (JUMP.1)
  }
  const elements::Scalar& scalar = system.equations().scalars[std::size_t(c.scalar)];
  return JumpingFunction{scalar.name, scalar.at, before, after};
}

}  // namespace

std::optional<JumpingFunction> find_jump(const system::System& system, const State& s, double h) {
  if (!s.q.allFinite() || !s.v.allFinite() || !s.x.allFinite() || !std::isfinite(h)) return {};
  const double ulp = std::numeric_limits<double>::epsilon() * std::abs(s.t);
  const double tau = std::max(steps * h, least_ulps * ulp);
  Along along(system, s);
  for (const Candidate& c : candidates(system, s, along, tau))
    if (auto jump = narrowed(c, system, along, tau)) return jump;
  return {};
}

}  // namespace trammel::analysis
