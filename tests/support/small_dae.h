// Base of the textbook DAEs: a derived class writes one function, terms(), that fills small dense
// matrices; this class maps them to Values and Blocks. Everything lives on the stack, so evaluate()
// and linearise() are re-entrant and allocate nothing.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <string>
#include <vector>

#include "numerics/dae.h"

namespace trammel::testing {

// One pattern per block; M, A, C, K, Kg share the one of M.
class Patterns {
 public:
  Pattern& operator[](Block b) { return patterns_[index(b)]; }
  const Pattern& operator[](Block b) const { return patterns_[index(b)]; }

 private:
  static std::size_t index(Block b) { return std::size_t(b <= Block::Kg ? Block::M : b); }
  std::array<Pattern, block_count> patterns_;
};

// Dense patterns for every block the layout can use; the others are empty. Gv has level 2 rows
// only.
Patterns full_patterns(const Layout&);

struct RowCounts {
  int level_0 = 0, level_1 = 0, level_2 = 0, states = 0, variables = 0;
};

// Layout without rotations: one coordinate per kind.
Layout vector_layout(std::vector<Kind> kinds, RowCounts = {});

// "motion 2", "constraint 0 (level 1)", … for rows; "a 2", "lambda 0", … for columns.
std::string default_row_name(const Layout&, int row);
std::string default_column_name(const Layout&, int column);

// Copies the entries of the pattern; the rest of the dense matrix must be zero.
template <class Derived>
void copy_entries(const Eigen::MatrixBase<Derived>& from, SparseMatrix& to) {
  const Pattern& pattern = to.pattern();
  for (int j = 0; j < pattern.n_columns(); ++j)
    for (int k = pattern.start()[std::size_t(j)]; k < pattern.start()[std::size_t(j) + 1]; ++k)
      to.values()[std::size_t(k)] = from(pattern.rows()[std::size_t(k)], j);
}

// n tangent coordinates, m constraints of all levels, n_x differential and n_y algebraic unknowns.
template <int n, int m = 0, int n_x = 0, int n_y = 0>
class SmallDae : public QuaternionDae {
 public:
  template <int rows, int columns>
  using Fixed = Eigen::Matrix<double, rows, columns>;

  // The members are named like the entries of Block. All start at zero.
  struct Terms {
    Fixed<n, n> M = Fixed<n, n>::Zero(), A = M, C = M, K = M, Kg = M;
    Fixed<n, 1> Q = Fixed<n, 1>::Zero();
    Fixed<m, 1> c0 = Fixed<m, 1>::Zero(), c1 = c0, c2 = c0;
    Fixed<m, n> G = Fixed<m, n>::Zero(), Gq = G, Gv = G;
    Fixed<n, m> Ql = Fixed<n, m>::Zero();
    Fixed<n, n_x> Qx = Fixed<n, n_x>::Zero();
    Fixed<n, n_y> Qy = Fixed<n, n_y>::Zero();
    Fixed<n_x + n_y, 1> aux = Fixed<n_x + n_y, 1>::Zero();
    Fixed<n_x + n_y, n> Sq = Fixed<n_x + n_y, n>::Zero(), Sv = Sq, Sa = Sq;
    Fixed<n_x + n_y, m> Sl = Fixed<n_x + n_y, m>::Zero();
    Fixed<n_x + n_y, n_x> Sx = Fixed<n_x + n_y, n_x>::Zero(), Sxd = Sx;
    Fixed<n_x + n_y, n_y> Sy = Fixed<n_x + n_y, n_y>::Zero();
  };

  const Layout& layout() const override { return layout_; }
  const Pattern& pattern(Block b) const override { return patterns_[b]; }

  Outcome evaluate(const State& s, unsigned ask, Values& out) const override {
    Terms e;
    if (const Outcome outcome = terms(s, e); outcome != Outcome::ok) return outcome;
    if (ask & Ask::forces) {
      out.inertia.noalias() = e.M * s.a;
      out.action = e.Q;
      out.reaction.noalias() = e.G.transpose() * s.lambda;
    }
    if (ask & Ask::position) out.c0 = e.c0.head(layout_.m0);
    if (ask & Ask::velocity) out.c1 = e.c1.head(layout_.m0 + layout_.m1);
    if (ask & Ask::acceleration) out.c2 = e.c2;
    if (ask & Ask::auxiliary) out.aux = e.aux;
    return Outcome::ok;
  }

  Outcome linearise(const State& s, BlockMask wanted, Blocks& out) const override {
    Terms e;
    if (const Outcome outcome = terms(s, e); outcome != Outcome::ok) return outcome;
    const auto put = [&](Block b, const auto& from) {
      if (wanted & mask(b)) copy_entries(from, out[b]);
    };
    put(Block::M, e.M), put(Block::A, e.A), put(Block::C, e.C), put(Block::K, e.K);
    put(Block::Kg, e.Kg);
    put(Block::G, e.G), put(Block::Gq, e.Gq), put(Block::Gv, e.Gv);
    put(Block::Ql, e.Ql), put(Block::Qx, e.Qx), put(Block::Qy, e.Qy);
    put(Block::Sq, e.Sq), put(Block::Sv, e.Sv), put(Block::Sa, e.Sa), put(Block::Sl, e.Sl);
    put(Block::Sx, e.Sx), put(Block::Sxd, e.Sxd), put(Block::Sy, e.Sy);
    return Outcome::ok;
  }

  void reaction(const State& at, const Vector& lambda, Vector& out) const override {
    Terms e;
    terms(at, e);
    out.noalias() = e.G.transpose() * lambda;
  }

  std::string row_name(int row) const override { return default_row_name(layout_, row); }
  std::string column_name(int column) const override {
    return default_column_name(layout_, column);
  }

 protected:
  explicit SmallDae(const Layout& layout) : layout_(layout), patterns_(full_patterns(layout)) {}

  virtual Outcome terms(const State&, Terms&) const = 0;

 private:
  Layout layout_;
  Patterns patterns_;
};

}  // namespace trammel::testing
