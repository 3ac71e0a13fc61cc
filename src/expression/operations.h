// The primitive operations with their first and second partial derivatives.
//
// Rules that hold for all of them:
//  - Outside its domain an operation yields NaN, and every operation passes NaN on; overflow yields
//    infinity. Evaluation turns a result that is not finite into a reported fault.
//  - At a kink or a jump the derivative is that of the branch which holds the point.
//  - Where the value is finite but the slope is not (√x at 0, arcsin at ±1), the slope counts as 0.
// Table of these points: docs/theory/expressions.md
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <limits>
#include <numbers>

#include "expression/shape.h"
#include "math/step.h"

namespace trammel::expression::operations {

inline constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

struct Unary {
  static constexpr int arity = 1;
  static constexpr const char* fault = "the result is too large";
};

// Second derivatives default to 0.
struct Binary {
  static constexpr int arity = 2;
  static constexpr const char* fault = "the result is too large";
  static double f_aa(double, double, double) { return 0; }
  static double f_ab(double, double, double) { return 0; }
  static double f_bb(double, double, double) { return 0; }
};

// Selections: linear in b and c, constant in a.
struct Selection {
  static constexpr int arity = 3;
  static constexpr const char* fault = "the result is too large";
};

struct Negate : Unary {
  static constexpr Opcode code = Opcode::negate;
  static double f(double x) { return -x; }
  static double d(double, double) { return -1; }
  static double dd(double, double) { return 0; }
};

struct Add : Binary {
  static constexpr Opcode code = Opcode::add;
  static double f(double a, double b) { return a + b; }
  static double f_a(double, double, double) { return 1; }
  static double f_b(double, double, double) { return 1; }
};

struct Subtract : Binary {
  static constexpr Opcode code = Opcode::subtract;
  static double f(double a, double b) { return a - b; }
  static double f_a(double, double, double) { return 1; }
  static double f_b(double, double, double) { return -1; }
};

struct Multiply : Binary {
  static constexpr Opcode code = Opcode::multiply;
  static double f(double a, double b) { return a * b; }
  static double f_a(double, double b, double) { return b; }
  static double f_b(double a, double, double) { return a; }
  static double f_ab(double, double, double) { return 1; }
};

struct Divide : Binary {
  static constexpr Opcode code = Opcode::divide;
  static constexpr const char* fault = "division by zero";
  static double f(double a, double b) { return b == 0 ? not_a_number : a / b; }
  static double f_a(double, double b, double) { return 1 / b; }
  static double f_b(double, double b, double f) { return -f / b; }
  static double f_ab(double, double b, double) { return -1 / b / b; }
  static double f_bb(double, double b, double f) { return 2 * (f / b) / b; }
};

struct Square : Unary {
  static constexpr Opcode code = Opcode::square;
  static double f(double x) { return x * x; }
  static double d(double x, double) { return 2 * x; }
  static double dd(double, double) { return 2; }
};

struct Power : Binary {
  static constexpr Opcode code = Opcode::power;
  static constexpr const char* fault =
      "power of a negative number with a fractional exponent, or of zero with a negative one";
  static double f(double a, double b) {
    if (std::isnan(a) || std::isnan(b) || (a == 0 && b < 0)) return not_a_number;
    return std::pow(a, b);
  }
  static double f_a(double a, double b, double f) {
    if (a == 0) return b == 1 ? 1 : 0;
    return b * (f / a);
  }
  // A negative base has no derivative with respect to the exponent: a fault.
  static double f_b(double a, double, double f) {
    if (a == 0) return 0;
    return f * std::log(a);
  }
  static double f_aa(double a, double b, double f) {
    if (a == 0) return b == 2 ? 2 : 0;
    return b * (b - 1) * (f / a / a);
  }
  static double f_ab(double a, double b, double f) {
    if (a == 0) return 0;
    return f / a * (1 + b * std::log(a));
  }
  static double f_bb(double a, double, double f) {
    if (a == 0) return 0;
    const double log_a = std::log(a);
    return f * log_a * log_a;
  }
};

struct Absolute : Unary {
  static constexpr Opcode code = Opcode::absolute;
  static double f(double x) { return std::abs(x); }
  static double d(double x, double) { return x >= 0 ? 1 : -1; }
  static double dd(double, double) { return 0; }
};

// Direction cosines exceed 1 by rounding: up to here that is not a fault.
inline constexpr double largest_cosine = 1 + 1e-10;

struct ArcCosine : Unary {
  static constexpr Opcode code = Opcode::arc_cosine;
  static constexpr const char* fault = "ACOS of a number outside -1 ... 1";
  static double f(double x) {
    if (std::abs(x) >= 1 && std::abs(x) <= largest_cosine) return x > 0 ? 0 : std::numbers::pi;
    return std::acos(x);
  }
  static double d(double x, double) {
    return std::abs(x) < 1 ? -1 / std::sqrt((1 - x) * (1 + x)) : 0;
  }
  static double dd(double x, double) {
    const double s = (1 - x) * (1 + x);
    return std::abs(x) < 1 ? -x / (s * std::sqrt(s)) : 0;
  }
};

struct ArcSine : Unary {
  static constexpr Opcode code = Opcode::arc_sine;
  static constexpr const char* fault = "ASIN of a number outside -1 ... 1";
  static double f(double x) {
    if (std::abs(x) >= 1 && std::abs(x) <= largest_cosine)
      return std::copysign(std::numbers::pi / 2, x);
    return std::asin(x);
  }
  static double d(double x, double) { return -ArcCosine::d(x, 0); }
  static double dd(double x, double) { return -ArcCosine::dd(x, 0); }
};

struct ArcTangent : Unary {
  static constexpr Opcode code = Opcode::arc_tangent;
  static double f(double x) { return std::atan(x); }
  static double d(double x, double) { return 1 / (1 + x * x); }
  static double dd(double x, double) {
    const double first = 1 / (1 + x * x);
    return -2 * x * first * first;
  }
};

struct ArcTangent2 : Binary {
  static constexpr Opcode code = Opcode::arc_tangent2;
  static double f(double y, double x) { return std::atan2(y, x); }
  static double f_a(double y, double x, double) { return scaled(x, std::hypot(x, y)); }
  static double f_b(double y, double x, double) { return -scaled(y, std::hypot(x, y)); }
  static double f_aa(double y, double x, double) {
    const double r = std::hypot(x, y);
    return -2 * scaled(x, r) * scaled(y, r);
  }
  static double f_ab(double y, double x, double) {
    const double r = std::hypot(x, y);
    return (scaled(y, r) - scaled(x, r)) * (scaled(y, r) + scaled(x, r));
  }
  static double f_bb(double y, double x, double) { return -f_aa(y, x, 0); }

