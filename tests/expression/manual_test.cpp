// The pages and pictures of the manual equal what the tables say. TRAMMEL_UPDATE_DOCS=1 writes them instead.
// SPDX-License-Identifier: BSD-3-Clause
#include "expression/manual.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <set>
#include <string>

#include "expression/inspect.h"
#include "expression/parse.h"
#include "expression/plot.h"
#include "expression/text.h"
#include "support/generated_file.h"

namespace trammel::expression {

namespace {

namespace fs = std::filesystem;

const std::string folder = TRAMMEL_SOURCE_DIR "/docs/reference/";

TEST(Manual, lists_the_functions_of_the_registry) {
  expect_reference_file("functions.md", function_reference());
}

TEST(Manual, pictures_show_the_functions) {
  for (const Plot& plot : function_plots()) {
    expect_reference_file("plots/" + plot.file, plot.svg);
    EXPECT_LT(plot.svg.size(), 4000U) << plot.file;
    EXPECT_NE(plot.svg.find(" 214,"), std::string::npos) << plot.file << " is not drawn";
  }
}

// Those of functions that read a model are drawn by a test of analyses.
TEST(Manual, every_function_has_a_picture) {
  std::set<std::string> known;
  for (const Family& family : families())
    for (const Function& row : family.functions) {
      const bool is_exempt = (row.notation != Notation::call && row.name != "IF") ||
                             row.name == "CONTACT";  // a statement that there is not
      EXPECT_EQ(picture_of(row) == Picture::none, is_exempt) << row.name;
      if (is_exempt) continue;
      known.insert(plot_file(row));
      EXPECT_TRUE(fs::exists(folder + "plots/" + plot_file(row))) << row.name;
    }
  for (const auto& entry : fs::directory_iterator(folder + "plots"))
    EXPECT_EQ(known.count(entry.path().filename().string()), 1U) << entry.path();
}

// A picture is as wide as its values; where a curve jumps, its line ends.
TEST(Manual, lines_of_pictures_are_near_their_values) {
  const Function& smooth = *find_function("DM");
  const Function& jumping = *find_function("YAW");
  std::vector<double> ramp, saw;
  for (int k = 0; k < picture_samples; ++k) ramp.push_back(k), saw.push_back(k % 90);
  EXPECT_NE(draw(smooth, 0, 1, {ramp}).svg.find("\"M34,108 214,8\""), std::string::npos);
  const std::string broken = draw(jumping, 0, 1, {saw}).svg;
  EXPECT_NE(broken.find("\"M34,108 123,8M124,108 213,8M214,108\""), std::string::npos) << broken;
}

// Every function of numbers alone is drawn by itself.
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
