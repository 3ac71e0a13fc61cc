// Vectors: three numbers at once, in the axes of a marker or of the ground.
//
//   DXYZ = (DX, DY, DZ), likewise VXYZ, WXYZ, ACCXYZ, WDTXYZ, FXYZ, TXYZ              (VEC.1)
//   UVX(i, k) = (x_i·x_k, x_i·y_k, x_i·z_k), likewise UVY, UVZ                        (VEC.2)
//   MAG(v) = √(v·v),  UV(v) = v/MAG(v)                                                (VEC.3)
//   TRANS(v, i, k) = Σ v_a (axis a of i in the axes of k)                             (VEC.4)
//
// vectors.h writes them out in components.
// SPDX-License-Identifier: BSD-3-Clause
#include <vector>

#include "expression/functions/families.h"

namespace trammel::expression {

namespace {

Function measured(std::string_view name, bool seen_from_l, std::string_view formula,
                  std::string_view help) {
  Function row{.name = name,
               .arguments = {id("i", Entity::marker), id_or_zero("j", Entity::marker),
                             id_or_zero("k", Entity::marker)},
               .min_arguments = 1,
               .max_arguments = 3,
               .vector = VectorRule::components,
               .formula = formula,
               .help = help};
  if (!seen_from_l) return row;
  row.arguments.push_back(id_or_zero("l", Entity::marker));
  row.max_arguments = 4;
  return row;
}

Function axis(std::string_view name, VectorRule rule, std::string_view formula) {
  return {.name = name,
          .arguments = {id_or_zero("i", Entity::marker), id_or_zero("k", Entity::marker)},
          .min_arguments = 1,
          .max_arguments = 2,
          .vector = rule,
          .formula = formula,
          .help = "An axis of i, in the axes of k or of the ground; of 0, that of the ground."};
}

}  // namespace

std::span<const Function> vector_functions() {
  static const std::vector<Function> rows = {
      {.name = ".",
       .arguments = {vector("a"), vector("b")},
       .min_arguments = 2,
       .max_arguments = 2,
       .vector = VectorRule::dot,
       .notation = Notation::infix,
       .help = "Scalar product of vectors, as strong as *. Of vectors, a + b, a - b, -a, number * "
               "a, a / number are what they seem, a ** b is the cross product, and IF chooses "
               "between them. The signs of both products are our choice: the manuals we know "
               "leave them open.",
       .example = {"DXYZ(21, 11).UVX(11)"}},
      measured("DXYZ", false, "(DX, DY, DZ)", "Displacement of i from j, in the axes of k."),
      measured("VXYZ", true, "(VX, VY, VZ)",
               "Velocity of i relative to j, in the axes of k, seen from l."),
      measured("WXYZ", false, "(WX, WY, WZ)",
               "Angular velocity of i relative to j, in the axes of k."),
      measured("ACCXYZ", true, "(ACCX, ACCY, ACCZ)",
               "Acceleration of i relative to j, in the axes of k, seen from l."),
      measured("WDTXYZ", true, "(WDTX, WDTY, WDTZ)",
               "Angular acceleration of i relative to j, in the axes of k, seen from l."),
      measured("FXYZ", false, "(FX, FY, FZ)", "Force on i by j, in the axes of k."),
      measured("TXYZ", false, "(TX, TY, TZ)", "Torque on i by j, in the axes of k."),
      axis("UVX", VectorRule::axis_x, "(xi.xk, xi.yk, xi.zk)"),
      axis("UVY", VectorRule::axis_y, "(yi.xk, yi.yk, yi.zk)"),
      axis("UVZ", VectorRule::axis_z, "(zi.xk, zi.yk, zi.zk)"),
      {.name = "UV",
       .arguments = {vector("v")},
       .min_arguments = 1,
       .max_arguments = 1,
       .vector = VectorRule::unit,
       .formula = "v/MAG(v)",
       .help = "The vector of length 1 along v, which must not be zero.",
       .example = {"-100 * UV(VXYZ(21, 11))"}},
      {.name = "MAG",
       .arguments = {vector("v")},
       .min_arguments = 1,
       .max_arguments = 1,
       .vector = VectorRule::magnitude,
       .formula = "√(v.v)",
       .help = "Length of a vector; where v is zero its slope counts as 0.",
       .example = {"MAG(DXYZ(21, 11) - DXYZ(31, 11))"}},
      {.name = "TRANS",
       .arguments = {vector("v"), id_or_zero("i", Entity::marker), id_or_zero("k", Entity::marker)},
       .min_arguments = 2,
       .max_arguments = 3,
       .vector = VectorRule::turned,
       .formula = "v1 UVX(i, k) + v2 UVY(i, k) + v3 UVZ(i, k)",
       .help = "The vector whose components in the axes of i are those of v, in the axes of k or "
               "of the ground. The order of the arguments is our choice.",
       .example = {"TRANS(DXYZ(21, 11, 21), 21, 11)"}},
  };
  return rows;
}

}  // namespace trammel::expression
