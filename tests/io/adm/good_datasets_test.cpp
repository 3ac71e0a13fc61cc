// Datasets that must be read without a message; reading what is written gives the same model.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "datasets.h"
#include "io/adm/read_statement.h"
#include "io/adm/splitter.h"
#include "io/adm/statements.h"
#include "io/adm/writer.h"

namespace trammel::adm {
namespace {

std::string test_name(const testing::TestParamInfo<std::string>& info) {
  std::string name = std::filesystem::path(info.param).stem().string();
  if (name == "model") name = std::filesystem::path(info.param).parent_path().filename().string();
  for (char& c : name)
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  return name;
}

class GoodDataset : public testing::TestWithParam<std::string> {};

TEST_P(GoodDataset, is_read_without_a_message) {
  const Reading reading = read_file(GetParam());
  EXPECT_EQ(reading.messages(), "");
}

INSTANTIATE_TEST_SUITE_P(, GoodDataset, testing::ValuesIn(datasets("good")), test_name);

class AnyDataset : public testing::TestWithParam<std::string> {};

TEST_P(AnyDataset, reads_back_as_the_same_model) {
  const Reading first = read_file(GetParam());
  const std::string text = write(first.model);
  const Reading second = read(Source{"written.adm", text});
  EXPECT_TRUE(first.model == second.model);
  EXPECT_EQ(write(second.model), text);
  // What could be read at all has nothing in it that the reader refuses.
  if (first.ok()) {
    EXPECT_TRUE(second.ok()) << second.messages();
  }
}

TEST_P(AnyDataset, is_written_in_short_lines) {
  const std::string text = write(read_file(GetParam()).model);
  std::size_t start = text.find('\n') + 1;  // the title may be long
  while (start < text.size()) {
    const std::size_t end = text.find('\n', start);
    const std::string line = text.substr(start, end - start);
    // A text cannot be broken, and an expression only at its blanks.
    if (line.size() > 80) {
      EXPECT_TRUE(line.find(' ', 20) == std::string::npos || line.find("STRING") == 2 ||
                  line.find('(') != std::string::npos)
          << line;
    }
    start = end + 1;
  }
}

INSTANTIATE_TEST_SUITE_P(Own, AnyDataset, testing::ValuesIn(datasets("good")), test_name);
INSTANTIATE_TEST_SUITE_P(Shared, AnyDataset, testing::ValuesIn(shared_datasets()), test_name);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(AnyDataset);

// Every argument of every statement occurs in one of the good datasets.
TEST(GoodDatasets, use_every_argument) {
  std::set<std::string> used, known;
  for (const std::string& file : datasets("good")) {
    const Source source = read_source(file);
    Splitter splitter(source.text);
    StatementText text;
    while (splitter.next(text)) {
      Diagnostics diagnostics;
      model::Model model;
      StatementReader reader(text, diagnostics);
      const FoundStatement found = find_statement(reader.read_name());
      ASSERT_NE(found.syntax, nullptr) << text.text();
      found.syntax->read(reader, model);
      for (const ArgumentRow& row : found.syntax->arguments())
        if (reader.given(row.keyword.name()))
          used.insert(found.syntax->name() + ' ' + row.keyword.name());
    }
  }
  for (const SyntaxPointer& syntax : statements())
    for (const ArgumentRow& row : syntax->arguments())
      if (row.treatment == Treatment::bound)
        known.insert(syntax->name() + ' ' + row.keyword.name());
  EXPECT_EQ(used, known);
}

}  // namespace
}  // namespace trammel::adm
