// The digits that `trammel validate` reports are there: measured beside reference solutions. All
// problems: validate_verify.cpp.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>

#include "examples/validation.h"

namespace trammel::examples {
namespace {

class Validated : public testing::TestWithParam<const char*> {};

TEST_P(Validated, reports_no_digits_that_are_not_there) {
  const Reference reference = *read_expectation(GetParam()).reference;
  if (reference_table(reference.file).rows.empty())
    GTEST_SKIP() << "the reference data are not installed";
  const Validation found = validate_example(GetParam(), reference, "1e-4", 3, "", 60);
  ASSERT_FALSE(found.digits.empty()) << found.messages;
  double most = 0;
  for (const Digits& d : found.digits) {
    EXPECT_LE(d.reported, d.actual + 1) << d.channel << " at ERROR = " << d.error;
    most = std::max(most, d.reported);
  }
  EXPECT_GT(most, 2) << "nor hides those that are";
}

INSTANTIATE_TEST_SUITE_P(Examples, Validated,
                         testing::Values("pendulum", "double_pendulum", "car_axis"));

}  // namespace
}  // namespace trammel::examples
