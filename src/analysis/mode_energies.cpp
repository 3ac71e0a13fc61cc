// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/mode_energies.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "analysis/load_slopes.h"

namespace trammel::analysis {
namespace {

using Complex = std::complex<double>;
using elements::Body;

constexpr double negligible = 1e-12;  // of the largest

std::map<std::string, double> kinetic(const system::System& system, const Eigen::VectorXcd& v) {
  std::map<std::string, double> energies;
  for (const Body& body : system.equations().skeleton.bodies) {
    if (body.kind == Body::Kind::path) continue;
    const int n = body.n();
    const Eigen::VectorXcd part = v.segment(body.v, n);
    const Matrix M = elements::mass_matrix(body).topLeftCorner(n, n);
    energies[body.label] += 0.5 * part.dot(M.cast<Complex>() * part).real();  // (EIG.6)
  }
  return energies;
}

Complex product(const std::vector<TangentPart>& parts, const std::vector<Body>& bodies,
                const Eigen::VectorXcd& v) {
  Complex sum = 0;
  for (const TangentPart& part : parts) {
    const Body& body = bodies[std::size_t(part.body)];
    for (int k = 0; k < body.n(); ++k) sum += part.entries[k] * v[body.v + k];
  }
  return sum;
}

std::map<std::string, double> of_forces(const system::System& system, const State& s,
                                        const Eigen::VectorXcd& v, int level) {
  std::map<std::string, double> energies;
  const elements::Equations& equations = system.equations();
  const LoadSlopes slopes(system, s);
  if (!slopes.ok()) return energies;
  for (const elements::Load& load : equations.loads) {
    const auto& bodies = equations.skeleton.bodies;
    const Complex along = product(slopes.direction(load), bodies, v);
    const Complex force = product(slopes.gradient(load, level), bodies, v);
    const std::string& name = equations.scalars[std::size_t(load.scalar)].name;
    energies[name.substr(0, name.find(": "))] -=
        0.5 * (std::conj(along) * force).real();  // (EIG.6)
  }
  return energies;
}

}  // namespace

std::string_view name(EnergyKind kind) {
  return kind == EnergyKind::kinetic  ? "kinetic"
         : kind == EnergyKind::strain ? "strain"
                                      : "dissipation";
}

std::vector<EnergyShare> energy_shares(const system::System& system, const State& s,
                                       const Vector& units, const Mode& mode, EnergyKind kind) {
  const Eigen::VectorXcd shape = mode.shape.cwiseProduct(units.cast<Complex>());
  // Of a motion that nothing resists the velocity is what there is.
  const Eigen::VectorXcd v = std::abs(mode.value) > 0 ? mode.value * shape : shape;
  const std::map<std::string, double> energies = kind == EnergyKind::kinetic ? kinetic(system, v)
                                                 : kind == EnergyKind::strain
                                                     ? of_forces(system, s, shape, 0)
                                                     : of_forces(system, s, v, 1);
  double sum = 0, largest = 0;
  for (const auto& [element, energy] : energies)
    sum += energy, largest = std::max(largest, std::abs(energy));
  std::vector<EnergyShare> shares;
  if (!(std::abs(sum) > negligible * largest)) return shares;
  for (const auto& [element, energy] : energies)
    if (std::abs(energy) > negligible * largest) shares.push_back({element, energy / sum});
  std::stable_sort(shares.begin(), shares.end(), [](const EnergyShare& a, const EnergyShare& b) {
    return std::abs(a.share) > std::abs(b.share);
  });
  return shares;
}

}  // namespace trammel::analysis
