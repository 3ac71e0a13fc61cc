// The checks of validate.cpp, by family.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/validate.h"

namespace trammel::model {

class Checks {
 public:
  Checks(const Model& m, const Unread& u) : model(m), unread(u) {}

  template <class T>
  void add(Code code, const T& element, std::string_view argument, std::string message,
           std::string hint = {}, int item = 0, int offset = -1) {
    const std::string_view statement = statement_name(T::kind);
    problems.push_back({code, statement, label(statement, element), element.at, argument, item,
                        offset, std::move(message), std::move(hint)});
  }
  void add_global(Code code, std::string message, std::string hint) {
    problems.push_back({code, "", "", {}, "", 0, -1, std::move(message), std::move(hint)});
  }

  // Reports a floating marker where a fixed one is needed; false then.
  template <class T>
  bool need_fixed(const T& element, std::string_view argument, MarkerId id, int item = 0) {
    const Marker* marker = model.find(id);
    if (!marker || !marker->floating) return true;
    add(Code::floating_marker, element, argument,
        "marker " + std::to_string(id.value) + " is floating; a fixed marker is needed", "", item);
    return false;
  }
  template <class T>
  void need_floating(const T& element, std::string_view argument, MarkerId id) {
    const Marker* marker = model.find(id);
    if (!marker || marker->floating) return;
    add(Code::fixed_marker, element, argument,
        "marker " + std::to_string(id.value) + " is fixed; a floating marker is needed",
        "write MARKER/" + std::to_string(id.value) + ", PART = ..., FLOATING");
  }

  const Model& model;
  const Unread& unread;
  std::vector<Problem> problems;
};

// Do both markers exist and belong to one part or point mass?
bool on_same_part(const Model& model, MarkerId a, MarkerId b);
// "markers 1 and 2 belong to the same part", "both ends are at marker 1".
std::string same_part_text(MarkerId a, MarkerId b);

void check_parts(Checks& checks);
void check_markers(Checks& checks);
void check_joints(Checks& checks);
void check_couplings(Checks& checks);
void check_motions(Checks& checks);
void check_forces(Checks& checks);
void check_data(Checks& checks);
void check_systems(Checks& checks);

}  // namespace trammel::model
