// REQUEST → eight scalars each.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <array>
#include <vector>

#include "elements/lower/families.h"
#include "elements/lower/lowering.h"
#include "elements/lower/resolve.h"
#include "elements/lower/user_functions.h"
#include "expression/compose.h"
#include "expression/leaves.h"

namespace trammel::elements {
namespace {

using expression::leaf;
using expression::Tree;
using kinematics::MeasureKind;
using EightTrees = std::array<Tree, 8>;  // zero: not asked for

constexpr std::array<std::string_view, 8> names = {"F1", "F2", "F3", "F4", "F5", "F6", "F7", "F8"};

// Magnitude between two markers, components in the axes of a third.
void read_vector(EightTrees& result, std::size_t first, std::array<MeasureKind, 4> kinds, int i,
                 int j, int rm) {
  result[first] = leaf(kinds[0], {i, j});
  for (std::size_t c = 1; c < 4; ++c) result[first + c] = leaf(kinds[c], {i, j, rm});
}

EightTrees displacement(int i, int j, int rm) {
  using enum MeasureKind;
  EightTrees result;
  read_vector(result, 0, {DM, DX, DY, DZ}, i, j, rm);
  result[5] = leaf(PSI, {i, j});
  result[6] = leaf(THETA, {i, j});
  result[7] = leaf(PHI, {i, j});
  return result;
}

EightTrees velocity(int i, int j, int rm) {
  using enum MeasureKind;
  EightTrees result;
  read_vector(result, 0, {VM, VX, VY, VZ}, i, j, rm);
  read_vector(result, 4, {WM, WX, WY, WZ}, i, j, rm);
  return result;
}

EightTrees acceleration(int i, int j, int rm) {
  using enum MeasureKind;
  EightTrees result;
  read_vector(result, 0, {ACCM, ACCX, ACCY, ACCZ}, i, j, rm);
  read_vector(result, 4, {WDTM, WDTX, WDTY, WDTZ}, i, j, rm);
  return result;
}

EightTrees force(Lowering& lowering, int i, int j, int rm) {
  EightTrees result;
  for (const bool torque : {false, true}) {
    const std::size_t first = torque ? 4 : 0;
    result[first] = magnitude_between(lowering, i, j, torque);
    for (int axis = 0; axis < 3; ++axis)
      result[first + 1 + static_cast<std::size_t>(axis)] =
          component_between(lowering, i, j, torque, axis, rm);
  }
  return result;
}

Site site_of_request(const model::Request& request, std::string_view argument) {
  const bool many = !request.column.empty();
  return {{many ? model::Kind::mrequest : model::Kind::request, request.id},
          model::request_label(request),
          request.at,
          many ? std::string_view() : argument,
          request.active};
}

void check_markers(Lowering& lowering, const model::Request& request) {
  const bool of_forces = request.quantity == model::RequestKind::force;
  const auto need_fixed = [&](std::string_view argument, model::MarkerId id) {
    if (lowering.is_floating(id.value))
      lowering.report(model::Code::floating_marker, site_of_request(request, argument),
                      fmt::format("marker {} is floating; a fixed marker is needed", id.value));
  };
  if (!of_forces) need_fixed("I", request.i);
  if (!of_forces) need_fixed("J", request.j);
  need_fixed("RM", request.rm);
}

EightTrees components_of(Lowering& lowering, const model::Request& request) {
  const int i = request.i.value, j = request.j.value, rm = request.rm.value;
  switch (request.quantity) {
    case model::RequestKind::displacement:
      return displacement(i, j, rm);
    case model::RequestKind::velocity:
      return velocity(i, j, rm);
    case model::RequestKind::acceleration:
      return acceleration(i, j, rm);
    case model::RequestKind::force:
      return force(lowering, i, j, rm);
    case model::RequestKind::expressions:
      break;
  }
  EightTrees result;
  if (request.function.is_user()) {
    const Site site = site_of(request, "FUNCTION");
    const std::vector<Tree> results =
        user_results(lowering, site, *request.function.parameters, request.routine, 8);
    for (std::size_t c = 0; c < 8; ++c) result[c] = resolve(lowering, results[c], site);
    return result;
  }
  for (std::size_t c = 0; c < 8; ++c)
    result[c] = resolve(lowering, request.functions[c].tree, site_of_request(request, names[c]));
  return result;
}

}  // namespace

void finish_requests(Lowering& lowering) {
  for (const model::Request& request : model::all_requests(lowering.model())) {
    if (!request.active) {
      lowering.equations.requests.push_back({-1, -1, -1, -1, -1, -1, -1, -1});
      continue;
    }
    check_markers(lowering, request);
    const EightTrees components = components_of(lowering, request);
    std::array<int, 8> scalars{};
    for (std::size_t c = 0; c < 8; ++c) {
      const Tree tree = lowering.definitions.expanded(components[c], Definitions::Use::output);
      scalars[c] = expression::is_zero(tree)
                       ? -1
                       : lowering.scalar(tree, site_of_request(request, names[c]));
    }
    lowering.equations.requests.push_back(scalars);
  }
}

}  // namespace trammel::elements
