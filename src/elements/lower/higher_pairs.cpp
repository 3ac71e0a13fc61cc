// PTCV and CVCV → places on curves, and rows that hold points and tangents together.
//
// A place on a curve is an unknown of its own: σ, a massless coordinate, with u = σ/ℓ the parameter of
// the curve and ℓ half its length, so that σ is nearly an arc length. With R the axes of a marker seen
// from RM (JRM), d the displacement of I (IRM) from it:
//   PTCV   d − r(σ/ℓ) = 0                                                              (PAIR.1)
//   CVCV   d + R r_i(σ_i/ℓ_i) − r_j(σ_j/ℓ_j) = 0                                         (PAIR.2)
//          n·(R t_i × t_j) = 0,  t = r′/ℓ                                               (PAIR.3)
// n is the normal of the plane of the second curve. What σ itself feels, −λ·∂r/∂σ, must vanish: the
// reaction is normal to the curve.
// Theory: docs/theory/higher_pairs.md
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <array>

#include "elements/lower/families.h"
#include "elements/lower/lowering.h"
#include "elements/lower/user_curves.h"
#include "expression/compose.h"
#include "expression/leaves.h"
#include "math/curve_search.h"

namespace trammel::elements {
namespace {

using expression::Tree;
using kinematics::MeasureKind;
using Trees = std::array<Tree, 3>;

constexpr std::array axes = {MeasureKind::DX, MeasureKind::DY, MeasureKind::DZ};
constexpr std::array<std::string_view, 3> row_names = {"x of the curve", "y of the curve",
                                                       "z of the curve"};

// One of the curves of a pair with the place on it.
struct Path {
  int marker = 0;  // whose DX is σ
  int curve = 0;   // id
  double scale = 1;

