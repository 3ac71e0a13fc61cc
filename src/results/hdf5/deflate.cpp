// SPDX-License-Identifier: BSD-3-Clause
#include "results/hdf5/deflate.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

static_assert(std::endian::native == std::endian::little,
              "words are compared from their low bytes on");

namespace trammel::results::hdf5 {
namespace {

constexpr std::size_t shortest = 3, longest = 258;  // matches
constexpr std::size_t farthest = 32768;
constexpr std::size_t longest_stored = 65535;
constexpr unsigned end_of_block = 256;

struct Code {
  std::uint32_t bits = 0;
  unsigned count = 0;
};

// Codes are sent from their highest bit on, everything else from its lowest.
constexpr std::uint32_t reversed(std::uint32_t bits, unsigned count) {
  std::uint32_t result = 0;
  for (unsigned k = 0; k < count; ++k) result |= (bits >> k & 1) << (count - 1 - k);
  return result;
}

// RFC 1951, 3.2.6.
constexpr Code fixed_code(unsigned symbol) {
  if (symbol < 144) return {reversed(0x30 + symbol, 8), 8};
  if (symbol < 256) return {reversed(0x190 + symbol - 144, 9), 9};
  if (symbol < 280) return {reversed(symbol - 256, 7), 7};
  return {reversed(0xc0 + symbol - 280, 8), 8};
}

// RFC 1951, 3.2.5: symbol and extra bits of a value; `first` of them have none, then their number grows
// with every `first`/2.
constexpr Code with_extra(std::size_t value, std::size_t first, unsigned& symbol) {
  if (value < first) {
    symbol = unsigned(value);
    return {};
  }
  const auto width = unsigned(std::bit_width(value / first));  // extra bits
  const std::size_t half = first / 2;
  symbol = unsigned(first + (width - 1) * half + ((value >> width) - half));
  return {std::uint32_t(value & ((std::size_t(1) << width) - 1)), width};
}

constexpr Code joined(Code code, Code extra) {
  return {code.bits | extra.bits << code.count, code.count + extra.count};
}

constexpr Code length_code(std::size_t length) {
  if (length == longest) return fixed_code(285);
  unsigned symbol = 0;
  const Code extra = with_extra(length - shortest, 8, symbol);
  return joined(fixed_code(257 + symbol), extra);
}

constexpr Code distance_code(std::size_t distance) {
  unsigned symbol = 0;
  const Code extra = with_extra(distance - 1, 4, symbol);
  return joined({reversed(symbol, 5), 5}, extra);
}

constexpr auto literals = [] {
  std::array<Code, 257> codes;
  for (unsigned k = 0; k < codes.size(); ++k) codes[k] = fixed_code(k);
  return codes;
}();
constexpr auto lengths = [] {
  std::array<Code, longest + 1> codes;
  for (std::size_t k = shortest; k <= longest; ++k) codes[k] = length_code(k);
  return codes;
}();
constexpr Code one_back = distance_code(1);

std::uint64_t word_at(const unsigned char* p) {
  std::uint64_t word;
  std::memcpy(&word, p, sizeof word);
  return word;
}

// How many bytes from `p` on are those `distance` before, at most `most`.
std::size_t repeated(const unsigned char* p, std::size_t distance, std::size_t most) {
  std::size_t n = 0;
  for (; n + 8 <= most; n += 8)
    if (const std::uint64_t other = word_at(p + n) ^ word_at(p + n - distance); other != 0)
      return n + std::size_t(std::countr_zero(other)) / 8;
  while (n < most && p[n] == p[n - distance]) ++n;
  return n;
}

// RFC 1950, 8.2: a = 1 + Σ bₖ, s = Σ a after each byte, both modulo the prime. Groups of bytes are summed in
// lanes that the compiler fills: of n bytes, byte j (from 0) counts n − j times in s.
std::uint32_t check_sum(Deflate::Bytes bytes) {
  constexpr std::uint32_t prime = 65521;
  constexpr std::size_t group = 64, groups_without_overflow = 86;
  constexpr auto weights = [] {
    std::array<std::int16_t, group> list{};
    for (std::size_t j = 0; j < group; ++j) list[j] = std::int16_t(group - j);
    return list;
  }();
  std::uint32_t a = 1, s = 0;
  const unsigned char* p = bytes.data();
  const unsigned char* const whole = p + bytes.size() / group * group;
  while (p != whole) {
    const auto groups = std::min(groups_without_overflow, std::size_t(whole - p) / group);
    for (std::size_t k = 0; k < groups; ++k, p += group) {
      std::int32_t sum = 0, weighted = 0;
      for (std::size_t j = 0; j < group; ++j) {
        const auto byte = std::int16_t(p[j]);
        sum += byte;
        weighted += byte * weights[j];
      }
      s += std::uint32_t(group) * a + std::uint32_t(weighted);
      a += std::uint32_t(sum);
    }
    a %= prime;
    s %= prime;
  }
  for (const unsigned char byte : bytes.last(bytes.size() % group)) s += a += byte;
  return s % prime << 16 | a % prime;
}

}  // namespace

void Deflate::begin(Bytes bytes, std::size_t row) {
  bytes_ = bytes;
  at_ = 0;
  row_ = row <= farthest && row > 1 ? row : 1;
  const Code code = distance_code(row_);
  row_bits_ = code.bits;
  row_count_ = code.count;
  // At worst 9 bits for a byte, and some for each block.
  out_.resize(bytes.size() + bytes.size() / 8 + bytes.size() / longest_stored * 16 + 1024);
  to_ = out_.data();
  bits_ = 0, count_ = 0;
  put(0x0178, 16);  // deflate, a window of 32 kB, fastest
}

inline void Deflate::put(std::uint64_t bits, unsigned count) {
  bits_ |= bits << count_;
  count_ += count;
  if (count_ < 32) return;
  const auto word = std::uint32_t(bits_);
  std::memcpy(to_, &word, sizeof word);
  to_ += sizeof word;
  bits_ >>= 32;
  count_ -= 32;
}

void Deflate::align() {
  for (; count_ > 0; count_ -= std::min(count_, 8u), bits_ >>= 8)
    *to_++ = static_cast<unsigned char>(bits_);
  bits_ = 0;
}

inline void Deflate::literal(unsigned char byte) {
  put(literals[byte].bits, literals[byte].count);
}

inline void Deflate::match(std::size_t length, bool is_row) {
  put(lengths[length].bits, lengths[length].count);
  is_row ? put(row_bits_, row_count_) : put(one_back.bits, one_back.count);
}

void Deflate::compress(std::size_t count) {
  if (count == 0) return;
  put(0b010, 3);  // not the last block, fixed codes
  const unsigned char* const p = bytes_.data();
  const std::size_t end = at_ + count;
  // Nothing is read beyond the end of all bytes; the last few are literals.
  while (at_ < end) {
    const std::size_t most = std::min(end - at_, longest);
    std::size_t run = 0, same = 0;
    if (most >= shortest) {
      if (at_ >= 1 && p[at_] == p[at_ - 1]) run = repeated(p + at_, 1, most);
      if (at_ >= row_ && run < most && p[at_] == p[at_ - row_])
        same = repeated(p + at_, row_, most);
    }
    // Farther codes are longer than three literals of many.
    if (run >= shortest && run >= same) {
      match(run, false);
      at_ += run;
    } else if (same > shortest) {
      match(same, true);
      at_ += same;
    } else {
      literal(p[at_++]);
    }
  }
  put(literals[end_of_block].bits, literals[end_of_block].count);
}

void Deflate::put_stored(Bytes part) {
  put(0, 3);  // not the last block, stored
  align();
  const auto length = std::uint16_t(part.size()), inverse = std::uint16_t(~length);
  std::memcpy(to_, &length, 2);
  std::memcpy(to_ + 2, &inverse, 2);
  if (!part.empty()) std::memcpy(to_ + 4, part.data(), part.size());
  to_ += 4 + part.size();
}

void Deflate::store(std::size_t count) {
  while (count > 0) {
    const std::size_t size = std::min(count, longest_stored);
    put_stored(bytes_.subspan(at_, size));
    at_ += size;
    count -= size;
  }
}

Deflate::Bytes Deflate::end(std::size_t unwanted) {
  const auto finish = [this] {
    put(0b011, 3);  // the last block, empty
    put(literals[end_of_block].bits, literals[end_of_block].count);
    align();
    const std::uint32_t sum = check_sum(bytes_);
    for (const int shift : {24, 16, 8, 0}) *to_++ = static_cast<unsigned char>(sum >> shift);
    return std::size_t(to_ - out_.data());
  };
  const auto to = to_;
  const auto bits = bits_;
  const auto count = count_;
  std::size_t size = finish();
  if (size == unwanted) {
    to_ = to, bits_ = bits, count_ = count;
    put_stored({});
    size = finish();
  }
  return Bytes(out_).first(size);
}

}  // namespace trammel::results::hdf5
