// .h5 result files: everything that is written is read back, while the run goes on, too; files that are
// none; channels by every name.
// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <optional>
#include <random>

#include "results/copy.h"
#include "results/h5_writer.h"
#include "results/result_file.h"

namespace trammel::results {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

template <class Info>
Info named(const char* statement, int id, std::string name) {
  Info info;
  info.statement = statement;
  info.id = id;
  info.name = std::move(name);
  return info;
}

Contents example() {
  Contents c;
  c.title = "<script>alert('1')</script> \u202e emoji \U0001f600 \"quotes\" & more";
  c.model_file = "dir/a b.adm";
  c.model_text = std::string("line 1\nline 2\xff\0binary", 21);
  c.program = "trammel test";
  c.created = "2026-11-16T15:40:00Z";
  c.units = {"mm", "kg", "s", "N"};
  c.unit_names = {"MILLIMETER", "KILOGRAM", "SECOND", "NEWTON"};
  c.gravity = {0, -9806.65, 0};
  c.parts = {named<PartInfo>("PART", 2, "model.arm"),
             named<PartInfo>("PART", 7, std::string(10000, 'x')),
             named<PartInfo>("POINT_MASS", 2, "")};
  c.parts[0].mass = 2.5;
  c.parts[0].cm = {1, 2, 3, 0.5, 0.5, 0.5, 0.5};
  c.parts[1].start = {4, 5, 6, 0, 1, 0, 0};
  c.markers = {named<MarkerInfo>("MARKER", 1, ""), named<MarkerInfo>("MARKER", 21, "model.arm.cm")};
  c.markers[1].part = 0;
  c.markers[1].floating = true;
  GraphicInfo box = named<GraphicInfo>("GRAPHICS", 5, "model.box");
  box.shape = "BOX";
  box.marker = 1;
  box.numbers.x = 1, box.numbers.z = -3;
  box.outline = {0, 1, 0};
  GraphicInfo curve = named<GraphicInfo>("GRAPHICS", 6, "");
  curve.shape = "CURVE";
  curve.points = {{1, 2, 3}, {4, 5, 6}};
  curve.text = "text";
  curve.file = "a.x_t";
  curve.element = "SFORCE_3";
  c.graphics = {box, curve};
  c.reactions = {named<ElementInfo>("JOINT", 3, "model.hinge")};
  c.reactions[0].type = "REVOLUTE";
  c.reactions[0].i = 1, c.reactions[0].j = 0;
  c.variables = {named<ScalarInfo>("VARIABLE", 9, "model.speed")};
  c.states = {named<ScalarInfo>("LSE", 4, ""), named<ScalarInfo>("LSE", 4, "")};
  c.states[0].component = 1, c.states[1].component = 2;
  RequestInfo request = named<RequestInfo>("REQUEST", 1, "");
  request.column = "REQ1";
  request.quantity = "DISPLACEMENT";
  request.comment = "tip, \u00b5m";
  request.results_name = "tip";
  request.components = {"MAG", "X", "Y", "Z", "", "PSI", "THETA", "PHI"};
  request.units = {"mm", "mm", "mm", "mm", "", "rad", "rad", "rad"};
  c.requests = {request};
  return c;
}

template <class T>
void expect_same_entity(const T& a, const T& b) {
  EXPECT_EQ(a.statement, b.statement);
  EXPECT_EQ(a.id, b.id);
  EXPECT_EQ(a.name, b.name);
}

Frame random_frame(const Contents& contents, std::mt19937& random, double time) {
  Frame frame = make_frame(contents);
  std::normal_distribution<double> normal;
  for (auto& section : frame.values)
    for (double& value : section) value = normal(random);
  frame.time = time;
  frame.analysis = Analysis::kinematic;
  frame.simulation = 3;
  frame.constraint_violation = 1e-9 * time;
  return frame;
}

class H5 : public testing::Test {
 protected:
  H5()
      : path_(testing::TempDir() + "trammel_h5_" + std::to_string(getpid()) + "_" +
              testing::UnitTest::GetInstance()->current_test_info()->name() + ".h5") {}
  ~H5() override { std::filesystem::remove(path_); }

