// SENSOR → a watch, and memory for what it evaluates.
// SPDX-License-Identifier: BSD-3-Clause
#include "elements/lower/families.h"
#include "elements/lower/lowering.h"
#include "elements/lower/resolve.h"
#include "elements/lower/user_functions.h"

namespace trammel::elements {
namespace {

int output_scalar(Lowering& lowering, const model::Expression& function,
                  const model::Routine& routine, const Site& site) {
  const expression::Tree tree =
      function.is_user() ? user_results(lowering, site, *function.parameters, routine, 1).front()
                         : function.tree;
  const expression::Tree resolved = resolve(lowering, tree, site);
  return lowering.scalar(lowering.definitions.expanded(resolved, Definitions::Use::output), site);
}

model::Routine evaluate_routine(const model::Sensor& sensor) {
  return sensor.evaluate_routine ? sensor.evaluate_routine : model::Routine{"user", "sevsub"};
}

}  // namespace

void declare_sensors(Lowering& lowering) {
  for (const model::Sensor& sensor : lowering.model().sensors)
    lowering.sensor_memory.push_back(sensor.active && sensor.evaluate ? lowering.new_memory() : -1);
}

void finish_sensors(Lowering& lowering) {
  const auto& sensors = lowering.model().sensors;
  for (std::size_t k = 0; k < sensors.size(); ++k) {
    const model::Sensor& sensor = sensors[k];
    if (!sensor.active) continue;
    const Site site = site_of(sensor);
    Watch watch;
    watch.scalar = output_scalar(lowering, sensor.function, sensor.routine, site.with("FUNCTION"));
    if (sensor.evaluate)
      watch.evaluated =
          output_scalar(lowering, sensor.evaluate, evaluate_routine(sensor), site.with("EVALUATE"));
    watch.memory = lowering.sensor_memory[k];
    watch.value = sensor.value;
    watch.angular = sensor.angular;
    watch.bisection = sensor.bisection;
    watch.name = site.label;
    watch.owner = site.owner;
    watch.at = site.at;
    lowering.equations.watches.push_back(std::move(watch));
  }
}

}  // namespace trammel::elements
