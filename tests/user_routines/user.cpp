// Stand-ins for the routines of the wind turbine in ../shared/realworld: demands of pitch and yaw are
// the constants that the dataset passes, outputs are zero.
// SPDX-License-Identifier: BSD-3-Clause
#include <trammel/user.h>

TRAMMEL_USER_LIBRARY

extern "C" {

// USER(mode, t_on, dt, t_start, t_end, pitch): the pitch at the start; of yaw, 0.
TRAMMEL_EXPORT int varsub(trammel_context*, const double* p, int n_p, double* f, int) {
  f[0] = n_p == 6 ? p[5] : 0;
  return 0;
}

TRAMMEL_EXPORT int reqsub(trammel_context* c, const double*, int, double* f, int) {
  f[0] = c->time;
  return 0;
}

TRAMMEL_EXPORT int gse_output(trammel_context* c, const double*, int, double* f, int) {
  return trammel_sysary(c, "XD", nullptr, 0, f, 1) == 1 ? 0 : 1;
}
TRAMMEL_EXPORT int gse_update(trammel_context* c, const double*, int, double* f, int) {
  return trammel_sysary(c, "U", nullptr, 0, f, 1) == 1 ? 0 : 1;
}

}  // extern "C"
