// SPDX-License-Identifier: BSD-3-Clause
#include "kinematics/marker_map.h"

namespace trammel::kinematics {

void carry(const MarkerMotion& body, const Vec3& s_local, const Mat3& A, MarkerMotion& marker) {
  const Vec3 s = body.A * s_local;
  const Vec3 u = body.omega.cross(s);
  marker.r = body.r + s;
  marker.A.noalias() = body.A * A;
  marker.v = body.v + u;  // (MAP.1)
  marker.omega = body.omega;
  marker.a = body.a + body.omega_dot.cross(s) + body.omega.cross(u);
  marker.omega_dot = body.omega_dot;
}

void add_term(Quantity of, const Vec3& n, const MarkerMotion& marker, const MarkerMotion& body,
              TwistGradient& sum) {
  const Vec3 s = marker.r - body.r;
  switch (of) {
    case Quantity::r:  // (MAP.2)
      sum.level[0].head<3>() += n;
      sum.level[0].tail<3>() += s.cross(n);
      break;
    case Quantity::theta:
      sum.level[0].tail<3>() += n;
      break;
    case Quantity::v:  // (MAP.3)
      sum.level[1].head<3>() += n;
      sum.level[1].tail<3>() += s.cross(n);
      sum.level[0].tail<3>() += (marker.v - body.v).cross(n);
      break;
    case Quantity::omega:
      sum.level[1].tail<3>() += n;
      sum.level[0].tail<3>() += body.omega.cross(n);
      break;
    case Quantity::a:  // (MAP.4)
      sum.level[2].head<3>() += n;
      sum.level[2].tail<3>() += s.cross(n);
      sum.level[1].tail<3>() += (marker.v - body.v).cross(n) + s.cross(n.cross(body.omega));
      sum.level[0].tail<3>() += (marker.a - body.a).cross(n);
      break;
    case Quantity::omega_dot:
      sum.level[2].tail<3>() += n;
      sum.level[0].tail<3>() += body.omega_dot.cross(n);
      break;
  }
}

bool coordinate_jacobian(Quantity of, int at_level, const MarkerMotion& marker,
                         const MarkerMotion& body, Mat36& J) {
  const int own = level(of);
  if (at_level > own) return false;
  const bool turning = static_cast<int>(of) % 2 == 1;
  if (at_level == own) {
    if (turning)
      J << Mat3::Zero(), Mat3::Identity();
    else
      J << Mat3::Identity(), -skew(marker.r - body.r);
    return true;
  }
  J.setZero();
  auto turn = J.rightCols<3>();
  switch (of) {
    case Quantity::v:
      turn = -skew(marker.v - body.v);
      return true;
    case Quantity::omega:
      turn = -skew(body.omega);
      return true;
    case Quantity::a:
      if (at_level == 1)
        turn = -skew(marker.v - body.v) - skew(body.omega) * skew(marker.r - body.r);
      else
        turn = -skew(marker.a - body.a);
      return true;
    case Quantity::omega_dot:
      if (at_level == 1) return false;
      turn = -skew(body.omega_dot);
      return true;
    default:
      return false;
  }
}

}  // namespace trammel::kinematics
