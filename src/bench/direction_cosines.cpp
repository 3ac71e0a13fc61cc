// SPDX-License-Identifier: BSD-3-Clause
#include "bench/direction_cosines.h"

#include <cmath>
#include <complex>
#include <numbers>

#include "bench/time_basis.h"
#include "numerics/dense.h"

namespace trammel::bench {

namespace {

using Complex = std::complex<double>;

constexpr int coordinates = 10;  // x y θ c s of both rods
constexpr int forces = 4;        // x y of both joints
constexpr int most_iterations = 40;
constexpr double tolerance = 1e-11;

template <class Scalar>
using Table = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic>;
template <class Scalar>
using Column = Eigen::Matrix<Scalar, Eigen::Dynamic, 1>;

class Stepper {
 public:
  Stepper(const PlanarDoublePendulum& p, const CosineElement& e, double h)
      : p_(p),
        h_(h),
        is_hermite_(e.family == CosineElement::Family::hermite),
        rule_(),
        trial_(is_hermite_ ? hermite_basis(e.degree) : lagrange_basis(e.degree), rule_),
        test_(tests(e, e.tests), rule_),
        cosine_test_(tests(e, e.tests_of_cosines.value_or(e.tests)), rule_),
        force_(lagrange_basis(e.force_degree()), rule_),
        known_(is_hermite_ ? 2 : 1),
        carry_(e.carry) {
    z_ = Eigen::VectorXd::Zero(unknowns());
    start();
  }

  int unknowns() const { return coordinates * free() + forces * force_.count(); }
  bool step();  // false: no convergence
  CosineNode node(double t) const { return {t, {u_[2], u_[7]}, {v_[2], v_[7]}}; }
  double norm_error() const {
    return std::max(std::abs(u_[3] * u_[3] + u_[4] * u_[4] - 1),
                    std::abs(u_[8] * u_[8] + u_[9] * u_[9] - 1));
  }

 private:
  static TimeBasis tests(const CosineElement& e, CosineElement::Tests wanted) {
    const bool is_hermite = e.family == CosineElement::Family::hermite;
    const int needed = is_hermite ? e.degree - 1 : e.degree;
    if (wanted == CosineElement::Tests::complete) return monomials(needed);
    TimeBasis basis = is_hermite ? hermite_basis(e.degree) : lagrange_basis(e.degree);
    if (is_hermite)
      basis.erase(basis.begin(), basis.begin() + 2);
    else
      basis.pop_back();
    return basis;
  }
  int free() const { return trial_.count() - known_; }
  void start();
  void guess();
  void follow_angular_rates();
  template <class Scalar>
  Table<Scalar> coefficients(const Column<Scalar>& z) const;
  template <class Scalar>
  Column<Scalar> residual(const Column<Scalar>& z) const;
  template <class Scalar>
  std::array<Column<Scalar>, 6> loads(const Table<Scalar>& x, const Table<Scalar>& rate,
                                      const Table<Scalar>& f) const;

