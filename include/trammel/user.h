/* User routines of Trammel: what a compiled library may do for FUNCTION = USER(...).
 *
 *   #include <trammel/user.h>
 *   TRAMMEL_USER_LIBRARY
 *
 *   TRAMMEL_EXPORT int spring(trammel_context* c, const double* p, int n_p, double* f, int n_f) {
 *     const int markers[] = {(int)p[0], (int)p[1]};
 *     double length;
 *     if (trammel_sysfnc(c, "DM", markers, 2, &length)) return 1;
 *     f[0] = -p[2] * (length - p[3]);
 *     return 0;
 *   }
 *
 * Plain C; C++ includes it, too. Read docs/user-routines.md for the whole story.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

#define TRAMMEL_USER_VERSION 1

#define TRAMMEL_EXPORT __attribute__((visibility("default")))

typedef struct trammel_context trammel_context;

/* Computes n_results results; the parameters are the numbers of USER(...). 0: done; anything else: there
 * is no result here. The results must depend on nothing but the parameters, the time, the mode and what
 * the routine asks for with the functions below. */
typedef int trammel_routine(trammel_context* context, const double* parameters, int n_parameters,
                            double* results, int n_results);

enum trammel_stage {
  TRAMMEL_PROBE = 0, /* first call, with made-up values: ask for everything you will ever ask for */
  TRAMMEL_VALUES = 1,  /* results are wanted */
  TRAMMEL_PARTIALS = 2 /* results, and partial derivatives if you have them */
};

/* What stands behind the functions below. */
struct trammel_functions {
  int (*sysfnc)(trammel_context*, const char*, const int*, int, double*);
  int (*sysary)(trammel_context*, const char*, const int*, int, double*, int);
  int (*syspar)(trammel_context*, const char*, const int*, int, const double*, int);
  int (*time_derivatives)(trammel_context*, const double*, const double*, int);
  const char* (*string)(trammel_context*, int);
  int (*fail)(trammel_context*, const char*);
};

struct trammel_context {
  const struct trammel_functions* functions;
  const char* statement; /* "SFORCE" */
  int id;                /* of the statement */
  int stage;             /* enum trammel_stage */
  int mode;              /* MODE of the language: 4 dynamics, 5 statics ... */
  double time;
};

/* Value of a function of the language that reads the model, as DX, VARVAL or JOINT, with its ids.
 * 0: done. */
static inline int trammel_sysfnc(trammel_context* context, const char* function, const int* ids,
                                 int n_ids, double* value) {
  return context->functions->sysfnc(context, function, ids, n_ids, value);
}

/* Several values at once: TDISP, RDISP, DISP, TVEL, RVEL, VEL, TACC, RACC, ACC, TFORCE, RFORCE, FORCE of
 * markers; ARRAY, MATRIX (row by row), PINPUT, POUTPUT of an id; X, U, XD of the GSE itself. Writes up to
 * n_values and returns how many there are; negative: there is no such thing. */
static inline int trammel_sysary(trammel_context* context, const char* function, const int* ids,
                                 int n_ids, double* values, int n_values) {
  return context->functions->sysary(context, function, ids, n_ids, values, n_values);
}

/* Hands back the partial derivatives of all results by the values of a function: for n values of it,
 * partials[n * result + value]. Those of what no partials are given for are found by differences. */
static inline int trammel_syspar(trammel_context* context, const char* function, const int* ids,
                                 int n_ids, const double* partials, int n_partials) {
  return context->functions->syspar(context, function, ids, n_ids, partials, n_partials);
}

/* Hands back first and second derivatives of all results by TIME, of which motions make use. */
static inline int trammel_time_derivatives(trammel_context* context, const double* first,
                                           const double* second, int n_results) {
  return context->functions->time_derivatives(context, first, second, n_results);
}

/* The text of a STRING, or a null pointer. */
static inline const char* trammel_string(trammel_context* context, int id) {
  return context->functions->string(context, id);
}

/* Says why there is no result; returns 1:  return trammel_fail(c, "the tank is empty");  */
static inline int trammel_fail(trammel_context* context, const char* message) {
  return context->functions->fail(context, message);
}

/* Once in every library, outside of functions. */
#define TRAMMEL_USER_LIBRARY_DEFINITION           \
  TRAMMEL_EXPORT int trammel_user_version(void);  \
  TRAMMEL_EXPORT int trammel_user_version(void) { \
    return TRAMMEL_USER_VERSION;                  \
  }
#ifdef __cplusplus
#define TRAMMEL_USER_LIBRARY      \
  extern "C" {                    \
  TRAMMEL_USER_LIBRARY_DEFINITION \
  }
#else
#define TRAMMEL_USER_LIBRARY TRAMMEL_USER_LIBRARY_DEFINITION
#endif

#ifdef __cplusplus
}
#endif
