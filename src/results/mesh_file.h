// Triangles of a file that GRAPHICS/EXTERNAL names: STL, as text or binary, and Wavefront OBJ.
//
// Parasolid and other solids cannot be read here. In their place a mesh will do that lies beside them and is
// called like the element or like the file: solid5.stl for FILE = car.xmt_txt, ELEMENT = SOLID5.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace trammel::results {

using Corners = std::vector<std::array<double, 3>>;  // three for each triangle

// The mesh for these words of a dataset in `folder`; empty: there is none. Names differ in case as they like.
std::string find_mesh(const std::string& folder, const std::string& file,
                      const std::string& element);

// Empty: is no mesh, or has more than `most` triangles. Files are strangers': whatever is in them, nothing
// is believed.
Corners read_mesh(const std::string& path, std::size_t most);
Corners stl_corners(std::string_view text, std::size_t most);
Corners obj_corners(std::string_view text, std::size_t most);

}  // namespace trammel::results
