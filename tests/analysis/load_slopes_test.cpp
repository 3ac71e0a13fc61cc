// Directions and slopes of applied forces against the sums and derivatives of the assembled equations.
// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/load_slopes.h"

#include "analysis/datasets.h"

namespace trammel::analysis {
namespace {

// Turned parts, forces that act beside their centres, a part in the plane.
const std::string turned = ground + R"(
PART/2, MASS = 2, CM = 201, IP = 1, 2, 3, QG = 1, 2, 3, REULER = 160D, 70D, 30D, VX = 1, WY = 0.3
MARKER/201, PART = 2
MARKER/202, PART = 2, QP = 0.4, -0.2, 0.7, REULER = 10D, 20D, 30D
PART/3, MASS = 3, CM = 301, IP = 2, 1, 1, QG = -1, 1, 2, REULER = 100D, 120D, -50D, VY = 2, WX = -1
MARKER/301, PART = 3
MARKER/302, PART = 3, QP = 0.3, 0.5, -0.1, REULER = -40D, 50D, 60D
MARKER/310, PART = 3, FLOATING
PART/4, MASS = 1, CM = 401, IP = 1, 1, 1, QG = 3, 0, 0, REULER = 130D, 0, 0, WZ = 0.5
MARKER/401, PART = 4, QP = 0, 0, 0
MARKER/402, PART = 4, QP = 0.6, 0.1, 0
SPRINGDAMPER/1, TRANSLATION, I = 202, J = 302, K = 50, C = 3, LENGTH = 1
VFORCE/1, I = 202, JFLOAT = 310, RM = 302, FX = -4*VX(202, 302, 302, 302)\
, FY = -5*VY(202, 302, 302, 302) + 7*VX(202, 302, 302, 302)\ FZ = DX(202, 302)
SFORCE/1, ROTATIONAL, I = 402, J = 101, FUNCTION = -2*WZ(402)
SFORCE/2, TRANSLATIONAL, I = 402, J = 202, FUNCTION = -6*VR(402, 202)
)";

Vector in_all(const std::vector<TangentPart>& parts, const system::System& system) {
  Vector all = Vector::Zero(system.layout().n);
  for (const TangentPart& part : parts) {
    const elements::Body& body = system.equations().skeleton.bodies[std::size_t(part.body)];
    all.segment(body.v, body.n()) += part.entries.head(body.n());
  }
  return all;
}

// Q = Σ f D, and of the damping ∂Q/∂v = Σ D ∂f/∂v, in the coordinates of the equations.
TEST(LoadSlopes, add_up_to_the_equations) {
  Loaded model(turned);
  const InitialConditions& start = model.assemble();
  ASSERT_TRUE(start.ok()) << lines(start.findings);
  const system::System& system = *start.system;
  const LoadSlopes slopes(system, start.state);
  ASSERT_TRUE(slopes.ok());
  const auto forces_at = [&](const State& s) {
    Vector sum = Vector::Zero(system.layout().n);
    for (const elements::Load& load : system.equations().loads) {
      double f = 0;
      EXPECT_TRUE(system.values(s, {load.scalar}, {&f, 1}));
      sum += f * in_all(slopes.direction(load), system);
    }
    return sum;
  };
  State rest = start.state;
  rest.v.setZero();  // no gyroscopic forces
  Values values = make_values(system.layout());
  ASSERT_EQ(system.evaluate(rest, Ask::forces, values), Outcome::ok);
  EXPECT_GT(values.action.norm(), 10);
  EXPECT_LT((values.action - forces_at(rest)).norm(), 1e-12 * values.action.norm());

  const Vector direction = Vector::LinSpaced(system.layout().n, -1, 2);
  Vector rate = Vector::Zero(system.layout().n);
  for (const elements::Load& load : system.equations().loads)
    rate += in_all(slopes.direction(load), system) *
            in_all(slopes.gradient(load, 1), system).dot(direction);
  State high = start.state, low = start.state;
  high.v += 1e-3 * direction, low.v -= 1e-3 * direction;
  const Vector difference = (forces_at(high) - forces_at(low)) / 2e-3;
  EXPECT_LT((rate - difference).norm(), 1e-9 * difference.norm());
}

}  // namespace
}  // namespace trammel::analysis
