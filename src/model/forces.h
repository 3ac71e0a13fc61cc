// SFORCE, VFORCE, VTORQUE, GFORCE, SPRINGDAMPER, BUSHING, BEAM, FIELD: applied forces.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <vector>

#include "math/vec.h"
#include "model/element.h"
#include "model/expression.h"
#include "model/routine.h"

namespace trammel::model {

struct SingleForce : Element {
  static constexpr Kind kind = Kind::sforce;

  MarkerId i, j;
  bool rotational = false;
  bool action_only = false;
  Expression function;
  Routine routine;  // of USER(…), as in all that follows

  friend bool operator==(const SingleForce&, const SingleForce&) = default;
};

// Components along the axes of rm (none: ground); those not given are 0.
struct VectorForce : Element {
  static constexpr Kind kind = Kind::vforce;

  MarkerId i, jfloat, rm;
  std::array<Expression, 3> force;
  VectorExpression force_vector;  // in place of the components
  Expression function;            // USER(…), likewise
  Routine routine;

  friend bool operator==(const VectorForce&, const VectorForce&) = default;
};

struct VectorTorque : Element {
  static constexpr Kind kind = Kind::vtorque;

  MarkerId i, jfloat, rm;
  std::array<Expression, 3> torque;
  VectorExpression torque_vector;
  Expression function;
  Routine routine;

  friend bool operator==(const VectorTorque&, const VectorTorque&) = default;
};

struct GeneralForce : Element {
  static constexpr Kind kind = Kind::gforce;

  MarkerId i, jfloat, rm;
  std::array<Expression, 3> force, torque;
  VectorExpression force_vector, torque_vector;
  Expression function;
  Routine routine;

  friend bool operator==(const GeneralForce&, const GeneralForce&) = default;
};

// −damping·ṡ − stiffness·(s − free_length) + preload; positive pushes I away from J.
// Rotational: the same with the angle of I about the z axis of J.
struct SpringDamper : Element {
  static constexpr Kind kind = Kind::spring_damper;

  MarkerId i, j;
  bool rotational = false;
  double stiffness = 0, damping = 0, free_length = 0, preload = 0;

  friend bool operator==(const SpringDamper&, const SpringDamper&) = default;
};

// In the axes of J.
struct Bushing : Element {
  static constexpr Kind kind = Kind::bushing;

  MarkerId i, j;
  Vec3 stiffness = Vec3::Zero(), damping = Vec3::Zero(), force = Vec3::Zero();
  Vec3 rotational_stiffness = Vec3::Zero(), rotational_damping = Vec3::Zero();
  Vec3 torque = Vec3::Zero();

  friend bool operator==(const Bushing&, const Bushing&) = default;
};

// Massless and straight along x of J; its matrices are in stiffness.h.
struct Beam : Element {
  static constexpr Kind kind = Kind::beam;
  enum class Formulation : unsigned char { linear, string, nonlinear };  // the last: refused

  MarkerId i, j;
  double length = 0, area = 0;
  double torsion_constant = 0, iyy = 0, izz = 0;  // second moments of area
  double shear_y = 0, shear_z = 0;                // shear area ratios; 0: no shear deflection
  double youngs_modulus = 0, shear_modulus = 0;
  double damping_ratio = 0;
  std::vector<double> damping;  // 21 entries, upper triangle by columns; empty: by the ratio
  Formulation formulation = Formulation::linear;

  friend bool operator==(const Beam&, const Beam&) = default;
};

// Force and torque linear in the displacements and angles of I in the axes of J.
struct Field : Element {
  static constexpr Kind kind = Kind::field;

  MarkerId i, j;
  std::vector<double> stiffness;  // 36 entries by columns
  std::vector<double> damping;    // likewise; empty: by the ratio
  double damping_ratio = 0;
  std::vector<double> free_pose;  // x, y, z and three angles at `force`; empty: zeros
  std::vector<double> force;      // three forces, three torques; empty: zeros

  friend bool operator==(const Field&, const Field&) = default;
};

// Forces and torques at n markers, linear in the displacements and angles of all of them in the axes
// of J. Numbers are six for each marker: along and about x, y, z.
struct MultiForce : Element {
  static constexpr Kind kind = Kind::nforce;

  std::vector<MarkerId> i;
  MarkerId j;
  MatrixId stiffness, damping;  // 6n × 6n; none: no stiffness, damping by the ratio
  double damping_ratio = 0;
  MatrixId free_pose, force;  // 6n × 1; none: zeros

  int size() const { return 6 * static_cast<int>(i.size()); }

  friend bool operator==(const MultiForce&, const MultiForce&) = default;
};

}  // namespace trammel::model
