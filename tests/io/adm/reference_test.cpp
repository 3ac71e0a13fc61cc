// The pages of docs/reference are those the tables give. After a change of the tables:
//   make docs      (or TRAMMEL_UPDATE_DOCS=1 io_adm_tests --gtest_filter='Manual*')
// SPDX-License-Identifier: BSD-3-Clause
#include "io/adm/reference.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "io/adm/source.h"

namespace trammel::adm {
namespace {

TEST(Manual, pages_of_the_dataset_language_are_up_to_date) {
  for (const ReferencePage& page : reference_pages()) {
    const std::string path = std::string(TRAMMEL_SOURCE_DIR) + "/docs/reference/" + page.file;
    if (std::getenv("TRAMMEL_UPDATE_DOCS")) write_file(path, page.text);
    EXPECT_TRUE(read_source(path).text == page.text)
        << path << " differs from the tables; see the head of this file";
  }
}

}  // namespace
}  // namespace trammel::adm
