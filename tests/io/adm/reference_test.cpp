// The pages of docs/reference are those the tables give. After a change of the tables:
//   TRAMMEL_WRITE_REFERENCE=1 io_adm_tests --gtest_filter='Reference*'
// SPDX-License-Identifier: BSD-3-Clause
#include "io/adm/reference.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "io/adm/source.h"

namespace trammel::adm {
namespace {

TEST(Reference, pages_are_up_to_date) {
  for (const ReferencePage& page : reference_pages()) {
    const std::string path = std::string(TRAMMEL_SOURCE_DIR) + "/docs/reference/" + page.file;
    if (std::getenv("TRAMMEL_WRITE_REFERENCE")) write_file(path, page.text);
    EXPECT_TRUE(read_source(path).text == page.text)
        << path << " differs from the tables; see the head of this file";
  }
}

}  // namespace
}  // namespace trammel::adm
