// The pages and pictures of the manual equal what the tables say. TRAMMEL_UPDATE_DOCS=1 writes them instead.
// SPDX-License-Identifier: BSD-3-Clause
#include "expression/manual.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>

#include "expression/inspect.h"
#include "expression/parse.h"
#include "expression/plot.h"
#include "expression/text.h"

namespace trammel::expression {

namespace {

namespace fs = std::filesystem;

const std::string folder = TRAMMEL_SOURCE_DIR "/docs/reference/";

void expect_file(const std::string& file, const std::string& wanted) {
  if (std::getenv("TRAMMEL_UPDATE_DOCS") != nullptr) {
    fs::create_directories(fs::path(folder + file).parent_path());
    std::ofstream(folder + file) << wanted;
  }
  std::ifstream stream(folder + file);
  ASSERT_TRUE(stream) << file;
  const std::string found{std::istreambuf_iterator<char>(stream), {}};
  EXPECT_TRUE(found == wanted) << file
                               << " is out of date: run this test with TRAMMEL_UPDATE_DOCS=1";
}

TEST(Manual, lists_the_functions_of_the_registry) {
  expect_file("functions.md", function_reference());
}

TEST(Manual, pictures_show_the_functions) {
  std::set<std::string> known;
  for (const Plot& plot : function_plots()) {
    expect_file("plots/" + plot.file, plot.svg);
    EXPECT_LT(plot.svg.size(), 6000U) << plot.file;
    EXPECT_NE(plot.svg.find(" 214,"), std::string::npos) << plot.file << " is not drawn";
    known.insert(plot.file);
  }
  for (const auto& entry : fs::directory_iterator(folder + "plots"))
    EXPECT_EQ(known.count(entry.path().filename().string()), 1U) << entry.path();
}

// Every function of numbers alone is drawn.
TEST(Manual, examples_use_what_they_explain) {
  for (const Family& family : families())
    for (const Function& row : family.functions) {
      const std::string text = example(row);
      if (row.vector != VectorRule::none) {
        EXPECT_NE(parse(text).ok(), parse_vector(text).ok()) << text;
        EXPECT_NE(text.find(row.name), std::string::npos) << text;
        continue;
      }
      const ParseResult parsed = parse(text);
      ASSERT_TRUE(parsed.ok()) << text << ": " << parsed.errors[0].message;
      bool used = false;
      for (const Node& node : parsed.tree->nodes()) used = used || node.function == &row;
      EXPECT_TRUE(used) << text;
      const bool computes = row.lower != nullptr && row.notation == Notation::call;
      EXPECT_EQ(row.example.is_drawn(), (computes && row.name != "DELAY") || row.name == "IF")
          << text;
    }
}

}  // namespace

}  // namespace trammel::expression
