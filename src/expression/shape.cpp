// SPDX-License-Identifier: BSD-3-Clause
#include "expression/shape.h"

#include <functional>
#include <utility>

namespace trammel::expression {

namespace {

class Hasher {
 public:
  template <class T>
  Hasher& add(T value) {
    hash_ ^= std::hash<T>{}(value) + 0x9e3779b97f4a7c15u + (hash_ << 6) + (hash_ >> 2);
    return *this;
  }
  std::size_t result() const { return hash_; }

 private:
  std::size_t hash_ = 0;
};

std::size_t hash(const Shape& shape) {
  Hasher hasher;
  for (const Instruction& instruction : shape.instructions) {
    hasher.add(static_cast<int>(instruction.code)).add(static_cast<int>(instruction.method));
    hasher.add(static_cast<int>(instruction.order)).add(instruction.spline);
    hasher.add(instruction.call);
    hasher.add(instruction.a).add(instruction.b).add(instruction.c);
  }
  for (const ExternalCall& call : shape.calls) {
    hasher.add(call.slot).add(call.result);
    for (const std::int32_t operand : call.operands) hasher.add(operand);
  }
  for (const Function* row : shape.quantities) hasher.add(row);
  return hasher.add(shape.parameters).add(shape.result).result();
}

}  // namespace

std::shared_ptr<const Shape> ShapeTable::intern(Shape shape) {
  const std::size_t key = hash(shape);
  const auto [begin, end] = shapes_.equal_range(key);
  for (auto it = begin; it != end; ++it)
    if (*it->second == shape) return it->second;
  auto kept = std::make_shared<const Shape>(std::move(shape));
  shapes_.emplace(key, kept);
  return kept;
}

}  // namespace trammel::expression
