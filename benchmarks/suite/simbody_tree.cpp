// SPDX-License-Identifier: BSD-3-Clause
#include "simbody_tree.h"

#include <Simbody.h>

#include <cmath>
#include <deque>
#include <stdexcept>

namespace trammel::suite {

using namespace SimTK;

namespace {

constexpr int ground = -1;

Vec3 convert(const Three& v) {
  return {v[0], v[1], v[2]};
}

// Cyclic exchange of axes on demand: x of the frame along z of the other.
Transform convert(const TreeFrame& f, bool x_along_z = false) {
  const Mat33 m(f.axes.data());
  Rotation R(m, true);
  if (x_along_z) R = Rotation(Mat33(m(2), m(0), m(1)), true);
  return {R, convert(f.origin)};
}

Body::Rigid rigid(const TreeBody& body) {
  const auto& J = body.inertia;
  if (body.is_point) return Body::Rigid(MassProperties(body.mass, Vec3(0), Inertia(0)));
  return Body::Rigid(
      MassProperties(body.mass, Vec3(0), Inertia(J[0], J[1], J[2], J[3], J[4], J[5])));
}

std::unique_ptr<Integrator> make_integrator(const std::string& name, const System& system) {
  if (name == "rkm") return std::make_unique<RungeKuttaMersonIntegrator>(system);
  if (name == "rkf") return std::make_unique<RungeKuttaFeldbergIntegrator>(system);
  if (name == "rk3") return std::make_unique<RungeKutta3Integrator>(system);
  if (name == "adams") return std::make_unique<CPodesIntegrator>(system, CPodes::Adams);
  if (name == "bdf") return std::make_unique<CPodesIntegrator>(system, CPodes::BDF);
  throw std::runtime_error("Simbody: no integrator " + name);
}

}  // namespace

struct SimbodyTree::Impl {
  const TreeModel model;
  MultibodySystem system;
  SimbodyMatterSubsystem matter{system};
  GeneralForceSubsystem forces{system};
  State start;
  std::vector<bool> is_used;              // by link: part of the tree
  std::vector<MobilizedBodyIndex> index;  // by body; invalid: not there yet
  std::vector<int> parent, order;         // by body; of growth

  explicit Impl(const TreeModel& m)
      : model(m), is_used(m.links.size()), index(m.bodies.size()), parent(m.bodies.size(), ground) {
    grow();
    close_loops();
    add_forces();
    system.realizeTopology();
    set_start();
  }

  MobilizedBody& mobile(int body) {
    if (body == ground) return matter.Ground();
    return matter.updMobilizedBody(index[std::size_t(body)]);
  }

  Transform pose(int body) const {
    return body == ground ? Transform() : convert(model.bodies[std::size_t(body)].start);
  }

  // Breadth first from the ground, then from each body that hangs on nothing.
  void grow() {
    const int n = int(index.size());
    std::vector<std::vector<std::size_t>> links_at(std::size_t(n) + 1);  // the last: of the ground
    const auto slot = [n](int body) { return std::size_t(body == ground ? n : body); };
    for (std::size_t k = 0; k < model.links.size(); ++k)
      for (const int body : {model.links[k].i.body, model.links[k].j.body})
        links_at[slot(body)].push_back(k);
    std::deque<int> front = {ground};
    for (int next_root = 0;;) {
      while (!front.empty()) {
        const int inner = front.front();
        front.pop_front();
        for (const std::size_t k : links_at[slot(inner)]) {
          const TreeLink& link = model.links[k];
          const int outer = link.i.body == inner ? link.j.body : link.i.body;
          if (link.type == TreeLink::Type::in_line || outer == ground ||
              index[std::size_t(outer)].isValid())
            continue;
          is_used[k] = true;
          add_body(outer, inner, &link);
          front.push_back(outer);
        }
      }
      while (next_root < n && index[std::size_t(next_root)].isValid()) ++next_root;
      if (next_root == n) return;
      add_body(next_root, ground, nullptr);
      front.push_back(next_root);
    }
  }

  void add_body(int body, int inner, const TreeLink* link) {
    using Type = TreeLink::Type;
    const TreeBody& source = model.bodies[std::size_t(body)];
    const Body::Rigid info = rigid(source);
    MobilizedBody& inboard = mobile(inner);
    order.push_back(body), parent[std::size_t(body)] = inner;
    MobilizedBody made;
    if (!link) {
      if (source.is_point)
        made = MobilizedBody::Translation(inboard, Transform(), info, Transform());
      else
        made = MobilizedBody::Free(inboard, Transform(), info, Transform());
    } else {
      const bool slides = link->type == Type::slider, inner_has_j = link->j.body == inner;
      const Transform F = convert(inner_has_j ? link->j : link->i, slides);
      const Transform M = convert(inner_has_j ? link->i : link->j, slides);
      if (slides)
        made = MobilizedBody::Slider(inboard, F, info, M);
      else if (source.is_point || link->type == Type::weld)
        made = MobilizedBody::Weld(inboard, F, info, M);
      else if (link->type == Type::pin)
        made = MobilizedBody::Pin(inboard, F, info, M);
      else
        made = MobilizedBody::Ball(inboard, F, info, M);
    }
    index[std::size_t(body)] = made.getMobilizedBodyIndex();
  }

