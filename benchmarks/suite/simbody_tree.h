// A mechanism as plain numbers, and its Simbody counterpart in the coordinates of its joints.
//
// The tree of mobilizers grows from the ground outwards (pin, ball, slider, weld; a body on nothing is free); each
// joint that closes a loop becomes a constraint. A point mass on a ball joint is welded: it cannot turn. Body frames
// stand at the centres of mass. Simbody's headers are not C++20, which Trammel's are: hence no header of either here.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace trammel::suite {

using Three = std::array<double, 3>;

struct TreeFrame {  // on a body; −1: on the ground
  int body = -1;
  Three origin{};
  std::array<double, 9> axes{};  // x, y, z as columns, by rows
};

struct TreeBody {
  bool is_point = false;
  double mass = 0;
  std::array<double, 6> inertia{};  // xx, yy, zz, xy, xz, yz of the tensor
  TreeFrame start;                  // on the ground
  Three velocity{}, omega{};        // along ground axes
};

struct TreeLink {
  enum class Type : unsigned char { pin, ball, slider, weld, in_line };  // slider: along z
  Type type = Type::pin;
  TreeFrame i, j;
};

struct TreeSpring {
  TreeFrame i, j;
  bool is_rotational = false;
  double stiffness = 0, damping = 0, free_length = 0;
};

struct TreeBushing {
  TreeFrame i, j;
  Three stiffness{}, damping{}, rotational_stiffness{}, rotational_damping{};
};

struct TreeTorque {  // constant, along ground axes
  int body = 0;
  Three torque{};
};

struct TreeModel {
  std::vector<TreeBody> bodies;
  std::vector<TreeLink> links;
  std::vector<TreeSpring> springs;
  std::vector<TreeBushing> bushings;
  std::vector<TreeTorque> torques;
  Three gravity{};
};

struct TreeCounts {
  bool ok = false;
  std::string why;
  long steps = 0, iterations = 0, evaluations = 0, unknowns = 0;
};

class SimbodyTree {
 public:
  explicit SimbodyTree(const TreeModel&);  // throws std::runtime_error
  ~SimbodyTree();

  // integrator: rkm, rkf, rk3, adams, bdf. Positions of all bodies at each time are appended.
  TreeCounts run(const std::string& integrator, double accuracy, const std::vector<double>& times,
                 const std::function<void()>& ready, std::vector<double>& positions) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace trammel::suite
