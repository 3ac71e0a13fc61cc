// Datasets written by real tools: what is not supported is known exactly, and nothing else is
// wrong. SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <map>

#include "datasets.h"

namespace trammel::adm {
namespace {

using Counts = std::map<std::string, int>;

class RealWorld : public testing::Test {
 protected:
  Reading load(const std::string& name) {
    return read_file((std::filesystem::path(TRAMMEL_SHARED_DIR) / name).string());
  }
  void SetUp() override {
    if (!std::filesystem::is_directory(std::filesystem::path(TRAMMEL_SHARED_DIR) / "realworld"))
      GTEST_SKIP() << "the shared datasets are not at hand";
  }
};

Counts refused(const Reading& reading) {
  Counts counts;
  for (const Refusal& refusal : reading.refusals) ++counts[std::string(refusal.statement)];
  return counts;
}

Counts codes(const Reading& reading) {
  Counts counts;
  for (const Message& message : reading.diagnostics.messages())
    ++counts[std::string(model::row(message.code).name)];
  return counts;
}

TEST_F(RealWorld, joints_models_are_read_without_a_message) {
  int count = 0;
  for (const std::string& file :
       files_in(std::filesystem::path(TRAMMEL_SHARED_DIR) / "adams-joints")) {
    EXPECT_EQ(read_file(file).messages(), "") << file;
    ++count;
  }
  EXPECT_EQ(count, 10);
}

TEST_F(RealWorld, small_models_are_read_without_a_message) {
  EXPECT_EQ(load("realworld/small-spikes.adm").messages(), "");
  const Reading reading = load("realworld/generic_model.adm");
  EXPECT_EQ(reading.messages(), "");
  const model::Model& model = reading.model;
  EXPECT_EQ(model.title, "Adams View model name: generic_model");
  EXPECT_EQ(model.parts.size(), 3u);
  EXPECT_EQ(model.markers.size(), 12u);
  EXPECT_EQ(model.find(model::PartId{3})->name, "PART_3");
  EXPECT_EQ(model.find(model::MarkerId{12})->name, "cm");
  EXPECT_EQ(model.motions[0].function.text, "30.0d * time");
  EXPECT_NEAR(model.units.consistency_factor(), 386.0886, 1e-4);
}

TEST_F(RealWorld, fe_part) {
  const Reading reading = load("realworld/fe-part.adm");
  EXPECT_EQ(refused(reading),
            (Counts{{"CONTACT", 3}, {"FE_NODE", 6}, {"FE_PART", 1}, {"SECTION", 1}}));
  EXPECT_EQ(codes(reading),
            (Counts{{"E008", 11}, {"E022", 5}, {"W014", 1}}));  // five markers on the FE part
}

TEST_F(RealWorld, drill_string) {
  const Reading reading = load("realworld/drill-string.adm");
  EXPECT_EQ(refused(reading), Counts{});
  // The facets of contacts have no effect.
  EXPECT_EQ(codes(reading), (Counts{{"W051", 1}}));
  EXPECT_EQ(reading.model.markers.size(), 946u);
  EXPECT_EQ(reading.model.find(model::VariableId{1101})->function.text, "DIF(1101)*30/PI");
  const auto* diff = reading.model.diffs.find(101);
  EXPECT_EQ(diff->function.text,
            "IF(MODE-5: 0, -DIF(101)-1E7*(DZ(9006900,1001,1001)-1317.238979027), 0 )");
}

TEST_F(RealWorld, machine_with_contacts) {
  const Reading reading = load("realworld/machine-110-contacts.adm");
  EXPECT_EQ(refused(reading), (Counts{{"CONTACT", 110}}));
  EXPECT_EQ(codes(reading), (Counts{{"E008", 110}, {"W051", 1}}));
  EXPECT_EQ(reading.model.couplers.size(), 4u);
  EXPECT_EQ(reading.model.find(model::VariableId{1})->function.text,
            "IF( MOD(AZ(4,3),PI/2) -89D: STEP( MOD(AZ(4,3),PI/2), 0, 21, 89D, 28.57), 28.57, "
            "STEP( MOD(AZ(4,3),PI/2), 89D, 28.57, 90D, 21)  )");
}

TEST_F(RealWorld, wind_turbine) {
  const Reading reading = load("realworld/wind-turbine.adm");
  EXPECT_EQ(refused(reading), Counts{});
  // Three blades of a line have impossible inertia.
  EXPECT_EQ(codes(reading), (Counts{{"W112", 3}}));
  EXPECT_EQ(reading.model.units.consistency_factor(), 1000);
  EXPECT_EQ(reading.model.strings.find(90)->text, ".\\Test14_AD.ipt");
  EXPECT_EQ(reading.model.strings.find(31)->text, std::string(1024, '\0'));
  EXPECT_EQ(reading.model.arrays.find(8)->numbers.size(), 15u);
}

}  // namespace
}  // namespace trammel::adm
