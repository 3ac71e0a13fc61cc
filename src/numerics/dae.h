// The bridge between mechanics and numerics: what an integrator may ask of a set of equations.
//
//   M(q)a + Γᵀλ = Q(t,q,v,a,λ,x,y)      Γ = Φ_q (level 0), Ψ_v (level 1), Θ_a (level 2)     (DAE.1)
//   Φ(t,q)=0   Ψ(t,q,v)=0   Θ(t,q,v,a)=0                                                    (DAE.2)
//   d(t,q,v,a,λ,x,ẋ,y)=0    y = f(t,q,v,a,λ,x,ẋ,y)                                          (DAE.3)
//
// q are raw coordinates (unit quaternions where bodies rotate); v, a and every increment δ live in
// the tangent space, q ← retract(q, δ), and every ∂/∂q is ∂/∂δ at δ = 0. a is the true
// acceleration.
// Theory: docs/theory/equations.md
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "math/vec.h"
#include "numerics/sparse_matrix.h"

namespace trammel {

enum class Kind : unsigned char { length, angle, modal };

// A body's rotation: quaternion (scalar first) at q[q..q+4), tangent (body axes) at v[v..v+3).
struct Rotation {
  int q, v;
};

struct Layout {                          // fixed until `revision` changes (contacts, ACTIVATE)
  int n_q = 0, n = 0, n_x = 0, n_y = 0;  // raw coordinates, tangent, states, algebraic unknowns
  int m0 = 0, m1 = 0, m2 = 0;            // constraint rows of level 0, 1, 2, stacked in this order
  std::vector<Rotation> rotations;  // ascending in q and v; all other coordinates are vector-like
  std::vector<Kind> kinds;          // per tangent entry, for error weights
  std::vector<double> scales;       // per tangent entry: what counts as one unit; empty: 1
  bool mass_is_constant = true, mass_is_singular = false;
  bool forces_use_a = false, forces_use_lambda = false;
  bool states_have_corners = false;  // their rates have kinks: Newton's rates promise nothing
  unsigned revision = 0;

  int m() const { return m0 + m1 + m2; }
  int n_aux() const { return n_x + n_y; }
};

struct State {  // a value: copied, compared, saved; nothing else is state
  double t = 0;
  Vector q, v, a, lambda, x, x_dot, y;
  Vector memory;  // reference angles, sensor and sampled states; changed in commit() only
};

enum Ask : unsigned { forces = 1, position = 2, velocity = 4, acceleration = 8, auxiliary = 16 };

struct Values {                      // one per evaluation point
  Vector inertia, action, reaction;  // M a, Q, Γᵀλ                       (Ask::forces)
  Vector c0;                         // Φ                    m0 rows       (Ask::position)
  Vector c1;                         // Γv+Φ_t | Ψ           m0+m1 rows    (Ask::velocity)
  Vector c2;   // Γa−γ | Ψ̇ | Θ         m0+m1+m2 rows (Ask::acceleration)
  Vector aux;  // d | y−f              n_x+n_y rows  (Ask::auxiliary)
};

// Derivatives. A, C, K, Kg share one n×n pattern, of which M has a part; A and Kg may be empty.
// Rows of G, Gq, Gv are the constraints of
// levels 0, 1, 2 stacked; rows of S* are d, then y−f.
enum class Block : unsigned char {
  M,   // mass
  A,   // −∂Q/∂a
  C,   // ∂(Γᵀλ−Q)/∂v
  K,   // ∂(Ma−Q)/∂q
  Kg,  // ∂(Γᵀλ)/∂q
  G,   // Γ
  Gq,  // ∂c1/∂q for levels 0 and 1, ∂Θ/∂q for level 2
  Gv,  // ∂Θ/∂v for level 2 (rows of levels 0 and 1 are empty)
  Ql,  // −∂Q/∂λ
  Qx,  // −∂Q/∂x
  Qy,  // −∂Q/∂y
  Sq,  // ∂aux/∂q, …
  Sv,
  Sa,
  Sl,
  Sx,
  Sxd,
  Sy,
  count
};
inline constexpr std::size_t block_count = std::size_t(Block::count);

using BlockMask = std::uint32_t;
constexpr BlockMask mask(Block b) {
  return BlockMask(1) << unsigned(b);
}
inline constexpr BlockMask all_blocks = (BlockMask(1) << block_count) - 1;

// Values of every block on the Dae's patterns.
class Blocks {
 public:
  SparseMatrix& operator[](Block b) { return matrices_[std::size_t(b)]; }
  const SparseMatrix& operator[](Block b) const { return matrices_[std::size_t(b)]; }

