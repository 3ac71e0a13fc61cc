// Parts that nothing joins to the ground.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <map>
#include <numeric>

#include "analysis/doctor/rules.h"

namespace trammel::analysis::doctor {
namespace {

using elements::Body;
using elements::Equations;

// Bodies that constraints and forces connect, directly or through others. The ground is one of them.
class Groups {
 public:
  explicit Groups(const Equations& equations)
      : leader_(equations.skeleton.bodies.size() + 1), equations_(equations) {
    std::iota(leader_.begin(), leader_.end(), std::size_t(0));
    for (const elements::Row& row : equations.rows)
      if (row.active && !row.initial_only) join(row);
    for (const elements::Load& load : equations.loads)
      join(body(load.i),
           load.kind == elements::Load::Kind::line ? body(load.j) : place(load.reaction_body));
  }

  std::size_t of(int body) const { return find(place(body)); }
  std::size_t of_ground() const { return find(0); }

 private:
  static std::size_t place(int body) { return std::size_t(body + 1); }  // ground is −1
  std::size_t body(int marker) const {
    return place(equations_.skeleton.markers[std::size_t(marker)].body);
  }
  std::size_t find(std::size_t k) const {
    while (leader_[k] != k) k = leader_[k];
    return k;
  }
  void join(std::size_t a, std::size_t b) { leader_[find(a)] = find(b); }
  // What i is held to is j; where j is left out, the ground. Axes hold nothing.
  void join(const elements::Row& row) {
    for (const elements::RowTerm& term : row.terms) {
      const elements::Reading& r = equations_.readings[std::size_t(term.reading)];
      const bool has_j = r.measure->slots.find('j') != std::string_view::npos;
      join(body(r.markers[0]), has_j ? body(r.markers[1]) : 0);
    }
  }

  std::vector<std::size_t> leader_;
  const Equations& equations_;
};

}  // namespace

Findings parts_that_nothing_holds(const Patient& patient) {
  const Equations& equations = patient.start.system->equations();
  const Groups groups(equations);
  std::map<std::size_t, std::vector<int>> loose;
  for (int b = 0; b < int(equations.skeleton.bodies.size()); ++b)
    if (equations.skeleton.bodies[std::size_t(b)].kind != Body::Kind::path &&
        groups.of(b) != groups.of_ground())
      loose[groups.of(b)].push_back(b);
  const bool falls = equations.skeleton.gravity.norm() > 0;
  Findings findings;
  for (const auto& [leader, bodies] : loose) {
    const Body& body = equations.skeleton.bodies[std::size_t(bodies.front())];
    const bool moves = patient.start.state.v.segment(body.v, body.n()).norm() > 0;
    // What flies through empty space is meant to.
    if (!falls && (moves || bodies.size() > 1)) continue;
    const std::string others =
        bodies.size() > 1 ? fmt::format(", nor the {} with it", bodies.size() - 1) : "";
    findings.push_back({model::Severity::warning, body.label, body.at,
                        falls ? fmt::format("no joint and no force holds it{}: it falls", others)
                              : "no joint and no force touches it: it stays where it is",
                        "join it to what it belongs to; parts that stay are better markers of "
                        "the ground"});
  }
  return findings;
}

}  // namespace trammel::analysis::doctor
