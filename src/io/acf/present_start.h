// The place and the motion of parts at a state, as their statements would say it.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "elements/equations.h"
#include "numerics/dae.h"

namespace trammel::acf {

struct Placed {
  Vec3 origin = Vec3::Zero();  // QG
  Vec3 euler = Vec3::Zero();   // REULER
};

struct Moving {
  Vec3 v = Vec3::Zero();  // VX, VY, VZ: of the centre of mass, along the axes of VM or of ground
  Vec3 w = Vec3::Zero();  // WX, WY, WZ: about the axes of WM or of CM
};

class PresentStart {
 public:
  PresentStart(const elements::Equations&, const State&);

  // Of an element of the model, which may have been edited since the equations were made: VM and WM are
  // those of the edited one.
  template <class Element>
  Placed place(const Element&) const;
  template <class Element>
  Moving motion(const Element&) const;

 private:
  int body_of(model::Kind kind, int id) const;
  Mat3 axes(model::MarkerId id, const Mat3& otherwise) const;

  const elements::Equations& equations_;
  elements::Motion motion_;
};

}  // namespace trammel::acf
