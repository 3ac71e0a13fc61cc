// Parts without mass, and parts with hardly any mass or inertia.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "analysis/doctor/connection.h"
#include "analysis/doctor/mobility.h"
#include "analysis/doctor/rules.h"
#include "model/mass.h"

namespace trammel::analysis::doctor {
namespace {

using elements::Body;

constexpr double tiny_share = 1e-5;   // of the median mass
constexpr double tiny_radius = 1e-4;  // of gyration, of the length of the model
constexpr double on_its_own = 0.1;    // share of what resists that is the body's own
constexpr double fast = 1e4,
                 fast_decay = 1e5;  // per second: slower than that, no inertia is too small

double median_mass(const std::vector<Body>& bodies) {
  std::vector<double> masses;
  for (const Body& body : bodies)
    if (body.mass > 0) masses.push_back(body.mass);
  if (masses.empty()) return 0;
  const auto middle = masses.begin() + std::ptrdiff_t(masses.size() / 2);
  std::nth_element(masses.begin(), middle, masses.end());
  return *middle;
}

double least_inertia(const Body& body) {
  if (body.kind == Body::Kind::planar) return body.inertia(2, 2);
  return model::principal_moments(body.inertia).x();
}

bool can_turn(const Body& body) {
  return body.kind == Body::Kind::rigid || body.kind == Body::Kind::planar;
}

// Masses and moments of inertia of the equations are divided by the consistency factor; users see their own.
struct Scales {
  double median, tiny_mass, tiny_radius_squared, tiny_inertia, factor, per_second;

