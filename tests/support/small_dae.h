// Base of the textbook DAEs: a derived class writes one function, terms(), that fills small dense
// matrices; the base maps them to Values and Blocks. Everything lives on the stack, so evaluate()
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

// Copies the entries of the pattern from a dense matrix whose other entries are zero.
void copy_entries(const double* from, SparseMatrix& to);

// Where a derived class has filled in its terms: dense matrices, column by column, and vectors.
struct FilledTerms {
  std::array<const double*, block_count> blocks;
  const double *Q, *c0, *c1, *c2, *aux;
};

// What does not depend on the sizes, so that it is compiled once.
class DenseDae : public QuaternionDae {
 public:
  const Layout& layout() const override { return layout_; }
  const Pattern& pattern(Block b) const override { return patterns_[b]; }
  std::string row_name(int row) const override { return default_row_name(layout_, row); }
  std::string column_name(int column) const override {
    return default_column_name(layout_, column);
  }

 protected:
  explicit DenseDae(const Layout& layout) : layout_(layout), patterns_(full_patterns(layout)) {}
  void put(const FilledTerms&, const State&, unsigned ask, Values& out) const;
  void put(const FilledTerms&, BlockMask wanted, Blocks& out) const;
  void put_reaction(const FilledTerms&, const Vector& lambda, Vector& out) const;

 private:
  Layout layout_;
  Patterns patterns_;
};

// n tangent coordinates, m constraints of all levels, n_x differential and n_y algebraic unknowns.
template <int n, int m = 0, int n_x = 0, int n_y = 0>
class SmallDae : public DenseDae {
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

  Outcome evaluate(const State& s, unsigned ask, Values& out) const override {
    Terms e;
    if (const Outcome outcome = terms(s, e); outcome != Outcome::ok) return outcome;
    put(filled(e), s, ask, out);
    return Outcome::ok;
  }

  Outcome linearise(const State& s, BlockMask wanted, Blocks& out) const override {
    Terms e;
    if (const Outcome outcome = terms(s, e); outcome != Outcome::ok) return outcome;
    put(filled(e), wanted, out);
    return Outcome::ok;
  }

  void reaction(const State& at, const Vector& lambda, Vector& out) const override {
    Terms e;
    terms(at, e);
    put_reaction(filled(e), lambda, out);
  }

 protected:
  explicit SmallDae(const Layout& layout) : DenseDae(layout) {}

  virtual Outcome terms(const State&, Terms&) const = 0;

 private:
  static FilledTerms filled(const Terms& e) {
    FilledTerms at{{}, e.Q.data(), e.c0.data(), e.c1.data(), e.c2.data(), e.aux.data()};
    const auto set = [&](Block b, const double* data) { at.blocks[std::size_t(b)] = data; };
    set(Block::M, e.M.data()), set(Block::A, e.A.data()), set(Block::C, e.C.data());
    set(Block::K, e.K.data()), set(Block::Kg, e.Kg.data());
    set(Block::G, e.G.data()), set(Block::Gq, e.Gq.data()), set(Block::Gv, e.Gv.data());
    set(Block::Ql, e.Ql.data()), set(Block::Qx, e.Qx.data()), set(Block::Qy, e.Qy.data());
    set(Block::Sq, e.Sq.data()), set(Block::Sv, e.Sv.data()), set(Block::Sa, e.Sa.data());
    set(Block::Sl, e.Sl.data()), set(Block::Sx, e.Sx.data()), set(Block::Sxd, e.Sxd.data());
    set(Block::Sy, e.Sy.data());
    return at;
  }
};

}  // namespace trammel::testing
