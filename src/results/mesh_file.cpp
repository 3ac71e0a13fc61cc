// SPDX-License-Identifier: BSD-3-Clause
#include "results/mesh_file.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>

namespace trammel::results {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t largest_file = std::uintmax_t(1) << 28;  // bytes

std::string lower(std::string text) {
  for (char& c : text) c = char(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

bool is_mesh(const fs::path& path) {
  const std::string extension = lower(path.extension().string());
  return extension == ".stl" || extension == ".obj";
}

// Words of a text one after the other, and its lines.
class Words {
 public:
  explicit Words(std::string_view text) : text_(text) {}

  // Empty: the end of the text, or of the line.
  std::string_view next(bool within_line = false) {
    const auto is_blank = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
    while (at_ < text_.size() && (is_blank(text_[at_]) || (text_[at_] == '\n' && !within_line)))
      ++at_;
    const std::size_t begin = at_;
    while (at_ < text_.size() && !is_blank(text_[at_]) && text_[at_] != '\n') ++at_;
    return text_.substr(begin, at_ - begin);
  }
  void skip_line() {
    while (at_ < text_.size() && text_[at_] != '\n') ++at_;
  }
  std::optional<std::array<double, 3>> point() {
    std::array<double, 3> p;
    for (double& x : p) {
      const std::string_view word = next();
      const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), x);
      if (error != std::errc() || end != word.data() + word.size() || !std::isfinite(x)) return {};
    }
    return p;
  }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
};

Corners binary_corners(std::string_view bytes, std::size_t count) {
  constexpr std::size_t heading = 84, record = 50, normal = 12;
  Corners corners;
  corners.reserve(3 * count);
  for (std::size_t k = 0; k < 3 * count; ++k) {
    std::array<float, 3> p;
    const std::size_t at = heading + k / 3 * record + normal + k % 3 * sizeof p;
    std::memcpy(p.data(), bytes.data() + at, sizeof p);
    if (!std::all_of(p.begin(), p.end(), [](float x) { return std::isfinite(x); })) return {};
    corners.push_back({p[0], p[1], p[2]});
  }
  return corners;
}

}  // namespace

// Text and binary both may begin with "solid": the size tells.
Corners stl_corners(std::string_view text, std::size_t most) {
  if (text.size() >= 84) {
    std::uint32_t count = 0;
    std::memcpy(&count, text.data() + 80, sizeof count);
    if (text.size() == 84 + std::size_t(50) * count)
      return count > most ? Corners() : binary_corners(text, count);
  }
  Corners corners;
  Words words(text);
  if (lower(std::string(words.next())) != "solid") return {};
  words.skip_line();
  for (std::string_view word = words.next(); !word.empty(); word = words.next()) {
    if (lower(std::string(word)) != "vertex") continue;
    const auto point = words.point();
    if (!point || corners.size() == 3 * most) return {};
    corners.push_back(*point);
  }
  return corners.size() % 3 == 0 ? corners : Corners();
}

// Faces with more than three corners are fans; an index may have others behind a slash, and may count
// from the end.
Corners obj_corners(std::string_view text, std::size_t most) {
  Corners points, corners;
  Words words(text);
  std::vector<std::size_t> face;
  for (std::string_view word = words.next(); !word.empty(); word = words.next()) {
    if (word == "v") {
      const auto point = words.point();
      if (!point) return {};
      points.push_back(*point);
    } else if (word == "f") {
      face.clear();
      for (word = words.next(true); !word.empty(); word = words.next(true)) {
        long index = 0;
        if (std::from_chars(word.data(), word.data() + word.size(), index).ec != std::errc())
          return {};
        const long from_zero = index < 0 ? long(points.size()) + index : index - 1;
        if (from_zero < 0 || std::size_t(from_zero) >= points.size()) return {};
        face.push_back(std::size_t(from_zero));
      }
      for (std::size_t k = 2; k < face.size(); ++k) {
        if (corners.size() == 3 * most) return {};
        for (const std::size_t corner : {face[0], face[k - 1], face[k]})
          corners.push_back(points[corner]);
      }
    }
    words.skip_line();
  }
  return corners;
}

std::string find_mesh(const std::string& folder, const std::string& file,
                      const std::string& element) {
  const fs::path named = fs::path(folder) / file;
  std::error_code error;
  if (is_mesh(named) && fs::is_regular_file(named, error)) return named.string();
  const std::string stem = lower(named.stem().string());
  const std::string wanted = element.empty() ? stem : lower(element);
  const fs::path place = named.has_parent_path() ? named.parent_path() : fs::path(".");
  std::string best;
  for (fs::directory_iterator at(place, error), end; !error && at != end; at.increment(error)) {
    const std::string found = lower(at->path().stem().string());
    if (!is_mesh(at->path()) || !at->is_regular_file(error)) continue;
    if (found == wanted && (best.empty() || at->path().string() < best)) best = at->path().string();
  }
  return best;
}

Corners read_mesh(const std::string& path, std::size_t most) {
  std::error_code error;
  const std::uintmax_t size = fs::file_size(path, error);
  if (error || size > largest_file) return {};
  std::string text(std::size_t(size), '\0');
  std::ifstream file(path, std::ios::binary);
  if (!file.read(text.data(), std::streamsize(text.size()))) return {};
  return lower(fs::path(path).extension().string()) == ".obj" ? obj_corners(text, most)
                                                              : stl_corners(text, most);
}

}  // namespace trammel::results
