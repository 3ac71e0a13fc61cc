// MOTION → rows: displacement, velocity or acceleration = f(t).
//
// Along or about an axis of J a measure exists on each level. With a, b, c the body-fixed 1-2-3
// angles of I in J, ω and ω̇ the relative angular velocity and its rate seen from I, in axes of I:
//   ȧ = (ω_x cos c − ω_y sin c)/cos b,   ḃ = ω_x sin c + ω_y cos c,   ċ = ω_z − ȧ sin b     (JNT.8)
//   ä = (ω̇_x cos c − ω̇_y sin c + ḃ(ȧ sin b − ċ))/cos b
//   b̈ = ω̇_x sin c + ω̇_y cos c + ȧ ċ cos b,   c̈ = ω̇_z − ȧ ḃ cos b − ä sin b                  (JNT.9)
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <cassert>
#include <string>

#include "elements/lower/constraint_functions.h"
#include "elements/lower/families.h"
#include "elements/lower/lowering.h"
#include "elements/lower/user_functions.h"
#include "expression/compose.h"
#include "expression/inspect.h"
#include "expression/parse.h"

namespace trammel::elements {
namespace {

using expression::Tree;
using kinematics::MeasureKind;
using model::MotionAxis;

struct DrivenMarkers {
  int i = 0, j = 0;
};

DrivenMarkers markers_of(const model::Model& model, const model::Motion& motion) {
  if (const model::Joint* joint = model.find(motion.joint)) return {joint->i.value, joint->j.value};
  return {motion.i.value, motion.j.value};
}

bool is_sequence_angle(MotionAxis axis) {
  return axis == MotionAxis::b1 || axis == MotionAxis::b2 || axis == MotionAxis::b3;
}

int number_of(MotionAxis angle) {  // 1, 2, 3
  return static_cast<int>(angle) - static_cast<int>(MotionAxis::b1) + 1;
}

// Of a motion along or about an axis of J.
int axis_reading(Lowering& lowering, MotionAxis axis, int level, DrivenMarkers m) {
  if (axis == MotionAxis::rotation) {
    constexpr MeasureKind kinds[] = {MeasureKind::AZ, MeasureKind::WZ, MeasureKind::WDTZ};
    return lowering.reading(kinds[level], {m.i, m.j, m.j, m.j});
  }
  constexpr MeasureKind x[] = {MeasureKind::DX, MeasureKind::VX, MeasureKind::ACCX};
  constexpr MeasureKind y[] = {MeasureKind::DY, MeasureKind::VY, MeasureKind::ACCY};
  constexpr MeasureKind z[] = {MeasureKind::DZ, MeasureKind::VZ, MeasureKind::ACCZ};
  const MeasureKind kind = axis == MotionAxis::x   ? x[level]
                           : axis == MotionAxis::y ? y[level]
                                                   : z[level];
  return lowering.reading(kind, {m.i, m.j, m.j, m.j});
}

int position_reading(Lowering& lowering, MotionAxis axis, DrivenMarkers m) {
  if (is_sequence_angle(axis))
    return lowering.counted_reading(*kinematics::orient(1, number_of(axis)), {m.i, m.j});
  return axis_reading(lowering, axis, 0, m);
}

// (JNT.8) and (JNT.9) as text, the shortest way to a tree.
Tree sequence_rate(MotionAxis axis, int level, DrivenMarkers m) {
  const auto w = [&](char c) { return fmt::format("W{}({},{},{})", c, m.i, m.j, m.i); };
  const auto wdt = [&](char c) { return fmt::format("WDT{}({},{},{},{})", c, m.i, m.j, m.i, m.i); };
  const std::string b = fmt::format("ORIENT(1,2,{},{})", m.i, m.j);
  const std::string c = fmt::format("ORIENT(1,3,{},{})", m.i, m.j);
  const std::string a1 = fmt::format("(({}*COS({})-{}*SIN({}))/COS({}))", w('X'), c, w('Y'), c, b);
  const std::string b1 = fmt::format("({}*SIN({})+{}*COS({}))", w('X'), c, w('Y'), c);
  const std::string c1 = fmt::format("({}-{}*SIN({}))", w('Z'), a1, b);  // (JNT.8)
  const std::string a2 = fmt::format("(({}*COS({})-{}*SIN({})+{}*({}*SIN({})-{}))/COS({}))",
                                     wdt('X'), c, wdt('Y'), c, b1, a1, b, c1, b);
  const std::string b2 =
      fmt::format("({}*SIN({})+{}*COS({})+{}*{}*COS({}))", wdt('X'), c, wdt('Y'), c, a1, c1, b);
  const std::string c2 =
      fmt::format("({}-{}*{}*COS({})-{}*SIN({}))", wdt('Z'), a1, b1, b, a2, b);  // (JNT.9)
  const std::string* texts[2][3] = {{&a1, &b1, &c1}, {&a2, &b2, &c2}};
  const expression::ParseResult parsed = expression::parse(*texts[level - 1][number_of(axis) - 1]);
  assert(parsed.ok());
  return *parsed.tree;
}

void add_initial(Lowering& lowering, const model::Motion& motion, const Site& site, int level,
                 double value) {
  const DrivenMarkers m = markers_of(lowering.model(), motion);
  const MotionAxis axis = model::axis(lowering.model(), motion);
  Row row = lowering.row_of(site, m.i, m.j);
  row.level = level;
  row.initial_only = true;
  if (level == 0) {
    const int position = position_reading(lowering, axis, m);
    lowering.start_angle(position, value);
    row.terms = {{position, 1}};
  } else if (!is_sequence_angle(axis)) {
    row.terms = {{axis_reading(lowering, axis, level, m), 1}};
  }
  const Tree rate = row.terms.empty() ? sequence_rate(axis, level, m) : Tree();
  lowering.set_function(lowering.add_row(std::move(row)),
                        expression::difference(rate, Tree::constant(value)), site);
}

}  // namespace

void declare_motions(Lowering& lowering) {
  const model::Model& model = lowering.model();
  for (const model::Motion& motion : model.motions) {
    const DrivenMarkers m = markers_of(model, motion);
    const MotionAxis axis = model::axis(model, motion);
    const int level = static_cast<int>(motion.level);
    const Site site = site_of(motion);
    Row row = lowering.row_of(site, m.i, m.j);
    row.level = level;
    if (level == 0)
      row.terms = {{position_reading(lowering, axis, m), 1}};
    else if (!is_sequence_angle(axis))
      row.terms = {{axis_reading(lowering, axis, level, m), 1}};
    lowering.add_row(std::move(row));
    lowering.connections.add_constraint(site.owner, m.i, m.j);
  }
}

void finish_motions(Lowering& lowering) {
  const model::Model& model = lowering.model();
  for (const model::Motion& motion : model.motions) {
    const DrivenMarkers m = markers_of(model, motion);
    const MotionAxis axis = model::axis(model, motion);
    const int level = static_cast<int>(motion.level);
    const Site site = site_of(motion, "FUNCTION");
    const Tree f =
        constraint_function(lowering, function_of(lowering, motion), site).value_or(Tree());
    if (motion.function.is_user() && expression::summarise(f).level >= 0)
      lowering.report(model::Code::motion_depends_on_state, site,
                      "the routine asks for positions or velocities",
                      "a motion is a function of time, or of variables that are");
    const int number = lowering.rows_of(site.owner).front();
    const Tree rate = level > 0 && is_sequence_angle(axis) ? sequence_rate(axis, level, m) : Tree();
    lowering.set_function(number, expression::difference(rate, f), site);
    const Row& row = lowering.equations.rows[static_cast<std::size_t>(number)];
    if (level == 0)
      if (const auto start = lowering.value_at_start(row.scalar))
        lowering.start_angle(row.terms.front().reading, -*start);
    if (motion.initial_displacement && level > 0)
      add_initial(lowering, motion, site_of(motion, "ICDISP"), 0, *motion.initial_displacement);
    if (motion.initial_velocity && level > 1)
      add_initial(lowering, motion, site_of(motion, "ICVEL"), 1, *motion.initial_velocity);
  }
}

}  // namespace trammel::elements
