// The data of a report as text for a page: base64 of a deflated header (JSON) and arrays.
//
//   bytes: "TRAMMEL1", u32 length of the JSON, u32 0, JSON padded to 8 bytes, then the arrays
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace trammel::report {

class Arrays {
 public:
  // Where it begins; always a multiple of 8.
  std::size_t add(std::span<const unsigned char> bytes);
  template <class Number>
  std::size_t add(const std::vector<Number>& numbers) {
    return add(std::span(reinterpret_cast<const unsigned char*>(numbers.data()),
                         numbers.size() * sizeof(Number)));
  }
  const std::vector<unsigned char>& bytes() const { return bytes_; }

 private:
  std::vector<unsigned char> bytes_;
};

std::vector<unsigned char> deflate(std::string_view header, const Arrays&);

// RFC 4648: letters, digits, + / =; nothing in it can end a script element.
std::string base64(std::span<const unsigned char>);

}  // namespace trammel::report