 private:
  // x/r² without overflow of r².
  static double scaled(double x, double r) { return r == 0 ? 0 : x / r / r; }
};

struct Cosine : Unary {
  static constexpr Opcode code = Opcode::cosine;
  static double f(double x) { return std::cos(x); }
  static double d(double x, double) { return -std::sin(x); }
  static double dd(double, double f) { return -f; }
};

struct Exponential : Unary {
  static constexpr Opcode code = Opcode::exponential;
  static double f(double x) { return std::exp(x); }
  static double d(double, double f) { return f; }
  static double dd(double, double f) { return f; }
};

struct HyperbolicCosine : Unary {
  static constexpr Opcode code = Opcode::hyperbolic_cosine;
  static double f(double x) { return std::cosh(x); }
  static double d(double x, double) { return std::sinh(x); }
  static double dd(double, double f) { return f; }
};

struct HyperbolicSine : Unary {
  static constexpr Opcode code = Opcode::hyperbolic_sine;
  static double f(double x) { return std::sinh(x); }
  static double d(double x, double) { return std::cosh(x); }
  static double dd(double, double f) { return f; }
};

struct HyperbolicTangent : Unary {
  static constexpr Opcode code = Opcode::hyperbolic_tangent;
  static double f(double x) { return std::tanh(x); }
  static double d(double, double f) { return (1 - f) * (1 + f); }
  static double dd(double, double f) { return -2 * f * (1 - f) * (1 + f); }
};

struct Logarithm : Unary {
  static constexpr Opcode code = Opcode::logarithm;
  static constexpr const char* fault = "LOG of a number that is not positive";
  static double f(double x) { return x == 0 ? not_a_number : std::log(x); }
  static double d(double x, double) { return 1 / x; }
  static double dd(double x, double) { return -1 / x / x; }
};

struct Logarithm10 : Unary {
  static constexpr Opcode code = Opcode::logarithm10;
  static constexpr const char* fault = "LOG10 of a number that is not positive";
  static double f(double x) { return x == 0 ? not_a_number : std::log10(x); }
  static double d(double x, double) { return std::numbers::log10e / x; }
  static double dd(double x, double) { return -std::numbers::log10e / x / x; }
};

struct Maximum : Binary {
  static constexpr Opcode code = Opcode::maximum;
  // a + b is NaN when one of them is.
  static double f(double a, double b) { return a >= b ? a : (a < b ? b : a + b); }
  static double f_a(double a, double b, double) { return a >= b ? 1 : 0; }
  static double f_b(double a, double b, double) { return a >= b ? 0 : 1; }
};

struct Minimum : Binary {
  static constexpr Opcode code = Opcode::minimum;
  static double f(double a, double b) { return a <= b ? a : (a > b ? b : a + b); }
  static double f_a(double a, double b, double) { return a <= b ? 1 : 0; }
  static double f_b(double a, double b, double) { return a <= b ? 0 : 1; }
};

struct Modulo : Binary {
  static constexpr Opcode code = Opcode::modulo;
  static constexpr const char* fault = "MOD with divisor zero";
  static double f(double a, double b) { return std::fmod(a, b); }  // (EXPR.3)
  static double f_a(double, double, double) { return 1; }
  static double f_b(double a, double b, double f) { return -std::round((a - f) / b); }
};

struct NearestInteger : Unary {
  static constexpr Opcode code = Opcode::nearest_integer;
  static double f(double x) { return std::round(x); }
  static double d(double, double) { return 0; }
  static double dd(double, double) { return 0; }
};

struct SignTransfer : Binary {
  static constexpr Opcode code = Opcode::sign_transfer;
  static double f(double a, double b) {
    return b >= 0 ? std::abs(a) : (b < 0 ? -std::abs(a) : b);  // (EXPR.4)
  }
  static double f_a(double a, double b, double) { return (a >= 0) == (b >= 0) ? 1 : -1; }
  static double f_b(double, double, double) { return 0; }
};

struct Sine : Unary {
  static constexpr Opcode code = Opcode::sine;
  static double f(double x) { return std::sin(x); }
  static double d(double x, double) { return std::cos(x); }
  static double dd(double, double f) { return -f; }
};

struct SquareRoot : Unary {
  static constexpr Opcode code = Opcode::square_root;
  static constexpr const char* fault = "SQRT of a negative number";
  static double f(double x) { return std::sqrt(x); }
  static double d(double, double f) { return f == 0 ? 0 : 0.5 / f; }
  static double dd(double x, double f) { return f == 0 ? 0 : -0.25 / f / x; }
};

struct Tangent : Unary {
  static constexpr Opcode code = Opcode::tangent;
  static double f(double x) { return std::tan(x); }
  static double d(double, double f) { return 1 + f * f; }
  static double dd(double, double f) { return 2 * f * (1 + f * f); }
};

struct Truncate : Unary {
  static constexpr Opcode code = Opcode::truncate;
  static double f(double x) { return std::trunc(x); }
  static double d(double, double) { return 0; }
  static double dd(double, double) { return 0; }
};

struct Fraction : Binary {
  static constexpr Opcode code = Opcode::fraction;
  static double f(double a, double b) {
    if (b != 0) return a / b;
    return a > 0 ? 1 : (a <= 0 ? 0 : a);
  }
  static double f_a(double, double b, double) { return b == 0 ? 0 : 1 / b; }
  static double f_b(double, double b, double f) { return b == 0 ? 0 : -f / b; }
  static double f_ab(double, double b, double) { return b == 0 ? 0 : -1 / b / b; }
  static double f_bb(double, double b, double f) { return b == 0 ? 0 : 2 * (f / b) / b; }
};

template <Opcode opcode, Derivatives (*shape)(double)>
struct StepOf : Unary {
  static constexpr Opcode code = opcode;
  static double f(double u) { return shape(u).value; }
  static double d(double u, double) { return shape(u).first; }
  static double dd(double u, double) { return shape(u).second; }
};
using CubicStep = StepOf<Opcode::cubic_step, trammel::cubic_step>;
using QuinticStep = StepOf<Opcode::quintic_step, trammel::quintic_step>;
using HaversineStep = StepOf<Opcode::haversine_step, trammel::haversine_step>;

struct RampIntegral : Unary {
  static constexpr Opcode code = Opcode::ramp_integral;
  static double f(double u) { return u <= 0 ? 0 : (u >= 1 ? u - 0.5 : u * u / 2); }  // (EXPR.7)
  static double d(double u, double) { return u <= 0 ? 0 : (u >= 1 ? 1 : u); }
  static double dd(double u, double) { return u <= 0 || u >= 1 ? 0 : 1; }
};

struct PositivePower : Binary {
  static constexpr Opcode code = Opcode::positive_power;
  static double f(double p, double e) {
    if (p > 0) return Power::f(p, e);
    return p <= 0 ? 0 : p;
  }
  static double f_a(double p, double e, double f) { return p > 0 ? Power::f_a(p, e, f) : 0; }
  static double f_b(double p, double e, double f) { return p > 0 ? Power::f_b(p, e, f) : 0; }
  static double f_aa(double p, double e, double f) { return p > 0 ? Power::f_aa(p, e, f) : 0; }
  static double f_ab(double p, double e, double f) { return p > 0 ? Power::f_ab(p, e, f) : 0; }
  static double f_bb(double p, double e, double f) { return p > 0 ? Power::f_bb(p, e, f) : 0; }
};

struct SelectNegative : Selection {
  static constexpr Opcode code = Opcode::select_negative;
  static bool takes_b(double a) { return a < 0; }
  // Of the two halves of IF this is the outer one: NaN is left to SelectZero, which c then is.
  static double f(double a, double b, double c) { return a < 0 ? b : c; }
};

struct SelectZero : Selection {
  static constexpr Opcode code = Opcode::select_zero;
  static bool takes_b(double a) { return a == 0; }
  static double f(double a, double b, double c) { return a == 0 ? b : (std::isnan(a) ? a : c); }
};

// Its derivatives come with the data: kernels.cpp.
struct Spline {
  static constexpr Opcode code = Opcode::spline;
  static constexpr int arity = 2;
  static constexpr const char* fault = "the value of the SPLINE is not finite";
};

}  // namespace trammel::expression::operations
