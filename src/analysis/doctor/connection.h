// Compliant connections of a model: how stiff and how damped they are, and what they hold.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <set>
#include <string>
#include <vector>

#include "model/model.h"

namespace trammel::analysis::doctor {

struct Connection {
  std::string label;  // "BUSHING/3 (mount)"
  model::Location at;
  std::vector<model::MarkerId> ends;
  double stiffness = 0, damping = 0;  // the largest along a line
  double angular_stiffness = 0, angular_damping = 0;
  double least_stiffness = 0;  // the most negative one; 0: none is
  bool only_about_z = false;   // of its markers: a rotational spring
};

// SPRINGDAMPER, BUSHING, BEAM and FIELD; those that DEACTIVATE has taken out are not among them.
std::vector<Connection> connections(const model::Model&);

// What a marker belongs to.
struct Carrier {
  std::string label;
  double mass = 0;
  double inertia_z = 0, least_inertia = 0;  // about axes of the marker, through the centre of mass
  bool is_ground = false;
};
Carrier carrier(const model::Model&, model::MarkerId);

// √(k/m) of the lighter, or less inert, of what a connection holds; 0: massless things only.
double angular_frequency(const model::Model&, const Connection&);

// The fastest decay c/m by its damping, likewise; per time unit. Of what is named in `except` nothing is said.
double decay_rate(const model::Model&, const Connection&, const std::set<std::string>& except = {});

// How many of the model's time units are a second; 1: not said.
double units_per_second(const model::Model&);

}  // namespace trammel::analysis::doctor
