// What a row of a statement table demands of its argument; rules combine with &:
//   required & positive      with("RACKPIN")      angle & between(0, pi)
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cassert>
#include <limits>
#include <string>
#include <string_view>

namespace trammel::adm {

// A few keywords, without an allocation.
class Names {
 public:
  constexpr Names() = default;
  template <class... Name>
  explicit constexpr Names(Name... names)
      : names_{std::string_view(names)...}, size_(sizeof...(names)) {}

  constexpr void append(const Names& other) {
    for (const std::string_view name : other) {
      assert(size_ < names_.size());
      names_[size_++] = name;
    }
  }
  constexpr const std::string_view* begin() const { return names_.data(); }
  constexpr const std::string_view* end() const { return names_.data() + size_; }
  constexpr std::size_t size() const { return size_; }
  constexpr bool empty() const { return size_ == 0; }

 private:
  std::array<std::string_view, 16> names_{};
  std::size_t size_ = 0;
};

struct Rule {
  bool required = false;
  bool angle = false;         // D means degrees; written in degrees
  bool degrees = false;       // D may mark some numbers as degrees; written in radians
  bool may_be_zero = false;   // id 0 stands for the ground frame
  bool rest_of_line = false;  // text with commas in it
  bool colon_list = false;    // texts joined by colons, not "a", "b"
  bool may_repeat = false;    // each time adds to the list
  bool user = false;          // an expression may be USER(…)
  bool only_user = false;     // and nothing else
  bool lenient = false;       // beside others than `with` it has no effect, with a warning
  bool low_excluded = false;
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
  int min_count = 0, max_count = 0;  // of a list; 0: as its type says
  Names with{};                      // allowed only beside one of these
  Names required_with{};             // required beside one of these

  constexpr bool allows(double value) const {
    return (low_excluded ? value > low : value >= low) && value <= high;
  }
};

constexpr Rule operator&(Rule a, const Rule& b) {
  a.required |= b.required;
  a.angle |= b.angle;
  a.degrees |= b.degrees;
  a.may_be_zero |= b.may_be_zero;
  a.rest_of_line |= b.rest_of_line;
  a.colon_list |= b.colon_list;
  a.may_repeat |= b.may_repeat;
  a.user |= b.user;
  a.only_user |= b.only_user;
  a.lenient |= b.lenient;
  if (b.low > a.low) {
    a.low = b.low;
    a.low_excluded = b.low_excluded;
  }
  a.high = b.high < a.high ? b.high : a.high;
  a.min_count = b.min_count > a.min_count ? b.min_count : a.min_count;
  a.max_count = b.max_count > a.max_count ? b.max_count : a.max_count;
  a.with.append(b.with);
  a.required_with.append(b.required_with);
  return a;
}

inline constexpr Rule optional{};
inline constexpr Rule required{.required = true};
inline constexpr Rule angle{.angle = true};
inline constexpr Rule degrees{.degrees = true};
inline constexpr Rule may_be_zero{.may_be_zero = true};
inline constexpr Rule rest_of_line{.rest_of_line = true};
inline constexpr Rule colon_list{.colon_list = true};
inline constexpr Rule may_repeat{.may_repeat = true};
inline constexpr Rule or_user{.user = true};
inline constexpr Rule only_user{.user = true, .only_user = true};
inline constexpr Rule positive{.low_excluded = true, .low = 0};
inline constexpr Rule not_negative{.low = 0};

template <class... Name>
constexpr Rule with(Name... names) {
  return {.with = Names(names...)};
}

// Beside others it has no effect, and a warning says so.
template <class... Name>
constexpr Rule useful_with(Name... names) {
  return {.lenient = true, .with = Names(names...)};
}

// Needed beside one of these, and allowed only there.
template <class... Name>
constexpr Rule required_with(Name... names) {
  return {.with = Names(names...), .required_with = Names(names...)};
}

constexpr Rule between(double low, double high) {
  return {.low = low, .high = high};
}

constexpr Rule at_least(double low) {
  return {.low = low};
}

constexpr Rule count(int min, int max) {
  return {.min_count = min, .max_count = max};
}

// "0 or more", "above 0", "from -0.333333 to 0"; empty without limits.
std::string range_text(const Rule& rule);

}  // namespace trammel::adm
