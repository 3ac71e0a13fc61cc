// SENSOR → a watch, and memory for what it evaluates.
// SPDX-License-Identifier: BSD-3-Clause
#include "elements/lower/families.h"
#include "elements/lower/lowering.h"
#include "elements/lower/resolve.h"

namespace trammel::elements {
namespace {

int output_scalar(Lowering& lowering, const model::Expression& function, const Site& site) {
  const expression::Tree resolved = resolve(lowering, function.tree, site);
  return lowering.scalar(lowering.definitions.expanded(resolved, Definitions::Use::output), site);
}

}  // namespace

void declare_sensors(Lowering& lowering) {
  for (const model::Sensor& sensor : lowering.model().sensors)
    lowering.sensor_memory.push_back(sensor.evaluate ? lowering.new_memory() : -1);
}

void finish_sensors(Lowering& lowering) {
  const auto& sensors = lowering.model().sensors;
  for (std::size_t k = 0; k < sensors.size(); ++k) {
    const model::Sensor& sensor = sensors[k];
    const Site site = site_of(sensor);
    Watch watch;
    watch.scalar = output_scalar(lowering, sensor.function, site.with("FUNCTION"));
    if (sensor.evaluate)
      watch.evaluated = output_scalar(lowering, sensor.evaluate, site.with("EVALUATE"));
    watch.memory = lowering.sensor_memory[k];
    watch.value = sensor.value;
    watch.angular = sensor.angular;
    watch.bisection = sensor.bisection;
    watch.name = site.label;
    watch.owner = site.owner;
    lowering.equations.watches.push_back(std::move(watch));
  }
}

}  // namespace trammel::elements
