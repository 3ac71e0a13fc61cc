// A worked example in C++: a proportional-integral controller with a limited output as a GSE, and a
// filter that is sampled.
//
//   c++ -O2 -shared -fPIC -I<prefix>/include controller.cpp -o controller.so
//   trammel run controller.adm --end 4 --user-routines .
//
// SPDX-License-Identifier: BSD-3-Clause
#include <trammel/user.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

TRAMMEL_USER_LIBRARY

namespace {

// What the routines read. Exceptions do not leave them unnoticed: Trammel reports their text.
class Plant {
 public:
  explicit Plant(trammel_context* context) : context_(context) {}

  double input() const { return first("U"); }
  double state() const { return first("X"); }
  double sample() const { return first("XD"); }

  void set_partial(const char* name, double value) const {
    trammel_syspar(context_, name, nullptr, 0, &value, 1);
  }

 private:
  double first(const char* name) const {
    double value = 0;
    if (trammel_sysary(context_, name, nullptr, 0, &value, 1) != 1)
      throw std::runtime_error("the controller has one input and one state of each kind");
    return value;
  }

  trammel_context* context_;
};

struct Gains {
  double proportional, integral, limit;
};

Gains gains(const double* p, int n_p) {
  if (n_p < 3) throw std::invalid_argument("USER(proportional, integral, limit) is needed");
  return {p[0], p[1], p[2]};
}

}  // namespace

extern "C" {

// The integral of the input, the control error.
TRAMMEL_EXPORT int rate(trammel_context* context, const double*, int, double* f, int) {
  const Plant plant(context);
  f[0] = plant.input();
  plant.set_partial("U", 1);
  return 0;
}

// limit tanh((proportional u + integral x)/limit), smooth so that the equations stay solvable.
TRAMMEL_EXPORT int output(trammel_context* context, const double* p, int n_p, double* f, int) {
  const Plant plant(context);
  const Gains g = gains(p, n_p);
  const double wish = g.proportional * plant.input() + g.integral * plant.state();
  f[0] = g.limit * std::tanh(wish / g.limit);
  const double slope = 1 - std::pow(f[0] / g.limit, 2);
  plant.set_partial("U", slope * g.proportional);
  plant.set_partial("X", slope * g.integral);
  return 0;
}

// At each sample time: the mean of the input and of what was sampled before.
TRAMMEL_EXPORT int sample(trammel_context* context, const double*, int, double* f, int) {
  const Plant plant(context);
  f[0] = 0.5 * (plant.sample() + plant.input());
  return 0;
}

}  // extern "C"
