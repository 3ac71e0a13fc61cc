// SPDX-License-Identifier: BSD-3-Clause
#include "model/model.h"

#include <gtest/gtest.h>

#include <set>

#include "model/messages.h"

namespace trammel::model {
namespace {

Joint joint(int id, JointType type) {
  Joint j;
  j.id = id;
  j.type = type;
  return j;
}

TEST(Table, finds_by_id_and_keeps_the_order_of_the_file) {
  Table<Joint> table;
  EXPECT_TRUE(table.add(joint(7, JointType::fixed)));
  EXPECT_TRUE(table.add(joint(3, JointType::planar)));
  EXPECT_FALSE(table.add(joint(7, JointType::screw)));
  ASSERT_EQ(table.size(), 2u);
  EXPECT_EQ(table[0].id, 7);
  EXPECT_EQ(table.find(7)->type, JointType::fixed);
  EXPECT_EQ(table.position(3), 1u);
  EXPECT_EQ(table.find(4), nullptr);
}

TEST(Table, copies_are_independent) {
  Table<Joint> a;
  a.add(joint(1, JointType::fixed));
  Table<Joint> b = a;
  b.find(1)->type = JointType::screw;
  EXPECT_EQ(a.find(1)->type, JointType::fixed);
  EXPECT_FALSE(a == b);
}

TEST(Model, ids_are_looked_up_in_the_table_of_their_kind) {
  Model model;
  model.joints.add(joint(5, JointType::screw));
  EXPECT_EQ(model.find(JointId{5})->type, JointType::screw);
  EXPECT_EQ(model.find(MarkerId{5}), nullptr);
  EXPECT_TRUE(model.contains(Kind::joint, 5));
  EXPECT_FALSE(model.contains(Kind::marker, 5));
  EXPECT_EQ(model.count(Kind::joint), 1u);
}

TEST(Model, places_in_the_file_do_not_matter_for_equality) {
  Model a, b;
  Joint j = joint(1, JointType::fixed);
  a.joints.add(j);
  j.at = {12, 3};
  b.joints.add(j);
  EXPECT_TRUE(a == b);
}

TEST(Motion, axis_that_is_not_said_is_the_only_freedom_of_the_joint) {
  Model model;
  model.joints.add(joint(1, JointType::revolute));
  model.joints.add(joint(2, JointType::translational));
  Motion motion;
  motion.joint = {1};
  EXPECT_EQ(axis(model, motion), MotionAxis::rotation);
  motion.joint = {2};
  EXPECT_EQ(axis(model, motion), MotionAxis::translation);
  motion.axis = MotionAxis::b2;
  EXPECT_EQ(axis(model, motion), MotionAxis::b2);
}

TEST(Spline, a_block_with_one_value_more_than_x_starts_with_its_z) {
  Spline curve;
  curve.x = {0, 1, 2};
  curve.blocks = {{5, 6, 7}};
  EXPECT_FALSE(curve.has_z());
  EXPECT_EQ(curve.y(0)[2], 7);
  Spline family = curve;
  family.blocks = {{-1, 5, 6, 7}, {1, 8, 9, 10}};
  EXPECT_TRUE(family.has_z());
  EXPECT_EQ(family.z(1), 1);
  EXPECT_EQ(family.y(1)[0], 8);
}

TEST(Messages, table_is_complete_and_names_are_unique) {
  std::set<std::string_view> names;
  for (std::size_t i = 0; i < message_table().size(); ++i) {
    const MessageRow& entry = message_table()[i];
    EXPECT_EQ(static_cast<std::size_t>(entry.code), i) << entry.name;
    EXPECT_EQ(entry.name[0], entry.severity == Severity::error ? 'E' : 'W') << entry.name;
    EXPECT_TRUE(names.insert(entry.name.substr(1)).second) << entry.name;
    EXPECT_FALSE(entry.meaning.empty());
    EXPECT_FALSE(entry.remedy.empty());
  }
}

TEST(Kinds, every_kind_has_names) {
  std::set<std::string_view> names;
  for (int k = 0; k < static_cast<int>(Kind::count); ++k) {
    EXPECT_TRUE(names.insert(statement_name(static_cast<Kind>(k))).second);
    EXPECT_FALSE(noun(static_cast<Kind>(k)).empty());
  }
}

}  // namespace
}  // namespace trammel::model
