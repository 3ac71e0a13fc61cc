// Constraint rows that repeat others, and what a user can do about them.
//
// The rank of the stacked Γ of all rows, lengths measured in a typical length of the model, decides
// (RANK.2). The last row of a relation is the one left out: a model keeps joints that others refer to
// (MOTION, COUPLER, GEAR) before all, then its first joints, its translations before its rotations, and
// what holds always before what holds at the start only.
// Theory: docs/theory/initial_conditions.md#redundancy
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "numerics/rank.h"
#include "system/replacement.h"
#include "system/system.h"

namespace trammel::system {

// A row that is a combination of others, or nearly so; all are rows of the equations.
struct Relation {
  int row = 0;
  double remainder = 0;              // (RANK.2)
  std::vector<int> others;           // those that share in it
  std::vector<double> coefficients;  // of these
};

struct Redundancy {
  int rank = 0;
  int degrees_of_freedom = 0;       // tangent dimension − rank
  std::vector<int> kept, dropped;   // ascending
  std::vector<double> scales;       // of the dropped rows, see row_scales()
  std::vector<Relation> relations;  // of the dropped rows; of the first thousand only
  std::vector<Relation> nearly;     // kept, but close to being dropped
};

// `all` has every row in question.
Redundancy find_redundancy(const System& all, const State& at, double length,
                           const RankOptions& = {});

// Lengths of about this size are what angles of 1 rad are compared with.
double typical_length(const elements::Skeleton&);

// Per tangent entry: typical length for displacements, 1 for angles.
Vector tangent_units(const Layout&, double length);

// What brings the rows of Γ to length 1 in these units, so that an error of a row becomes a
// displacement in them; but no row counts as shorter than a tenth of what its kind usually has.
Vector row_scales(const SparseMatrix& gamma, const Vector& units);

// "JOINT/4 (rocker)": whom a row of the equations belongs to.
std::string owner_label(const elements::Row&);

// "JOINT/1, JOINT/2 (coupler) and 3 more", every element once, in the order given.
std::string list_owners(const elements::Equations&, const std::vector<int>& rows);

// The same with those first that prescribe something: of a contradiction they are the likely cause.
std::string list_suspects(const elements::Equations&, std::vector<int> rows);

// In plain words, for each element that has lost rows.
struct Advice {
  elements::Owner owner;
  std::string label;  // "JOINT/4 (rocker)"
  model::Location at;
  std::string
      text;  // "REVOLUTE also removes the rotations about x and y, already removed by JOINT/1 …"
  std::string remedy;                 // "replace it by SPHERICAL"
  std::vector<NewJoint> replacement;  // what the remedy says; empty: something else
};
// For the last of the poses; see find_replacement().
std::vector<Advice> advise(const elements::Equations&, double length,
                           const std::vector<RedundantPose>&);

}  // namespace trammel::system
