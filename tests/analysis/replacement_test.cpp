// What a redundant joint could be replaced by, done to the letter: the model must be free of
// redundancy then and move as before.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/replacement.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <filesystem>

#include "analysis/datasets.h"
#include "analysis/output_times.h"
#include "elements/lower/joint_types.h"
#include "math/euler313.h"

namespace trammel::analysis {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

template <class T>
void remove(model::Table<T>& table, int id) {
  model::Table<T> rest;
  for (const T& element : table)
    if (element.id != id) rest.add(element);
  table = std::move(rest);
}

// The marker itself, or a new one in its place with another axis as z axis.
model::MarkerId marker(model::Model& model, int id, int z_axis) {
  if (z_axis == 2) return {id};
  model::Marker copy = *model.markers.find(id);
  const Mat3 A = model::pose(copy.placement).A;
  Mat3 turned;
  for (int k = 0; k < 3; ++k) turned.col(k) = A.col((z_axis + 1 + k) % 3);
  const Euler313 e = euler313_from_matrix(turned);
  copy.placement = {copy.placement.origin, Vec3(e.psi, e.theta, e.phi)};
  copy.id = 900000 + int(model.markers.size());
  model.markers.add(copy);
  return {copy.id};
}

template <class T, class Type>
void add(model::Table<T>& table, const system::NewJoint& statement, Type last, model::MarkerId i,
         model::MarkerId j) {
  for (int type = 0; type <= int(last); ++type)
    if (elements::joint_rows(Type(type)).type == statement.type) {
      T joint;
      joint.id = 900000 + int(table.size());
      joint.type = Type(type);
      joint.i = i;
      joint.j = j;
      table.add(joint);
    }
}

void apply(const system::Advice& advice, model::Model& model) {
  if (advice.owner.kind == model::Kind::joint)
    remove(model.joints, advice.owner.id);
  else
    remove(model.joint_primitives, advice.owner.id);
  for (const system::NewJoint& statement : advice.replacement) {
    const model::MarkerId i = marker(model, statement.i, statement.z_of_i);
    const model::MarkerId j = marker(model, statement.j, statement.z_of_j);
    if (statement.statement == "JOINT")
      add(model.joints, statement, model::JointType::universal, i, j);
    else
      add(model.joint_primitives, statement, model::PrimitiveType::perpendicular, i, j);
  }
}

struct Followed {
  explicit Followed(const model::Model& original, const std::vector<system::Advice>& advice)
      : model(original) {
    model.requests = {};  // they may ask for reactions of joints that go
    for (const system::Advice& one : advice) apply(one, model);
    session = std::make_unique<Session>(model);
  }
  model::Model model;
  std::unique_ptr<Session> session;
};

void expect_cured(const model::Model& model, const InitialConditions& ic, const std::string& name) {
  Followed followed(model, ic.advice);
  ASSERT_TRUE(followed.session->ok()) << name;
  const InitialConditions& cured = followed.session->assemble();
  ASSERT_TRUE(cured.ok()) << name << "\n" << lines(cured.findings);
  EXPECT_THAT(cured.advice, IsEmpty()) << name << "\n" << lines(ic.findings);
  EXPECT_EQ(cured.degrees_of_freedom, ic.degrees_of_freedom) << name << "\n" << lines(ic.findings);
}

State after_one_second(Session& session) {
  RunSettings settings;
  settings.options.error = 1e-7;
  settings.output_times = output_times(0, {1, 10, {}});
  State last;
  const RunReport report = session.run(session.automatic_kind(), settings,
                                       [&](const system::System&, const State& s) { last = s; });
  EXPECT_EQ(report.status, Status::ok) << lines(report.findings);
  return last;
}

std::vector<std::string> all_types() {
  std::vector<std::string> types;
  for (int type = 0; type <= int(model::JointType::universal); ++type)
    if (const auto& rows = elements::joint_rows(model::JointType(type));
        rows.special == elements::SpecialRow::none)
      types.push_back("JOINT/{0}, " + std::string(rows.type));
  for (int type = 0; type <= int(model::PrimitiveType::perpendicular); ++type)
    types.push_back("JPRIM/{0}, " +
                    std::string(elements::joint_rows(model::PrimitiveType(type)).type));
  return types;
}

// Two joints of any kinds between a part and the ground, at one point.
std::string twice(const std::string& first, const std::string& second) {
  std::string text =
      ground +
      "PART/2, MASS = 1, CM = 200, IP = 1, 1, 1, QG = 1, 2, 3, REULER = 0.3, 0.4, 0.5\n"
      "MARKER/200, PART = 2\nMARKER/201, PART = 2, REULER = 0.7, 0.8, 0.9\n"
      "MARKER/202, PART = 2, REULER = 0.7, 0.8, 0.9\n";
  const Mat3 A =
      rotation_matrix(Euler313{0.3, 0.4, 0.5}) * rotation_matrix(Euler313{0.7, 0.8, 0.9});
  int id = 0;
  for (const std::string& type : {first, second}) {
    ++id;
    const bool crossed = type.find("UNIVERSAL") + type.find("PERPENDICULAR") + 2 != 0;
    Mat3 J = A;
    if (crossed) J = A * rotation_matrix(Euler313{0, std::acos(0.0), 0});
    const Euler313 e = euler313_from_matrix(J);
    text += fmt::format("MARKER/11{0}, PART = 1, QP = 1, 2, 3, REULER = {1}, {2}, {3}\n", id, e.psi,
                        e.theta, e.phi);
    text += fmt::format(fmt::runtime(type), id) + fmt::format(", I = 20{0}, J = 11{0}\n", id);
  }
  return text;
}

TEST(Replacement, of_every_joint_that_repeats_part_of_another) {
  int proposals = 0;
  for (const std::string& first : all_types())
    for (const std::string& second : all_types()) {
      Loaded model(twice(first, second));
      const InitialConditions& ic = model.assemble();
      ASSERT_TRUE(ic.ok()) << first << second << lines(ic.findings);
      if (ic.advice.empty()) continue;
      ++proposals;
      expect_cured(model.reading.model, ic, first + " + " + second);
    }
  EXPECT_GT(proposals, 100);
}

TEST(Replacement, keeps_the_motion_of_real_mechanisms) {
  const std::string examples = TRAMMEL_SOURCE_DIR "/examples/";
  for (const std::string& path : {examples + "bricard.adm", examples + "parallelogram.adm",
                                  examples + "fourbar_revolutes.adm", examples + "door.adm"}) {
    const adm::Reading reading = adm::read_file(path);
    Session session(reading.model);
    const InitialConditions start = session.assemble();
    ASSERT_TRUE(start.ok()) << path;
    ASSERT_THAT(start.advice, Not(IsEmpty())) << path;
    expect_cured(reading.model, start, path);
    Followed followed(reading.model, start.advice);
    ASSERT_TRUE(followed.session->assemble().ok());
    const State before = after_one_second(session), after = after_one_second(*followed.session);
    EXPECT_LT((before.q - after.q).lpNorm<Eigen::Infinity>(), 1e-4) << path;
  }
}

TEST(Replacement, of_a_real_car_and_a_real_machine) {
  const std::string shared = TRAMMEL_SHARED_DIR "/realworld/";
  for (const std::string& path : {shared + "generic_model.adm", shared + "small-spikes.adm"}) {
    if (!std::filesystem::exists(path)) GTEST_SKIP() << path << " is not there";
    const adm::Reading reading = adm::read_file(path);
    Session session(reading.model);
    const InitialConditions& start = session.assemble();
    ASSERT_TRUE(start.ok()) << path;
    expect_cured(reading.model, start, path);
  }
}

TEST(Replacement, is_told_with_the_markers_it_needs) {
  // A lid on a hinge that a second joint keeps from turning.
  Loaded model(ground + R"(
PART/2, MASS = 1, CM = 200, IP = 1, 1, 1
MARKER/200, PART = 2
MARKER/201, PART = 2, QP = 0, 0, 2
MARKER/111, PART = 1, QP = 0, 0, 2
JOINT/1, REVOLUTE, I = 200, J = 101
JOINT/2, HOOKE, I = 201, J = 111
)");
  const InitialConditions& ic = model.assemble();
  ASSERT_TRUE(ic.ok());
  EXPECT_EQ(ic.degrees_of_freedom, 0);
  EXPECT_THAT(lines(ic.findings), HasSubstr("replace it by JPRIM PERPENDICULAR, I = a new marker"));
  EXPECT_THAT(lines(ic.findings), HasSubstr("REULER = "));
  expect_cured(model.reading.model, ic, "lid");
}

TEST(Replacement, spares_joints_that_others_refer_to) {
  Loaded model(ground + R"(
PART/2, MASS = 1, CM = 200, IP = 1, 1, 1
MARKER/200, PART = 2
MARKER/201, PART = 2, QP = 0, 0, 2
MARKER/111, PART = 1, QP = 0, 0, 2
JOINT/1, REVOLUTE, I = 200, J = 101
JOINT/2, REVOLUTE, I = 201, J = 111
MOTION/1, JOINT = 2, FUNCTION = TIME
)");
  const InitialConditions& ic = model.assemble();
  ASSERT_EQ(ic.advice.size(), 1u);
  EXPECT_EQ(ic.advice[0].label, "JOINT/1");
}

TEST(Replacement, is_not_proposed_for_what_is_redundant_in_this_pose_only) {
  // A four-bar stretched flat, with an INLINE that closes it.
  Loaded model(ground + R"(
MARKER/104, PART = 1, QP = 3, 0, 0
PART/2, MASS = 1, CM = 202, IP = .1, .1, .1
MARKER/202, PART = 2
MARKER/203, PART = 2, QP = 1, 0, 0
PART/3, MASS = 1, CM = 302, IP = .1, .1, .1, QG = 1, 0, 0
MARKER/302, PART = 3
MARKER/303, PART = 3, QP = 1, 0, 0
PART/4, MASS = 1, CM = 402, IP = .1, .1, .1, QG = 3, 0, 0, REULER = 180D, 0, 0
MARKER/402, PART = 4
MARKER/403, PART = 4, QP = 1, 0, 0
JOINT/1, REVOLUTE, I = 202, J = 101
JOINT/2, REVOLUTE, I = 302, J = 203
JOINT/3, REVOLUTE, I = 402, J = 104
JPRIM/4, INLINE, I = 303, J = 403
)");
  const InitialConditions& ic = model.assemble();
  ASSERT_TRUE(ic.ok());
  EXPECT_THAT(ic.redundancy.dropped, Not(IsEmpty()));
  EXPECT_THAT(ic.advice, IsEmpty()) << lines(ic.findings);
}

}  // namespace
}  // namespace trammel::analysis
