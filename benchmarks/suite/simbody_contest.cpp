// A contestant of the suite: Simbody in joint coordinates (simbody_tree.h). Settings: integrator (rkm, rkf, rk3,
// adams, bdf), accuracy. Models with elements that are not translated here are refused.
// SPDX-License-Identifier: BSD-3-Clause
#include <stdexcept>

#include "simbody_tree.h"
#include "task.h"

namespace trammel::suite {
namespace {

Three plain(const Vec3& v) {
  return {v.x(), v.y(), v.z()};
}

TreeFrame plain(const elements::Marker& m) {
  TreeFrame f{m.body, plain(m.s), {}};
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 3; ++c) f.axes[std::size_t(3 * r + c)] = m.A(r, c);
  return f;
}

TreeBody plain(const elements::Body& body, const State& s) {
  if (body.kind != elements::Body::Kind::rigid && body.kind != elements::Body::Kind::point)
    throw std::runtime_error("Simbody: a part that the suite does not know");
  const kinematics::MarkerMotion m = elements::motion(body, s.q, s.v, s.a);
  const Mat3& J = body.inertia;
  TreeBody tree;
  tree.is_point = body.kind == elements::Body::Kind::point;
  tree.mass = body.mass;
  tree.inertia = {J(0, 0), J(1, 1), J(2, 2), J(0, 1), J(0, 2), J(1, 2)};
  tree.start = plain(elements::Marker{-1, m.r, m.A, 0});
  tree.velocity = plain(m.v), tree.omega = plain(m.omega);
  return tree;
}

TreeLink::Type link_type(model::JointType type) {
  using Type = model::JointType;
  switch (type) {
    case Type::revolute:
      return TreeLink::Type::pin;
    case Type::spherical:
      return TreeLink::Type::ball;
    case Type::translational:
      return TreeLink::Type::slider;
    case Type::fixed:
      return TreeLink::Type::weld;
    default:
      throw std::runtime_error("Simbody: a joint that the suite does not know");
  }
}

TreeLink::Type link_type(model::PrimitiveType type) {
  if (type == model::PrimitiveType::inline_) return TreeLink::Type::in_line;
  if (type == model::PrimitiveType::atpoint) return TreeLink::Type::ball;
  throw std::runtime_error("Simbody: a JPRIM that the suite does not know");
}

TreeModel translate(const Subject& subject) {
  const model::Model& m = *subject.model;
  const elements::Equations& equations = subject.system().equations();
  if (!m.motions.empty() || !m.couplers.empty() || !m.gears.empty() || !m.vector_forces.empty() ||
      !m.general_forces.empty() || !m.diffs.empty() || !m.general_constraints.empty())
    throw std::runtime_error("Simbody: elements that the suite does not know");
  const auto frame = [&](model::MarkerId id) {
    return plain(equations.skeleton.markers[std::size_t(equations.marker(id))]);
  };
  TreeModel tree;
  tree.gravity = plain(equations.skeleton.gravity);
  for (const elements::Body& body : equations.skeleton.bodies)
    tree.bodies.push_back(plain(body, subject.start().state));
  for (const model::Joint& j : m.joints)
    tree.links.push_back({link_type(j.type), frame(j.i), frame(j.j)});
  for (const model::JointPrimitive& j : m.joint_primitives)
    tree.links.push_back({link_type(j.type), frame(j.i), frame(j.j)});
  for (const model::SpringDamper& s : m.spring_dampers)
    tree.springs.push_back(
        {frame(s.i), frame(s.j), s.rotational, s.stiffness, s.damping, s.free_length});
  for (const model::Bushing& b : m.bushings)
    tree.bushings.push_back({frame(b.i), frame(b.j), plain(b.stiffness), plain(b.damping),
                             plain(b.rotational_stiffness), plain(b.rotational_damping)});
  for (const model::SingleForce& f : m.single_forces) {
    const TreeFrame j = frame(f.j);
    if (!f.rotational || !f.action_only || j.body != elements::ground)
      throw std::runtime_error("Simbody: an SFORCE that the suite does not know");
    const double torque = std::stod(f.function.text);
    tree.torques.push_back(
        {frame(f.i).body, {torque * j.axes[2], torque * j.axes[5], torque * j.axes[8]}});
  }
  return tree;
}

Run make(const Task& task, const Subject& subject) {
  const auto tree = std::make_shared<SimbodyTree>(translate(subject));
  return [&task, tree](Track& track, const std::function<void()>& ready) {
    std::vector<double> positions;
    const TreeCounts counts =
        tree->run(task.text("integrator", "rkm"), task.number("accuracy", 1e-5), task.times(),
                  ready, positions);
    for (std::size_t k = 0; k + 2 < positions.size(); k += 3)
      track.add(Vec3(positions[k], positions[k + 1], positions[k + 2]));
    Work work;
    work.ok = counts.ok, work.why = counts.why;
    work.steps = counts.steps, work.iterations = counts.iterations;
    work.residuals = counts.evaluations, work.unknowns = counts.unknowns;
    return work;
  };
}

}  // namespace
}  // namespace trammel::suite

int main(int argc, char** argv) {
  return trammel::suite::compete(argc, argv, trammel::suite::make);
}
