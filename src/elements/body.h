// A moving part: its coordinates, the motion of its frame, and its inertia.
//
// The frame stands at the centre of mass, along the axes of the CM marker. Elements differentiate
// with respect to the twist of this frame, (δr, δθ) in global axes; the part maps it to its tangent
// space:
//   rigid   q = (r, e), δ = (δr, δθ̄),   twist = (δr, A δθ̄)                          (BODY.1)
//   planar  q = δ = (x, y, φ),           twist = (δx e_x + δy e_y, δφ e_z)           (BODY.2)
//   point   q = δ = r,                   twist = (δr, 0)                             (BODY.3)
//   path    q = δ = σ,                   twist = (δσ e_x, 0): a place on a curve     (BODY.6)
// A direction N (a 6-vector dual to twists) becomes g = Bᵀ N, with B = ∂twist/∂δ; where the body
// turns, its own axes turn with it:
//   ∂g_θ̄/∂δθ̄ = Aᵀ (∂N_θ/∂δθ) A + [g_θ̄×]                                              (BODY.4)
// Equations of motion, divided by the factor of inconsistent units (MDL.4):
//   m r̈ = m g + …,   J̄ ω̄̇ = −ω̄ × J̄ ω̄ + …                                             (BODY.5)
// Theory: docs/theory/mechanisms.md
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "kinematics/marker_motion.h"
#include "math/vec.h"
#include "model/element.h"

namespace trammel::elements {

struct Body {
  enum class Kind : unsigned char { rigid, planar, point, path };

  Kind kind = Kind::rigid;
  std::string label;  // "PART/3 (arm)"
  model::Location at;
  int q = 0, v = 0;  // first raw coordinate, first tangent entry
  double mass = 0;
  Mat3 inertia = Mat3::Zero();  // J̄; planar: about ground axes, of which only z matters
  Mat3 A0 = Mat3::Identity();   // planar: axes at φ = 0; point: axes
  double height = 0;            // planar: z of the centre of mass
  double start = 0;             // path: σ at the start

  int n_q() const { return kind == Kind::rigid ? 7 : kind == Kind::path ? 1 : 3; }
  int n() const { return kind == Kind::rigid ? 6 : kind == Kind::path ? 1 : 3; }
};

kinematics::MarkerMotion motion(const Body&, const Vector& q, const Vector& v, const Vector& a);

// Bᵀ N: the first n() entries, the others 0.
Vec6 to_tangent(const Body&, const Mat3& A, const Vec6& N);

// B_rowᵀ K B_column: the first n() rows and columns.
Mat6 to_tangent(const Body& row, const Mat3& A_row, const Body& column, const Mat3& A_column,
                const Mat6& K);

// The last term of (BODY.4), for a direction that is already tangent: adds to a tangent block.
void add_turning(const Body&, const Vec6& g, Mat6& K);

// M a, M, the quadratic forces −ω̄ × J̄ω̄ with their derivative −∂/∂v, and the weight.
void add_inertia_force(const Body&, const Vector& a, Vector& sum);
Mat6 mass_matrix(const Body&);
void add_gyroscopic_force(const Body&, const Vector& v, Vector& sum);
Mat6 gyroscopic_damping(const Body&, const Vector& v);
void add_weight(const Body&, const Vec3& gravity, Vector& sum);
// Bᵀ N for a wrench N about the frame, added to the forces of all bodies.
void add_wrench(const Body&, const Mat3& A, const Vec6& N, Vector& sum);

// Name of a tangent entry: "x", "y", "z", "rotation about x", …
std::string_view coordinate_name(const Body&, int entry);
std::string_view balance_name(const Body&, int entry);  // "force along x", "torque about x", …

}  // namespace trammel::elements
