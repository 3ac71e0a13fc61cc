// SPDX-License-Identifier: BSD-3-Clause
#include "elements/reading.h"

#include <algorithm>

#include "elements/index.h"
#include "kinematics/angle.h"
#include "kinematics/marker_map.h"

namespace trammel::elements {
namespace {

using kinematics::Curvature;
using kinematics::Gradient;
using kinematics::MarkerMotion;
using kinematics::Markers;
using kinematics::TwistGradient;

const MarkerMotion& marker_at(const Reading& reading, const Motion& motion, kinematics::Slot slot) {
  return motion.markers[index(reading.markers[static_cast<std::size_t>(slot)])];
}

Markers markers_at(const Reading& reading, const Motion& motion) {
  return Markers(
      motion.markers[index(reading.markers[0])], motion.markers[index(reading.markers[1])],
      motion.markers[index(reading.markers[2])], motion.markers[index(reading.markers[3])]);
}

int local_body(const Reading& reading, kinematics::Slot slot) {
  return reading.local[static_cast<std::size_t>(slot)];
}

double continued(const Reading& reading, const Vector& memory, double raw) {
  return reading.memory < 0 ? raw : kinematics::unwrap(raw, memory[reading.memory]);
}

// (READ.1): marker terms → twists of bodies → tangent spaces.
void collect(const Reading& reading, const Skeleton& skeleton, const Motion& motion,
             const Gradient& n, int highest_level, ReadingGradient& result) {
  std::array<TwistGradient, max_reading_bodies> twists;
  for (const Gradient::Term& term : n) {
    const int b = local_body(reading, term.of.slot);
    if (b < 0) continue;
    kinematics::add_term(term.of.quantity, term.n, marker_at(reading, motion, term.of.slot),
                         motion.bodies[index(reading.bodies[index(b)])], twists[index(b)]);
  }
  for (int b = 0; b < reading.n_bodies; ++b) {
    const Body& body = skeleton.bodies[index(reading.bodies[index(b)])];
    const Mat3& A = motion.bodies[index(reading.bodies[index(b)])].A;
    const auto& twist = twists[index(b)].level;
    result.q[index(b)] = to_tangent(body, A, twist[0]);
    if (highest_level > 0) result.v[index(b)] = to_tangent(body, A, twist[1]);
    if (highest_level > 1) result.a[index(b)] = to_tangent(body, A, twist[2]);
  }
}

}  // namespace

Reading make_reading(const Skeleton& skeleton, const kinematics::Measure& measure,
                     const std::array<int, 4>& markers) {
  Reading reading;
  reading.measure = &measure;
  reading.markers = markers;
  for (std::size_t slot = 0; slot < 4; ++slot) {
    const int body = skeleton.markers[index(markers[slot])].body;
    reading.local[slot] = -1;
    if (body == ground) continue;
    const auto end = reading.bodies.begin() + reading.n_bodies;
    const auto found = std::find(reading.bodies.begin(), end, body);
    reading.local[slot] = static_cast<int>(found - reading.bodies.begin());
    if (found == end) reading.bodies[index(reading.n_bodies++)] = body;
  }
  return reading;
}

double value(const Reading& reading, const Motion& motion, const Vector& memory) {
  return continued(reading, memory, reading.measure->value(markers_at(reading, motion)));
}

kinematics::TimeSeries series(const Reading& reading, const Motion& motion, const Vector& memory) {
  kinematics::TimeSeries s = reading.measure->series(markers_at(reading, motion));
  s.value = continued(reading, memory, s.value);
  return s;
}

double gradient(const Reading& reading, const Skeleton& skeleton, const Motion& motion,
                const Vector& memory, ReadingGradient& result) {
  Gradient n;
  const double raw = reading.measure->gradient(markers_at(reading, motion), n);
  collect(reading, skeleton, motion, n, reading.level(), result);
  return continued(reading, memory, raw);
}

void rate_gradient(const Reading& reading, const Skeleton& skeleton, const Motion& motion,
                   ReadingGradient& result) {
  Gradient n;
  kinematics::rate_gradient(*reading.measure, markers_at(reading, motion), n);
  collect(reading, skeleton, motion, n, 1, result);
}

void curvature(const Reading& reading, const Skeleton& skeleton, const Motion& motion,
               double multiplier, ReadingCurvature& result) {
  const int n = reading.n_bodies;
  for (int b = 0; b < n; ++b)
    for (int c = 0; c < n; ++c) {
      result.q[index(b)][index(c)].setZero();
      result.v[index(b)][index(c)].setZero();
    }

  const Markers at = markers_at(reading, motion);
  Curvature blocks;
  reading.measure->curvature(at, multiplier, blocks);
  for (const Curvature::Block& block : blocks) {
    const int b = local_body(reading, block.row.slot), c = local_body(reading, block.column.slot);
    if (b < 0 || c < 0) continue;
    const MarkerMotion& row = marker_at(reading, motion, block.row.slot);
    const MarkerMotion& row_body = motion.bodies[index(reading.bodies[index(b)])];
    const MarkerMotion& column = marker_at(reading, motion, block.column.slot);
    const MarkerMotion& column_body = motion.bodies[index(reading.bodies[index(c)])];
    Mat36 R, J;
    kinematics::coordinate_jacobian(block.row.quantity, reading.level(), row, row_body, R);
    for (int level = 0; level < 2; ++level)
      if (kinematics::coordinate_jacobian(block.column.quantity, level, column, column_body, J))
        (level == 0 ? result.q : result.v)[index(b)][index(c)].noalias() +=
            R.transpose() * (block.value * J);  // (READ.2)
  }

  // The arm of a force turns with its body, and so do the body's own axes.
  Gradient gradient;
  reading.measure->gradient(at, gradient);
  std::array<TwistGradient, max_reading_bodies> own;
  for (const Gradient::Term& term : gradient) {
    const int b = local_body(reading, term.of.slot);
    if (b < 0 || kinematics::level(term.of.quantity) != reading.level()) continue;
    const MarkerMotion& marker = marker_at(reading, motion, term.of.slot);
    const MarkerMotion& body = motion.bodies[index(reading.bodies[index(b)])];
    const Vec3 force = multiplier * term.n;
    kinematics::add_term(term.of.quantity, force, marker, body, own[index(b)]);
    if (static_cast<int>(term.of.quantity) % 2 == 0)
      result.q[index(b)][index(b)].bottomRightCorner<3, 3>() +=
          skew(force) * skew(marker.r - body.r);
  }
  for (int b = 0; b < n; ++b)
    for (int c = 0; c < n; ++c) {
      const int body_b = reading.bodies[index(b)], body_c = reading.bodies[index(c)];
      const Body &row = skeleton.bodies[index(body_b)], &column = skeleton.bodies[index(body_c)];
      const Mat3 &A_b = motion.bodies[index(body_b)].A, &A_c = motion.bodies[index(body_c)].A;
      Mat6& K = result.q[index(b)][index(c)];
      K = to_tangent(row, A_b, column, A_c, K);
      if (b == c)
        add_turning(row, to_tangent(row, A_b, own[index(b)].level[index(reading.level())]), K);
      if (reading.level() > 0) {
        Mat6& C = result.v[index(b)][index(c)];
        C = to_tangent(row, A_b, column, A_c, C);
      }
    }
}

}  // namespace trammel::elements
