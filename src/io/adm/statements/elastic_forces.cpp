// SPDX-License-Identifier: BSD-3-Clause
#include "io/adm/bind.h"
#include "io/adm/statements/list.h"

namespace trammel::adm {
namespace {

void refuse_nonlinear(model::Beam& beam, const Finish& finish) {
  if (beam.formulation == model::Beam::Formulation::nonlinear)
    finish.error(Code::unsupported_argument, "FORMULATION", "the nonlinear beam is not supported",
                 "LINEAR and STRING are");
}

}  // namespace

SyntaxPointer beam() {
  using S = model::Beam;
  using F = S::Formulation;
  return element(Statement<S>{
      .name = "BEAM",
      .help =
          "Force and torque of a massless elastic beam from J to I, straight along x of J where "
          "it is relaxed; deflections and rotations must be small.",
      .arguments =
          {
              {"I", &S::i, required, "marker the force acts on, at x = LENGTH where relaxed"},
              {"J", &S::j, required, "marker the reaction acts on; gives the axes"},
              {"LENGTH", &S::length, required & positive, "where relaxed"},
              {"IXX", &S::torsion_constant, required & not_negative, "torsion constant"},
              {"IYY", &S::iyy, required & not_negative, "second moment of area about y"},
              {"IZZ", &S::izz, required & not_negative, "second moment of area about z"},
              {"AREA", &S::area, required & positive, "of the cross-section"},
              {"ASY", &S::shear_y, not_negative,
               "shear area ratio along y, 0: no shear deflection"},
              {"ASZ", &S::shear_z, not_negative,
               "shear area ratio along z, 0: no shear deflection"},
              {"EMODULUS", &S::youngs_modulus, required & positive, "Young's modulus"},
              {"GMODULUS", &S::shear_modulus, required & positive, "shear modulus"},
              {"CRATIO", &S::damping_ratio, not_negative, "damping matrix / stiffness matrix"},
              {"CMATRIX", &S::damping, count(21, 21),
               "symmetric damping matrix, upper triangle by columns: c11, c12, c22, c13, ..."},
              {"FORMULATION",
               choice<F>(
                   &S::formulation,
                   {{"LINEAR", F::linear}, {"STRING", F::string}, {"NONLINEAR", F::nonlinear}}),
               optional, "STRING adds the tension that a deflection causes; NONLINEAR is refused"},
          },
      .at_most_one_of = {{"CRATIO", "CMATRIX"}},
      .finish = refuse_nonlinear,
  });
}

SyntaxPointer field() {
  using S = model::Field;
  constexpr Refused nonlinear{
      "FIELD is linear here: give KMATRIX, CMATRIX or CRATIO, LENGTH and FORCE, or write a GFORCE",
      Code::user_function};
  return element(Statement<S>{
      .name = "FIELD",
      .help =
          "Force and torque in the axes of J that are linear in the displacements and rotations "
          "of I; rotations must be small.",
      .arguments =
          {
              {"I", &S::i, required, "marker the force acts on"},
              {"J", &S::j, required, "marker the reaction acts on; gives the axes"},
              {"KMATRIX", &S::stiffness, required & count(36, 36), "stiffness matrix by columns"},
              {"CMATRIX", &S::damping, count(36, 36), "damping matrix by columns"},
              {"CRATIO", &S::damping_ratio, not_negative, "damping matrix / stiffness matrix"},
              {"LENGTH", &S::free_pose, count(6, 6) & degrees,
               "x, y, z and angles about x, y, z at FORCE"},
              {"FORCE", &S::force, count(6, 6), "forces and torques at LENGTH"},
              {"FUNCTION", nonlinear},
              {"ROUTINE", user_routine},
          },
      .at_most_one_of = {{"CMATRIX", "CRATIO"}},
  });
}

SyntaxPointer nforce() {
  using S = model::MultiForce;
  constexpr int most_markers = 100;  // every row of the matrices reads all of them
  return element(Statement<S>{
      .name = "NFORCE",
      .help =
          "Forces and torques at many markers that are linear in the displacements and rotations "
          "of all of them in the axes of J, by matrices of other statements; rotations must be "
          "small. Of each marker, matrices have x, y, z, then rotations about x, y, z.",
      .arguments =
          {
              {"I(MARKERS)", &S::i, required & count(1, most_markers),
               "markers the forces act on, in the order of the matrices"},
              {"J", &S::j, required, "marker all reactions act on; gives the axes"},
              {"KMATRIX", &S::stiffness, optional, "stiffness: a matrix of 6n rows and columns"},
              {"CMATRIX", &S::damping, optional, "damping: a matrix of 6n rows and columns"},
              {"CRATIO", &S::damping_ratio, not_negative, "damping matrix / stiffness matrix"},
              {"LENGTH", &S::free_pose, optional,
               "displacements and rotations at FORCE: a matrix of 6n rows and one column"},
              {"FORCE", &S::force, optional,
               "forces and torques at LENGTH: a matrix of 6n rows and one column"},
          },
      .at_most_one_of = {{"CMATRIX", "CRATIO"}},
  });
}

}  // namespace trammel::adm