  std::string path_;
};

TEST_F(H5, contents_are_read_back) {
  const Contents c = example();
  H5Writer(path_, c).finish({});
  const ResultFile file(path_);
  const Contents& r = file.contents();
  EXPECT_EQ(r.title, c.title);
  EXPECT_EQ(r.model_file, c.model_file);
  EXPECT_EQ(r.model_text, c.model_text);
  EXPECT_EQ(r.program, c.program);
  EXPECT_EQ(r.created, c.created);
  EXPECT_EQ(r.gravity, c.gravity);
  EXPECT_EQ(r.units.length, "mm");
  EXPECT_EQ(r.unit_names.force, "NEWTON");
  ASSERT_EQ(r.parts.size(), 3u);
  for (std::size_t k = 0; k < 3; ++k) {
    expect_same_entity<Entity>(r.parts[k], c.parts[k]);
    EXPECT_EQ(r.parts[k].mass, c.parts[k].mass);
    EXPECT_EQ(r.parts[k].cm, c.parts[k].cm);
    EXPECT_EQ(r.parts[k].start, c.parts[k].start);
  }
  ASSERT_EQ(r.markers.size(), 2u);
  EXPECT_EQ(r.markers[0].part, ground);
  EXPECT_EQ(r.markers[1].part, 0);
  EXPECT_TRUE(r.markers[1].floating);
  ASSERT_EQ(r.graphics.size(), 2u);
  EXPECT_EQ(r.graphics[0].shape, "BOX");
  EXPECT_EQ(r.graphics[0].outline, c.graphics[0].outline);
  EXPECT_EQ(r.graphics[0].numbers.z, -3);
  EXPECT_TRUE(std::isnan(r.graphics[0].numbers.radius));
  EXPECT_EQ(r.graphics[1].points, c.graphics[1].points);
  EXPECT_EQ(r.graphics[1].text, "text");
  EXPECT_EQ(r.graphics[1].element, "SFORCE_3");
  ASSERT_EQ(r.reactions.size(), 1u);
  EXPECT_EQ(r.reactions[0].type, "REVOLUTE");
  EXPECT_EQ(r.reactions[0].i, 1);
  EXPECT_TRUE(r.forces.empty());
  EXPECT_EQ(r.states[1].component, 2);
  EXPECT_EQ(r.requests[0].comment, c.requests[0].comment);
  EXPECT_EQ(r.requests[0].components, c.requests[0].components);
  EXPECT_EQ(r.requests[0].units, c.requests[0].units);
}

TEST_F(H5, numbers_are_read_back_to_the_last_bit) {
  const Contents c = example();
  std::mt19937 random(1);
  std::vector<Frame> frames;
  for (int k = 0; k < 3000; ++k) frames.push_back(random_frame(c, random, 0.01 * k));
  frames[5][Section::requests][3] = std::nan("");
  frames[6][Section::pose][0] = std::numeric_limits<double>::denorm_min();
  {
    H5Writer writer(path_, c);
    for (const Frame& frame : frames) {
      writer.write(frame);
      writer.write(StepRecord{frame.time, 0.01, 2, 3});
    }
    ModeSet modes;
    modes.time = 1;
    modes.pose.assign(21, 0.5);
    modes.eigenvalues = {{-1, 2}, {0, 3}};
    modes.shapes.assign(72, 0.25);
    modes.shapes[71] = 7;
    writer.write(modes);
    modes.shapes.clear();
    writer.write(modes);
    Summary summary;
    summary.statistics.status = "ok";
    summary.statistics.steps = 12;
    summary.statistics.h_min = 1e-7;
    summary.statistics.missing_values = {{3, 4, 0.5, 1.5, "SQRT"}};
    summary.warnings = {"a warning\nof two lines", "another"};
    writer.finish(summary);
  }
  const ResultFile file(path_);
  EXPECT_TRUE(file.is_closed());
  ASSERT_EQ(file.frames(), frames.size());
  for (const std::size_t k : {0u, 1u, 5u, 6u, 1023u, 1024u, 2999u}) {
    const Frame r = file.frame(k);
    EXPECT_EQ(r.time, frames[k].time);
    EXPECT_EQ(r.analysis, Analysis::kinematic);
    EXPECT_EQ(r.simulation, 3);
    EXPECT_EQ(r.constraint_violation, frames[k].constraint_violation);
    for (std::size_t s = 0; s < section_count; ++s)
      for (std::size_t n = 0; n < r.values[s].size(); ++n)
        EXPECT_TRUE(r.values[s][n] == frames[k].values[s][n] ||
                    (std::isnan(r.values[s][n]) && std::isnan(frames[k].values[s][n])));
  }
  const std::vector<double> x = file.values(*file.find("PART_7.VY"));
  for (std::size_t k = 0; k < frames.size(); ++k)
    ASSERT_EQ(x[k], frames[k][Section::velocity][6 + 1]);
  EXPECT_EQ(file.step_count(), 3000u);
  EXPECT_EQ(file.steps(2, 2998)[0].iterations, 3);
  EXPECT_EQ(file.steps(1024, 5)[4].time, frames[1028].time);
  EXPECT_EQ(file.moments(2999, 1)[0].time, frames[2999].time);
  ASSERT_EQ(file.modes().size(), 2u);
  EXPECT_EQ(file.modes()[0].shapes.back(), 7);
  EXPECT_EQ(file.modes()[1].eigenvalues[1][1], 3);
  EXPECT_TRUE(file.modes()[1].shapes.empty());
  EXPECT_TRUE(file.summary().finished);
  EXPECT_EQ(file.summary().statistics.steps, 12);
  EXPECT_EQ(file.summary().statistics.h_min, 1e-7);
  EXPECT_EQ(file.summary().statistics.missing_values[0].reason, "SQRT");
  EXPECT_THAT(file.summary().warnings, ElementsAre("a warning\nof two lines", "another"));
}

TEST_F(H5, a_run_that_goes_on_is_readable_and_not_repaired) {
  const Contents c = example();
  std::mt19937 random(2);
  H5Writer writer(path_, c);
  EXPECT_EQ(ResultFile(path_).frames(), 0u);
  for (int k = 0; k < 10; ++k) writer.write(random_frame(c, random, k));
  writer.flush();
  const ResultFile file(path_);
  EXPECT_EQ(file.frames(), 10u);
  EXPECT_FALSE(file.summary().finished);
  EXPECT_EQ(file.frame(9).time, 9);
  EXPECT_THROW(repair_h5(path_), ReadError);
}

TEST_F(H5, a_writer_that_is_destroyed_keeps_what_it_has) {
  const Contents c = example();
  std::mt19937 random(3);
  {
    H5Writer writer(path_, c);
    for (int k = 0; k < 10; ++k) writer.write(random_frame(c, random, k));
  }
  EXPECT_EQ(ResultFile(path_).frames(), 10u);
  EXPECT_EQ(ResultFile(path_).summary().statistics.status, "running");
  EXPECT_TRUE(repair_h5(path_));
  const ResultFile file(path_);
  EXPECT_EQ(file.frames(), 10u);
  EXPECT_TRUE(file.summary().finished);
  EXPECT_EQ(file.summary().statistics.status, "killed");
  EXPECT_EQ(file.summary().statistics.time_end, 9);
  EXPECT_FALSE(repair_h5(path_));
}

TEST_F(H5, channels_by_every_name) {
  H5Writer(path_, example()).finish({});
  const ResultFile file(path_);
  for (const char* name : {"PART_2.X", "part_2.x", "model.arm.X", "arm.x"})
    EXPECT_EQ(file.find(name)->name, "PART_2.X") << name;
  EXPECT_EQ(file.find("arm.X")->unit, "mm");
  EXPECT_EQ(file.find("arm.X")->label, "arm X");
  EXPECT_EQ(file.find("arm.ACCZ")->unit, "mm/s^2");
  EXPECT_EQ(file.find("hinge.TZ")->unit, "N\u00b7mm");
  EXPECT_EQ(file.find("JOINT_3.FX")->section, Section::reactions);
  EXPECT_EQ(file.find("POINT_MASS_2.VX")->column, 12u);
  EXPECT_EQ(file.find("REQ1.F2")->label, "tip, \u00b5m X");
  EXPECT_EQ(file.find("REQ1.X")->name, "REQ1.F2");
  EXPECT_EQ(file.find("tip.theta")->name, "REQ1.F7");
  EXPECT_FALSE(file.find("REQ1.F5"));  // there is no fifth component of a displacement
  EXPECT_EQ(file.find("speed")->name, "VARIABLE_9.Q");
  EXPECT_EQ(file.find("LSE_4.X2")->column, 1u);
  EXPECT_FALSE(file.find("PART_3.X"));
  for (const Channel& channel : file.channels())
    EXPECT_EQ(file.find(channel.name)->column, channel.column) << channel.name;
}

TEST_F(H5, a_model_of_nothing) {
  H5Writer writer(path_, {});
  writer.write(make_frame({}));
  writer.finish({});
  const ResultFile file(path_);
  EXPECT_EQ(file.frames(), 1u);
  EXPECT_TRUE(file.channels().empty());
}

TEST_F(H5, files_that_are_none) {
  const auto message = [&]() -> std::string {
    try {
      ResultFile file(path_);
    } catch (const ReadError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_THAT(message(), HasSubstr("no such file"));
  std::ofstream(path_) << "hello";
  EXPECT_THAT(message(), HasSubstr("is not an HDF5 file"));
  H5Writer(path_, example()).finish({});
  std::filesystem::resize_file(path_, std::filesystem::file_size(path_) / 2);
  EXPECT_THAT(message(), HasSubstr(path_));
}

// Not one of a thousand damaged files does harm.
TEST_F(H5, damaged_files_are_refused_or_read) {
  const Contents c = example();
  std::mt19937 random(4);
  {
    H5Writer writer(path_, c);
    for (int k = 0; k < 5; ++k) writer.write(random_frame(c, random, k));
    writer.finish({});
  }
  std::string good;
  {
    std::ifstream file(path_, std::ios::binary);
    good.assign(std::istreambuf_iterator<char>(file), {});
  }
  for (int trial = 0; trial < 100; ++trial) {
    std::string bad = good;
    for (int n = 0; n < 10; ++n) bad[random() % bad.size()] = char(random());
    std::ofstream(path_, std::ios::binary) << bad;
    try {
      const ResultFile file(path_);
      for (std::size_t k = 0; k < file.frames(); ++k) file.frame(k);
    } catch (const ReadError&) {
    }
  }
}

TEST_F(H5, what_cannot_be_written_is_said) {
  EXPECT_THROW(H5Writer("/nonexistent/folder/a.h5", {}), WriteError);
  std::filesystem::create_directory(path_);
  try {
    H5Writer writer(path_, {});
    FAIL();
  } catch (const WriteError& error) {
    EXPECT_THAT(error.what(), HasSubstr("cannot write"));
  }
}

}  // namespace
}  // namespace trammel::results