  explicit Scales(const Patient& patient)
      : median(median_mass(patient.start.system->equations().skeleton.bodies)),
        tiny_mass(tiny_share * median),
        tiny_radius_squared(std::pow(tiny_radius * patient.start.length, 2)),
        tiny_inertia(median * tiny_radius_squared),
        factor(patient.model.units.consistency_factor()),
        per_second(units_per_second(patient.model)) {}
};

// Of those that `counts`, the pull that moves the body fastest; none: none that resists.
template <class Counts>
std::optional<Pull> fastest(const std::vector<Pull>& pulls, const Counts& counts) {
  const auto rate = [](const Pull& p) {
    return std::max(std::sqrt(p.frequency_squared()), p.decay());
  };
  std::optional<Pull> best;
  for (const Pull& pull : pulls)
    if (counts(pull) && rate(pull) > (best ? rate(*best) : 0)) best = pull;
  return best;
}

// "on BUSHING/4 it swings with 3e+04 cycles per second".
std::string consequence(const Pull& pull, const Scales& scales) {
  const double omega = std::sqrt(pull.frequency_squared());
  if (omega == 0)
    return fmt::format("{} brings it to rest within {:.0e} of a time unit", pull.label,
                       1 / pull.decay());
  const bool creeps = pull.decay() > 2 * omega;
  return fmt::format("on {} it {} {:.3g} cycles per second{}", pull.label,
                     creeps ? "would swing with" : "swings with",
                     omega / (2 * std::numbers::pi) * scales.per_second,
                     creeps ? ", were it not for the damping" : "");
}

bool is_fast(const Pull& pull, const Scales& scales) {
  return std::sqrt(pull.frequency_squared()) * scales.per_second > fast ||
         pull.decay() * scales.per_second > fast_decay;
}

const char* const dummy_hint =
    "give a dummy part no mass at all and hold it by joints, or join it with its neighbour";

std::optional<Finding> tiny_mass(const Body& body, const Mobility& mobility, int b,
                                 const Scales& scales) {
  const int lines = body.kind == Body::Kind::planar ? 2 : 3;
  // Welded to others, or held, it has more than its own mass to resist, and is in order.
  if (mobility.of(b).diagonal().head(lines).maxCoeff() * body.mass < on_its_own) return {};
  std::string text = fmt::format("its mass of {:g} is tiny beside {:g}, that of most parts",
                                 body.mass * scales.factor, scales.median * scales.factor);
  if (const auto pull = fastest(mobility.pulls(b), [](const Pull&) { return true; }))
    text += "; " + consequence(*pull, scales);
  return Finding{model::Severity::warning, body.label, body.at, text, dummy_hint};
}

std::optional<Finding> tiny_inertia(const Body& body, const Mobility& mobility, int b,
                                    const Scales& scales) {
  const auto pull = fastest(mobility.pulls(b),
                            [&](const Pull& p) { return p.turning > 0.5 && is_fast(p, scales); });
  if (!pull) return {};
  return Finding{model::Severity::warning, body.label, body.at,
                 fmt::format("its moment of inertia of {:g} is tiny for a mass of {:g}; {}",
                             least_inertia(body) * scales.factor, body.mass * scales.factor,
                             consequence(*pull, scales)),
                 "look at IP and its unit; POINT_MASS is for what does not turn"};
}

// Along what pulls, a part without mass (or inertia) has nothing to resist with but what constraints move
// along with it.
std::optional<Finding> resisted_by_nothing(const Body& body, const Mobility& mobility, int b,
                                           const Scales& scales) {
  const bool massless = body.mass == 0;
  const auto pull = fastest(mobility.pulls(b), [&](const Pull& p) {
    const double least = p.turning > 0.5 ? scales.tiny_inertia : scales.tiny_mass;
    return p.mobility * least > 1;
  });
  if (!pull || (!massless && pull->turning < 0.5)) return {};
  const double resists = scales.factor / pull->mobility;
  return Finding{
      model::Severity::warning, body.label, body.at,
      massless ? fmt::format("it has no mass, and {} pulls at it: what resists is {:.3g} only",
                             pull->label, resists)
               : fmt::format("it has a mass, but no inertia to turn against {}: what resists is "
                             "{:.3g} only",
                             pull->label, resists),
      massless ? "MASS, CM and IP give it some; a dummy part must be held by joints alone"
               : "IP gives it some; POINT_MASS is for what does not turn"};
}

// examine(body, mobility, index, scales) of the bodies that `counts`.
template <class Counts, class Examine>
Findings of_bodies(const Patient& patient, const Counts& counts, const Examine& examine) {
  Findings findings;
  const std::vector<Body>& bodies = patient.start.system->equations().skeleton.bodies;
  const Scales scales(patient);
  std::optional<Mobility> mobility;
  for (int b = 0; b < int(bodies.size()); ++b) {
    const Body& body = bodies[std::size_t(b)];
    if (body.kind == Body::Kind::path || !counts(body, scales)) continue;
    if (!mobility) mobility.emplace(patient);
    if (!mobility->ok()) return findings;
    if (auto finding = examine(body, *mobility, b, scales)) findings.push_back(std::move(*finding));
  }
  return findings;
}

}  // namespace

// A part without mass, or inertia, is in order where what it is joined to resists; assembly names one that
// has a freedom of its own.
Findings parts_without_mass(const Patient& patient) {
  return of_bodies(
      patient,
      [](const Body& body, const Scales&) {
        return body.mass == 0 || (can_turn(body) && least_inertia(body) == 0);
      },
      resisted_by_nothing);
}

Findings tiny_masses(const Patient& patient) {
  const auto has_tiny_mass = [](const Body& body, const Scales& scales) {
    return body.mass > 0 && body.mass < scales.tiny_mass;
  };
  return of_bodies(
      patient,
      [&](const Body& body, const Scales& scales) {
        return has_tiny_mass(body, scales) ||
               (body.mass > 0 && can_turn(body) && least_inertia(body) > 0 &&
                least_inertia(body) < body.mass * scales.tiny_radius_squared);
      },
      [&](const Body& body, const Mobility& mobility, int b, const Scales& scales) {
        return has_tiny_mass(body, scales) ? tiny_mass(body, mobility, b, scales)
                                           : tiny_inertia(body, mobility, b, scales);
      });
}

}  // namespace trammel::analysis::doctor
