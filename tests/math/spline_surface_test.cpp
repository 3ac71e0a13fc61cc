// SPDX-License-Identifier: BSD-3-Clause
#include "math/spline_surface.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <ostream>
#include <vector>

#include "math/differences.h"
#include "math/random_values.h"

namespace trammel {
namespace {

struct Grid {
  std::vector<double> x, z, y;
};

template <class Function>
Grid grid(std::size_t n_x, std::size_t n_z, const Function& f) {
  Random random(1);
  Grid g;
  for (double x = -1; g.x.size() < n_x; x += random.between(0.2, 0.9)) g.x.push_back(x);
  for (double z = 2; g.z.size() < n_z; z += random.between(0.2, 0.9)) g.z.push_back(z);
  for (const double z : g.z)
    for (const double x : g.x) g.y.push_back(f(x, z));
  return g;
}

double wavy(double x, double z) {
  return std::sin(1.3 * x) * std::cos(0.9 * z) + 0.2 * x * z;
}

SplineSurface cubic(const Grid& g) {
  return SplineSurface::cubic(g.x, g.z, g.y);
}
SplineSurface akima(const Grid& g) {
  return SplineSurface::akima(g.x, g.z, g.y);
}

struct NamedSurface {
  const char* name;
  SplineSurface (*build)(const Grid&);
};

void PrintTo(const NamedSurface& tested, std::ostream* out) {
  *out << tested.name;
}

class EverySurface : public testing::TestWithParam<NamedSurface> {};

TEST_P(EverySurface, passes_through_its_points) {
  for (const std::size_t n_z : {2U, 3U, 7U}) {
    const Grid g = grid(6, n_z, wavy);
    const SplineSurface surface = GetParam().build(g);
    for (std::size_t k = 0; k < g.z.size(); ++k)
      for (std::size_t i = 0; i < g.x.size(); ++i) {
        const SurfacePoint at = surface.evaluate(g.x[i], g.z[k]);
        EXPECT_NEAR(at.d[0][0], g.y[k * g.x.size() + i], 1e-14);
        EXPECT_FALSE(at.x_out_of_range || at.z_out_of_range);
      }
  }
}

TEST_P(EverySurface, partial_derivatives_match_differences) {
  const Grid g = grid(7, 6, wavy);
  const SplineSurface surface = GetParam().build(g);
  std::vector<double> xs = {g.x.front() - 0.5, g.x.back() + 0.5};
  std::vector<double> zs = {g.z.front() - 0.5, g.z.back() + 0.5};
  for (std::size_t i = 0; i + 1 < g.x.size(); ++i) xs.push_back(0.4 * g.x[i] + 0.6 * g.x[i + 1]);
  for (std::size_t k = 0; k + 1 < g.z.size(); ++k) zs.push_back(0.4 * g.z[k] + 0.6 * g.z[k + 1]);
  const double h = 0.02;
  for (const double x : xs)
    for (const double z : zs) {
      const SurfacePoint at = surface.evaluate(x, z);
      for (std::size_t i = 0; i < 4; ++i)
        for (std::size_t j = 0; j < 4; ++j) {
          const auto along_x = [&](double s) { return surface.evaluate(s, z).d[i][j]; };
          const auto along_z = [&](double s) { return surface.evaluate(x, s).d[i][j]; };
          if (i < 3) {
            EXPECT_NEAR(at.d[i + 1][j], difference(along_x, x, h), 1e-10);
          }
          if (j < 3) {
            EXPECT_NEAR(at.d[i][j + 1], difference(along_z, z, h), 1e-10);
          }
        }
    }
}

TEST_P(EverySurface, reproduces_a_bilinear_surface_inside_and_outside) {
  const auto f = [](double x, double z) { return 1 + 2 * x - 3 * z + 0.7 * x * z; };
  for (const std::size_t n_z : {2U, 3U, 6U}) {
    const Grid g = grid(5, n_z, f);
    const SplineSurface surface = GetParam().build(g);
    for (double x = g.x.front() - 1; x < g.x.back() + 1; x += 0.13)
      for (double z = g.z.front() - 1; z < g.z.back() + 1; z += 0.17)
        EXPECT_NEAR(surface.evaluate(x, z).d[0][0], f(x, z), 1e-12);
  }
}

TEST_P(EverySurface, says_which_argument_left_the_data) {
  const Grid g = grid(5, 4, wavy);
  const SplineSurface surface = GetParam().build(g);
  const SurfacePoint x_outside = surface.evaluate(g.x.back() + 1, g.z[1]);
  EXPECT_TRUE(x_outside.x_out_of_range);
  EXPECT_FALSE(x_outside.z_out_of_range);
  const SurfacePoint z_outside = surface.evaluate(g.x[1], g.z.front() - 1e-9);
  EXPECT_FALSE(z_outside.x_out_of_range);
  EXPECT_TRUE(z_outside.z_out_of_range);
  EXPECT_TRUE(surface.evaluate(0, std::numeric_limits<double>::quiet_NaN()).z_out_of_range);
}

INSTANTIATE_TEST_SUITE_P(Kinds, EverySurface,
                         testing::Values(NamedSurface{"cubic", cubic},
                                         NamedSurface{"akima", akima}),
                         [](const auto& test) { return test.param.name; });

// Stored moment curves must give what a fresh spline through the curves at x would give.
TEST(CubicSurface, is_the_spline_along_z_of_the_splines_along_x) {
  const Grid g = grid(7, 6, wavy);
  const SplineSurface surface = cubic(g);
  Random random(2);
  for (int trial = 0; trial < 50; ++trial) {
    const double x = random.between(g.x.front() - 1, g.x.back() + 1);
    const double z = random.between(g.z.front() - 1, g.z.back() + 1);
    std::vector<double> across;
    for (std::size_t k = 0; k < g.z.size(); ++k) {
      const std::span<const double> row(g.y.data() + k * g.x.size(), g.x.size());
      across.push_back(cubic_spline(g.x, row).evaluate(x).value);
    }
    const SplinePoint direct = cubic_spline(g.z, across).evaluate(z);
    const SurfacePoint at = surface.evaluate(x, z);
    EXPECT_NEAR(at.d[0][0], direct.value, 1e-13);
    EXPECT_NEAR(at.d[0][1], direct.first, 1e-12);
    EXPECT_NEAR(at.d[0][2], direct.second, 1e-12);
  }
}

TEST(AkimaSurface, is_linear_between_neighbouring_curves) {
  const Grid g = grid(7, 4, wavy);
  const SplineSurface surface = akima(g);
  const double x = 0.31, z0 = g.z[1], z1 = g.z[2];
  const double y0 = surface.evaluate(x, z0).d[0][0], y1 = surface.evaluate(x, z1).d[0][0];
  EXPECT_NEAR(surface.evaluate(x, 0.75 * z0 + 0.25 * z1).d[0][0], 0.75 * y0 + 0.25 * y1, 1e-14);
}

TEST(SurfaceData, every_fault_is_named) {
  using V = std::vector<double>;
  const V x = {0, 1, 2, 3}, z = {0, 1};
  const auto message = [](const V& x_, const V& z_, const V& y_) {
    return surface_data_error(x_, z_, y_).value_or("accepted");
  };
  const auto has = [](const std::string& text, const char* part) {
    return text.find(part) != std::string::npos;
  };
  EXPECT_EQ(message(x, z, V(8, 1.0)), "accepted");
  EXPECT_TRUE(has(message(x, {0}, V(4, 1.0)), "at least 2"));
  EXPECT_TRUE(has(message(x, z, V(7, 1.0)), "7 values of y"));
  EXPECT_TRUE(has(message(x, {1, 1}, V(8, 1.0)), "z must increase"));
  EXPECT_TRUE(has(message({0, 1, 1, 3}, z, V(8, 1.0)), "curve 1: x must increase"));
  EXPECT_TRUE(has(message(x, {0, 1e-200}, {1, 1, 1, 1, 1, 1, 1, 2}), "too close"));
  V bad(8, 1.0);
  bad[6] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(has(message(x, z, bad), "curve 2: point 3 is not finite"));
  EXPECT_TRUE(has(message(x, {0, std::numeric_limits<double>::infinity()}, V(8, 1.0)), "curve 2"));
}

}  // namespace
}  // namespace trammel