 private:
  std::array<SparseMatrix, block_count> matrices_;
};

enum class Outcome { ok, domain_error, user_stop };  // domain_error: shrink the step

// What became of accelerate(); singular: the accelerations are not unique.
enum class Acceleration : unsigned char { not_offered, ok, domain_error, singular };

class Interpolant;  // numerics/interpolant.h
class Reduction;    // numerics/reduction.h

class Dae {
 public:
  virtual ~Dae() = default;
  virtual const Layout& layout() const = 0;
  virtual const Pattern& pattern(Block) const = 0;

  virtual void retract(const Vector& q, const Vector& delta, Vector& out) const = 0;
  virtual void difference(const Vector& q1, const Vector& q0,
                          Vector& delta) const = 0;                                  // retract⁻¹
  virtual void rate(const Vector& q, const Vector& v, Vector& q_dot) const = 0;      // q̇ = B(q) v
  virtual void velocity(const Vector& q, const Vector& q_dot, Vector& v) const = 0;  // v = B⁺(q) q̇

  // Fill the asked fields of Values / the blocks in the mask. Const and re-entrant; no allocation
  // once Values and Blocks have been sized (make_values, make_blocks below).
  virtual Outcome evaluate(const State&, unsigned ask, Values&) const = 0;
  virtual Outcome linearise(const State&, BlockMask, Blocks&) const = 0;
  virtual void reaction(const State& at, const Vector& lambda, Vector& out) const = 0;  // Γᵀ·lambda

  // Fast (a, λ, ẋ, y) at (t, q, v, x), e.g. O(n) trees.
  virtual Acceleration accelerate(State&) const { return Acceleration::not_offered; }
  // The same motion in fewer coordinates; null: not offered. Lives as long as the Dae.
  virtual const Reduction* reduction() const { return nullptr; }

  virtual int event_count() const { return 0; }
  virtual void events(const State&, Vector& g) const { g.setZero(); }
  virtual bool is_bisected(int event) const { return event < 0; }  // searched without secants
  virtual double largest_step(const State&) const = 0;  // keeps every rotation below 1 rad a step
  // The largest rotation of anything between two poses, at most π.
  virtual double largest_turn(const State& from, const State& to) const;
  virtual void commit(State&, const Interpolant&) const {
  }  // turns, DELAY, samples, after acceptance

  virtual std::string row_name(int row) const = 0;  // dynamics, constraints, aux, in this order
  virtual std::string column_name(int column) const = 0;  // a (n), λ (m), ẋ (n_x), y (n_y)
};

State make_state(const Layout&);
Values make_values(const Layout&);
Blocks make_blocks(const Dae&);

// The part of a Dae that only depends on where the quaternions are: retract, difference, rate and
// velocity for layouts of vector-like coordinates and unit quaternions. Most Dae's derive from it.
class QuaternionDae : public Dae {
 public:
  void retract(const Vector& q, const Vector& delta, Vector& out) const override;
  void difference(const Vector& q1, const Vector& q0, Vector& delta) const override;
  void rate(const Vector& q, const Vector& v, Vector& q_dot) const override;
  void velocity(const Vector& q, const Vector& q_dot, Vector& v) const override;
  double largest_step(const State&) const override;
};

// Raw index of every tangent entry that is not part of a rotation, −1 for those that are.
std::vector<int> raw_index_of_tangent(const Layout&);

}  // namespace trammel
