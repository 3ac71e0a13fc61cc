// What SAVE writes is read back to the last bit, and damage is found.
// SPDX-License-Identifier: BSD-3-Clause
#include "io/acf/save_file.h"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>

#include "analysis/session.h"
#include "io/acf/seal.h"
#include "io/adm/reader.h"

namespace trammel::acf {
namespace {

using ::testing::HasSubstr;

constexpr double inf = std::numeric_limits<double>::infinity();

model::Model small_model() {
  return adm::read({"small.adm", "small\nPART/1, GROUND\nMARKER/101, PART = 1\nEND\n"}).model;
}

SavedRun full() {
  SavedRun saved;
  saved.model = small_model();
  analysis::Snapshot s;
  s.state.t = 0.1 + 0.2;
  const auto three = [](double a, double b, double c) {
    Vector v(3);
    v << a, b, c;
    return v;
  };
  s.state.q = three(1e-308, -0.0, 1.0 / 3);
  s.state.v = three(inf, -inf, std::nan(""));
  s.state.a = three(5e-324, 1.7976931348623157e308, -1);
  s.state.lambda = three(1, 2, 3);
  s.state.x = three(4, 5, 6);
  s.state.x_dot = three(7, 8, 9);
  s.state.y = Vector();
  s.state.memory = three(std::nan(""), 0, 1e300);
  s.mode = 5;
  s.stands_still = true;
  s.degrees_of_freedom = 2;
  s.redundancy.rank = 7;
  s.redundancy.degrees_of_freedom = 3;
  s.redundancy.kept = {0, 2, 3};
  s.redundancy.dropped = {1, 4};
  s.redundancy.scales = {0.1, 1e-9};
  s.redundancy.relations = {{1, 1e-17, {0, 2}, {1.5, -0.25}}, {4, 0, {}, {}}};
  s.redundancy.nearly = {{3, 1e-6, {0}, {1}}};
  s.only_here = {4};
  s.histories.resize(2);
  s.histories[0].restore({{0, 1}, {0.5, inf}, {0.5, std::nan("")}, {1, 2}});
  saved.snapshot = s;
  saved.is_new_state = false;
  return saved;
}

void expect_same(double a, double b) {
  if (std::isnan(a))
    EXPECT_TRUE(std::isnan(b));
  else
    EXPECT_EQ(a, b);
  EXPECT_EQ(std::signbit(a), std::signbit(b));
}

TEST(SaveFile, keeps_every_number) {
  const SavedRun saved = full();
  SavedRun back;
  ASSERT_EQ(from_text({"x.sav", to_text(saved)}, back), "");
  ASSERT_TRUE(back.snapshot);
  const analysis::Snapshot &a = *saved.snapshot, &b = *back.snapshot;
  EXPECT_TRUE(is_same(a.state, b.state));
  EXPECT_TRUE(std::signbit(b.state.q[1]));
  EXPECT_EQ(a.state.t, b.state.t);
  EXPECT_EQ(b.mode, 5);
  EXPECT_TRUE(b.stands_still);
  EXPECT_FALSE(back.is_new_state);
  EXPECT_EQ(b.degrees_of_freedom, 2);
  EXPECT_EQ(b.redundancy.rank, 7);
  EXPECT_EQ(b.redundancy.degrees_of_freedom, 3);
  EXPECT_EQ(b.redundancy.kept, a.redundancy.kept);
  EXPECT_EQ(b.redundancy.dropped, a.redundancy.dropped);
  EXPECT_EQ(b.redundancy.scales, a.redundancy.scales);
  EXPECT_EQ(b.only_here, a.only_here);
  ASSERT_EQ(b.redundancy.relations.size(), 2u);
  EXPECT_EQ(b.redundancy.relations[0].others, a.redundancy.relations[0].others);
  EXPECT_EQ(b.redundancy.relations[0].coefficients, a.redundancy.relations[0].coefficients);
  EXPECT_EQ(b.redundancy.relations[0].remainder, 1e-17);
  ASSERT_EQ(b.redundancy.nearly.size(), 1u);
  ASSERT_EQ(b.histories.size(), 2u);
  ASSERT_EQ(b.histories[0].samples().size(), 4u);
  for (std::size_t k = 0; k < 4; ++k) {
    expect_same(a.histories[0].samples()[k].t, b.histories[0].samples()[k].t);
    expect_same(a.histories[0].samples()[k].value, b.histories[0].samples()[k].value);
  }
  EXPECT_TRUE(b.histories[1].samples().empty());
}

TEST(SaveFile, names_the_line_that_is_damaged) {
  const std::string text = to_text(full());
  for (const auto& [what, instead] : {std::pair{"mode 1 5", "mode 1 nan"},
                                      {"mode 1 5", "mode 1 1e300"},
                                      {"mode 1 5", "mode 1 2.5"},
                                      {"rank 3 7 3 2", "rank 3 7 inf 2"},
                                      {"rank 3 7 3 2", "rank 2 7 3"},
                                      {"kept 3 0 2 3", "kept 3 0 2 99999999999"},
                                      {"kept 3 0 2 3", "kept 4 0 2 3"},
                                      {"kept 3 0 2 3", "kept 18446744073709551616 0 2 3"},
                                      {"kept 3 0 2 3", "keep 3 0 2 3"},
                                      {"history 8 0 1 0.5", "history 8 0 1 nan"},
                                      {"history 8 0 1 0.5", "history 8 9 1 0.5"},
                                      {"stands_still 1 1", "stands_still 1 x"}}) {
    std::string broken = text;
    const std::size_t at = broken.find(what);
    ASSERT_NE(at, std::string::npos) << what;
    broken.replace(at, std::string(what).size(), instead);
    const long line = 1 + std::count(text.begin(), text.begin() + std::ptrdiff_t(at), '\n');
    SavedRun back;
    EXPECT_THAT(from_text({"x.sav", broken}, back),
                HasSubstr("line " + std::to_string(line) + " makes no sense"))
        << instead;
  }
}

TEST(SaveFile, cut_anywhere_it_is_refused_or_read_but_never_breaks) {
  SavedRun saved = full();
  saved.edited = small_model();
  saved.start.positions = {{model::Kind::part, 1}};
  const std::string text = to_text(saved);
  for (std::size_t length = 0; length < text.size(); length += 3) {
    SavedRun back;
    from_text({"x.sav", text.substr(0, length)}, back);
  }
}

TEST(SaveFile, a_seal_finds_every_damaged_byte) {
  const std::string text = to_text(full()), whole = sealed(text);
  std::string same = whole;
  EXPECT_EQ(unseal(same), "");
  EXPECT_EQ(same, text);
  for (std::size_t k = 0; k < whole.size(); ++k)
    for (const int bit : {0, 1, 5}) {
      std::string broken = whole;
      broken[k] = static_cast<char>(broken[k] ^ (1 << bit));
      EXPECT_NE(unseal(broken), "") << k;
    }
  for (std::size_t length = 0; length < whole.size(); ++length) {
    std::string cut = whole.substr(0, length);
    EXPECT_NE(unseal(cut), "") << length;
  }
}

}  // namespace
}  // namespace trammel::acf
