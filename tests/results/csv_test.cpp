// The table of requests: columns of the contract, numbers that read back, files that cannot be
// written. SPDX-License-Identifier: BSD-3-Clause
#include "results/csv.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <random>
#include <sstream>

namespace trammel::results {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

model::Model model_with_requests(std::initializer_list<int> ids) {
  model::Model model;
  for (const int id : ids) {
    model::Request request;
    request.id = id;
    model.requests.add(request);
  }
  return model;
}

std::string read(const std::string& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

class Csv : public testing::Test {
 protected:
  Csv()
      : path_(testing::TempDir() + "trammel_csv_" +
              testing::UnitTest::GetInstance()->current_test_info()->name() + ".csv") {}
  ~Csv() override { std::filesystem::remove(path_); }

  std::string path_;
};

TEST_F(Csv, columns_follow_the_file_not_the_ids) {
  EXPECT_THAT(column_names(model_with_requests({7, 1})),
              ElementsAre("TIME", "REQ7.F1", "REQ7.F2", "REQ7.F3", "REQ7.F4", "REQ7.F5", "REQ7.F6",
                          "REQ7.F7", "REQ7.F8", "REQ1.F1", "REQ1.F2", "REQ1.F3", "REQ1.F4",
                          "REQ1.F5", "REQ1.F6", "REQ1.F7", "REQ1.F8"));
}

TEST_F(Csv, a_model_without_requests_has_a_table_of_times) {
  CsvWriter writer(path_, model_with_requests({}));
  writer.write(0, {});
  writer.write(0.1, {});
  writer.close();
  EXPECT_EQ(read(path_), "TIME\n0\n0.1\n");
}

TEST_F(Csv, numbers_are_short) {
  CsvWriter writer(path_, model_with_requests({1}));
  writer.write(0.3, std::vector<double>{1, -0.0, 0.1, -2.5e-300, 1e22, 1.0 / 3, 100, 123456789});
  writer.close();
  EXPECT_THAT(read(path_),
              HasSubstr("\n0.3,1,0,0.1,-2.5e-300,1e+22,0.3333333333333333,100,123456789\n"));
}

TEST_F(Csv, what_has_no_value_is_empty) {
  CsvWriter writer(path_, model_with_requests({1}));
  const double inf = std::numeric_limits<double>::infinity();
  writer.write(0.3, std::vector<double>{1, std::nan(""), 2, inf, -inf, 3, 4, std::nan("")});
  writer.close();
  EXPECT_THAT(read(path_), HasSubstr("\n0.3,1,,2,,,3,4,\n"));
}

TEST_F(Csv, every_double_reads_back) {
  std::mt19937_64 random(5);
  std::vector<double> written;
  {
    CsvWriter writer(path_, model_with_requests({1}));
    for (int row = 0; row < 500; ++row) {
      std::vector<double> values;
      while (values.size() < request_components) {
        const std::uint64_t bits = random();
        double value = 0;
        std::memcpy(&value, &bits, sizeof value);
        if (std::isfinite(value)) values.push_back(value);
      }
      writer.write(0, values);
      written.insert(written.end(), values.begin(), values.end());
    }
    writer.close();
  }
  std::ifstream file(path_);
  std::string line, cell;
  std::getline(file, line);
  std::size_t next = 0;
  while (std::getline(file, line)) {
    std::istringstream cells(line);
    std::getline(cells, cell, ',');
    while (std::getline(cells, cell, ','))
      ASSERT_EQ(std::strtod(cell.c_str(), nullptr), written[next++]);
  }
  EXPECT_EQ(next, written.size());
}

TEST_F(Csv, rows_are_on_disk_before_the_run_ends) {
  CsvWriter writer(path_, model_with_requests({1}));
  const std::vector<double> values(request_components, 1.0 / 3);
  for (int row = 0; row < 2000; ++row) writer.write(row, values);
  const std::string text = read(path_);
  EXPECT_GT(text.size(), 100000u);
  EXPECT_EQ(text.back(), '\n');  // whole rows only
}

TEST_F(Csv, what_was_written_is_kept_when_the_writer_is_abandoned) {
  try {
    CsvWriter writer(path_, model_with_requests({}));
    writer.write(1, {});
    throw 1;
  } catch (int) {
  }
  EXPECT_EQ(read(path_), "TIME\n1\n");
}

TEST_F(Csv, a_folder_that_is_not_there) {
  try {
    CsvWriter writer("/nowhere/out.csv", model::Model{});
    FAIL();
  } catch (const WriteError& error) {
    EXPECT_THAT(error.what(), HasSubstr("/nowhere/out.csv: cannot write: No such file"));
  }
}

TEST_F(Csv, a_full_disk) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full";
  EXPECT_THROW(
      {
        CsvWriter writer("/dev/full", model_with_requests({1}));
        writer.close();
      },
      WriteError);
}

}  // namespace
}  // namespace trammel::results
