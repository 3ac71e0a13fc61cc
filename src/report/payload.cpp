// SPDX-License-Identifier: BSD-3-Clause
#include "report/payload.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <stdexcept>

namespace trammel::report {
namespace {

constexpr std::string_view magic = "TRAMMEL1";
constexpr int compression_level = 6;

class Deflater {
 public:
  Deflater() {
    if (deflateInit(&stream_, compression_level) != Z_OK) throw std::bad_alloc();
  }
  ~Deflater() { deflateEnd(&stream_); }
  Deflater(const Deflater&) = delete;
  Deflater& operator=(const Deflater&) = delete;

  void add(std::span<const unsigned char> bytes, bool is_last = false) {
    // zlib counts in 32 bits.
    constexpr std::size_t most = 1 << 30;
    do {
      const std::size_t count = std::min(bytes.size(), most);
      run(bytes.first(count), is_last && count == bytes.size());
      bytes = bytes.subspan(count);
    } while (!bytes.empty());
  }
  std::vector<unsigned char> take() { return std::move(out_); }

 private:
  void run(std::span<const unsigned char> bytes, bool is_last) {
    stream_.next_in = const_cast<Bytef*>(bytes.data());
    stream_.avail_in = uInt(bytes.size());
    do {
      std::array<unsigned char, 1 << 16> buffer;
      stream_.next_out = buffer.data();
      stream_.avail_out = uInt(buffer.size());
      if (::deflate(&stream_, is_last ? Z_FINISH : Z_NO_FLUSH) == Z_STREAM_ERROR)
        throw std::logic_error("zlib refuses its own state");
      out_.insert(out_.end(), buffer.begin(), buffer.end() - std::ptrdiff_t(stream_.avail_out));
    } while (stream_.avail_out == 0);
  }

  z_stream stream_{};
  std::vector<unsigned char> out_;
};

std::size_t padding(std::size_t size) {
  return (8 - size % 8) % 8;
}

}  // namespace

std::size_t Arrays::add(std::span<const unsigned char> bytes) {
  const std::size_t at = bytes_.size();
  bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
  bytes_.resize(bytes_.size() + padding(bytes.size()));
  return at;
}

std::vector<unsigned char> deflate(std::string_view header, const Arrays& arrays) {
  std::string start(magic);
  const std::array<std::uint32_t, 2> lengths = {std::uint32_t(header.size()), 0};
  start.append(reinterpret_cast<const char*>(lengths.data()), sizeof lengths);
  start += header;
  start.append(padding(header.size()), ' ');
  Deflater deflater;
  deflater.add(std::span(reinterpret_cast<const unsigned char*>(start.data()), start.size()));
  deflater.add(arrays.bytes(), true);
  return deflater.take();
}

std::string base64(std::span<const unsigned char> bytes) {
  constexpr std::string_view letters =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t k = 0; k < bytes.size(); k += 3) {
    const std::size_t count = std::min<std::size_t>(3, bytes.size() - k);
    unsigned group = 0;
    for (std::size_t i = 0; i < 3; ++i) group = group << 8 | (i < count ? bytes[k + i] : 0u);
    for (std::size_t i = 0; i < 4; ++i)
      text += i <= count ? letters[group >> (18 - 6 * i) & 63] : '=';
  }
  return text;
}

}  // namespace trammel::report
