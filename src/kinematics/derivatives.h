// First and second derivatives of a scalar with respect to marker motion, as short lists of
// 3-vectors and 3×3 blocks.
//
// Which coordinates appear, and in which order, depends on the measure only, never on the motion: a
// sparsity pattern taken once stays valid.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cassert>

#include "kinematics/marker_motion.h"

namespace trammel::kinematics {

enum class Quantity : unsigned char { r, theta, v, omega, a, omega_dot };

// 0 position, 1 velocity, 2 acceleration.
constexpr int level(Quantity quantity) {
  return static_cast<int>(quantity) / 2;
}

// One 3-vector of the motion of one marker argument.
struct Coordinate {
  Slot slot;
  Quantity quantity;
  friend constexpr bool operator==(const Coordinate&, const Coordinate&) = default;
};

// δs = Σ n·δ(coordinate).
class Gradient {
 public:
  struct Term {
    Coordinate of;
    Vec3 n;
  };
  static constexpr int capacity = 9;  // ACCX

  void clear() { size_ = 0; }
  void add(Coordinate of, const Vec3& n) {
    assert(size_ < capacity);
    Term& term = terms_[static_cast<unsigned>(size_++)];
    term.of = of;
    term.n = n;
  }

  int size() const { return size_; }
  const Term* begin() const { return terms_.data(); }
  const Term* end() const { return terms_.data() + size_; }

  // The sum of the terms at one coordinate; zero where the measure does not depend on it.
  Vec3 at(Coordinate of) const {
    Vec3 sum = Vec3::Zero();
    for (const Term& term : *this)
      if (term.of == of) sum += term.n;
    return sum;
  }

 private:
  std::array<Term, capacity> terms_;
  int size_ = 0;
};

// δ n_row = Σ value·δ(column), where n_row is the gradient term at `row`.
//
// Rows are the coordinates of the measure's own level, whose terms are the directions Γ of a
// reaction force; columns are coordinates of that level and below.  A column θ is the change of the
// global components of n_row under A ← exp([δθ×]) A.  Rotations do not commute, so the blocks are
// not symmetric: at level 0, B(θ_s, θ_s) − B(θ_s, θ_s)ᵀ = −[n_θs×] for a slot s; other pairs are
// symmetric, B(b, c) = B(c, b)ᵀ.  Docs: docs/theory/measures.md#curvature
class Curvature {
 public:
  struct Block {
    Coordinate row, column;
    Mat3 value;
  };
  static constexpr int capacity = 24;  // ACCM

  void clear() { size_ = 0; }
  void add(Coordinate row, Coordinate column, const Mat3& value) {
    assert(size_ < capacity);
    Block& block = blocks_[static_cast<unsigned>(size_++)];
    block.row = row;
    block.column = column;
    block.value = value;
  }

  int size() const { return size_; }
  const Block* begin() const { return blocks_.data(); }
  const Block* end() const { return blocks_.data() + size_; }

  Mat3 at(Coordinate row, Coordinate column) const {
    Mat3 sum = Mat3::Zero();
    for (const Block& block : *this)
      if (block.row == row && block.column == column) sum += block.value;
    return sum;
  }

 private:
  std::array<Block, capacity> blocks_;
  int size_ = 0;
};

// Derivatives along the motion (not divided by factorials).  A velocity has no `acceleration` here
// and an acceleration no `rate`: they would need the jerk of the markers and stay 0.
struct TimeSeries {
  double value = 0, rate = 0, acceleration = 0;
};

}  // namespace trammel::kinematics
