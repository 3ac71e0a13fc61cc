// One function for each statement table; statements.cpp lists them.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "io/adm/statement.h"

namespace trammel::adm {

SyntaxPointer units();
SyntaxPointer accgrav();
SyntaxPointer part();
SyntaxPointer point_mass();
SyntaxPointer marker();
SyntaxPointer joint();
SyntaxPointer jprim();
SyntaxPointer coupler();
SyntaxPointer gear();
SyntaxPointer gcon();
SyntaxPointer ptcv();
SyntaxPointer cvcv();
SyntaxPointer motion();
SyntaxPointer sforce();
SyntaxPointer vforce();
SyntaxPointer vtorque();
SyntaxPointer gforce();
SyntaxPointer spring_damper();
SyntaxPointer bushing();
SyntaxPointer beam();
SyntaxPointer field();
SyntaxPointer nforce();
SyntaxPointer friction();
SyntaxPointer variable();
SyntaxPointer diff();
SyntaxPointer array();
SyntaxPointer string();
SyntaxPointer spline();
SyntaxPointer matrix();
SyntaxPointer curve();
SyntaxPointer sensor();
SyntaxPointer lse();
SyntaxPointer tfsiso();
SyntaxPointer gse();
SyntaxPointer pinput();
SyntaxPointer poutput();
SyntaxPointer pstate();
SyntaxPointer request();
SyntaxPointer mrequest();
SyntaxPointer graphics();
SyntaxPointer output();
SyntaxPointer results();
SyntaxPointer integrator();
SyntaxPointer equilibrium();
SyntaxPointer kinematics();
SyntaxPointer initial_conditions();
SyntaxPointer debug();
SyntaxPointer preferences();

}  // namespace trammel::adm
