// The worked pendulum of the ADAMS/Solver primer (2004), sections 7.2 to 7.5: coordinates x, y of the centre
// and the angle θ, a pin at R, half length l. Misprints of the text that matter here: the right-hand side of
// 7.2 is −Φ; d₃ is −2·10⁻¹⁰, printed −2⁻¹⁰; ∂L/∂q is (0, −mg, 0), printed +mg (the equations that follow are
// right); in the BDF Jacobian the rows of U − q̇ have −1/(hβ), and 1/(hβ) of ṗ stands in the column of p.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cmath>
#include <numbers>

#include "analysis/datasets.h"
#include "analysis/modes.h"
#include "analysis/weighted_projection.h"
#include "analysis/weights.h"

namespace trammel::analysis {
namespace {

using std::numbers::pi;

constexpr double m = 3, inertia = 0.7, g = 9.81, l = 1;

std::string pendulum(double x, double y, double theta, const std::string& extra) {
  return ground + fmt::format(R"(
ACCGRAV/JGRAV = {}
MARKER/102, PART = 1, QP = 4, 0, 0
PART/2, MASS = {}, CM = 201, IP = 1, 1, {}, QG = {:.17g}, {:.17g}, 0, REULER = {:.17g}, 0, 0{}
MARKER/201, PART = 2
MARKER/202, PART = 2, QP = {}, 0, 0
JOINT/1, REVOLUTE, I = 202, J = 102
)",
                              -g, m, inertia, x, y, theta, extra, -l);
}

std::string hung(double theta, const std::string& extra = "") {
  return pendulum(4 + l * std::cos(theta), l * std::sin(theta), theta, extra);
}

// 7.2: the pendulum lies at (6, −2), its pin is at (4, 0), and its angle is to stay.
TEST(PrimerPendulum, initial_conditions) {
  Loaded model(pendulum(6, -2, 0, ", EXACT = PSI"));
  const InitialConditions& ic = model.assemble();
  ASSERT_TRUE(ic.ok()) << lines(ic.findings);
  EXPECT_NEAR(ic.state.q[0], 5, 1e-12);
  EXPECT_NEAR(ic.state.q[1], 0, 1e-12);
  EXPECT_NEAR(ic.state.q[6], 0, 1e-12);  // sine of half the angle
}

// The primer's own step, with the weight 10¹⁰ that holds the angle: d = (−1, 2, −2·10⁻¹⁰).
TEST(PrimerPendulum, step_of_the_weighted_problem) {
  Loaded model(pendulum(6, -2, 0, ""));
  ASSERT_TRUE(model.assemble().ok());
  const system::System& system = *model.session->state().system;
  const State s = system.initial_state();
  Values values = make_values(system.layout());
  Blocks blocks = make_blocks(system);
  ASSERT_EQ(system.evaluate(s, Ask::position, values), Outcome::ok);
  ASSERT_EQ(system.linearise(s, mask(Block::G), blocks), Outcome::ok);
  Mat6 weights = Mat6::Identity();
  weights(5, 5) = 1e10;
  const Vector ones = Vector::Ones(6);
  const SparseMatrix w = weight_matrix(system.equations().skeleton, {weights}, ones);
  WeightedProjection projection(w, system.pattern(Block::G));
  ASSERT_TRUE(projection.factor(blocks[Block::G], Vector::Ones(system.layout().m()), 1e-16));
  Vector d(6);
  projection.solve(values.c0, d);
  EXPECT_NEAR(d[0], -1, 1e-14);
  EXPECT_NEAR(d[1], 2 - 2e-10, 1e-14);
  EXPECT_NEAR(d[5], -2e-10, 1e-18);
  State next = s;
  system.retract(s.q, d, next.q);
  ASSERT_EQ(system.evaluate(next, Ask::position, values), Outcome::ok);
  EXPECT_LT(values.c0.cwiseAbs().maxCoeff(), 1e-15);
}

struct Reactions {
  double x, y;  // on the pendulum
};
Reactions pin_force(const Session& session, const State& s, std::size_t request = 0) {
  std::vector<double> v(8 * session.equations().requests.size());
  EXPECT_TRUE(session.state().system->requests(s, v));
  return {v[8 * request], v[8 * request + 1]};
}

constexpr const char* pin_request = "REQUEST/1, F1 = JOINT(1, 0, 2, 0)\\ F2 = JOINT(1, 0, 3, 0)\n";

// 7.3: m U̇x + λ₁ = 0, m U̇y + λ₂ + m g = 0, I U̇θ + λ₁ l sin θ − λ₂ l cos θ = 0, of which λ is minus the force
// of the pin; and the entry of the Jacobian that the constraints contribute, λ₁ l cos θ + λ₂ l sin θ.
TEST(PrimerPendulum, dynamics) {
  for (const double theta : {0.0, 0.4, 2.0, -1.3})
    for (const double w : {0.0, 3.0}) {
      Loaded model(hung(theta, fmt::format(", WZ = {}, VX = {:.17g}, VY = {:.17g}", w,
                                           -w * l * std::sin(theta), w * l * std::cos(theta))) +
                   pin_request);
      const InitialConditions& ic = model.assemble();
      ASSERT_TRUE(ic.ok()) << lines(ic.findings);
      const Reactions force = pin_force(*model.session, ic.state);
      const double l1 = -force.x, l2 = -force.y, s = std::sin(theta), c = std::cos(theta);
      const Vector& a = ic.state.a;
      EXPECT_NEAR(m * a[0] + l1, 0, 1e-12);
      EXPECT_NEAR(m * a[1] + l2 + m * g, 0, 1e-12);
      EXPECT_NEAR(inertia * a[5] + l1 * l * s - l2 * l * c, 0, 1e-12);
      EXPECT_NEAR(a[0], -l * s * a[5] - l * c * w * w, 1e-12);
      EXPECT_NEAR(a[1], l * c * a[5] - l * s * w * w, 1e-12);
      EXPECT_NEAR(a[5], -m * g * l * c / (inertia + m * l * l), 1e-12);
      Blocks blocks = make_blocks(*ic.system);
      ASSERT_EQ(ic.system->linearise(ic.state, mask(Block::Kg), blocks), Outcome::ok);
      EXPECT_NEAR(blocks[Block::Kg].dense()(5, 5), l1 * l * c + l2 * l * s, 1e-12);
    }
}

// 7.4: x − R₁ = C sin αt.
TEST(PrimerPendulum, kinematics) {
  const double amplitude = 0.8, alpha = 3;
  Loaded model(hung(-pi / 2) + pin_request +
               fmt::format("MOTION/1, I = 201, J = 102, X, FUNCTION = {}*SIN({}*TIME)\n"
                           "REQUEST/2, F1 = MOTION(1, 0, 2, 0)\n",
                           amplitude, alpha));
  ASSERT_TRUE(model.assemble().ok()) << lines(model.session->state().findings);
  EXPECT_EQ(model.session->state().degrees_of_freedom, 0);
  Findings findings;
  RunSettings settings = run_settings(model.reading.model, {}, findings);
  settings.output_times = output_times(0, {.end = 3, .steps = 60, .interval = {}});
  int rows = 0;
  const auto compare = [&](const system::System& system, const State& state) {
    const double t = state.t, sine = amplitude * std::sin(alpha * t);
    const double theta = -std::acos(sine / l), s = std::sin(theta), c = std::cos(theta);
    const double w = -amplitude * alpha * std::cos(alpha * t) / (l * s);
    const double ax = -amplitude * alpha * alpha * std::sin(alpha * t);
    const double dw = (-ax - l * c * w * w) / (l * s), ay = l * c * dw - l * s * w * w;
    EXPECT_NEAR(state.q[0], 4 + sine, 1e-10);
    EXPECT_NEAR(state.q[1], l * s, 1e-10);
    EXPECT_NEAR(state.v[1], l * c * w, 1e-10);
    EXPECT_NEAR(state.v[5], w, 1e-10);
    EXPECT_NEAR(state.a[1], ay, 1e-9);
    EXPECT_NEAR(state.a[5], dw, 1e-9);
    const double l2 = -m * (ay + g), l1 = (l2 * l * c - inertia * dw) / (l * s);
    const Reactions pin = pin_force(*model.session, state);
    const double scale = m * (g + std::abs(ay) + std::abs(dw));
    EXPECT_NEAR(pin.x, -l1, 1e-9 * scale);
    EXPECT_NEAR(pin.y, -l2, 1e-9 * scale);
    EXPECT_NEAR(pin_force(*model.session, state, 1).x, m * ax + l1, 1e-9 * scale);
    // Its determinant is −l sin θ, but for the order and the signs of rows.
    Blocks blocks = make_blocks(system);
    EXPECT_EQ(system.linearise(state, mask(Block::G), blocks), Outcome::ok);
    EXPECT_NEAR(std::abs(blocks[Block::G].dense().determinant()), std::abs(l * s), 1e-12);
    ++rows;
  };
  const RunReport report = model.session->run(Kind::kinematic, settings, compare);
  EXPECT_EQ(report.status, Status::ok) << lines(report.findings);
  EXPECT_EQ(rows, 60);
}

// 7.5: straight down λ = (0, −m g), stable; straight up an equilibrium with an eigenvalue above zero.
TEST(PrimerPendulum, statics) {
  const double square = m * g * l / (inertia + m * l * l);
  for (const double start : {0.3, 1.5, pi / 2, -pi / 2}) {
    Loaded model(hung(start) + pin_request);
    ASSERT_TRUE(model.assemble().ok());
    Findings findings;
    const RunReport report =
        model.session->run(Kind::statics, run_settings(model.reading.model, {}, findings),
                           [](const system::System&, const State&) {});
    ASSERT_EQ(report.status, Status::ok) << lines(report.findings);
    const InitialConditions& at = model.session->state();
    EXPECT_NEAR(at.state.q[0], 4, 1e-12);
    EXPECT_NEAR(at.state.q[1], -l, 1e-12);
    EXPECT_NEAR(pin_force(*model.session, at.state).x, 0, 1e-10);
    EXPECT_NEAR(pin_force(*model.session, at.state).y, m * g, 1e-10);
  }
  for (const double side : {1.0, -1.0}) {
    Loaded model(hung(side * pi / 2));
    const InitialConditions& at = model.assemble();
    ASSERT_TRUE(at.ok());
    const ModeReport modes =
        find_modes(*at.system, at.state, system::tangent_units(at.system->layout(), at.length), {});
    ASSERT_FALSE(modes.modes.empty()) << modes.message;
    for (const Mode& mode : modes.modes) {
      EXPECT_NEAR((mode.value * mode.value).real(), side * square, 1e-10);
      EXPECT_NEAR((mode.value * mode.value).imag(), 0, 1e-10);
    }
  }
}

}  // namespace
}  // namespace trammel::analysis
