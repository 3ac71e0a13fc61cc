// The pages of docs/reference are those the tables give. After a change of the tables:
//   make docs      (or TRAMMEL_UPDATE_DOCS=1 io_adm_tests --gtest_filter='Manual*')
// SPDX-License-Identifier: BSD-3-Clause
#include "io/adm/reference.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "io/adm/examples.h"
#include "io/adm/reader.h"
#include "io/adm/source.h"
#include "io/adm/statements.h"

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

// One for every statement; all of them together are a dataset.
TEST(Manual, examples_are_read_without_errors) {
  ASSERT_EQ(statement_examples().size(), statements().size());
  std::string dataset = "examples\n" + std::string(example_model());
  for (std::size_t k = 0; k < statements().size(); ++k) {
    const StatementExample& row = statement_examples()[k];
    EXPECT_EQ(row.statement, statements()[k]->name());
    EXPECT_EQ(row.example.rfind(std::string(row.statement) + "/", 0), 0U) << row.example;
    dataset += std::string(row.example) + "\n";
  }
  const Reading reading = read({"examples.adm", dataset + "END\n"});
  EXPECT_TRUE(reading.ok()) << reading.messages();
}

}  // namespace
}  // namespace trammel::adm
