// SPDX-License-Identifier: BSD-3-Clause
#include "report/payload.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <cstring>

namespace trammel::report {
namespace {

std::string coded(std::string_view text) {
  return base64(std::span(reinterpret_cast<const unsigned char*>(text.data()), text.size()));
}

TEST(Payload, base64_as_in_rfc_4648) {
  EXPECT_EQ(coded(""), "");
  EXPECT_EQ(coded("f"), "Zg==");
  EXPECT_EQ(coded("fo"), "Zm8=");
  EXPECT_EQ(coded("foo"), "Zm9v");
  EXPECT_EQ(coded("foob"), "Zm9vYg==");
  EXPECT_EQ(coded("fooba"), "Zm9vYmE=");
  EXPECT_EQ(coded("foobar"), "Zm9vYmFy");
}

TEST(Payload, inflates_to_header_and_arrays_at_multiples_of_8) {
  Arrays arrays;
  EXPECT_EQ(arrays.add(std::vector<unsigned char>{1, 2, 3}), 0u);
  EXPECT_EQ(arrays.add(std::vector<double>{0.5}), 8u);
  const std::string header = "{\"name\":\"</script>\"}";
  const std::vector<unsigned char> packed = deflate(header, arrays);
  std::vector<unsigned char> plain(1000);
  uLongf size = uLongf(plain.size());
  ASSERT_EQ(uncompress(plain.data(), &size, packed.data(), uLong(packed.size())), Z_OK);
  const std::string text(plain.begin(), plain.begin() + std::ptrdiff_t(size));
  EXPECT_EQ(text.substr(0, 8), "TRAMMEL1");
  std::uint32_t length = 0;
  std::memcpy(&length, &text[8], 4);
  EXPECT_EQ(text.substr(16, length), header);
  const std::size_t at = 16 + (header.size() + 7) / 8 * 8;
  ASSERT_EQ(text.size(), at + 16);
  EXPECT_EQ(text.substr(at, 3), "\1\2\3");
  double number = 0;
  std::memcpy(&number, &text[at + 8], 8);
  EXPECT_EQ(number, 0.5);
}

}  // namespace
}  // namespace trammel::report
