// FRICTION → loads and the states of bristles.
//
// Surfaces slip with velocities v_k, k over the freedoms of the joint; s_k is the deflection of the
// bristles between them over MAX_STICTION_DEFORMATION D, V the STICTION_TRANSITION_VELOCITY:
//   ṡ_k = (g v_k − |v| s_k)/(g D)                                                        (FRIC.1)
//   f_k = −(μ_s L + P) (s_k + e^(−(|v|/V)²) (g v_k − |v| s_k)/V)                         (FRIC.2)
//   ORIGINAL  μ = STEP(|v|, V, μ_s, 3V/2, μ_d)                                           (FRIC.3)
//   LUGRE     μ = μ_d + (μ_s − μ_d) e^(−(|v|/V)²)                                        (FRIC.4)
//   g = (μ L + P)/(μ_s L + P)                                                            (FRIC.5)
//   SLIDING   f_k = −(μ_d L + P) v_k/|v| STEP(|v|, −V, −1, V, 1)                         (FRIC.6)
// with L the load that the reactions of the joint put on the surfaces, P the preload.
// Theory: docs/theory/friction.md.
// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <vector>

#include "elements/lower/families.h"
#include "elements/lower/force_terms.h"
#include "elements/lower/lowering.h"
#include "elements/lower/resolve.h"
#include "expression/compose.h"
#include "expression/leaves.h"

namespace trammel::elements {
namespace {

using expression::call;
using expression::leaf;
using expression::product;
using expression::sum;
using expression::Tree;
using kinematics::MeasureKind;
using model::Friction;
using model::JointType;

Tree number(double value) {
  return Tree::constant(value);
}

// √(Σ x²), with a slope of 0 at 0.
Tree norm(const std::vector<Tree>& components) {
  std::vector<Tree> squares;
  for (const Tree& c : components) squares.push_back(product(c, c));
  const Tree total = sum(squares);
  if (expression::is_zero(total)) return total;
  return call("SQRT", {call("MAX", {total, number(1e-60)})});
}

// One freedom: what slips, and the load that its friction is.
struct Slip {
  Tree velocity;    // of the surfaces
  Load::Kind kind;  // of the friction
  int rm, axis;
  double preload;
  Tree load;  // L; of a torque already times its arm
};

class JointFriction {
 public:
  JointFriction(Lowering& lowering, const Friction& friction)
      : lowering_(lowering),
        friction_(friction),
        joint_(lowering.model()[friction.joint]),
        reaction_(*lowering.connections.find(owner_of(joint_))) {}

  // Freedoms in one group slip together: their velocities are components of one vector.
  std::vector<std::vector<Slip>> groups() const {
    switch (joint_.type) {
      case JointType::translational:
        return {{slide(sum({side_load(), torsion(), bending_over_overlap()}))}};
      case JointType::cylindrical: {
        const Tree load = sum({side_load(), bending_over_overlap()});
        return {{slide(load), turn(MeasureKind::WZ, j(), 2, product(friction_.pin_radius, load))}};
      }
      case JointType::revolute:
        return {{pin(MeasureKind::WZ, j(), 2)}};
      case JointType::hooke:  // the arms of the cross are x of I and y of J
        return {{pin(MeasureKind::WX, i(), 0)}, {pin(MeasureKind::WY, j(), 1)}};
      case JointType::universal:
        return {{pin(MeasureKind::WZ, i(), 2)}, {pin(MeasureKind::WZ, j(), 2)}};
      default:
        return {ball()};
    }
  }

 private:
  int i() const { return joint_.i.value; }
  int j() const { return joint_.j.value; }
  Tree if_input(unsigned input, Tree tree) const { return friction_.has(input) ? tree : Tree(); }

  // Of the joint on I about its origin, along an axis of marker k.
  Tree force(int axis, int k) const {
    return component(lowering_, reaction_, {false, false}, axis, k);
  }
  Tree torque(int axis, int k) const {
    return component(lowering_, reaction_, {false, true}, axis, k);
  }
  Tree across(bool torques, int axis, int k) const {
    const int a = (axis + 1) % 3, b = (axis + 2) % 3;
    return torques ? norm({torque(a, k), torque(b, k)}) : norm({force(a, k), force(b, k)});
  }

