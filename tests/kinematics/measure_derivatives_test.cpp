// Every row of the registry: gradient, time series and curvature against differences.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>

#include "kinematics/angle.h"
#include "kinematics/measure.h"
#include "kinematics/measure_cases.h"
#include "kinematics/smooth_motion.h"

namespace trammel::kinematics {

namespace {

constexpr int scene_count = 5;

class EveryMeasure : public ::testing::TestWithParam<MeasureCase> {
 protected:
  Measure measure;
  std::mt19937 random{20};

  template <class Check>
  void for_each_row(const Check& check) {
    for (const Measure& row : GetParam().rows) {
      SCOPED_TRACE(::testing::PrintToString(row));
      measure = row;
      check();
    }
  }

  double value(const Scene& scene) const { return measure.value(scene.at()); }

  // Differences must not see the jump of an angle or of the sign of the Euler parameters.
  double value_near(const Scene& scene, double reference) const {
    const double raw = value(scene);
    if (measure.wraps) return unwrap(raw, reference);
    if (measure.system == 27 && std::abs(raw - reference) > std::abs(-raw - reference)) return -raw;
    return raw;
  }

  // How strongly the measure bends here: differences lose digits near a singular pose.
  double sharpness(const Markers& at) const {
    Gradient n;
    Curvature B;
    measure.gradient(at, n);
    measure.curvature(at, 1, B);
    double largest = 1;
    for (const auto& term : n) largest = std::max(largest, term.n.cwiseAbs().maxCoeff());
    for (const auto& block : B) largest = std::max(largest, block.value.cwiseAbs().maxCoeff());
    return largest;
  }
  double sharpness(const Scene& scene) const { return sharpness(scene.at()); }

