// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/second_order.h"

#include "analysis/linear_model.h"
#include "analysis/plant_states.h"
#include "elements/user/libraries.h"
#include "numerics/dense.h"

namespace trammel::analysis {
namespace {

// Nothing moves, and no force or variable follows reactions or accelerations through unknowns.
bool is_plain(const InitialConditions& at) {
  const Layout& layout = at.system->layout();
  return at.state.v.isZero(0) && at.state.a.isZero(0) && layout.n_y == 0 &&
         !layout.forces_use_lambda;
}

bool fill_plain(const InitialConditions& at, const Matrix& N, SecondOrderMatrices& result) {
  Blocks blocks = make_blocks(*at.system);
  if (at.system->linearise(at.state, all_blocks, blocks) != Outcome::ok) return false;
  const auto reduced = [&](const Matrix& matrix) {
    return transposed_product(N, product(matrix, N));
  };
  result.M = reduced(blocks[Block::M].dense() + blocks[Block::A].dense());  // (SMX.2)
  result.K = reduced(blocks[Block::K].dense() + blocks[Block::Kg].dense());
  result.B = reduced(blocks[Block::C].dense());
  return true;
}

void fill(const LinearModel& linear, SecondOrderMatrices& result) {
  const int n = linear.n_z;
  const Matrix zz = linear.system.block(0, 0, n, n), wz = linear.system.block(n, 0, n, n),
               ww = linear.system.block(n, n, n, n);
  result.M = DenseLu(linear.mobility).inverse();
  result.B = -product(result.M, zz + ww);  // (SMX.5)
  result.K = -product(result.M, wz - product(ww, zz));
}

}  // namespace

std::optional<SecondOrderMatrices> second_order_matrices(
    const model::Model& model, const std::shared_ptr<elements::UserLibraries>& libraries,
    const InitialConditions& at, const Plant& plant, std::string& message) {
  const Vector units = system::tangent_units(at.system->layout(), at.length);
  std::optional<LinearModel> linear = linear_model(*at.system, at.state, units, false, message);
  if (!linear) return {};
  SecondOrderMatrices result;
  if (!plant.states.empty()) {
    auto chosen = plant_states(model, libraries, at, *linear, plant.states, message);
    if (!chosen) return {};
    linear = std::move(chosen->model);
    const auto first = chosen->names.begin();
    result.names = {first, first + linear->n_z};
    result.repeated = std::move(chosen->repeated);
  }
  if (linear->n_w != linear->n_z) {
    message =
        "matrices of mass, stiffness and damping do not exist where constraints of velocities "
        "leave "
        "fewer free velocities than positions; STATEMAT and EIGENSOL do";
    return {};
  }
  if (!is_plain(at)) {
    fill(*linear, result);
  } else if (!fill_plain(at, linear->positions, result)) {
    message = "a function has no value here";
    return {};
  }
  return result;
}

}  // namespace trammel::analysis