  Tree side_load() const {
    return if_input(model::friction_input::reaction_force, across(false, 2, j()));
  }
  Tree torsion() const {
    return if_input(model::friction_input::torsional_moment,
                    product(1 / friction_.reaction_arm, call("ABS", {torque(2, j())})));
  }
  Tree bending_over_overlap() const {
    const Tree bending = if_input(model::friction_input::bending_moment, across(true, 2, j()));
    if (expression::is_zero(bending)) return bending;
    if (friction_.overlap == Friction::Overlap::constant)
      return product(2 / friction_.initial_overlap, bending);
    const double sign = friction_.overlap == Friction::Overlap::increase ? 1 : -1;
    const Tree length = sum(
        {number(friction_.initial_overlap), product(sign, leaf(MeasureKind::DZ, {i(), j(), j()}))});
    // A slide that has left its guide bears on a thousandth of it.
    return expression::quotient(product(2, bending),
                                call("MAX", {length, number(1e-3 * friction_.initial_overlap)}));
  }

  Slip slide(const Tree& load) const {
    return {leaf(MeasureKind::VZ, {i(), j(), j(), j()}),
            Load::Kind::force,
            j(),
            2,
            preload(friction_.force_preload),
            load};
  }
  Slip turn(MeasureKind rate, int rm, int axis, const Tree& load) const {
    return {product(friction_.pin_radius, leaf(rate, {i(), j(), rm})),
            Load::Kind::torque,
            rm,
            axis,
            preload(friction_.torque_preload),
            load};
  }
  Slip pin(MeasureKind rate, int rm, int axis) const {
    using namespace model::friction_input;
    const double R = friction_.pin_radius;
    const Tree load =
        sum({if_input(reaction_force,
                      sum({product(R, across(false, axis, rm)),
                           product(friction_.friction_arm, call("ABS", {force(axis, rm)}))})),
             if_input(bending_moment, product(R / friction_.bending_arm, across(true, axis, rm)))});
    return turn(rate, rm, axis, load);
  }
  std::vector<Slip> ball() const {
    constexpr MeasureKind W[] = {MeasureKind::WX, MeasureKind::WY, MeasureKind::WZ};
    const double R = friction_.ball_radius;
    const Tree load = if_input(model::friction_input::reaction_force,
                               product(R, norm({force(0, j()), force(1, j()), force(2, j())})));
    std::vector<Slip> slips;
    for (int axis = 0; axis < 3; ++axis)
      slips.push_back({product(R, leaf(W[axis], {i(), j(), j()})), Load::Kind::torque, j(), axis,
                       preload(friction_.torque_preload), load});
    return slips;
  }
  double preload(double given) const {
    return friction_.has(model::friction_input::preload) ? given : 0;
  }

  Lowering& lowering_;
  const Friction& friction_;
  const model::Joint& joint_;
  const Connection& reaction_;
};

// 1, or 0 in statics where the user wants none there.
Tree presence(const Friction& friction) {
  if (!friction.inactive_in_statics) return number(1);
  const Tree mode = leaf(*expression::find_function("MODE"), {});
  const Tree statics =
      product(expression::difference(mode, number(5)), expression::difference(mode, number(6)));
  return call("MIN", {number(1), call("ABS", {statics})});
}

// The law of one group of freedoms that slip together.
class Law {
 public:
  Law(const Friction& friction, const std::vector<Slip>& slips) : friction_(friction) {
    std::vector<Tree> velocities;
    for (const Slip& slip : slips) velocities.push_back(slip.velocity);
    speed_ = norm(velocities);
    const Tree ratio = product(1 / V(), speed_);
    fading_ = call("EXP", {expression::negated(product(ratio, ratio))});
  }

