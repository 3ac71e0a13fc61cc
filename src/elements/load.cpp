// SPDX-License-Identifier: BSD-3-Clause
#include "elements/load.h"

#include <algorithm>

#include "elements/index.h"
#include "kinematics/kernels.h"

namespace trammel::elements {
namespace {

using kinematics::MarkerMotion;

int local_index(Load& load, int body) {
  if (body == ground) return -1;
  const auto end = load.bodies.begin() + load.n_bodies;
  const auto found = std::find(load.bodies.begin(), end, body);
  if (found == end) load.bodies[index(load.n_bodies++)] = body;
  return static_cast<int>(found - load.bodies.begin());
}

// The parts of a load at one instant, all in global axes.
struct Picture {
  Vec3 e = Vec3::Zero();      // direction of force or torque
  Vec3 s_i = Vec3::Zero();    // from the acting body's frame to i
  Vec3 s_j = Vec3::Zero();    // from the reacting body's frame to where the reaction acts
  double inverse_length = 0;  // of a line

  Picture(const Load& load, const Motion& motion) {
    const MarkerMotion& i = motion.markers[index(load.i)];
    const MarkerMotion& at_j = load.kind == Load::Kind::line ? motion.markers[index(load.j)] : i;
    if (load.kind == Load::Kind::line) {
      const kinematics::Direction line(i.r - at_j.r);
      e = line.u;  // (LOAD.2)
      inverse_length = line.inverse_length;
    } else {
      e = motion.markers[index(load.rm)].A.col(load.axis);  // (LOAD.3), (LOAD.4)
    }
    if (load.local_i >= 0) s_i = i.r - motion.bodies[index(load.bodies[index(load.local_i)])].r;
    if (load.local_j >= 0) s_j = at_j.r - motion.bodies[index(load.bodies[index(load.local_j)])].r;
  }
};

// Of a force or torque e, at s from the frame of the body.
void add_unit(bool torque, const Vec3& e, const Vec3& s, Vec6& N) {
  if (torque) {
    N.tail<3>() += e;
  } else {
    N.head<3>() += e;
    N.tail<3>() += s.cross(e);
  }
}

}  // namespace

LoadWrenches wrenches_of_line(const Load& load, double f, const Motion& motion) {  // (LOAD.1)
  if (f == 0) return {};
  const Picture p(load, motion);
  LoadWrenches w;
  if (load.local_i >= 0) add_unit(false, f * p.e, p.s_i, w.acting);
  if (load.local_j >= 0) add_unit(false, -f * p.e, p.s_j, w.reacting);
  return w;
}

LoadWrenches wrenches_along_axes(const Load& load, const Vec3& along, const Vec3& about,
                                 const Motion& motion) {  // (LOAD.1)
  if (along.isZero(0) && about.isZero(0)) return {};
  const Mat3& A = motion.markers[index(load.rm)].A;
  const Vec3& r_i = motion.markers[index(load.i)].r;
  Vec6 both = Vec6::Zero();
  both << A * along, A * about;  // (LOAD.3), (LOAD.4)
  const auto wrench = [&](int local) {
    if (local < 0) return Vec6(Vec6::Zero());
    const Vec3 s = r_i - motion.bodies[index(load.bodies[index(local)])].r;
    Vec6 w = both;
    // By axes: what points to the frame has no moment, to the last digit. Jams multiply such a digit by 1e10.
    for (int k = 0; k < 3; ++k) w.tail<3>() += along[k] * s.cross(A.col(k));
    return w;
  };
  return {wrench(load.local_i), -wrench(load.local_j)};
}

void locate_bodies(const Skeleton& skeleton, Load& load) {
  load.n_bodies = 0;
  const auto body_of = [&](int marker) { return skeleton.markers[index(marker)].body; };
  load.local_i = local_index(load, body_of(load.i));
  load.local_j =
      local_index(load, load.kind == Load::Kind::line ? body_of(load.j) : load.reaction_body);
  load.local_rm = load.kind == Load::Kind::line ? -1 : local_index(load, body_of(load.rm));
}

void direction(const Load& load, const Skeleton& skeleton, const Motion& motion,
               LoadDirection& result) {
  const Picture p(load, motion);
  const bool torque = load.kind == Load::Kind::torque;
  for (int b = 0; b < load.n_bodies; ++b) {
    Vec6 N = Vec6::Zero();
    if (b == load.local_i) add_unit(torque, p.e, p.s_i, N);
    if (b == load.local_j) add_unit(torque, -p.e, p.s_j, N);
    const std::size_t body = index(load.bodies[index(b)]);
    result.D[index(b)] = to_tangent(skeleton.bodies[body], motion.bodies[body].A, N);
  }
}

namespace {

using Blocks = std::array<std::array<Mat6, max_load_bodies>, max_load_bodies>;

// A change E δ(twist of c) of the direction e moves the wrench (e, s×e) of body b.
void add_direction_change(Blocks& K, int b, double sign, const Vec3& s, bool torque, int c,
                          const Mat36& E) {
  if (b < 0 || c < 0) return;
  Mat6& block = K[index(b)][index(c)];
  if (!torque) block.topRows<3>() += sign * E;
  if (torque)
    block.bottomRows<3>() += sign * E;
  else
    block.bottomRows<3>() += sign * (skew(s) * E);
}

// A change S δ(twist of c) of the arm s moves the moment s×e of body b.
void add_arm_change(Blocks& K, int b, double sign, const Vec3& e, int c, const Mat36& S) {
  if (b < 0 || c < 0) return;
  K[index(b)][index(c)].bottomRows<3>() -= sign * (skew(e) * S);
}

Mat36 point_jacobian(const Vec3& s) {
  Mat36 J;
  J << Mat3::Identity(), -skew(s);
  return J;
}

Mat36 turn_jacobian(const Mat3& by_theta) {
  Mat36 J;
  J << Mat3::Zero(), by_theta;
  return J;
}

void fill_line(const Load& load, const Picture& p, double f, Blocks& K) {
  const Mat3 P = p.inverse_length * (Mat3::Identity() - p.e * p.e.transpose());
  const Mat36 by_i = f * (P * point_jacobian(p.s_i)), by_j = -f * (P * point_jacobian(p.s_j));
  const int b_i = load.local_i, b_j = load.local_j;
  add_direction_change(K, b_i, 1, p.s_i, false, b_i, by_i);
  add_direction_change(K, b_i, 1, p.s_i, false, b_j, by_j);
  add_direction_change(K, b_j, -1, p.s_j, false, b_i, by_i);
  add_direction_change(K, b_j, -1, p.s_j, false, b_j, by_j);
  add_arm_change(K, b_i, f, p.e, b_i, turn_jacobian(-skew(p.s_i)));
  add_arm_change(K, b_j, -f, p.e, b_j, turn_jacobian(-skew(p.s_j)));
}

void fill_axis(const Load& load, const Picture& p, double f, Blocks& K) {
  const bool torque = load.kind == Load::Kind::torque;
  const Mat36 by_rm = turn_jacobian(-f * skew(p.e));
  add_direction_change(K, load.local_i, 1, p.s_i, torque, load.local_rm, by_rm);
  add_direction_change(K, load.local_j, -1, p.s_j, torque, load.local_rm, by_rm);
  if (torque) return;
  add_arm_change(K, load.local_i, f, p.e, load.local_i, turn_jacobian(-skew(p.s_i)));
  // The reaction acts at r_i: its arm r_i − r_j changes with both bodies.
  add_arm_change(K, load.local_j, -f, p.e, load.local_i, point_jacobian(p.s_i));
  Mat36 away = Mat36::Zero();
  away.leftCols<3>() = -Mat3::Identity();
  add_arm_change(K, load.local_j, -f, p.e, load.local_j, away);
}

}  // namespace

void direction_derivative(const Load& load, const Skeleton& skeleton, const Motion& motion,
                          double f, LoadStiffness& result) {
  for (int b = 0; b < load.n_bodies; ++b)
    for (int c = 0; c < load.n_bodies; ++c) result.K[index(b)][index(c)].setZero();
  const Picture p(load, motion);
  if (load.kind == Load::Kind::line)
    fill_line(load, p, f, result.K);
  else
    fill_axis(load, p, f, result.K);

  LoadDirection D;
  direction(load, skeleton, motion, D);
  for (int b = 0; b < load.n_bodies; ++b)
    for (int c = 0; c < load.n_bodies; ++c) {
      const std::size_t row = index(load.bodies[index(b)]), column = index(load.bodies[index(c)]);
      Mat6& K = result.K[index(b)][index(c)];
      K = to_tangent(skeleton.bodies[row], motion.bodies[row].A, skeleton.bodies[column],
                     motion.bodies[column].A, K);
      if (b == c) add_turning(skeleton.bodies[row], f * D.D[index(b)], K);
    }
}

}  // namespace trammel::elements
