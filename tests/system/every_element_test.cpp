// Every kind of element, in a small mechanism at random states: all derivatives against differences,
// action equals reaction, nothing changes when the whole model is moved.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "elements/equations.h"
#include "elements/lower/lowering.h"
#include "io/adm/reader.h"
#include "math/rotation.h"
#include "numerics/index_one.h"
#include "support/check_blocks.h"
#include "system/element_cases.h"
#include "system/system.h"

namespace trammel::system {
namespace {

std::string readable(const ::testing::TestParamInfo<Case>& info) {
  std::string name;
  for (const char c : info.param.name)
    name += std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
  return name;
}

class EveryElement : public ::testing::TestWithParam<Case> {
 protected:
  void SetUp() override {
    reading_ = adm::read({"every.adm", dataset(GetParam().statements)});
    ASSERT_TRUE(reading_.ok()) << reading_.messages();
    auto equations = std::make_shared<elements::Equations>(elements::lower(reading_.model));
    for (const auto& problem : equations->problems)
      ASSERT_NE(model::row(problem.code).severity, model::Severity::error) << problem.message;
    equations_ = equations;
    system_ = std::make_unique<System>(equations, dynamic_rows(*equations));
  }

  State random_state() {
    const State start = system_->initial_state();
    State state = testing::nearby(*system_, start, 0.2, random_);
    std::normal_distribution<double> normal;
    for (Vector* vector : {&state.v, &state.a, &state.lambda, &state.x, &state.x_dot, &state.y})
      for (int k = 0; k < vector->size(); ++k) (*vector)[k] += normal(random_);
    state.t = 0.37;
    system_->start_angles(state);
    return state;
  }