  // g v − |v| s; what bristles deflect by, times g.
  Tree stretching(const Slip& slip, const Tree& s) const {
    return expression::difference(product(g(slip), slip.velocity), product(speed_, s));
  }
  Tree rate(const Slip& slip, const Tree& s) const {
    return product(1 / friction_.max_deformation,
                   expression::quotient(stretching(slip, s), g(slip)));  // (FRIC.1)
  }
  Tree sticking(const Slip& slip, const Tree& s) const {
    const Tree damping = product(1 / V(), product(fading_, stretching(slip, s)));
    return expression::negated(
        product(strength(slip, number(friction_.mu_static)), sum({s, damping})));  // (FRIC.2)
  }
  Tree sliding(const Slip& slip) const {
    const Tree direction =
        expression::quotient(slip.velocity, call("MAX", {speed_, number(1e-30)}));
    const Tree growth = call("STEP", {speed_, number(-V()), number(-1), number(V()), number(1)});
    return expression::negated(product(strength(slip, number(friction_.mu_dynamic)),
                                       product(direction, growth)));  // (FRIC.6)
  }

 private:
  double V() const { return friction_.transition_velocity; }
  static Tree strength(const Slip& slip, const Tree& mu) {
    return sum({product(mu, slip.load), number(slip.preload)});
  }
  // Bristles that gave way completely would have no length to relax to.
  double mu_sliding() const {
    const double mu = friction_.effect == Friction::Effect::stiction ? 0 : friction_.mu_dynamic;
    return std::max(mu, 1e-3 * friction_.mu_static);
  }
  Tree mu() const {
    const double mu_s = friction_.mu_static, mu_d = mu_sliding();
    if (friction_.formulation == Friction::Formulation::lugre)
      return sum({number(mu_d), product(mu_s - mu_d, fading_)});  // (FRIC.4)
    return call("STEP",
                {speed_, number(V()), number(mu_s), number(1.5 * V()), number(mu_d)});  // (FRIC.3)
  }
  Tree g(const Slip& slip) const {
    const double mu_s = friction_.mu_static;
    if (mu_s == 0 || expression::is_zero(slip.load)) return number(1);
    // Stiction alone leaves nothing of the preload either.
    if (slip.preload == 0 || friction_.effect == Friction::Effect::stiction)
      return product(1 / mu_s, mu());
    return expression::quotient(strength(slip, mu()), strength(slip, number(mu_s)));  // (FRIC.5)
  }

  const Friction& friction_;
  Tree speed_, fading_;
};

Tree new_state(Lowering& lowering, const Site& site) {
  StateEquation state;
  state.static_hold = true;
  state.name = site.name();
  state.owner = site.owner;
  state.has_corners = true;  // |v|
  lowering.equations.states.push_back(std::move(state));
  const int number = static_cast<int>(lowering.equations.states.size()) - 1;
  return leaf(expression::state_row(), {number});
}

void add_friction(Lowering& lowering, const Friction& friction) {
  const model::Joint& joint = lowering.model()[friction.joint];
  Connection connection;
  connection.owner = owner_of(friction);
  connection.i = joint.i.value;
  connection.j = joint.j.value;
  if (!friction.active || !joint.active) return lowering.connections.add(std::move(connection));
  const Tree present = presence(friction);
  for (const std::vector<Slip>& slips : JointFriction(lowering, friction).groups()) {
    const Law law(friction, slips);
    for (const Slip& slip : slips) {
      Tree f;
      if (friction.effect == Friction::Effect::sliding) {
        f = law.sliding(slip);
      } else {
        const Site site = site_of(friction, "bristles");
        const int number = static_cast<int>(lowering.equations.states.size());
        const Tree s = new_state(lowering, site);
        lowering.inner_states.push_back(
            {number, lowering.definitions.add(site, law.rate(slip, s))});
        f = law.sticking(slip, s);
      }
      add_term(lowering, connection, site_of(friction), product(present, f),
               {slip.kind, 0, slip.rm, slip.axis});
    }
  }
  lowering.connections.add(std::move(connection));
}

}  // namespace

void declare_frictions(Lowering& lowering) {
  for (const Friction& friction : lowering.model().frictions) add_friction(lowering, friction);
}

void finish_frictions(Lowering& lowering) {
  for (const auto& [state, definition] : lowering.inner_states)
    lowering.equations.states[static_cast<std::size_t>(state)].scalar = lowering.scalar(
        lowering.definitions.function(definition), lowering.definitions.site(definition));
}

}  // namespace trammel::elements
