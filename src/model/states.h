// VARIABLE, DIFF, ARRAY, STRING, SPLINE: states and data of the user's equations.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "model/element.h"
#include "model/expression.h"
#include "model/routine.h"

namespace trammel::model {

// Solved together with the system: value = function.
struct Variable : Element {
  static constexpr Kind kind = Kind::variable;

  double ic = 0;  // first guess only
  Expression function;
  Routine routine;  // of USER(…)

  friend bool operator==(const Variable&, const Variable&) = default;
};

struct InitialValue {
  double value = 0;
  std::optional<double> rate;

  friend bool operator==(const InitialValue&, const InitialValue&) = default;
};

// ẋ = function, or function(x, ẋ) = 0 when implicit.
struct Diff : Element {
  static constexpr Kind kind = Kind::diff;

  InitialValue ic;  // x; and a first guess of ẋ when implicit
  bool implicit = false;
  bool static_hold = false;  // statics keeps x at its value instead of solving ẋ = 0
  Expression function;
  Routine routine;  // of USER(…)

  friend bool operator==(const Diff&, const Diff&) = default;
};

enum class ArrayKind : unsigned char { ic, u, x, y };

struct Array : Element {
  static constexpr Kind kind = Kind::array;

  ArrayKind content = ArrayKind::ic;
  std::optional<int> size;            // SIZE
  std::vector<VariableId> variables;  // of a U array
  std::vector<double> numbers;        // of an IC array

  friend bool operator==(const Array&, const Array&) = default;
};

// Entries that are given; those of X and Y belong to the system element that owns the array.
inline std::size_t size(const Array& array) {
  return array.size ? static_cast<std::size_t>(*array.size)
                    : array.variables.size() + array.numbers.size();
}

struct String : Element {
  static constexpr Kind kind = Kind::string;

  std::string text;

  friend bool operator==(const String&, const String&) = default;
};

// One curve y(x), or a family of them, one for each z.
struct Spline : Element {
  static constexpr Kind kind = Kind::spline;

  std::vector<double> x;
  std::vector<std::vector<double>> blocks;  // as written: y1 …, or z, y1 … for each z
  bool linear_extrapolate = false;
  // A spline in a file has its points when the file has been read.
  std::string file, block;
  std::optional<int> channel;

  bool is_read() const { return file.empty(); }
  // A block with one value more than x starts with its z.
  bool has_z() const { return !blocks.empty() && blocks.front().size() == x.size() + 1; }
  std::size_t curves() const { return blocks.size(); }
  double z(std::size_t curve) const { return has_z() ? blocks[curve].front() : 0; }
  std::span<const double> y(std::size_t curve) const {
    return std::span<const double>(blocks[curve]).subspan(has_z() ? 1 : 0);
  }

  friend bool operator==(const Spline&, const Spline&) = default;
};

}  // namespace trammel::model
