// Models made to break the solver: each is a short dataset and what may come of it.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

namespace trammel::examples {

struct HostileModel {
  std::string name;        // of the test
  std::string dataset;     // complete, from title to END
  std::string exit_codes;  // the digits of the codes that are right
  std::string mentions;    // what an error must name when the run fails; empty: any element
  std::vector<std::string> options = {"--end", "1", "--steps", "10"};
};

// Expressions that leave their domain, overflow, jump, or feed back, as a force on a free body.
std::vector<HostileModel> hostile_forces();
// Springs, dampers and bushings of absurd size; forces along lines of no length.
std::vector<HostileModel> hostile_springs();
// FRICTION of absurd size, or that no reaction can balance.
std::vector<HostileModel> hostile_frictions();
// Parts without mass or inertia where they need it, or with numbers of absurd size.
std::vector<HostileModel> hostile_parts();
// Joints that contradict each other, repeat each other, or cannot be assembled.
std::vector<HostileModel> hostile_joints();
// Motions that conflict, jump, diverge, or ask for more than a linkage can reach.
std::vector<HostileModel> hostile_motions();
// General constraints without solution or without gradient.
std::vector<HostileModel> hostile_constraints();
// Variables and differential equations without solution, or whose solution ends.
std::vector<HostileModel> hostile_states();
// Strange settings, requests and command lines.
std::vector<HostileModel> hostile_settings();

}  // namespace trammel::examples