  Tree place() const { return expression::leaf(MeasureKind::DX, {marker}); }
  Tree parameter() const { return expression::product(1 / scale, place()); }
  // r, or t where `derivative` is 1.
  Trees vector(int derivative) const {
    Trees result;
    for (int axis = 0; axis < 3; ++axis)
      result[static_cast<std::size_t>(axis)] = expression::product(
          derivative == 0 ? 1 : 1 / scale,
          expression::call("CURVE", {parameter(), expression::integer(derivative),
                                     expression::integer(axis + 1), expression::integer(curve)}));
    return result;
  }
};

ParametricCurve make_curve(Lowering& lowering, const model::Curve& curve) {
  if (curve.function.is_user()) return drawn(user_curve(lowering, curve), curve);
  return {model::points(*lowering.model().find(curve.matrix)), shape(curve), fit(curve)};
}

void add_start_rows(Lowering& lowering, const Path& path, const Site& displaced, const Site& moving,
                    bool is_placed, std::optional<double> velocity) {
  if (is_placed) {
    Row row = lowering.row_of(displaced);
    row.initial_only = true;
    row.terms = {{lowering.reading(MeasureKind::DX, {path.marker}), 1}};
    const double start =
        lowering.equations.skeleton
            .bodies[static_cast<std::size_t>(
                lowering.equations.skeleton
                    .markers[static_cast<std::size_t>(lowering.marker(path.marker))]
                    .body)]
            .start;
    lowering.set_target(lowering.add_row(std::move(row)), start, displaced);
  }
  if (!velocity) return;
  Row row = lowering.row_of(moving);
  row.level = 1;
  row.initial_only = true;
  std::vector<Tree> squares;
  for (const Tree& t : path.vector(1)) squares.push_back(expression::product(t, t));
  const Tree speed = expression::product(expression::leaf(MeasureKind::VX, {path.marker}),
                                         expression::call("SQRT", {expression::sum(squares)}));
  lowering.set_function(lowering.add_row(std::move(row)),
                        expression::difference(speed, Tree::constant(*velocity)), moving);
}

// The run ends where the place leaves an open curve; round-off at the end itself does not count.
void watch_ends(Lowering& lowering, const Path& path, bool closed, const Site& site,
                std::string_view what) {
  if (closed) return;
  Watch watch;
  const Tree u = path.parameter();
  watch.scalar = lowering.scalar(expression::product(u, u), site);
  watch.value = 1 + 1e-9;
  watch.name = site.label;
  watch.owner = site.owner;
  watch.at = site.at;
  watch.failure = fmt::format("{} reaches the end of CURVE/{}", what, path.curve);
  lowering.equations.watches.push_back(std::move(watch));
}

void check_corners(Lowering& lowering, const model::Curve& curve, const Site& site) {
  if (curve.order > 2) return;
  lowering.report(model::Code::jump, site,
                  fmt::format("CURVE/{} has corners: velocities jump there", curve.id),
                  "ORDER = 4 makes it smooth");
}

void declare_point_on_curve(Lowering& lowering, const model::PointOnCurve& pair) {
  const model::Model& model = lowering.model();
  const Site site = site_of(pair);
  const model::Curve& data = model[pair.curve];
  const ParametricCurve curve = make_curve(lowering, data);
  check_corners(lowering, data, site.with("CURVE"));
  const model::Pose i = lowering.start_pose(pair.i.value), rm = lowering.start_pose(pair.rm.value);
  const Vec3 near = pair.displacement.value_or(Vec3(rm.A.transpose() * (i.r - rm.r)));
  Path path{0, pair.curve.value, length(curve) / 2};
  path.marker = lowering.add_path(site, path.scale * nearest_parameter(curve, near));
  const Trees r = path.vector(0);
  for (std::size_t k = 0; k < 3; ++k) {
    Row row = lowering.row_of(site.with(row_names[k]), pair.i.value, pair.rm.value);
    row.terms = {{lowering.reading(axes[k], {pair.i.value, pair.rm.value, pair.rm.value}), 1}};
    lowering.set_function(lowering.add_row(std::move(row)), expression::negated(r[k]),
                          site);  // (PAIR.1)
  }
  add_start_rows(lowering, path, site.with("DISPLACEMENT"), site.with("VELOCITY"),
                 pair.displacement.has_value(), pair.velocity);
  watch_ends(lowering, path, data.closed, site, "the point");
  Connection connection;
  connection.owner = site.owner;
  connection.i = pair.i.value;
  connection.j = pair.jfloat.value;
  connection.frame_j = pair.rm.value;
  connection.constraint = connection.point_contact = true;
  lowering.connections.add(std::move(connection));
}

// A vector of the axes of i, seen from j.
Trees seen_from(int j, int i, const Trees& v) {
  Trees result;
  for (int b = 0; b < 3; ++b) {
    std::vector<Tree> terms;
    for (int a = 0; a < 3; ++a)
      terms.push_back(expression::product(
          expression::leaf(expression::direction_cosine_row(static_cast<kinematics::Axis>(a),
                                                            static_cast<kinematics::Axis>(b)),
                           {i, j}),
          v[static_cast<std::size_t>(a)]));
    result[static_cast<std::size_t>(b)] = expression::sum(terms);
  }
  return result;
}

Tree triple_product(const Vec3& n, const Trees& a, const Trees& b) {
  std::vector<Tree> terms;
  for (std::size_t k = 0; k < 3; ++k) {
    const std::size_t next = (k + 1) % 3, last = (k + 2) % 3;
    terms.push_back(expression::product(
        n[static_cast<int>(k)], expression::difference(expression::product(a[next], b[last]),
                                                       expression::product(a[last], b[next]))));
  }
  return expression::sum(terms);
}

class CurvePair {
 public:
  CurvePair(Lowering& lowering, const model::CurveOnCurve& pair)
      : lowering_(lowering),
        pair_(pair),
        site_(site_of(pair)),
        data_i_(lowering.model()[pair.i.curve]),
        data_j_(lowering.model()[pair.j.curve]),
        curve_i_(make_curve(lowering, data_i_)),
        curve_j_(make_curve(lowering, data_j_)) {}

  void declare() {
    check_corners(lowering_, data_i_, site_.with("ICURVE"));
    check_corners(lowering_, data_j_, site_.with("JCURVE"));
    if (!find_normal()) return;
    place();
    add_rows();
    add_start_rows(lowering_, i_, site_.with("IDISPLACEMENT"), site_.with("IVELOCITY"),
                   pair_.i.displacement.has_value(), pair_.i.velocity);
    add_start_rows(lowering_, j_, site_.with("JDISPLACEMENT"), site_.with("JVELOCITY"),
                   pair_.j.displacement.has_value(), pair_.j.velocity);
    watch_ends(lowering_, i_, data_i_.closed, site_, "the contact");
    watch_ends(lowering_, j_, data_j_.closed, site_, "the contact");
    Connection connection;
    connection.owner = site_.owner;
    connection.i = pair_.i.floating.value;
    connection.j = pair_.j.floating.value;
    connection.frame_i = pair_.i.rm.value;
    connection.frame_j = pair_.j.rm.value;
    connection.constraint = connection.point_contact = true;
    lowering_.connections.add(std::move(connection));
  }

