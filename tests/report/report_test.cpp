// From a result file to a page: everything that was said is in it, as text; too much is thinned out.
// SPDX-License-Identifier: BSD-3-Clause
#include "report/report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zlib.h>

#include <cmath>
#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "report/page.h"
#include "report/series.h"
#include "results/h5_writer.h"

namespace trammel::report {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::Not;

const std::string nasty =
    "</script><script>alert(1)</script> \"' &amp; \xE2\x80\xAE \xF0\x9F\x91\xBB";

results::Contents contents() {
  results::Contents c;
  c.title = nasty;
  c.model_file = "/somewhere/model.adm";
  c.units = {"mm", "kg", "s", "N"};
  c.gravity = {0, 0, -9810};
  c.parts.resize(2);
  c.parts[0].statement = c.parts[1].statement = "PART";
  c.parts[0].id = 2, c.parts[1].id = 3;
  c.parts[0].name = nasty;
  c.parts[1].name = std::string(10'000, 'x') + "\xFF\xFE";  // no UTF-8
  c.markers.resize(1);
  c.markers[0].statement = "MARKER";
  c.markers[0].part = 1;
  c.graphics.resize(1);
  c.graphics[0].shape = "CYLINDER";
  c.graphics[0].marker = 0;
  c.graphics[0].numbers.length = -3;
  return c;
}

class ReportPage : public testing::Test {
 protected:
  ReportPage()
      : path_((fs::path(testing::TempDir()) /
               (std::string("report_") + std::to_string(getpid()) + "_" +
                testing::UnitTest::GetInstance()->current_test_info()->name() + ".h5"))
                  .string()) {}
  ~ReportPage() override { fs::remove(path_); }
  void SetUp() override {
    if (viewer_page().empty()) GTEST_SKIP() << why_no_viewer();
  }

  void write(int frames) const {
    results::H5Writer writer(path_, contents());
    results::Frame frame = results::make_frame(contents());
    for (int k = 0; k < frames; ++k) {
      frame.time = 0.01 * k;
      for (std::size_t n = 0; n < frame[results::Section::pose].size(); ++n)
        frame[results::Section::pose][n] = std::sin(0.1 * k + double(n));
      for (results::Section s : {results::Section::velocity, results::Section::acceleration})
        for (double& value : frame[s]) value = std::cos(0.3 * k);
      writer.write(frame);
    }
    writer.write(results::StepRecord{0.01, 0.002, 3, 2});
    writer.write(results::ModeSet{
        0.5, std::vector<double>(14, 1.), {{-1, 6}}, std::vector<double>(24, 0.25)});
    results::Summary summary;
    summary.warnings = {"<b>careful</b>"};
    writer.finish(summary);
  }

  std::string path_;
};

struct Data {
  json header;
  std::vector<unsigned char> arrays;
};

// What the browser does with the page.
Data data_of(const std::string& page) {
  const std::string mark = "type=\"application/x-trammel-report\">";
  const std::size_t first = page.find(mark) + mark.size();
  const std::string text = page.substr(first, page.find('<', first) - first);
  const std::string letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::vector<unsigned char> packed;
  unsigned bits = 0;
  int count = 0;
  for (const char letter : text) {
    if (letter == '=') break;
    bits = bits << 6 | unsigned(letters.find(letter));
    if ((count += 6) >= 8) packed.push_back(static_cast<unsigned char>(bits >> (count -= 8)));
  }
  std::vector<unsigned char> plain(50'000'000);
  uLongf size = uLongf(plain.size());
  EXPECT_EQ(uncompress(plain.data(), &size, packed.data(), uLong(packed.size())), Z_OK);
  std::uint32_t length = 0;
  std::memcpy(&length, &plain[8], 4);
  Data data{json::parse(plain.begin() + 16, plain.begin() + 16 + std::ptrdiff_t(length)), {}};
  data.arrays.assign(plain.begin() + 16 + (std::ptrdiff_t(length) + 7) / 8 * 8,
                     plain.begin() + std::ptrdiff_t(size));
  return data;
}

TEST_F(ReportPage, has_all_that_the_file_says_and_no_markup_of_it) {
  write(30);
  const std::string page = report_page(results::ResultFile(path_));
  EXPECT_THAT(page, Not(HasSubstr("alert(1)")));
  const json header = data_of(page).header;
  EXPECT_EQ(header["title"], nasty);
  EXPECT_EQ(header["model"], "model.adm");
  EXPECT_EQ(header["units"]["length"], "mm");
  EXPECT_EQ(header["parts"][0]["code"], "PART_2");
  EXPECT_EQ(header["parts"][1]["name"].get<std::string>().substr(0, 10'000),
            std::string(10'000, 'x'));
  EXPECT_EQ(header["graphics"][0]["numbers"], json({{"length", -3.}}));
  EXPECT_EQ(header["warnings"], json({"<b>careful</b>"}));
  EXPECT_EQ(header["modes"][0]["eigenvalues"], json({{-1., 6.}}));
  EXPECT_EQ(header["modes"][0]["shapes"]["count"], 24);
  EXPECT_EQ(header["arrays"]["steps.time"]["count"], 1);
  EXPECT_EQ(header["outputs"], 30);
  EXPECT_TRUE(header["notes"].empty());
}

TEST_F(ReportPage, has_the_numbers_of_the_file) {
  write(30);
  const results::ResultFile file(path_);
  const Data data = data_of(report_page(file));
  const json section = data.header["sections"][0];
  ASSERT_EQ(section["name"], "pose");
  const std::vector<double> back =
      unpack(std::span(data.arrays).subspan(section["at"].get<std::size_t>()), 30, 14);
  for (std::size_t c = 0; c < 14; ++c)
    for (std::size_t r = 0; r < 30; ++r)
      ASSERT_NEAR(back[c * 30 + r], std::sin(0.1 * double(r) + double(c)), 2e-7);
}

TEST_F(ReportPage, of_too_many_outputs_has_every_nth_and_says_so) {
  write(500);
  const results::ResultFile file(path_);
  Limits limits;
  limits.pose_values = 500 * 14 / 2;
  limits.other_values = 500 * 24 / 5;
  const json header = data_of(report_page(file, limits)).header;
  EXPECT_EQ(header["sections"][0]["stride"], 2);
  EXPECT_EQ(header["sections"][0]["rows"], 251);
  EXPECT_EQ(header["sections"][1]["stride"], 5);
  EXPECT_THAT(header["notes"].dump(), HasSubstr("of pose, one in 2 of the 500 outputs"));
  // Of very many even the times are thinned out; strides of sections count those that are left.
  limits.outputs = 170;
  const json thin = data_of(report_page(file, limits)).header;
  EXPECT_EQ(thin["arrays"]["time"]["count"], 168);  // 0, 3, …, 498, 499
  EXPECT_EQ(thin["arrays"]["violation"]["count"], 168);
  EXPECT_EQ(thin["sections"][0]["stride"], 1);
  EXPECT_EQ(thin["sections"][0]["rows"], 168);
  EXPECT_EQ(thin["sections"][1]["stride"], 2);
  EXPECT_EQ(thin["sections"][1]["rows"], 85);
  EXPECT_THAT(thin["notes"].dump(), HasSubstr("of pose, one in 3 of the 500 outputs"));
  // Whatever the numbers, the page stays small: here for an absurd bound.
  limits = {};
  limits.bytes = 6000;
  const std::string page = report_page(file, limits);
  EXPECT_LT(page.size(), viewer_page().size() + 8100);
  EXPECT_GT(data_of(page).header["sections"][1]["stride"], 1);
}

}  // namespace
}  // namespace trammel::report
