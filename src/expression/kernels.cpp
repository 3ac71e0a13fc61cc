// SPDX-License-Identifier: BSD-3-Clause
#include "expression/kernels.h"

#include "expression/operations.h"

namespace trammel::expression {

namespace {

using namespace operations;

// Partial derivatives of one lane; f_ac, f_bc and f_cc vanish for every operation.
struct Partials {
  double a = 0, b = 0, c = 0, aa = 0, ab = 0, bb = 0;
};

constexpr unsigned all_active = Kernels::masks - 1;

template <class Op>
double value_at(const Operands& x, const Lanes& lanes, int l) {
  if constexpr (Op::code == Opcode::spline)
    return lanes.splines[l]->evaluate(x.a[l], x.b[l], lanes.order).f;
  else if constexpr (Op::arity == 1)
    return Op::f(x.a[l]);
  else if constexpr (Op::arity == 2)
    return Op::f(x.a[l], x.b[l]);
  else
    return Op::f(x.a[l], x.b[l], x.c[l]);
}

// First derivatives for the operands in `mask`, and all second derivatives if `order` is 2.
template <class Op, int order, unsigned mask = all_active>
Partials partials_at(const Operands& x, const Lanes& lanes, double f, int l) {
  Partials p;
  if constexpr (Op::code == Opcode::spline) {
    const SplineValue s = lanes.splines[l]->evaluate(x.a[l], x.b[l], lanes.order);
    p = {.a = s.f_x, .b = s.f_z, .aa = s.f_xx, .ab = s.f_xz, .bb = s.f_zz};
  } else if constexpr (Op::arity == 1) {
    p.a = Op::d(x.a[l], f);
    if constexpr (order == 2) p.aa = Op::dd(x.a[l], f);
  } else if constexpr (Op::arity == 2) {
    const double a = x.a[l], b = x.b[l];
    if constexpr ((mask & 1) != 0) p.a = Op::f_a(a, b, f);
    if constexpr ((mask & 2) != 0) p.b = Op::f_b(a, b, f);
    if constexpr (order == 2) {
      p.aa = Op::f_aa(a, b, f);
      p.ab = Op::f_ab(a, b, f);
      p.bb = Op::f_bb(a, b, f);
    }
  } else {
    p.b = Op::takes_b(x.a[l]) ? 1 : 0;
    p.c = 1 - p.b;
  }
  return p;
}

// 0 times anything is 0, NaN included.
double product(double a, double b) {
  return a == 0 || b == 0 ? 0 : a * b;
}

template <class Op>
double sum_of_products(const Partials& p, const Operands& x_dot, int l) {
  double sum = product(p.a, x_dot.a[l]);
  if constexpr (Op::arity > 1) sum += product(p.b, x_dot.b[l]);
  if constexpr (Op::arity > 2) sum += product(p.c, x_dot.c[l]);
  return sum;
}

// A single lane must not pay for the entry checks of the vectorised loop.
template <class Body>
void for_each_lane(int count, const Body& body) {
  if (count == 1) return body(0);
  for (int l = 0; l < count; ++l) body(l);
}

template <class Op>
void value(const Operands& x, const Lanes& lanes, double* __restrict f) {
  const Operands at = x;
  for_each_lane(lanes.count, [=, &lanes](int l) { f[l] = value_at<Op>(at, lanes, l); });
}

template <class Op>
void tangent(const Operands& x, const Operands& x_dot, const Lanes& lanes, const double* f,
             double* f_dot) {
  for (int l = 0; l < lanes.count; ++l) {
    const Partials p = partials_at<Op, 1>(x, lanes, f[l], l);
    f_dot[l] = sum_of_products<Op>(p, x_dot, l);  // (TAPE.1)
  }
}

template <class Op>
void taylor(const TaylorOperands& x, const Lanes& lanes, const TaylorResult& f) {
  for (int l = 0; l < lanes.count; ++l) {
    f.f[l] = value_at<Op>(x.x, lanes, l);
    const Partials p = partials_at<Op, 2>(x.x, lanes, f.f[l], l);
    f.f_dot[l] = sum_of_products<Op>(p, x.x_dot, l);  // (TAPE.1)
    double curvature = product(p.aa, x.x_dot.a[l] * x.x_dot.a[l]);
    if constexpr (Op::arity == 2) {
      curvature += 2 * product(p.ab, product(x.x_dot.a[l], x.x_dot.b[l])) +
                   product(p.bb, x.x_dot.b[l] * x.x_dot.b[l]);
    }
    f.f_ddot[l] = sum_of_products<Op>(p, x.x_ddot, l) + curvature;  // (TAPE.2)
  }
}

template <class Op, unsigned mask>
void adjoint(const Operands& x, const Lanes& lanes, const double* __restrict f,
             const double* __restrict f_bar, const Adjoints& x_bar) {
  const Operands at = x;
  const Adjoints to = x_bar;
  for_each_lane(lanes.count, [=, &lanes](int l) {
    const Partials p = partials_at<Op, 1, mask>(at, lanes, f[l], l);
    if constexpr ((mask & 1) != 0) to.a[l] += product(p.a, f_bar[l]);  // (TAPE.3)
    if constexpr ((mask & 2) != 0 && Op::arity > 1) to.b[l] += product(p.b, f_bar[l]);
    if constexpr ((mask & 4) != 0 && Op::arity > 2) to.c[l] += product(p.c, f_bar[l]);
  });
}

template <class Op>
void second(const Operands& x, const Operands& x_dot, const Lanes& lanes,
            const SecondOrderAdjoint& f) {
  for (int l = 0; l < lanes.count; ++l) {
    const Partials p = partials_at<Op, 2>(x, lanes, f.f[l], l);
    const double a_dot = x_dot.a[l], b_dot = Op::arity > 1 ? x_dot.b[l] : 0;
    const double p_a_dot = product(p.aa, a_dot) + product(p.ab, b_dot);
    const double p_b_dot = product(p.ab, a_dot) + product(p.bb, b_dot);
    const auto accumulate = [&](double* bar, double* bar_dot, double first, double rate) {
      if (bar == nullptr) return;
      bar[l] += product(first, f.f_bar[l]);
      bar_dot[l] += product(first, f.f_bar_dot[l]) + product(rate, f.f_bar[l]);  // (TAPE.4)
    };
    accumulate(f.x_bar.a, f.x_bar_dot.a, p.a, p_a_dot);
    accumulate(f.x_bar.b, f.x_bar_dot.b, p.b, p_b_dot);
    accumulate(f.x_bar.c, f.x_bar_dot.c, p.c, 0);
  }
}

template <class Op>
constexpr Kernels kernels_of() {
  return {.value = value<Op>,
          .tangent = tangent<Op>,
          .taylor = taylor<Op>,
          .adjoint = {adjoint<Op, 0>, adjoint<Op, 1>, adjoint<Op, 2>, adjoint<Op, 3>,
                      adjoint<Op, 4>, adjoint<Op, 5>, adjoint<Op, 6>, adjoint<Op, 7>},
          .second = second<Op>,
          .arity = Op::arity,
          .fault = Op::fault};
}

template <class... Ops>
constexpr std::array<Kernels, operation_count> make_table() {
  static_assert(sizeof...(Ops) + 1 == operation_count, "every Opcode needs its operation");
  std::array<Kernels, operation_count> table{};
  ((table[static_cast<std::size_t>(Ops::code)] = kernels_of<Ops>()), ...);
  // Has any number of operands: the sweep calls it itself.
  table[static_cast<std::size_t>(Opcode::external)].fault = "the user routine gave no value";
  return table;
}

}  // namespace

constinit const std::array<Kernels, operation_count> kernel_table =
    make_table<Negate, Add, Subtract, Multiply, Divide, Square, Power, Absolute, ArcCosine, ArcSine,
               ArcTangent, ArcTangent2, Cosine, Exponential, HyperbolicCosine, HyperbolicSine,
               HyperbolicTangent, Logarithm, Logarithm10, Maximum, Minimum, Modulo, NearestInteger,
               SignTransfer, Sine, SquareRoot, Tangent, Truncate, Fraction, CubicStep, QuinticStep,
               HaversineStep, RampIntegral, PositivePower, SelectNegative, SelectZero, Spline>();

}  // namespace trammel::expression
