// Meshes of GRAPHICS/EXTERNAL: STL and OBJ, and what only looks like one.
// SPDX-License-Identifier: BSD-3-Clause
#include "results/mesh_file.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <random>

namespace trammel::results {
namespace {

constexpr std::size_t many = 1000;

const std::string stl = R"(solid part
facet normal 0 0 1
 outer loop
  vertex 0 0 0
  vertex 1 0 0
  VERTEX 0 1.5e0 -2
 endloop
endfacet
endsolid)";

std::string binary_stl(const std::vector<std::array<float, 9>>& triangles) {
  std::string text(80, 's');
  const auto count = std::uint32_t(triangles.size());
  text.append(reinterpret_cast<const char*>(&count), 4);
  for (const auto& corners : triangles) {
    text.append(12, '\0');
    text.append(reinterpret_cast<const char*>(corners.data()), 36);
    text.append(2, '\0');
  }
  return text;
}

TEST(Mesh, stl) {
  const Corners wanted = {{0, 0, 0}, {1, 0, 0}, {0, 1.5, -2}};
  EXPECT_EQ(stl_corners(stl, many), wanted);
  EXPECT_EQ(stl_corners(binary_stl({{0, 0, 0, 1, 0, 0, 0, 1.5F, -2}}), many), wanted);
  EXPECT_TRUE(stl_corners(stl, 0).empty());
  EXPECT_TRUE(stl_corners(binary_stl({{}, {}}), 1).empty());
  EXPECT_TRUE(stl_corners("solid a\nvertex 1 2", many).empty());
  EXPECT_TRUE(stl_corners("solid a\nvertex 1 2 x", many).empty());
  EXPECT_TRUE(stl_corners("solid a\nvertex 1 2 nan", many).empty());
  EXPECT_TRUE(stl_corners("**ABCDEFG parasolid text", many).empty());
  EXPECT_TRUE(stl_corners("", many).empty());
}

TEST(Mesh, obj) {
  const std::string text =
      "# a square\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nvn 0 0 1\nf 1//1 2//1 3//1 4//1\n";
  const Corners wanted = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 0, 0}, {1, 1, 0}, {0, 1, 0}};
  EXPECT_EQ(obj_corners(text, many), wanted);
  EXPECT_TRUE(obj_corners(text, 1).empty());
  EXPECT_EQ(obj_corners("v 0 0 0\nv 1 0 0\nv 1 1 0\nf -3 -2 -1", many).size(), 3u);
  for (const char* bad : {"v 1 2\nf 1 1 1", "f 1 2 3", "v 0 0 0\nf 1 1 2", "v 0 0 0\nf 0 0 0",
                          "v 0 0 0\nf a b c", "v 0 0 0\nf -2 -1 -1", "v 1e999 0 0\n"})
    EXPECT_TRUE(obj_corners(bad, many).empty()) << bad;
}

TEST(Mesh, damaged_ones_do_no_harm) {
  std::mt19937 random(5);
  const std::string binary = binary_stl({{}, {}, {}});
  for (int trial = 0; trial < 2000; ++trial) {
    std::string text = trial % 2 == 0 ? stl : binary;
    for (int n = 0; n < 3; ++n) text[random() % text.size()] = char(random());
    text.resize(text.size() - random() % 5);
    EXPECT_EQ(stl_corners(text, many).size() % 3, 0u);
    EXPECT_EQ(obj_corners(text, many).size() % 3, 0u);
  }
}

TEST(Mesh, is_found_by_file_element_or_stem) {
  namespace fs = std::filesystem;
  const fs::path folder =
      fs::path(testing::TempDir()) / ("trammel_mesh_" + std::to_string(getpid()));
  fs::create_directories(folder / "sub");
  for (const char* name : {"body.STL", "solid5.obj", "sub/wheel.stl", "text.txt"})
    std::ofstream(folder / name) << stl;
  const auto found = [&](const char* file, const char* element) {
    return fs::path(find_mesh(folder.string(), file, element)).filename().string();
  };
  EXPECT_EQ(found("body.STL", ""), "body.STL");
  EXPECT_EQ(found("body.x_t", ""), "body.STL");
  EXPECT_EQ(found("car.xmt_txt", "SOLID5"), "solid5.obj");
  EXPECT_EQ(found("sub/wheel.x_t", ""), "wheel.stl");
  EXPECT_EQ(found("body.x_t", "OTHER"), "");
  EXPECT_EQ(found("text.txt", ""), "");
  EXPECT_EQ(found("no/such/folder.x_t", ""), "");
  EXPECT_EQ(read_mesh((folder / "body.STL").string(), many).size(), 3u);
  EXPECT_TRUE(read_mesh((folder / "none.stl").string(), many).empty());
  fs::remove_all(folder);
}

}  // namespace
}  // namespace trammel::results
