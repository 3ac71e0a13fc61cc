// Stand-ins for the routines of the drill string in ../shared/realworld, in pounds and feet. What the
// originals compute is not published; the data they are given says what they are for:
//
//  - HoleCurveSub draws the hole through the surveyed points of MATRIX/9000 (tension_spline.h).
//  - StringForces is the wall of the hole: a linear radial spring with damping between the string and the
//    slider that runs along the hole beside it, with stiffness and damping of the rock as SPLINE/8911 and
//    SPLINE/8912 give them:
//      f_x = -k x - c x',  f_y = -k y - c y',   k = 5e5 lbf/ft,  c = 500 lbf s/ft
//    with x, y the displacement of marker I in the axes of RM. It has no clearance and no friction.
//  - BitForces is the same at the bit, and the bottom of the hole: a spring and damper along the hole
//    between the bit and the part that is the bottom, without load where statics has left the bit:
//      f_z = -k (b - z) + c z',   z the distance of bit and bottom, b = DIF(9000011) what it is in statics
//  - MotorTrq is a viscous coupling of 50 lbf ft s.
// SPDX-License-Identifier: BSD-3-Clause
#include <trammel/user.h>

#include <array>
#include <vector>

#include "tension_spline.h"

TRAMMEL_USER_LIBRARY

namespace {

constexpr double rock_stiffness = 5e5, rock_damping = 500;  // lbf/ft, lbf s/ft
constexpr double motor_damping = 50;                        // lbf ft s
constexpr int survey = 9000;                                // MATRIX of the points of the hole
constexpr int off_bottom = 9000011;             // DIFF that keeps the distance of statics
constexpr int bottom = 9006924, bit = 9000000;  // markers

int wall(trammel_context* c, int i, int rm, double* f) {
  const int ids[] = {i, rm, rm, rm};
  std::array<double, 3> d, v;
  if (trammel_sysary(c, "TDISP", ids, 3, d.data(), 3) != 3) return 1;
  if (trammel_sysary(c, "TVEL", ids, 4, v.data(), 3) != 3) return 1;
  for (std::size_t k = 0; k < 2; ++k) f[k] = -rock_stiffness * d[k] - rock_damping * v[k];
  const double k = -rock_stiffness, b = -rock_damping;
  const std::array<double, 18> by_d = {k, 0, 0, 0, k}, by_v = {b, 0, 0, 0, b};
  if (trammel_syspar(c, "TDISP", ids, 3, by_d.data(), 18)) return 1;
  return trammel_syspar(c, "TVEL", ids, 4, by_v.data(), 18);
}

int hole_bottom(trammel_context* c, double* f) {
  const int ids[] = {bottom, bit, bottom};
  double z = 0, v = 0, rest = 0;
  if (trammel_sysfnc(c, "DZ", ids, 3, &z) || trammel_sysfnc(c, "VZ", ids, 3, &v) ||
      trammel_sysfnc(c, "DIF", &off_bottom, 1, &rest))
    return 1;
  f[2] = -rock_stiffness * (rest - z) + rock_damping * v;
  const std::array<double, 6> by_z = {0, 0, rock_stiffness}, by_v = {0, 0, rock_damping},
                              by_rest = {0, 0, -rock_stiffness};
  if (trammel_syspar(c, "DZ", ids, 3, by_z.data(), 6) ||
      trammel_syspar(c, "VZ", ids, 3, by_v.data(), 6))
    return 1;
  return trammel_syspar(c, "DIF", &off_bottom, 1, by_rest.data(), 6);
}

}  // namespace

extern "C" {

// GFORCE/n acts on marker n in the axes of marker n + 1.
TRAMMEL_EXPORT int StringForces(trammel_context* c, const double*, int, double* f, int) {
  return wall(c, c->id, c->id + 1, f);
}

// The bit: marker n + 5.
TRAMMEL_EXPORT int BitForces(trammel_context* c, const double*, int, double* f, int) {
  return wall(c, c->id + 5, c->id + 1, f) || hole_bottom(c, f);
}

TRAMMEL_EXPORT int MotorTrq(trammel_context* c, const double*, int, double* f, int) {
  const int ids[] = {9006934, 9006936, 9006936};
  double speed = 0;
  if (trammel_sysfnc(c, "WZ", ids, 3, &speed)) return 1;
  f[0] = -motor_damping * speed;
  const double by_speed = -motor_damping;
  return trammel_syspar(c, "WZ", ids, 3, &by_speed, 1);
}

// Distance of two markers, its components, and its rate.
TRAMMEL_EXPORT int MotionOut(trammel_context* c, const double* p, int n_p, double* f, int) {
  if (n_p < 3) return trammel_fail(c, "three markers are needed");
  const int ids[] = {static_cast<int>(p[1]), static_cast<int>(p[2]), static_cast<int>(p[2])};
  if (trammel_sysary(c, "TDISP", ids, 3, f + 1, 3) != 3) return 1;
  return trammel_sysfnc(c, "DM", ids, 2, f);
}

TRAMMEL_EXPORT int HoleCurveSub(trammel_context* c, const double*, int, double* f, int) {
  double u = 0;
  if (trammel_sysfnc(c, "U", nullptr, 0, &u)) return 1;
  const int count = trammel_sysary(c, "MATRIX", &survey, 1, nullptr, 0);
  if (count < 6) return trammel_fail(c, "MATRIX/9000 does not hold the points of the hole");
  std::vector<double> numbers(static_cast<std::size_t>(count));
  trammel_sysary(c, "MATRIX", &survey, 1, numbers.data(), count);
  std::vector<trammel::tests::Point> points;
  for (std::size_t k = 0; k + 2 < numbers.size(); k += 3)
    points.push_back({numbers[k], numbers[k + 1], numbers[k + 2]});
  const trammel::tests::Point r = trammel::tests::TensionSpline(points)(u);
  for (std::size_t axis = 0; axis < 3; ++axis) f[axis] = r[axis];
  return 0;
}

// A dummy of the dataset, which holds its input.
TRAMMEL_EXPORT int gse_output(trammel_context* c, const double*, int, double* f, int) {
  return trammel_sysary(c, "XD", nullptr, 0, f, 1) == 1 ? 0 : 1;
}
TRAMMEL_EXPORT int gse_update(trammel_context* c, const double*, int, double* f, int) {
  return trammel_sysary(c, "U", nullptr, 0, f, 1) == 1 ? 0 : 1;
}

}  // extern "C"