  PlanarDoublePendulum p_;
  double h_;
  bool is_hermite_;
  TimeRule rule_;
  TabulatedBasis trial_, test_, cosine_test_, force_;
  int known_;  // trial functions that the start of the step fixes
  CosineElement::Carry carry_;
  Eigen::VectorXd u_ = Eigen::VectorXd(coordinates), v_ = Eigen::VectorXd(coordinates);
  Eigen::VectorXd z_;
};

void Stepper::start() {
  const double c1 = std::cos(p_.angle[0]), s1 = std::sin(p_.angle[0]);
  const double c2 = std::cos(p_.angle[1]), s2 = std::sin(p_.angle[1]);
  const double l = p_.length[0], a = l / 2, b = p_.length[1] / 2;
  u_ << a * c1, a * s1, p_.angle[0], c1, s1, l * c1 + b * c2, l * s1 + b * s2, p_.angle[1], c2, s2;
  v_.setZero();
  v_[2] = p_.rate[0], v_[7] = p_.rate[1];
  follow_angular_rates();
}

void Stepper::follow_angular_rates() {  // (DCF.4)
  const double l = p_.length[0], a = l / 2, b = p_.length[1] / 2;
  const double c1 = u_[3], s1 = u_[4], c2 = u_[8], s2 = u_[9], w1 = v_[2], w2 = v_[7];
  v_ << -a * s1 * w1, a * c1 * w1, w1, -s1 * w1, c1 * w1, -l * s1 * w1 - b * s2 * w2,
      l * c1 * w1 + b * c2 * w2, w2, -s2 * w2, c2 * w2;
}

// A straight line; forces go on.
void Stepper::guess() {
  for (int i = 0; i < coordinates; ++i)
    for (int j = 0; j < free(); ++j) {
      const int last = free() - 1;
      double& z = z_[i * free() + j];
      if (is_hermite_)
        z = j == last ? h_ * v_[i] : u_[i] + h_ * v_[i] * (j + 1) / last;
      else
        z = u_[i] + h_ * v_[i] * (j + 1) / free();
    }
}

template <class Scalar>
Table<Scalar> Stepper::coefficients(const Column<Scalar>& z) const {
  Table<Scalar> c(coordinates, trial_.count());
  for (int i = 0; i < coordinates; ++i) {
    c(i, 0) = u_[i];
    if (is_hermite_) c(i, 1) = h_ * v_[i];
    for (int j = 0; j < free(); ++j) c(i, known_ + j) = z[i * free() + j];
  }
  return c;
}

// Right sides of (DCF.1) for x, y, θ of both rods.
template <class Scalar>
std::array<Column<Scalar>, 6> Stepper::loads(const Table<Scalar>& x, const Table<Scalar>& rate,
                                             const Table<Scalar>& f) const {
  std::array<Column<Scalar>, 6> out;
  for (Column<Scalar>& column : out) column.resize(TimeRule::points);
  const double a = p_.length[0] / 2, b = p_.length[1] / 2;
  for (int g = 0; g < TimeRule::points; ++g) {
    const Scalar f0x = f(0, g), f0y = f(1, g), f1x = f(2, g), f1y = f(3, g);
    const Scalar c1 = x(3, g), s1 = x(4, g), c2 = x(8, g), s2 = x(9, g);
    const Scalar torque1 =
        -p_.stiffness[0] * (x(2, g) - p_.relaxed[0]) - p_.damping[0] * rate(2, g);
    const Scalar torque2 = -p_.stiffness[1] * (x(7, g) - x(2, g) - p_.relaxed[1]) -
                           p_.damping[1] * (rate(7, g) - rate(2, g));
    out[0][g] = f0x - f1x + p_.mass[0] * p_.gravity[0];
    out[1][g] = f0y - f1y + p_.mass[0] * p_.gravity[1];
    out[2][g] = -a * (c1 * f0y - s1 * f0x) - a * (c1 * f1y - s1 * f1x) + torque1 - torque2;
    out[3][g] = f1x + p_.mass[1] * p_.gravity[0];
    out[4][g] = f1y + p_.mass[1] * p_.gravity[1];
    out[5][g] = -b * (c2 * f1y - s2 * f1x) + torque2;
  }
  return out;
}

template <class Scalar>
Column<Scalar> Stepper::residual(const Column<Scalar>& z) const {
  const Table<Scalar> c = coefficients(z);
  Table<Scalar> f(forces, force_.count());
  for (int i = 0; i < forces; ++i)
    for (int j = 0; j < force_.count(); ++j)
      f(i, j) = z[coordinates * free() + i * force_.count() + j];
  const Table<Scalar> x = c * trial_.value, rate = c * trial_.slope / h_;
  const Column<Scalar> rate_at_end = c * trial_.slope_at_end / h_;
  const auto load = loads<Scalar>(x, rate, f * force_.value);
  const auto integral = [&](auto integrand) { return rule_.integral(integrand); };

  Column<Scalar> r(z.size());
  Eigen::Index row = 0;
  for (int k = 0; k < 6; ++k) {  // (DCF.1)
    const auto rod = std::size_t(k / 3);
    const int i = int(rod) * 5 + k % 3;
    const double inertia =
        k % 3 < 2 ? p_.mass[rod] : p_.mass[rod] * p_.length[rod] * p_.length[rod] / 12;
    for (int w = 0; w < test_.count(); ++w) {
      const Scalar flow = integral([&](int g) { return rate(i, g) * test_.slope(w, g); });
      const Scalar push =
          integral([&](int g) { return load[std::size_t(k)][g] * test_.value(w, g); });
      r[row++] = inertia * (rate_at_end[i] * test_.at_end[w] - v_[i] * test_.at_begin[w] - flow) -
                 h_ * push;
    }
  }
  for (const int first : {0, 5})  // (DCF.2)
    for (int w = 0; w < cosine_test_.count(); ++w) {
      const int t = first + 2, cosine = first + 3, sine = first + 4;
      r[row++] = integral([&](int g) {
        return (rate(cosine, g) + x(sine, g) * rate(t, g)) * cosine_test_.value(w, g);
      });
      r[row++] = integral([&](int g) {
        return (rate(sine, g) - x(cosine, g) * rate(t, g)) * cosine_test_.value(w, g);
      });
    }
  const double a = p_.length[0] / 2, b = p_.length[1] / 2;
  for (int w = 0; w < force_.count(); ++w)  // (DCF.3)
    for (const int axis : {0, 1}) {
      r[row++] = integral(
          [&](int g) { return (rate(axis, g) - a * rate(3 + axis, g)) * force_.value(w, g); });
      r[row++] = integral([&](int g) {
        return (rate(5 + axis, g) - b * rate(8 + axis, g) - rate(axis, g) - a * rate(3 + axis, g)) *
               force_.value(w, g);
      });
    }
  return r;
}

bool Stepper::step() {
  constexpr double tiny = 1e-30;  // complex step: derivatives to the last digit
  guess();
  Eigen::MatrixXd jacobian(unknowns(), unknowns());
  for (int k = 0; k < most_iterations; ++k) {
    Column<Complex> z = z_.cast<Complex>();
    for (int j = 0; j < unknowns(); ++j) {
      z[j] += Complex(0, tiny);
      jacobian.col(j) = residual<Complex>(z).imag() / tiny;
      z[j] = z_[j];
    }
    const Eigen::VectorXd change = DenseLu(jacobian).solve(residual<double>(z_));
    if (!change.allFinite()) return false;
    z_ -= change;
    if (change.head(coordinates * free()).cwiseAbs().maxCoeff() > tolerance) continue;
    const Table<double> c = coefficients<double>(z_);
    u_ = c * trial_.at_end;
    v_ = c * trial_.slope_at_end / h_;
    if (carry_ == CosineElement::Carry::angular_rates) follow_angular_rates();
    return u_.cwiseAbs().maxCoeff() < 1e6;
  }
  return false;
}

}  // namespace

PlanarDoublePendulum published_double_pendulum() {
  constexpr double pi = std::numbers::pi;
  PlanarDoublePendulum p;
  p.relaxed = {0, pi / 2};
  p.angle = {pi / 2, pi / 2 + 5 * pi / 12};
  p.rate = {0, 10};
  return p;
}

CosineRun run_direction_cosines(const PlanarDoublePendulum& p, const CosineElement& element,
                                double t_end, int n) {
  const double h = t_end / n;
  Stepper stepper(p, element, h);
  CosineRun run;
  run.unknowns = stepper.unknowns();
  for (int k = 1; k <= n && stepper.step(); ++k) {
    run.nodes.push_back(stepper.node(k * h));
    run.norm_drift = std::max(run.norm_drift, stepper.norm_error());
  }
  return run;
}

}  // namespace trammel::bench
