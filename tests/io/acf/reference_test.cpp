// docs/reference/commands.md is what the tables give. After a change of the tables:
//   make docs      (or TRAMMEL_UPDATE_DOCS=1 io_acf_tests --gtest_filter='Manual*')
// SPDX-License-Identifier: BSD-3-Clause
#include "io/acf/reference.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "io/acf/commands.h"
#include "io/acf/script.h"

namespace trammel::acf {
namespace {

TEST(Manual, page_of_the_command_language_is_up_to_date) {
  const std::string path = std::string(TRAMMEL_SOURCE_DIR) + "/docs/reference/commands.md";
  if (std::getenv("TRAMMEL_UPDATE_DOCS")) adm::write_file(path, commands_page());
  EXPECT_TRUE(adm::read_source(path).text == commands_page())
      << path << " differs from the tables; see the head of this file";
}

TEST(Manual, examples_of_commands_are_right) {
  for (const CommandPointer& each : commands()) {
    const Script script = read_script(adm::Source{"s.acf", "\n" + std::string(each->example())});
    EXPECT_TRUE(script.ok()) << script.messages();
    ASSERT_EQ(script.commands.size(), 1u);
    EXPECT_EQ(script.commands.front().name(), each->name());
  }
}

}  // namespace
}  // namespace trammel::acf