 private:
  // A straight curve lies in the plane of the other one.
  bool find_normal() {
    const CurvePlane of_i = plane_of(curve_i_), of_j = plane_of(curve_j_);
    const model::Pose i = lowering_.start_pose(pair_.i.rm.value);
    const model::Pose j = lowering_.start_pose(pair_.j.rm.value);
    for (const auto& [plane, data, argument] :
         {std::tuple{&of_i, &data_i_, "ICURVE"}, {&of_j, &data_j_, "JCURVE"}})
      if (!plane->is_plane) {
        lowering_.report(model::Code::no_curve, site_.with(argument),
                         fmt::format("CURVE/{} does not lie in a plane", data->id),
                         "only plane curves slide on each other");
        return false;
      }
    if (of_j.normal)
      normal_ = *of_j.normal;
    else if (of_i.normal)
      normal_ = j.A.transpose() * i.A * *of_i.normal;
    else
      lowering_.report(model::Code::no_curve, site_.with("JCURVE"),
                       "both curves are straight: they do not touch in one point");
    return of_i.normal || of_j.normal;
  }

  void place() {
    const model::Pose i = lowering_.start_pose(pair_.i.rm.value);
    const model::Pose j = lowering_.start_pose(pair_.j.rm.value);
    ContactGuess guess =
        nearest_contact(curve_i_, j.A.transpose() * (i.r - j.r), j.A.transpose() * i.A, curve_j_);
    if (pair_.i.displacement) guess.u = nearest_parameter(curve_i_, *pair_.i.displacement);
    if (pair_.j.displacement) guess.w = nearest_parameter(curve_j_, *pair_.j.displacement);
    i_ = {0, pair_.i.curve.value, length(curve_i_) / 2};
    j_ = {0, pair_.j.curve.value, length(curve_j_) / 2};
    i_.marker = lowering_.add_path(site_, i_.scale * guess.u);
    j_.marker = lowering_.add_path(site_, j_.scale * guess.w);
  }

  void add_rows() {
    const int i = pair_.i.rm.value, j = pair_.j.rm.value;
    const Trees r_i = seen_from(j, i, i_.vector(0)), r_j = j_.vector(0);
    for (std::size_t k = 0; k < 3; ++k) {
      Row row = lowering_.row_of(site_.with(row_names[k]), i, j);
      row.terms = {{lowering_.reading(axes[k], {i, j, j}), 1}};
      lowering_.set_function(lowering_.add_row(std::move(row)),
                             expression::difference(r_i[k], r_j[k]), site_);  // (PAIR.2)
    }
    Row row = lowering_.row_of(site_.with("tangents"), i, j);
    lowering_.set_function(lowering_.add_row(std::move(row)),
                           triple_product(normal_, seen_from(j, i, i_.vector(1)), j_.vector(1)),
                           site_);  // (PAIR.3)
  }

  Lowering& lowering_;
  const model::CurveOnCurve& pair_;
  Site site_;
  const model::Curve &data_i_, &data_j_;
  ParametricCurve curve_i_, curve_j_;
  Vec3 normal_ = Vec3::UnitZ();
  Path i_, j_;
};

}  // namespace

// A pair that is switched off has no place on a curve either: only its functions remain, and are 0.
void declare_higher_pairs(Lowering& lowering) {
  for (const model::PointOnCurve& pair : lowering.model().points_on_curves) {
    if (pair.active)
      declare_point_on_curve(lowering, pair);
    else
      lowering.connections.add_constraint(owner_of(pair), pair.i.value, pair.jfloat.value);
  }
  for (const model::CurveOnCurve& pair : lowering.model().curves_on_curves) {
    if (pair.active)
      CurvePair(lowering, pair).declare();
    else
      lowering.connections.add_constraint(owner_of(pair), pair.i.floating.value,
                                          pair.j.floating.value);
  }
}

}  // namespace trammel::elements
