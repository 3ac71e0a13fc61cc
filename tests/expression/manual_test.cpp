// The page of the manual equals what the tables say.
// SPDX-License-Identifier: BSD-3-Clause
#include "expression/manual.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

namespace trammel::expression {

namespace {

const std::string page = TRAMMEL_SOURCE_DIR "/docs/reference/functions.md";

// TRAMMEL_UPDATE_DOCS=1 writes the page instead.
TEST(Manual, lists_the_functions_of_the_registry) {
  const std::string wanted = function_reference();
  if (std::getenv("TRAMMEL_UPDATE_DOCS") != nullptr) std::ofstream(page) << wanted;
  std::ifstream file(page);
  ASSERT_TRUE(file) << page;
  const std::string found{std::istreambuf_iterator<char>(file), {}};
  EXPECT_TRUE(found == wanted) << page
                               << " is out of date: run this test with TRAMMEL_UPDATE_DOCS=1";
}

}  // namespace

}  // namespace trammel::expression
