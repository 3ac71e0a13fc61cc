/* A worked example in C: a spring that stiffens, with exact partial derivatives, and the drag of a
 * fluid, without.
 *
 *   cc -O2 -shared -fPIC -I<prefix>/include springs.c -o springs.so -lm
 *   trammel run springs.adm --end 2 --user-routines .
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include <math.h>
#include <trammel/user.h>

TRAMMEL_USER_LIBRARY

/* SFORCE, FUNCTION = USER(i, j, k, k3, c, length):
 * f = -k (s - length) - k3 (s - length)**3 - c s',  s the distance of markers i and j. */
TRAMMEL_EXPORT int stiffening_spring(trammel_context* context, const double* p, int n_p, double* f,
                                     int n_f) {
  if (n_p != 6 || n_f != 1) return trammel_fail(context, "a spring has six parameters");
  const int markers[] = {(int)p[0], (int)p[1]};
  double s, rate;
  if (trammel_sysfnc(context, "DM", markers, 2, &s)) return 1;
  if (trammel_sysfnc(context, "VR", markers, 2, &rate)) return 1;
  const double k = p[2], k3 = p[3], c = p[4], stretch = s - p[5];
  f[0] = -k * stretch - k3 * stretch * stretch * stretch - c * rate;

  const double by_s = -k - 3 * k3 * stretch * stretch, by_rate = -c;
  if (trammel_syspar(context, "DM", markers, 2, &by_s, 1)) return 1;
  return trammel_syspar(context, "VR", markers, 2, &by_rate, 1);
}

/* VFORCE, FUNCTION = USER(i, c): f = -c |v| v, v the velocity of marker i. */
TRAMMEL_EXPORT int drag(trammel_context* context, const double* p, int n_p, double* f, int n_f) {
  if (n_p != 2 || n_f != 3) return trammel_fail(context, "drag has two parameters");
  const int marker = (int)p[0];
  double v[3];
  if (trammel_sysary(context, "TVEL", &marker, 1, v, 3) != 3) return 1;
  const double speed = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  for (int k = 0; k < 3; ++k) f[k] = -p[1] * speed * v[k];
  return 0;
}