  Scene random_scene() {
    for (;;) {
      const Scene scene = MovingScene(random)(0.0);
      if (sharpness(scene) < 10) return scene;
    }
  }
};

class EveryPosition : public EveryMeasure {};

TEST_P(EveryMeasure, gradient_matches_central_differences) {
  for_each_row([&] {
    for (int sample = 0; sample < scene_count; ++sample) {
      const Scene scene = random_scene();
      Gradient n;
      const double s = measure.gradient(scene.at(), n);
      const double tolerance = 1e-9 * std::pow(sharpness(scene), 3);
      EXPECT_DOUBLE_EQ(s, value(scene));
      for (const Slot slot : all_slots)
        for (const Quantity quantity : all_quantities)
          for (int axis = 0; axis < 3; ++axis) {
            const Coordinate of{slot, quantity};
            const auto along = [&](double step) {
              return value_near(scene.displaced_by(of, step * Vec3::Unit(axis)), s);
            };
            EXPECT_NEAR(n.at(of)[axis], derivative(along, 1e-3), tolerance)
                << "slot " << static_cast<int>(slot) << " quantity " << static_cast<int>(quantity);
          }
    }
  });
}

TEST_P(EveryMeasure, terms_of_one_marker_in_several_slots_add_up) {
  for_each_row([&] {
    for (int sample = 0; sample < scene_count; ++sample) {
      Scene scene = random_scene();
      MarkerMotion& shared = scene[Slot::l];
      const auto with = [&](const MarkerMotion& m) {
        return Markers(scene[Slot::i], m, m, m);  // as in DX(i, j, j) and VX(i, j, j, j)
      };
      Gradient n;
      const double s = measure.gradient(with(shared), n);
      const double tolerance = 1e-9 * std::pow(sharpness(with(shared)), 3);
      for (const Quantity quantity : all_quantities)
        for (int axis = 0; axis < 3; ++axis) {
          const auto along = [&](double step) {
            const MarkerMotion moved = displaced(shared, quantity, step * Vec3::Unit(axis));
            const double raw = measure.value(with(moved));
            return measure.wraps ? unwrap(raw, s) : raw;
          };
          const double sum = n.at({Slot::j, quantity})[axis] + n.at({Slot::k, quantity})[axis] +
                             n.at({Slot::l, quantity})[axis];
          EXPECT_NEAR(sum, derivative(along, 1e-3), tolerance);
        }
    }
  });
}

TEST_P(EveryMeasure, series_matches_differences_along_a_motion) {
  for_each_row([&] {
    for (int sample = 0; sample < scene_count; ++sample) {
      const MovingScene motion(random);
      const Scene now = motion(0);
      if (sharpness(now) > 10) continue;
      const TimeSeries s = measure.series(now.at());
      EXPECT_NEAR(s.value, value(now), 1e-14 * (1 + std::abs(s.value)));
      const auto at_time = [&](double t) { return value_near(motion(t), s.value); };
      const double tolerance = 1e-7 * std::pow(sharpness(now), 3);
      if (measure.level < 2) {
        EXPECT_NEAR(s.rate, derivative(at_time, 1e-3), tolerance * (1 + std::abs(s.rate)));
      }
      if (measure.level < 1) {
        EXPECT_NEAR(s.acceleration, second_derivative(at_time, 2e-3),
                    tolerance * (1 + std::abs(s.acceleration)));
      }
    }
  });
}

TEST_P(EveryMeasure, curvature_matches_differences_of_the_gradient) {
  for_each_row([&] {
    constexpr double lambda = -1.7;
    for (int sample = 0; sample < scene_count; ++sample) {
      const Scene scene = random_scene();
      Gradient n;
      Curvature B;
      const double s = measure.gradient(scene.at(), n);
      measure.curvature(scene.at(), lambda, B);
      const auto signed_gradient = [&](const Scene& moved, Coordinate row) {
        Gradient there;
        const double raw = measure.gradient(moved.at(), there);
        const bool flipped = measure.system == 27 && raw != value_near(moved, s);
        return Vec3((flipped ? -lambda : lambda) * there.at(row));
      };
      for (const auto& term : n) {
        if (level(term.of.quantity) != measure.level) continue;
        for (const Slot slot : all_slots)
          for (const Quantity quantity : all_quantities) {
            const Coordinate column{slot, quantity};
            Mat3 numeric;
            for (int axis = 0; axis < 3; ++axis)
              numeric.col(axis) = derivative(
                  [&](double step) {
                    return signed_gradient(scene.displaced_by(column, step * Vec3::Unit(axis)),
                                           term.of);
                  },
                  1e-3);
            const double error = (B.at(term.of, column) - numeric).cwiseAbs().maxCoeff();
            EXPECT_LT(error, 1e-8 * std::pow(sharpness(scene), 3));
          }
      }
      for (const auto& block : B) {
        EXPECT_EQ(level(block.row.quantity), measure.level);
        EXPECT_LE(level(block.column.quantity), measure.level);
      }
    }
  });
}

TEST_P(EveryPosition, curvature_fails_to_be_symmetric_only_by_the_rotation_term) {
  for_each_row([&] {
    for (int sample = 0; sample < scene_count; ++sample) {
      const Scene scene = random_scene();
      Gradient n;
      Curvature B;
      measure.gradient(scene.at(), n);
      measure.curvature(scene.at(), 1, B);
      for (const auto& row : n)
        for (const auto& column : n) {
          Mat3 expected = B.at(column.of, row.of).transpose();
          if (row.of == column.of && row.of.quantity == Quantity::theta) expected -= skew(row.n);
          const double error = (B.at(row.of, column.of) - expected).cwiseAbs().maxCoeff();
          EXPECT_LT(error, 1e-12 * std::pow(sharpness(scene), 3));
        }
    }
  });
}

TEST_P(EveryPosition, gradient_of_the_rate_matches_differences) {
  for_each_row([&] {
    for (int sample = 0; sample < scene_count; ++sample) {
      const Scene scene = random_scene();
      const double s = value(scene), rate = measure.series(scene.at()).rate;
      Gradient n;
      rate_gradient(measure, scene.at(), n);
      for (const Slot slot : all_slots)
        for (const Quantity quantity : all_quantities)
          for (int axis = 0; axis < 3; ++axis) {
            const Coordinate of{slot, quantity};
            const auto along = [&](double step) {
              const Scene moved = scene.displaced_by(of, step * Vec3::Unit(axis));
              const bool flipped = measure.system == 27 && value_near(moved, s) != value(moved);
              return (flipped ? -1 : 1) * measure.series(moved.at()).rate;
            };
            EXPECT_NEAR(n.at(of)[axis], derivative(along, 1e-3),
                        1e-8 * (1 + std::abs(rate)) * std::pow(sharpness(scene), 3));
          }
    }
  });
}

// A sparsity pattern is taken once, possibly at a singular pose.
TEST_P(EveryMeasure, coordinates_of_the_terms_never_change) {
  for_each_row([&] {
    Gradient at_rest, moving;
    Curvature bend_at_rest, bend_moving;
    const Scene rest, scene = random_scene();
    measure.gradient(rest.at(), at_rest);
    measure.gradient(scene.at(), moving);
    ASSERT_EQ(at_rest.size(), moving.size());
    for (int n = 0; n < moving.size(); ++n) {
      EXPECT_EQ(at_rest.begin()[n].of, moving.begin()[n].of);
      EXPECT_LE(level(moving.begin()[n].of.quantity), measure.level);
    }
    measure.curvature(rest.at(), 1, bend_at_rest);
    measure.curvature(scene.at(), 1, bend_moving);
    ASSERT_EQ(bend_at_rest.size(), bend_moving.size());
    for (int n = 0; n < bend_moving.size(); ++n) {
      EXPECT_EQ(bend_at_rest.begin()[n].row, bend_moving.begin()[n].row);
      EXPECT_EQ(bend_at_rest.begin()[n].column, bend_moving.begin()[n].column);
    }
  });
}

INSTANTIATE_TEST_SUITE_P(Registry, EveryMeasure, ::testing::ValuesIn(measure_cases(2)),
                         name_of_case);
INSTANTIATE_TEST_SUITE_P(Registry, EveryPosition, ::testing::ValuesIn(measure_cases(0)),
                         name_of_case);

}  // namespace
}  // namespace trammel::kinematics
