// Measures: the scalars of marker motion that function expressions, constraints and forces are
// built from (DX, DM, AZ, PSI, VR, WZ, ACCX, …), with exact derivatives.
//
//   const Measure& dx = measure(MeasureKind::DX);
//   const Markers at(i, j, k);                       // omitted markers are the ground
//   Gradient n;
//   const double x = dx.gradient(at, n);             // δx = Σ n·δ(coordinate)
//   const TimeSeries s = dx.series(at);              // x, ẋ, ẍ along (v, ω, a, ω̇)
//   Curvature B;
//   dx.curvature(at, lambda, B);                     // λ ∂n/∂(coordinate): geometric stiffness
//
// A measure is a row of the table measures(): names and arguments for the parser, a recipe (which
// axes) and a kernel (which formulas).  To add one, add a row in registry.cpp; a new formula is a
// new kernel.  Nothing here allocates.  Formulas and singular cases: docs/theory/measures.md
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <string_view>

#include "kinematics/derivatives.h"
#include "kinematics/marker_motion.h"

namespace trammel::kinematics {

// The functions of the expression language; the values after INCANG number the direction cosines
// and the ORIENT components, see direction_cosine() and orient().
enum class MeasureKind : unsigned char {
  DX,
  DY,
  DZ,
  DM,
  VX,
  VY,
  VZ,
  VM,
  VR,
  ACCX,
  ACCY,
  ACCZ,
  ACCM,
  AX,
  AY,
  AZ,
  PSI,
  THETA,
  PHI,
  YAW,
  PITCH,
  ROLL,
  WX,
  WY,
  WZ,
  WM,
  WDTX,
  WDTY,
  WDTZ,
  WDTM,
  INCANG,
};

enum class Axis : unsigned char { x, y, z };

// ± an axis of a marker.
struct SignedAxis {
  Axis axis = Axis::x;
  signed char sign = 1;
};

// atan2(u·y, u·x): u is an axis of one marker, x and y are axes of the other.
struct Arctangent {
  bool u_on_i = true;
  Axis u = Axis::x;
  SignedAxis y, x;
};

// The role of an angle in a sequence of three rotations.  Where the second angle makes the first
// and the third axis parallel, the first angle takes the whole rotation and the third one is 0.
enum class Gimbal : unsigned char { none, first, third };

// Which axes a kernel works on; each kernel uses the fields it needs.
struct Recipe {
  Axis component = Axis::x;  // of marker k
  SignedAxis of_i, of_j;     // the two factors of a dot product
  Arctangent angle;
  Gimbal gimbal = Gimbal::none;
  Arctangent whole;                   // the first angle at gimbal lock
  unsigned char euler_parameter = 0;  // 0 … 3
};

struct Kernel {
  double (*value)(const Recipe&, const Markers&);
  double (*gradient)(const Recipe&, const Markers&, Gradient&);
  void (*curvature)(const Recipe&, const Markers&, double multiplier, Curvature&);
  TimeSeries (*series)(const Recipe&, const Markers&);
};

// How a measure is reached: by its name, as ORIENT(system, component, …), or by direction_cosine().
enum class Access : unsigned char { function, orient, direction_cosine };

struct Measure {
  MeasureKind kind;
  Access access;
  std::string_view name;
  std::string_view slots;            // slot of each argument in order, e.g. "ijl" for VM(i, j, l)
  unsigned char required_arguments;  // the others default to the ground
  unsigned char level;               // of motion: 0 position, 1 velocity, 2 acceleration
  bool wraps;                        // an angle known up to 2π: jumps at ±π
  bool accumulates;  // the language counts its turns: report unwrap(value, reference)
  unsigned char system, component;  // of ORIENT, from 1; else 0
  std::string_view formula, help;
  const Kernel* kernel;
  Recipe recipe;

  double value(const Markers& at) const { return kernel->value(recipe, at); }

  // All levels the measure depends on; returns the value.
  double gradient(const Markers& at, Gradient& n) const { return kernel->gradient(recipe, at, n); }

  // multiplier · ∂(own-level gradient)/∂(motion of own level and below).
  void curvature(const Markers& at, double multiplier, Curvature& B) const {
    kernel->curvature(recipe, at, multiplier, B);
  }

  TimeSeries series(const Markers& at) const { return kernel->series(recipe, at); }
};

// All measures, indexed by kind.
std::span<const Measure> measures();

const Measure& measure(MeasureKind kind);

// The function of that name in capitals, e.g. "DX"; null if there is none.
const Measure* find_function(std::string_view name);

// ORIENT(system, component, i, j): systems 1 … 12 rotate about body-fixed axes, 13 … 24 in the same
// order about space-fixed axes, components 1 … 3; system 25 is YAW, PITCH, ROLL, system 26 gives the
// Rodrigues parameters e_k/e0; system 27 gives the Euler parameters e0 … e3 as components 1 … 4, with
// e0 ≥ 0 (a caller who needs continuity keeps the sign of its own history).
// Null for any other number.
const Measure* orient(int system, int component);

// (axis a of i)·(axis b of j), the building block of joints.  The other blocks are DX, DY, DZ(i, j,
// j) for (r_i − r_j)·axis of j, and DM(i, j).
const Measure& direction_cosine(Axis a, Axis b);

// The gradient of the rate ṡ of a position measure with respect to position and velocity.
void rate_gradient(const Measure& position, const Markers& at, Gradient& n);

}  // namespace trammel::kinematics
