// Input nobody writes by hand: too long, too deep, not text at all. The reader must answer quickly,
// with a message, and without a crash. Sizes are too large to commit; they are made here.
// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <ctime>
#include <random>

#include "datasets.h"
#include "io/adm/writer.h"

namespace trammel::adm {
namespace {

using ::testing::HasSubstr;

std::string repeated(std::string_view text, int count) {
  std::string result;
  result.reserve(text.size() * static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) result += text;
  return result;
}

// Debug builds and sanitizers slow the reader down, but not by orders of magnitude.
#if defined(NDEBUG) && !defined(__SANITIZE_ADDRESS__)
constexpr double limit = 1;
#else
constexpr double limit = 30;
#endif

double seconds_since(std::clock_t start) {
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

// How much longer than on a slow machine at rest five healthy megabytes take here and now: hosts that are shared
// run at half their speed for minutes.
double slowness() {
  constexpr double at_rest = 0.52;  // an Intel Xeon at 2.5 GHz
  std::string text = "t\nPART/1, GROUND\n";
  for (int k = 2; text.size() < 5000000; ++k) {
    const std::string part = std::to_string(k), marker = std::to_string(10 * k);
    text += "PART/" + part + ", MASS = 1, CM = " + marker + ", IP = 1, 2, 2.5\nMARKER/" + marker +
            ", PART = " + part + ", QP = 1.5, 2.5, 3.5\n";
  }
  const std::clock_t start = std::clock();
  EXPECT_TRUE(read_text(text + "END\n").ok());
  return std::max(1.0, seconds_since(start) / at_rest);
}

// Reads within a second of processor time and shows the messages, which must not explode either.
Reading read_quickly(std::string text) {
  const std::clock_t start = std::clock();
  Reading reading = read_text(std::move(text));
  const std::string messages = reading.messages();
  const double seconds = seconds_since(start);
  const double most = seconds < limit ? limit : limit * slowness();
  EXPECT_LT(seconds, most);
  EXPECT_LT(messages.size(), 2000000u);
  return reading;
}

Code first_code(const Reading& reading) {
  return reading.diagnostics.messages().empty() ? Code::count
                                                : reading.diagnostics.messages().front().code;
}

TEST(Hostile, empty_files) {
  for (const char* text :
       {"", "\n", "title", "title\n", "title\n\n\n! only comments\n", "\r\n\r\n"}) {
    const Reading reading = read_quickly(text);
    EXPECT_EQ(reading.diagnostics.errors(), 1u) << text;
    EXPECT_EQ(first_code(reading), Code::empty_file) << text;
  }
}

TEST(Hostile, a_dataset_without_a_line_end_at_the_end) {
  EXPECT_EQ(read_quickly("t\nPART/1, GROUND\nEND").messages(), "");
  EXPECT_EQ(first_code(read_quickly("t\nPART/1, GROUND")), Code::missing_end);
  EXPECT_EQ(first_code(read_quickly("t\nPART/1, GROUND,")), Code::missing_end);
}

TEST(Hostile, binary_files) {
  std::string bytes(100000, '\0');
  EXPECT_EQ(first_code(read_quickly(bytes)), Code::binary_file);
  std::mt19937 random(5);
  for (char& byte : bytes) byte = static_cast<char>(random());
  EXPECT_EQ(first_code(read_quickly(bytes)), Code::binary_file);
  bytes += "\nEND\n";  // by chance
  const Reading lucky = read_quickly(bytes);
  EXPECT_EQ(first_code(lucky), Code::binary_file);
  EXPECT_EQ(lucky.diagnostics.errors(), 1u);
  std::string utf16;
  for (const char c : std::string("t\nPART/1, GROUND\nEND\n")) utf16 += {c, '\0'};
  EXPECT_EQ(first_code(read_quickly(utf16)), Code::binary_file);
}

TEST(Hostile, odd_characters_in_texts_do_not_make_a_dataset_binary) {
  const std::string odd(300, '\x0f');
  const Reading reading =
      read_quickly("t" + odd + "\nPART/1, GROUND\nSTRING/1, STRING = " + odd + "\nEND\n");
  EXPECT_EQ(reading.messages(), "");
  EXPECT_EQ(reading.model.strings.find(1)->text, odd);
}

TEST(Hostile, a_byte_order_mark_is_part_of_the_title) {
  EXPECT_EQ(read_quickly("\xef\xbb\xbftitle\nPART/1, GROUND\nEND\n").messages(), "");
}

TEST(Hostile, a_line_of_ten_megabytes) {
  const Reading title = read_quickly(std::string(10000000, 'x') + "\nPART/1, GROUND\nEND\n");
  EXPECT_TRUE(title.ok());
  const Reading word = read_quickly("t\nPART/1, GROUND\n" + std::string(10000000, 'x') + "\nEND\n");
  EXPECT_EQ(first_code(word), Code::not_a_statement);
  EXPECT_LT(word.messages().size(), 1000u);
  const Reading keyword =
      read_quickly("t\nPART/1, GROUND\nPART/2, " + std::string(10000000, 'x') + " = 1\nEND\n");
  EXPECT_EQ(first_code(keyword), Code::unknown_argument);
  EXPECT_LT(keyword.messages().size(), 1000u);
  const Reading digits =
      read_quickly("t\nPART/1, GROUND\nMARKER/1, PART = 1, QP = " + std::string(10000000, '9') +
                   ", 0, 0\nEND\n");
  EXPECT_EQ(first_code(digits), Code::number_overflow);
  const Reading comment =
      read_quickly("t\n!" + std::string(10000000, '!') + "\nPART/1, GROUND\nEND\n");
  EXPECT_TRUE(comment.ok());
}

TEST(Hostile, quotes_semicolons_and_commas_without_end) {
  for (const char* piece : {"\"", ";", "\";", ",", ",\n", "\\", "&\n", "/", "=", "A/1;", "!\n",
                            "\n,", "(", "PART/", "\"!", "; ,\n"})
    read_quickly("t\nPART/1, GROUND\nSTRING/1, STRING = a\n" + repeated(piece, 300000) + "\nEND\n");
}

TEST(Hostile, a_list_of_a_million_numbers) {
  const Reading reading =
      read_quickly("t\nPART/1, GROUND\nARRAY/1, IC, NUMBERS = 0" + repeated(", 1", 300000) +
                   repeated("\n, 2", 300000) + "\nEND\n");
  EXPECT_EQ(reading.messages(), "");
  EXPECT_EQ(reading.model.arrays.find(1)->numbers.size(), 600001u);
}

TEST(Hostile, a_list_that_is_too_long_is_counted) {
  const Reading reading = read_quickly("t\nPART/1, GROUND\nMARKER/1, PART = 1, QP = 0" +
                                       repeated(", 1", 500000) + "\nEND\n");
  EXPECT_EQ(first_code(reading), Code::bad_count);
}

std::string force(const std::string& function) {
  return "t\nPART/1, GROUND\nMARKER/1, PART = 1\nPART/2\nMARKER/2, PART = 2\n"
         "SFORCE/1, TRANSLATION, I = 2, J = 1, FUNCTION = " +
         function + "\nEND\n";
}

TEST(Hostile, nested_parentheses) {
  for (const int depth : {100, 10000, 1000000}) {
    const Reading closed = read_quickly(force(repeated("(", depth) + "1" + repeated(")", depth)));
    EXPECT_EQ(closed.ok(), depth < 500) << depth;
    EXPECT_FALSE(read_quickly(force(repeated("(", depth))).ok());
    EXPECT_FALSE(read_quickly(force(repeated(")", depth))).ok());
    EXPECT_FALSE(read_quickly(force(repeated("SIN(", depth) + "TIME")).ok());
  }
}

TEST(Hostile, expression_bombs) {
  read_quickly(force("1" + repeated("+1", 500000)));
  read_quickly(force("2" + repeated("**2", 100000)));
  read_quickly(force(repeated("-", 500000) + "1"));
  read_quickly(force("MAX(" + repeated("1,", 300000) + "1)"));
  read_quickly(force("POLY(TIME" + repeated(",1", 300000) + ")"));
  read_quickly(force(repeated("IF(TIME: ", 10000)));
  read_quickly(force("1" + repeated("\n, +1", 200000)));
  read_quickly(force("1" + repeated("\n, x", 200000)));
  read_quickly(force(repeated("1 ", 300000)));
  read_quickly(force(repeated("DX(1,2)*", 50000) + "1"));
}

TEST(Hostile, ten_megabytes_of_short_arguments) {
  for (const char* argument :
       {", A", ", A = 1", ", MASS = 1", ", GROUND", ", CM", ", =", ", QG = 1"}) {
    const auto count = static_cast<int>(10000000 / std::string_view(argument).size());
    const Reading reading =
        read_quickly("t\nPART/1, GROUND\nPART/2" + repeated(argument, count) + "\nEND\n");
    EXPECT_FALSE(reading.ok()) << argument;
    EXPECT_LT(reading.diagnostics.errors(), 30u) << argument;
  }
  std::string ignored = "t\nPART/1, GROUND\nEQUILIBRIUM/" + repeated("AUTOMATIC, ", 1000000);
  EXPECT_TRUE(read_quickly(ignored + "MAXIT = 3\nEND\n").ok());
}

TEST(Hostile, ten_megabytes_of_undefined_markers) {
  std::string sum = "0";
  for (int id = 1; id <= 20000; ++id)
    sum += repeated(" ", 480) + "+DX(" + std::to_string(100 + id) + ')';
  const Reading reading = read_quickly(force(sum));
  EXPECT_EQ(reading.diagnostics.errors(), 21u);
  std::string longer = sum;
  for (int id = 20001; id <= 100000; ++id) longer += "+DX(" + std::to_string(100 + id) + ')';
  EXPECT_FALSE(read_quickly(force(longer)).ok());
  EXPECT_EQ(read_quickly(force("0" + repeated("+DX(77)", 20000))).diagnostics.errors(), 1u);
}

TEST(Hostile, a_list_of_undefined_markers) {
  std::string list = "1";
  for (int id = 1; id <= 500000; ++id) list += ", " + std::to_string(100 + id);
  const Reading reading = read_quickly(
      "t\nPART/1, GROUND\nMARKER/1, PART = 1\nGRAPHICS/1, OUTLINE = " + list + "\nEND\n");
  EXPECT_EQ(reading.diagnostics.errors(), 21u);
}

TEST(Hostile, many_statements_with_the_same_fault) {
  for (const char* statement : {"MARKER/3, PARTT = 1\n", "JOINT/1, REVV, I = 9\n", "MARKER/1.5\n",
                                "HELLO\n", "SIMULATE/DYN\n", "STRING/1, STRING = a\n", "LSOLVER/\n",
                                "!  adams_view_name='x\nPART/1\n"})
    read_quickly("t\nPART/1, GROUND\n" + repeated(statement, 100000) + "END\n");
}

// Variables that read arrays of variables that read arrays: every array is read by every variable.
TEST(Hostile, arrays_of_variables_in_a_chain) {
  std::string text = "t\nPART/1, GROUND\n", all = "1";
  for (int id = 2; id <= 3000; ++id) all += ", " + std::to_string(id);
  for (int id = 1; id <= 3000; ++id)
    text += "VARIABLE/" + std::to_string(id) + ", FUNCTION = ARYVAL(1, 1) + ARYVAL(2, 1)\n";
  for (int id = 1; id <= 2; ++id)
    text += "ARRAY/" + std::to_string(id) + ", U, VARIABLES = " + all + '\n';
  EXPECT_TRUE(read_quickly(text + "END\n").ok());
}

TEST(Hostile, many_errors_are_counted_and_not_all_shown) {
  const Reading reading =
      read_quickly("t\nPART/1, GROUND\n" + repeated("WIDGET/1\n", 100000) + "END\n");
  EXPECT_EQ(reading.diagnostics.errors(), 100000u);
  EXPECT_THAT(reading.messages(), HasSubstr("99900 more messages are not shown"));
}

TEST(Hostile, every_refusal_is_listed) {
  std::string text = "t\nPART/1, GROUND\n";
  for (int id = 1; id <= 3000; ++id) text += "SURFACE/" + std::to_string(id) + ", I = 1, J = 2\n";
  const Reading reading = read_quickly(text + "END\n");
  const std::string messages = reading.messages();
  EXPECT_THAT(messages, HasSubstr("model.adm:3002:1: error: SURFACE/3000: the statement"));
  EXPECT_EQ(std::count(messages.begin(), messages.end(), '\n'), 3000 + 3);
}

TEST(Hostile, references_without_end) {
  std::string text = "t\nPART/1, GROUND\n";
  for (int id = 1; id <= 50000; ++id)
    text += "VARIABLE/" + std::to_string(id) + ", FUNCTION = VARVAL(" + std::to_string(id + 1) +
            ")\nMOTION/" + std::to_string(id) + ", JOINT = 1, FUNCTION = VARVAL(" +
            std::to_string(id) + ")\n";
  const Reading reading = read_quickly(text + "END\n");
  EXPECT_EQ(reading.diagnostics.errors(), 50001u);  // 50,000 times joint 1, and one variable
}

TEST(Hostile, ids_in_one_bucket) {
  std::string text = "t\nPART/1, GROUND\n";
  for (int k = 0; k < 30000; ++k)
    text += "MARKER/" + std::to_string(1 + 65536 * k) + ", PART = 1\n";
  EXPECT_TRUE(read_quickly(text + "END\n").ok());
}

// Single bytes changed, removed and doubled in a good dataset: any answer, but an answer; and what
// could be read can be written and read again.
TEST(Hostile, damaged_datasets) {
  std::mt19937 random(11);
  for (const std::string& file : datasets("good")) {
    const std::string good = read_source(file).text;
    for (int k = 0; k < 60; ++k) {
      std::string text = good;
      for (int n = 0; n < 1 + k % 5; ++n) {
        const std::size_t at = random() % text.size();
        const char byte = "\0\n,;&!/\\()=\"'+-.0129DEX "[random() % 25];
        if (random() % 3 == 0)
          text.erase(at, 1 + random() % 3);
        else if (random() % 2 == 0)
          text.insert(at, 1, byte);
        else
          text[at] = byte;
        if (text.empty()) text = "t";
      }
      const Reading reading = read_text(text);
      const Reading again = read_text(write(reading.model));
      EXPECT_TRUE(again.model == reading.model) << text;
    }
  }
}

}  // namespace
}  // namespace trammel::adm
