// Sizes of the bridge's containers, and the geometry of quaternion coordinates.
// SPDX-License-Identifier: BSD-3-Clause
#include "numerics/dae.h"

#include <cmath>

#include <limits>
#include <map>
#include <memory>

#include "math/rotation.h"

namespace trammel {

State make_state(const Layout& l) {
  State s;
  s.q = Vector::Zero(l.n_q);
  s.v = s.a = Vector::Zero(l.n);
  s.lambda = Vector::Zero(l.m());
  s.x = s.x_dot = Vector::Zero(l.n_x);
  s.y = Vector::Zero(l.n_y);
  for (const Rotation& rotation : l.rotations) s.q[rotation.q] = 1;
  return s;
}

Values make_values(const Layout& l) {
  Values values;
  values.inertia = values.action = values.reaction = Vector::Zero(l.n);
  values.c0 = Vector::Zero(l.m0);
  values.c1 = Vector::Zero(l.m0 + l.m1);
  values.c2 = Vector::Zero(l.m());
  values.aux = Vector::Zero(l.n_aux());
  return values;
}

Blocks make_blocks(const Dae& dae) {
  Blocks blocks;
  std::map<const Pattern*, std::shared_ptr<const Pattern>> shared;
  for (std::size_t b = 0; b < block_count; ++b) {
    const Pattern& pattern = dae.pattern(Block(b));
    auto& copy = shared[&pattern];
    if (!copy) copy = std::make_shared<const Pattern>(pattern);
    blocks[Block(b)] = SparseMatrix(copy);
  }
  return blocks;
}

std::vector<int> raw_index_of_tangent(const Layout& l) {
  std::vector<int> raw(std::size_t(l.n), -1);
  std::size_t next_rotation = 0;
  int q = 0;
  for (int i = 0; i < l.n;) {
    if (next_rotation < l.rotations.size() && l.rotations[next_rotation].v == i) {
      i += 3, q += 4, ++next_rotation;
    } else {
      raw[std::size_t(i++)] = q++;
    }
  }
  return raw;
}

double Dae::largest_turn(const State& from, const State& to) const {
  double cosine = 1;  // of half the angle
  for (const Rotation& rotation : layout().rotations) {
    const double c = std::abs(from.q.segment<4>(rotation.q).dot(to.q.segment<4>(rotation.q)));
    if (!(c >= cosine)) cosine = c;
  }
  return 2 * std::acos(cosine);
}

namespace {

// Calls vector_part(q, v, count) for runs of vector-like coordinates and rotation(q, v) for each
// quaternion, in order.
template <class VectorPart, class RotationPart>
void walk(const Layout& l, VectorPart vector_part, RotationPart rotation_part) {
  int q = 0, v = 0;
  for (const Rotation& rotation : l.rotations) {
    if (rotation.v > v) vector_part(q, v, rotation.v - v);
    rotation_part(rotation.q, rotation.v);
    q = rotation.q + 4, v = rotation.v + 3;
  }
  if (l.n > v) vector_part(q, v, l.n - v);
}

}  // namespace

void QuaternionDae::retract(const Vector& q, const Vector& delta, Vector& out) const {
  walk(
      layout(),
      [&](int iq, int iv, int count) {
        out.segment(iq, count) = q.segment(iq, count) + delta.segment(iv, count);
      },
      [&](int iq, int iv) {
        const Vec4 e = q.segment<4>(iq);
        const Vec3 theta = delta.segment<3>(iv);
        out.segment<4>(iq) = normalized_quaternion(quaternion_product(e, quaternion_exp(theta)));
      });
}

void QuaternionDae::difference(const Vector& q1, const Vector& q0, Vector& delta) const {
  walk(
      layout(),
      [&](int iq, int iv, int count) {
        delta.segment(iv, count) = q1.segment(iq, count) - q0.segment(iq, count);
      },
      [&](int iq, int iv) {
        const Vec4 e1 = q1.segment<4>(iq), e0 = q0.segment<4>(iq);
        delta.segment<3>(iv) = quaternion_log(quaternion_product(conjugate(e0), e1));
      });
}

void QuaternionDae::rate(const Vector& q, const Vector& v, Vector& q_dot) const {
  walk(
      layout(), [&](int iq, int iv, int count) { q_dot.segment(iq, count) = v.segment(iv, count); },
      [&](int iq, int iv) {
        const Vec4 e = q.segment<4>(iq);
        const Vec4 omega(0, v[iv], v[iv + 1], v[iv + 2]);
        q_dot.segment<4>(iq) = 0.5 * quaternion_product(e, omega);
      });
}

void QuaternionDae::velocity(const Vector& q, const Vector& q_dot, Vector& v) const {
  walk(
      layout(), [&](int iq, int iv, int count) { v.segment(iv, count) = q_dot.segment(iq, count); },
      [&](int iq, int iv) {
        const Vec4 e = q.segment<4>(iq), e_dot = q_dot.segment<4>(iq);
        v.segment<3>(iv) = 2 * quaternion_product(conjugate(e), e_dot).tail<3>();
      });
}

double QuaternionDae::largest_step(const State& s) const {
  const Layout& l = layout();
  double fastest = 0;
  for (std::size_t i = 0; i < l.kinds.size(); ++i)
    if (l.kinds[i] == Kind::angle) fastest = std::max(fastest, std::abs(s.v[Eigen::Index(i)]));
  double fastest_square = fastest * fastest;
  for (const Rotation& rotation : l.rotations)
    fastest_square = std::max(fastest_square, s.v.segment<3>(rotation.v).squaredNorm());
  return fastest_square > 0 ? 1 / std::sqrt(fastest_square)
                            : std::numeric_limits<double>::infinity();
}

}  // namespace trammel
