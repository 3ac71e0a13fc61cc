// A second library that the drill string in ../shared/realworld names.
// SPDX-License-Identifier: BSD-3-Clause
#include <trammel/user.h>

TRAMMEL_USER_LIBRARY

// Eight numbers of a request, of which the first is the time.
extern "C" TRAMMEL_EXPORT int FIXLOAD(trammel_context* c, const double*, int, double* f, int) {
  f[0] = c->time;
  return 0;
}