  adm::Reading reading_;
  std::shared_ptr<const elements::Equations> equations_;
  std::unique_ptr<System> system_;
  std::mt19937 random_{17};
};

TEST_P(EveryElement, derivatives_match_differences) {
  for (int k = 0; k < 5; ++k) {
    const std::string differences = testing::check_blocks(*system_, random_state(), 2e-7);
    ASSERT_EQ(differences, "");
  }
}

// Force and moment about the origin that generalised forces on all bodies add up to.
Vec6 resultant(const elements::Equations& equations, const State& state, const Vector& Q) {
  Vec6 sum = Vec6::Zero();
  for (const elements::Body& body : equations.skeleton.bodies) {
    if (body.kind == elements::Body::Kind::path) continue;
    const Vec3 force = Q.segment<3>(body.v), r = state.q.segment<3>(body.q);
    sum.head<3>() += force;
    sum.tail<3>() += r.cross(force);
    if (body.kind == elements::Body::Kind::rigid)
      sum.tail<3>() +=
          rotation_matrix(Vec4(state.q.segment<4>(body.q + 3))) * Q.segment<3>(body.v + 3);
  }
  return sum;
}

// Q without the weight and the gyroscopic torques of the bodies themselves.
Vector element_forces(const elements::Equations& equations, const State& state,
                      const Values& values) {
  Vector own = Vector::Zero(values.action.size());
  for (const elements::Body& body : equations.skeleton.bodies) {
    elements::add_gyroscopic_force(body, state.v, own);
    elements::add_weight(body, equations.skeleton.gravity, own);
  }
  return values.action - own;
}

// Reactions balance where the constraints hold: points that are apart would make a couple.
TEST_P(EveryElement, action_equals_reaction) {
  if (!GetParam().internal) GTEST_SKIP() << "acts on the ground";
  Values values = make_values(system_->layout());
  IndexOne solver(*system_);
  for (int k = 0; k < 5; ++k) {
    State state = random_state();
    if (!solver.project_position(state).ok()) continue;
    ASSERT_EQ(system_->evaluate(state, forces, values), Outcome::ok);
    const Vector Q = element_forces(*equations_, state, values);
    EXPECT_LT(resultant(*equations_, state, Q).norm(), 1e-11 * (1 + Q.norm()));
    EXPECT_LT(resultant(*equations_, state, values.reaction).norm(),
              1e-11 * (1 + values.reaction.norm()));
  }
}

class EveryDamper : public EveryElement {};

// The power that dampers leave in the parts is never positive. Of friction it may come back from the
// bristles: they store ½ S D s², with S = μ_s L + P. The load of its surfaces is λ, kept as it is.
TEST_P(EveryDamper, never_creates_energy) {
  Values values = make_values(system_->layout());
  const auto power = [&](const State& state, const Vector& v) {
    EXPECT_EQ(system_->evaluate(state, forces | auxiliary, values), Outcome::ok);
    return element_forces(*equations_, state, values).dot(v);
  };
  for (int k = 0; k < 40; ++k) {
    State state = random_state();
    state.v *= 4 * std::pow(0.3, k % 5);
    state.x *= std::pow(0.3, k % 3);  // bristles are the more generous the less they are bent
    state.x_dot.setZero();
    State still = state;
    still.v.setZero();
    still.x.setZero();
    const double elastic = power(still, state.v);
    const double dissipated = elastic - power(state, state.v);
    const Vector rates = -values.aux;
    double stored = 0;
    for (int s = 0; s < state.x.size(); ++s) {
      State bristle = still;
      bristle.x[s] = 1;
      const double force_by_slip = elastic - power(bristle, state.v);  // S times the slip velocity
      State upright = state;
      upright.x.setZero();
      power(upright, state.v);
      const double slip = -values.aux[s] * GetParam().deflection;
      stored += force_by_slip / slip * GetParam().deflection * state.x[s] * rates[s];
    }
    EXPECT_GE(dissipated - stored, -1e-12 * (1 + std::abs(stored))) << k;
  }
}

State moved(const elements::Equations& equations, const State& state, const Vec4& turn,
            const Vec3& shift) {
  State result = state;
  const Mat3 R = rotation_matrix(turn);
  for (const elements::Body& body : equations.skeleton.bodies) {
    if (body.kind == elements::Body::Kind::path) continue;
    result.q.segment<3>(body.q) = R * state.q.segment<3>(body.q) + shift;
    result.v.segment<3>(body.v) = R * state.v.segment<3>(body.v);
    result.a.segment<3>(body.v) = R * state.a.segment<3>(body.v);
    if (body.kind == elements::Body::Kind::rigid)
      result.q.segment<4>(body.q + 3) =
          quaternion_product(turn, Vec4(state.q.segment<4>(body.q + 3)));
  }
  return result;
}

// What happens between parts does not depend on where the whole model stands. (Rows along ground
// axes turn among themselves: the size of the violation stays.)
TEST_P(EveryElement, does_not_see_a_motion_of_the_whole_model) {
  if (!GetParam().internal) GTEST_SKIP() << "acts on the ground";
  if (system_->layout().forces_use_lambda)
    GTEST_SKIP() << "multipliers of rows along ground axes turn with the model";
  Values here = make_values(system_->layout()), there = make_values(system_->layout());
  const Vec4 turn = quaternion_exp(Vec3(0.5, -0.7, 0.4));
  const Mat3 R = rotation_matrix(turn);
  for (int k = 0; k < 3; ++k) {
    const State state = random_state();
    const State other = moved(*equations_, state, turn, Vec3(1, -2, 0.5));
    const unsigned ask = forces | position | velocity | acceleration;
    ASSERT_EQ(system_->evaluate(state, ask, here), Outcome::ok);
    ASSERT_EQ(system_->evaluate(other, ask, there), Outcome::ok);
    const Vector Q = element_forces(*equations_, state, here);
    Vector expected = Q;
    for (const elements::Body& body : equations_->skeleton.bodies)
      if (body.kind != elements::Body::Kind::path)
        expected.segment<3>(body.v) = R * Q.segment<3>(body.v);
    EXPECT_LT((element_forces(*equations_, other, there) - expected).norm(),
              1e-11 * (1 + Q.norm()));
    EXPECT_NEAR(there.c0.norm(), here.c0.norm(), 1e-11 * (1 + here.c0.norm()));
    EXPECT_NEAR(there.c1.norm(), here.c1.norm(), 1e-11 * (1 + here.c1.norm()));
    EXPECT_NEAR(there.c2.norm(), here.c2.norm(), 1e-10 * (1 + here.c2.norm()));
  }
}

// The same with parts that move in the plane.
TEST_P(EveryElement, derivatives_match_differences_on_planar_parts) {
  elements::Equations equations = elements::lower(reading_.model);
  auto& bodies = equations.skeleton.bodies;
  int q = 0, v = 0;
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    if (b == 1 || b == 2) {
      bodies[b].kind = elements::Body::Kind::planar;
      bodies[b].A0 = rotation_matrix(quaternion_exp(Vec3(0.3, -0.5, 0.7)));
      bodies[b].height = 0.4;
    }
    bodies[b].q = q;
    bodies[b].v = v;
    q += bodies[b].n_q();
    v += bodies[b].n();
  }
  const auto shared = std::make_shared<elements::Equations>(std::move(equations));
  const System planar(shared, dynamic_rows(*shared));
  std::normal_distribution<double> normal;
  for (int k = 0; k < 3; ++k) {
    State state = make_state(planar.layout());
    state.memory = Vector::Zero(shared->n_memory);
    for (Vector* vector :
         {&state.q, &state.v, &state.a, &state.lambda, &state.x, &state.x_dot, &state.y})
      for (int i = 0; i < vector->size(); ++i) (*vector)[i] = normal(random_);
    for (const Rotation& rotation : planar.layout().rotations)
      state.q.segment<4>(rotation.q).normalize();
    planar.start_angles(state);
    ASSERT_EQ(testing::check_blocks(planar, state, 2e-7), "");
  }
}

// Of the registry of families; what carries no equations of its own is in every case. Requests and
// sensors act on nothing; user_routines_test.cpp has systems of state equations.
TEST(EveryElementIsHere, for_all_that_is_lowered) {
  std::string all = dataset("ACCGRAV") + "REQUEST/, SENSOR/, LSE/, TFSISO/, GSE/";
  for (const Case& c : cases()) all += '\n' + c.statements;
  for (const elements::Family& family : elements::families()) {
    std::istringstream names{std::string(family.name)};
    for (std::string name; names >> name;) {
      if (name.back() == ',') name.pop_back();
      EXPECT_NE(all.find(name + '/'), std::string::npos) << name << " is in no case";
    }
  }
}

INSTANTIATE_TEST_SUITE_P(, EveryElement, ::testing::ValuesIn(cases()), readable);
INSTANTIATE_TEST_SUITE_P(, EveryDamper, ::testing::ValuesIn(dampers()), readable);

}  // namespace
}  // namespace trammel::system
