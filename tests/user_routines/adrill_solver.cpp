// Stand-ins for the routines of the drill string in ../shared/realworld, in pounds and feet.
//
// The wall of the hole is a linear radial spring with damping between a string part and the slider that
// runs along the hole beside it:
//   f_x = -k x - c x',  f_y = -k y - c y',  k = 1e4 lbf/ft,  c = 100 lbf s/ft
// with x, y the displacement of marker I in the axes of RM. The motor is a viscous coupling, and the
// hole goes through the sliders as they are given.
// SPDX-License-Identifier: BSD-3-Clause
#include <trammel/user.h>

#include <algorithm>
#include <array>
#include <vector>

TRAMMEL_USER_LIBRARY

namespace {

constexpr double wall_stiffness = 1e4, wall_damping = 100;  // lbf/ft, lbf s/ft
constexpr double motor_damping = 50;                        // lbf ft s
constexpr int sliders = 9002;                               // ARRAY of the sliders' CM markers

int wall(trammel_context* c, int i, int rm, double* f) {
  const int ids[] = {i, rm, rm, rm};
  std::array<double, 3> d, v;
  if (trammel_sysary(c, "TDISP", ids, 3, d.data(), 3) != 3) return 1;
  if (trammel_sysary(c, "TVEL", ids, 4, v.data(), 3) != 3) return 1;
  for (std::size_t k = 0; k < 2; ++k) f[k] = -wall_stiffness * d[k] - wall_damping * v[k];
  const double k = -wall_stiffness, b = -wall_damping;
  const std::array<double, 18> by_d = {k, 0, 0, 0, k}, by_v = {b, 0, 0, 0, b};
  if (trammel_syspar(c, "TDISP", ids, 3, by_d.data(), 18)) return 1;
  return trammel_syspar(c, "TVEL", ids, 4, by_v.data(), 18);
}

}  // namespace

extern "C" {

// GFORCE/n acts on marker n in the axes of marker n + 1.
TRAMMEL_EXPORT int StringForces(trammel_context* c, const double*, int, double* f, int) {
  return wall(c, c->id, c->id + 1, f);
}

// The bit: marker n + 5.
TRAMMEL_EXPORT int BitForces(trammel_context* c, const double*, int, double* f, int) {
  return wall(c, c->id + 5, c->id + 1, f);
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

// Straight lines from slider to slider.
TRAMMEL_EXPORT int HoleCurveSub(trammel_context* c, const double*, int, double* f, int) {
  double u = 0;
  if (trammel_sysfnc(c, "U", nullptr, 0, &u)) return 1;
  std::vector<double> ids(1000);
  const int count =
      trammel_sysary(c, "ARRAY", &sliders, 1, ids.data(), static_cast<int>(ids.size()));
  if (count < 2) return 1;
  std::vector<std::array<double, 3>> points(static_cast<std::size_t>(count));
  for (std::size_t k = 0; k < points.size(); ++k) {
    const int marker = static_cast<int>(ids[k]);
    if (trammel_sysary(c, "TDISP", &marker, 1, points[k].data(), 3) != 3) return 1;
  }
  std::sort(points.begin(), points.end());
  const double place = u * (count - 1);
  const auto k = static_cast<std::size_t>(std::clamp(place, 0., count - 2.));
  for (std::size_t a = 0; a < 3; ++a)
    f[a] = points[k][a] + (place - static_cast<double>(k)) * (points[k + 1][a] - points[k][a]);
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
