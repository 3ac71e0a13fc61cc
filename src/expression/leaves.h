// Leaves that no text can name: what equations read in place of the functions of the language.
//
// A variable, a force or a rate is read by the number of its definition, for which either the
// expression behind it or an unknown of the equations stands in; reactions are numbered likewise.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <initializer_list>
#include <span>

#include "expression/function.h"
#include "expression/tree.h"
#include "kinematics/measure.h"

namespace trammel::expression {

// Of one integer: the number of the definition, reaction, state or place in memory.
const Function& definition_row();
const Function& reaction_row();
// Of a number and a time: what a DELAY remembers.
const Function& history_row();
// Of a number: since when that is known.
const Function& history_begin_row();
// Of a number, e and a past: e where the number is 0, else the past.
const Function& at_rest_row();
const Function& state_row();   // a differential state of the equations
const Function& memory_row();  // what is held between events

// A result of an external function: its number, which result, then its arguments, one at least.
const Function& external_row();
Tree external(int number, int result, std::span<const Tree> arguments);

// (axis a of i)·(axis b of j), of two markers.
const Function& direction_cosine_row(kinematics::Axis a, kinematics::Axis b);

// The function of the language that reads a measure; not for ORIENT and direction cosines.
const Function& measure_row(kinematics::MeasureKind kind);
Tree leaf(kinematics::MeasureKind kind, std::initializer_list<int> markers);

}  // namespace trammel::expression
