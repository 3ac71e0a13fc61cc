// SPDX-License-Identifier: BSD-3-Clause
#include "io/adm/bind.h"
#include "io/adm/statements/list.h"

namespace trammel::adm {

SyntaxPointer ptcv() {
  using S = model::PointOnCurve;
  return element(Statement<S>{
      .name = "PTCV",
      .help = "The origin of I stays on a curve that moves with RM, and slides along it without "
              "friction. At the end of an open curve the run stops.",
      .arguments =
          {
              {"I", &S::i, required, "marker whose origin is on the curve"},
              {"JFLOAT", &S::jfloat, required,
               "floating marker on the part of RM, which stands where I touches the curve"},
              {"RM", &S::rm, required, "marker in whose axes the curve is given"},
              {"CURVE", &S::curve, required, "the curve"},
              {"DISPLACEMENT", &S::displacement, optional,
               "point of the curve, in RM, where I starts; without it, the one nearest to I"},
              {"VELOCITY", &S::velocity, optional,
               "of I along the curve at the start, towards larger parameters"},
          },
  });
}

SyntaxPointer cvcv() {
  using S = model::CurveOnCurve;
  using Side = S::Side;
  return element(Statement<S>{
      .name = "CVCV",
      .help = "Two plane curves in the same plane touch in one point and slide on each other "
              "without friction. At the end of an open curve the run stops.",
      .arguments =
          {
              {"IFLOAT", in(&S::i, &Side::floating), required,
               "floating marker on the part of IRM, at the point of contact"},
              {"JFLOAT", in(&S::j, &Side::floating), required,
               "floating marker on the part of JRM, at the point of contact"},
              {"IRM", in(&S::i, &Side::rm), required, "marker in whose axes the first curve is"},
              {"JRM", in(&S::j, &Side::rm), required, "marker in whose axes the second curve is"},
              {"ICURVE", in(&S::i, &Side::curve), required, "the first curve"},
              {"JCURVE", in(&S::j, &Side::curve), required, "the second curve"},
              {"IDISPLACEMENT", in(&S::i, &Side::displacement), optional,
               "point of the first curve, in IRM, where they touch at the start"},
              {"JDISPLACEMENT", in(&S::j, &Side::displacement), optional,
               "point of the second curve, in JRM, where they touch at the start"},
              {"IVELOCITY", in(&S::i, &Side::velocity), optional,
               "of the contact along the first curve at the start"},
              {"JVELOCITY", in(&S::j, &Side::velocity), optional,
               "of the contact along the second curve at the start"},
          },
  });
}

}  // namespace trammel::adm