  void close_loops() {
    using Type = TreeLink::Type;
    for (std::size_t k = 0; k < model.links.size(); ++k) {
      if (is_used[k]) continue;
      const TreeLink& link = model.links[k];
      MobilizedBody &on_i = mobile(link.i.body), &on_j = mobile(link.j.body);
      const Transform I = convert(link.i), J = convert(link.j);
      if (link.type == Type::in_line) {
        Constraint::PointOnLine(on_j, J.z(), J.p(), on_i, I.p());
      } else if (link.type == Type::ball || link.type == Type::pin) {
        Constraint::Ball(on_j, J.p(), on_i, I.p());
        if (link.type == Type::ball) continue;
        Constraint::ConstantAngle(on_j, J.x(), on_i, I.z());
        Constraint::ConstantAngle(on_j, J.y(), on_i, I.z());
      } else {
        throw std::runtime_error("Simbody: a loop that the suite does not know how to close");
      }
    }
  }

  void add_forces() {
    if (convert(model.gravity).norm() > 0)
      Force::UniformGravity(forces, matter, convert(model.gravity));
    for (const TreeSpring& s : model.springs) {
      if (s.is_rotational) {
        add_rotational_spring(s);
        continue;
      }
      const MobilizedBody &on_i = mobile(s.i.body), &on_j = mobile(s.j.body);
      const Vec3 at_i = convert(s.i.origin), at_j = convert(s.j.origin);
      Force::TwoPointLinearSpring(forces, on_i, at_i, on_j, at_j, s.stiffness, s.free_length);
      if (s.damping != 0) Force::TwoPointLinearDamper(forces, on_i, at_i, on_j, at_j, s.damping);
    }
    for (const TreeBushing& b : model.bushings) {
      const auto six = [](const Three& r, const Three& t) {
        return Vec6(r[0], r[1], r[2], t[0], t[1], t[2]);
      };
      Force::LinearBushing(forces, mobile(b.j.body), convert(b.j), mobile(b.i.body), convert(b.i),
                           six(b.rotational_stiffness, b.stiffness),
                           six(b.rotational_damping, b.damping));
    }
    for (const TreeTorque& t : model.torques)
      Force::ConstantTorque(forces, mobile(t.body), convert(t.torque));
  }

  // About the pin between its two bodies, turned by as much as the markers are.
  void add_rotational_spring(const TreeSpring& s) {
    for (std::size_t k = 0; k < model.links.size(); ++k) {
      const TreeLink& link = model.links[k];
      if (!is_used[k] || link.i.body != s.i.body || link.j.body != s.j.body) continue;
      if (parent[std::size_t(s.i.body)] != s.j.body)
        throw std::runtime_error("Simbody: a rotational spring that the suite does not know");
      MobilizedBody& pin = mobile(s.i.body);
      const double offset = angle(s.i, s.j) - angle(link.i, link.j);
      Force::MobilityLinearSpring(forces, pin, MobilizerQIndex(0), s.stiffness,
                                  s.free_length - offset);
      Force::MobilityLinearDamper(forces, pin, MobilizerUIndex(0), s.damping);
      return;
    }
    throw std::runtime_error("Simbody: a rotational spring that the suite does not know");
  }

  // Of i about z of j, at the start.
  double angle(const TreeFrame& i, const TreeFrame& j) const {
    const Rotation R = ~(pose(j.body) * convert(j)).R() * (pose(i.body) * convert(i)).R();
    return std::atan2(R.asMat33()(1, 0), R.asMat33()(0, 0));
  }

  void set_start() {
    start = system.getDefaultState();
    for (const int body : order) {
      const MobilizedBody& child = mobile(body);
      const Transform F = pose(parent[std::size_t(body)]) * child.getInboardFrame(start);
      const Transform M = pose(body) * child.getOutboardFrame(start);
      child.setQToFitTransform(start, ~F * M);
      set_velocity(body, F, M);
    }
    system.realize(start, Stage::Velocity);
  }

  void set_velocity(int body, const Transform& F, const Transform& M) {
    const int inner = parent[std::size_t(body)];
    const auto omega = [&](int b) {
      return b == ground ? Vec3(0) : convert(model.bodies[std::size_t(b)].omega);
    };
    const auto velocity_at_M = [&](int b) -> Vec3 {
      if (b == ground) return Vec3(0);
      return convert(model.bodies[std::size_t(b)].velocity) + omega(b) % (M.p() - pose(b).p());
    };
    const Vec3 w = omega(body) - omega(inner), v = velocity_at_M(body) - velocity_at_M(inner);
    mobile(body).setUToFitVelocity(start, SpatialVec(~F.R() * w, ~F.R() * v));
  }
};

SimbodyTree::SimbodyTree(const TreeModel& model) : impl_(std::make_unique<Impl>(model)) {}
SimbodyTree::~SimbodyTree() = default;

TreeCounts SimbodyTree::run(const std::string& name, double accuracy,
                            const std::vector<double>& times, const std::function<void()>& ready,
                            std::vector<double>& positions) const {
  TreeCounts counts;
  const std::unique_ptr<Integrator> integrator = make_integrator(name, impl_->system);
  integrator->setAccuracy(accuracy);
  integrator->setFinalTime(times.back());
  integrator->initialize(impl_->start);
  ready();
  try {
    for (const double t : times) {
      do {  // it stops at the start, too
        integrator->stepTo(t);
      } while (integrator->getTime() < t);
      const State& state = integrator->getState();
      impl_->system.realize(state, Stage::Position);
      for (const MobilizedBodyIndex k : impl_->index) {
        const Vec3& r = impl_->matter.getMobilizedBody(k).getBodyOriginLocation(state);
        positions.insert(positions.end(), {r[0], r[1], r[2]});
      }
    }
    counts.ok = true;
  } catch (const std::exception& fault) {
    counts.why = fault.what();
  }
  counts.steps = integrator->getNumStepsTaken();
  counts.iterations = integrator->getNumIterations();
  counts.evaluations = integrator->getNumRealizations();
  counts.unknowns = impl_->start.getNY();
  return counts;
}

}  // namespace trammel::suite
