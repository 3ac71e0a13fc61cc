// SPDX-License-Identifier: BSD-3-Clause
#include "elements/reaction.h"

#include <algorithm>

#include "elements/index.h"
#include "elements/row_kernel.h"
#include "kinematics/marker_map.h"

namespace trammel::elements {
namespace {

using kinematics::MarkerMotion;

bool is_turning(kinematics::Quantity quantity) {
  return static_cast<int>(quantity) % 2 == 1;
}

// What a reaction looks at: which terms count, and with which vector they are multiplied.
class View {
 public:
  View(const Reaction& reaction, const Equations& equations, const Motion& motion)
      : reaction_(reaction),
        equations_(equations),
        motion_(motion),
        body_(equations.skeleton.markers[index(reaction.at)].body),
        e(motion.markers[index(reaction.axes)].A.col(reaction.axis)) {}

  kinematics::Markers markers(const Reading& reading) const {
    return kinematics::Markers(
        motion_.markers[index(reading.markers[0])], motion_.markers[index(reading.markers[1])],
        motion_.markers[index(reading.markers[2])], motion_.markers[index(reading.markers[3])]);
  }
  int marker(const Reading& reading, kinematics::Coordinate of) const {
    return reading.markers[static_cast<std::size_t>(of.slot)];
  }
  bool counts(const Reading& reading, kinematics::Coordinate of, int level) const {
    return equations_.skeleton.markers[index(marker(reading, of))].body == body_ &&
           kinematics::level(of.quantity) == level;
  }
  Vec3 arm(const Reading& reading, kinematics::Coordinate of) const {
    return motion_.markers[index(marker(reading, of))].r - motion_.markers[index(reaction_.at)].r;
  }
  // −(the component) of a term n is factor·n.                                        (REACT.1)
  Vec3 factor(const Reading& reading, kinematics::Coordinate of) const {
    if (!reaction_.torque) return is_turning(of.quantity) ? Vec3::Zero().eval() : e;
    return is_turning(of.quantity) ? e : e.cross(arm(reading, of)).eval();
  }

 private:
  const Reaction& reaction_;
  const Equations& equations_;
  const Motion& motion_;
  int body_;

 public:
  const Vec3 e;
};

double component_of_reading(const View& view, const Reading& reading, int level) {
  kinematics::Gradient n;
  reading.measure->gradient(view.markers(reading), n);
  double sum = 0;
  for (const auto& term : n)
    if (view.counts(reading, term.of, level)) sum -= view.factor(reading, term.of).dot(term.n);
  return sum;
}

}  // namespace

double component_of_row(const Reaction& reaction, const Equations& equations, const Motion& motion,
                        const Row& row, const std::vector<double>& weights) {
  const View view(reaction, equations, motion);
  double sum = 0;
  for (std::size_t i = 0; i < row.terms.size(); ++i) {
    const Reading& reading = equations.readings[index(row.terms[i].reading)];
    if (reading.level() == row.level)
      sum += weights[i] * component_of_reading(view, reading, row.level);
  }
  return sum;
}

std::vector<int> bodies_of(const Reaction& reaction, const Equations& equations) {
  std::vector<int> bodies;
  const auto add = [&](int body) {
    if (body != ground && std::find(bodies.begin(), bodies.end(), body) == bodies.end())
      bodies.push_back(body);
  };
  for (const int r : reaction.rows)
    for (const RowTerm& term : equations.rows[index(r)].terms) {
      const Reading& reading = equations.readings[index(term.reading)];
      for (int b = 0; b < reading.n_bodies; ++b) add(reading.bodies[index(b)]);
    }
  add(equations.skeleton.markers[index(reaction.axes)].body);
  add(equations.skeleton.markers[index(reaction.at)].body);
  return bodies;
}

namespace {

// Sums derivatives by the twists of the bodies a reaction depends on.
class Sum {
 public:
  Sum(std::span<const int> bodies, const Equations& equations, const Motion& motion,
      ReactionScratch& scratch)
      : bodies_(bodies), equations_(equations), motion_(motion), scratch_(scratch) {
    scratch_.q.assign(bodies.size(), Vec6::Zero());
    scratch_.v.assign(bodies.size(), Vec6::Zero());
  }

