// SPDX-License-Identifier: BSD-3-Clause
#include "bench/papers/stiff_pendulum.h"

#include <cmath>
#include <numbers>

#include "bench/papers/datasets.h"

namespace trammel::bench::papers {

std::array<PendulumReading, 4> pendulum_readings() {
  constexpr double pi = std::numbers::pi, g = 9.81;
  const PlanarDoublePendulum horizontal = published_double_pendulum();
  PlanarDoublePendulum bent = horizontal, straight = horizontal, upright = horizontal;
  bent.gravity = straight.gravity = {g, 0};
  upright.gravity = {-g, 0};
  straight.relaxed = {0, 0};
  straight.angle = {pi / 2, 5 * pi / 12};
  return {
      {{"C, horizontal", "relative angles, spring 2 relaxed at 90°, angles from the horizontal",
        horizontal},
       {"C", "relative angles, spring 2 relaxed at 90°, angles from the downward vertical", bent},
       {"A", "absolute angles, spring 2 relaxed when straight, angles from the downward vertical",
        straight},
       {"C, upright", "relative angles, spring 2 relaxed at 90°, angles from the upward vertical",
        upright}}};
}

std::vector<CosineNode> cosine_nodes(const PlanarDoublePendulum& p, const CosineElement& element,
                                     int n) {
  CosineRun run = run_direction_cosines(p, element, pendulum_time, n);
  if (int(run.nodes.size()) < n) return {};
  return std::move(run.nodes);
}

std::vector<CosineNode> state_space_nodes(const PlanarDoublePendulum& p, StateSpaceMethod method,
                                          int n) {
  std::vector<CosineNode> nodes = run_state_space(p, method, pendulum_time, n);
  if (int(nodes.size()) < n) nodes.clear();
  return nodes;
}

namespace {

// The ends of steps of a run, angles without jumps.
class NodeRecorder {
 public:
  explicit NodeRecorder(const PlanarDoublePendulum& p) : last_(p.angle) {}

  EachStep each_step() {
    return [this](const State& s) { add(s); };
  }
  std::vector<CosineNode> result(const Run& run) {
    if (!run.ok) nodes_.clear();
    return std::move(nodes_);
  }

 private:
  void add(const State& s) {
    CosineNode node{s.t, {}, {}};
    for (int k = 0; k < 2; ++k) {
      double& angle = last_[std::size_t(k)];
      angle += std::remainder(Mechanism::angle(s, k) - angle, 2 * std::numbers::pi);
      node.angle[std::size_t(k)] = angle;
      node.rate[std::size_t(k)] = Mechanism::angle_rate(s, k);
    }
    nodes_.push_back(node);
  }

  std::array<double, 2> last_;
  std::vector<CosineNode> nodes_;
};

}  // namespace

std::vector<CosineNode> mechanism_nodes(const PlanarDoublePendulum& p, std::string_view integrator,
                                        int n) {
  const Mechanism mechanism(double_pendulum_dataset(p));
  NodeRecorder recorder(p);
  return recorder.result(run_steps(mechanism, integrator, study_options(),
                                   equal_steps(pendulum_time, n), recorder.each_step()));
}

std::vector<CosineNode> adaptive_nodes(const PlanarDoublePendulum& p, std::string_view integrator,
                                       double error, const Effort& effort) {
  const Mechanism mechanism(double_pendulum_dataset(p));
  NodeRecorder recorder(p);
  IntegratorOptions options;
  options.error = error;
  return recorder.result(
      run_until(mechanism, integrator, options, pendulum_time, effort, 30, recorder.each_step()));
}

}  // namespace trammel::bench::papers