  // n·δ(coordinate of a marker).
  void add(int marker, kinematics::Quantity of, const Vec3& n) {
    const int body = equations_.skeleton.markers[index(marker)].body;
    if (body == ground) return;
    kinematics::TwistGradient twist;
    kinematics::add_term(of, n, motion_.markers[index(marker)], motion_.bodies[index(body)], twist);
    const std::size_t k = position(body);
    scratch_.q[k] += twist.level[0];
    scratch_.v[k] += twist.level[1];
  }

  void to_tangent_spaces(ReactionGradient& result) const {
    result.q.resize(bodies_.size());
    result.v.resize(bodies_.size());
    for (std::size_t k = 0; k < bodies_.size(); ++k) {
      const Body& body = equations_.skeleton.bodies[index(bodies_[k])];
      const Mat3& A = motion_.bodies[index(bodies_[k])].A;
      result.q[k] = to_tangent(body, A, scratch_.q[k]);
      result.v[k] = to_tangent(body, A, scratch_.v[k]);
    }
  }

 private:
  std::size_t position(int body) const {
    return static_cast<std::size_t>(std::find(bodies_.begin(), bodies_.end(), body) -
                                    bodies_.begin());
  }

  std::span<const int> bodies_;
  const Equations& equations_;
  const Motion& motion_;
  ReactionScratch& scratch_;
};

// The change of the terms of one reading, weighted with w = λ W_i, and of their arms.
void add_reading(const View& view, const Reading& reading, int level, double w, bool torque, int at,
                 Sum& sum) {
  const kinematics::Markers markers = view.markers(reading);
  kinematics::Curvature B;
  reading.measure->curvature(markers, w, B);
  for (const auto& block : B)
    if (view.counts(reading, block.row, level))
      sum.add(view.marker(reading, block.column), block.column.quantity,
              -(block.value.transpose() * view.factor(reading, block.row)));  // (REACT.2)
  if (!torque) return;
  kinematics::Gradient n;
  reading.measure->gradient(markers, n);
  for (const auto& term : n)
    if (view.counts(reading, term.of, level) && !is_turning(term.of.quantity))
      sum.add(at, kinematics::Quantity::theta,
              -w * view.arm(reading, term.of).cross(term.n.cross(view.e)));
}

}  // namespace

bool gradient(const Reaction& reaction, std::span<const int> bodies, const Equations& equations,
              const Motion& motion, std::span<const double> lambda, RowKernel& kernel,
              ReactionScratch& scratch, ReactionGradient& result) {
  const View view(reaction, equations, motion);
  Sum sum(bodies, equations, motion, scratch);
  const MarkerMotion& axes = motion.markers[index(reaction.axes)];
  for (std::size_t r = 0; r < reaction.rows.size(); ++r) {
    if (lambda[r] == 0) continue;
    const Row& row = equations.rows[index(reaction.rows[r])];
    bool is_linear = true;
    if (!kernel.weights(row) || !kernel.hessian(row, is_linear)) return false;
    const std::size_t m = row.terms.size();
    for (std::size_t i = 0; i < m; ++i) {
      const Reading& reading = equations.readings[index(row.terms[i].reading)];
      if (reading.level() != row.level) continue;
      const double w = lambda[r] * kernel.weight(i);
      add_reading(view, reading, row.level, w, reaction.torque, reaction.at, sum);

      kinematics::Gradient n;
      reading.measure->gradient(view.markers(reading), n);
      Vec3 force = Vec3::Zero(), torque = Vec3::Zero();
      for (const auto& term : n) {
        if (!view.counts(reading, term.of, row.level)) continue;
        if (is_turning(term.of.quantity)) {
          torque -= w * term.n;
        } else {
          force -= w * term.n;
          torque -= w * view.arm(reading, term.of).cross(term.n);
        }
      }
      sum.add(reaction.axes, kinematics::Quantity::theta,
              axes.A.col(reaction.axis).cross(reaction.torque ? torque : force));
      if (is_linear) continue;
      const double component = lambda[r] * component_of_reading(view, reading, row.level);
      for (std::size_t j = 0; j < m; ++j) {
        const double h = component * kernel.hessian_entry(i, j, m);
        if (h == 0) continue;
        const Reading& other = equations.readings[index(row.terms[j].reading)];
        other.measure->gradient(view.markers(other), n);
        for (const auto& term : n)
          sum.add(view.marker(other, term.of), term.of.quantity, h * term.n);
      }
    }
  }
  sum.to_tangent_spaces(result);
  return true;
}

}  // namespace trammel::elements
