// What the statements mean: the values that arrive in the model.
// SPDX-License-Identifier: BSD-3-Clause
#include "io/adm/reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "datasets.h"
#include "io/adm/matrix_file.h"
#include "model/mass.h"

namespace trammel::adm {
namespace {

using ::testing::ElementsAre;

constexpr double degree = 3.14159265358979323846 / 180;

TEST(Reader, lexical_rules) {
  const Reading reading =
      read_file(std::string(TRAMMEL_SOURCE_DIR) + "/tests/datasets/good/lexical.adm");
  ASSERT_EQ(reading.messages(), "");
  const model::Model& m = reading.model;
  EXPECT_EQ(m.title, "!PART/1, this is the title, not a statement");
  EXPECT_EQ(m.find(model::PartId{1})->name, "base");
  EXPECT_TRUE(m.find(model::PartId{1})->ground);
  const model::Part& part = *m.find(model::PartId{2});
  EXPECT_EQ(part.cm.value, 201);
  EXPECT_THAT(part.inertia, ElementsAre(0.1, 0.2, 0.25, 0, 0, 0));
  const model::Marker& marker = *m.find(model::MarkerId{201});
  EXPECT_EQ(marker.placement.origin, Vec3(1, 2, 3));
  EXPECT_EQ(*marker.placement.euler, Vec3(90 * degree, 45 * degree, 0));
  EXPECT_EQ(m.markers.size(), 5u);  // one without a comma after its id
  EXPECT_TRUE(m.find(model::MarkerId{103})->floating);
  const model::Joint& joint = *m.find(model::JointId{1});
  EXPECT_EQ(joint.type, model::JointType::revolute);
  EXPECT_EQ(*joint.rotation.displacement, 90 * degree);
  EXPECT_FALSE(joint.rotation.velocity);
  const model::SpringDamper& spring = m.spring_dampers[0];
  EXPECT_EQ(spring.stiffness, 1);
  EXPECT_EQ(spring.damping, 2);
  EXPECT_EQ(spring.free_length, 3);
  const model::SingleForce& force = m.single_forces[0];
  EXPECT_EQ(force.function.text,
            "-2*az(201,101) -3*wz(201,101,101) + if(time-1:0, 0.5, 2*(dx(201,101) +1))");
  EXPECT_TRUE(force.action_only);
  EXPECT_TRUE(force.rotational);
  EXPECT_EQ(m.vector_torques[0].torque[1].text, "2");
  EXPECT_EQ(m.equilibrium.alimit, 1 * degree);
  EXPECT_EQ(m.gravity.z, -9.81);
}

TEST(Reader, order_of_statements_and_arguments_is_free) {
  const Reading a = read_text(
      "t\nJOINT/1, I = 21, REVOLUTE, J = 1\nMARKER/21, PART = 2\nMARKER/1, PART = 1\n"
      "PART/2, IP = 1, 1, 1, CM = 21, MASS = 1\nPART/1, GROUND\nEND\n");
  const Reading b = read_text(
      "t\nPART/2, MASS = 1, CM = 21, IP = 1, 1, 1\nPART/1, GROUND\nMARKER/21, PART = 2\n"
      "MARKER/1, PART = 1\nJOINT/1, REVOLUTE, I = 21, J = 1\nEND\n");
  EXPECT_EQ(a.messages(), "");
  EXPECT_TRUE(a.model == b.model);
}

TEST(Reader, every_joint_type) {
  using model::JointType;
  const Reading reading =
      read_file(std::string(TRAMMEL_SOURCE_DIR) + "/tests/datasets/good/constraints.adm");
  const JointType types[] = {JointType::convel,        JointType::cylindrical, JointType::fixed,
                             JointType::hooke,         JointType::planar,      JointType::rackpin,
                             JointType::revolute,      JointType::screw,       JointType::spherical,
                             JointType::translational, JointType::universal};
  for (int id = 1; id <= 11; ++id)
    EXPECT_EQ(reading.model.find(model::JointId{id})->type, types[id - 1]) << id;
  EXPECT_EQ(*reading.model.find(model::JointId{6})->pitch_diameter, 0.125);
  EXPECT_EQ(*reading.model.find(model::JointId{8})->pitch, 0.01);
  // The short form IC goes where the joint has its freedom.
  EXPECT_EQ(*reading.model.find(model::JointId{12})->rotation.velocity, 90 * degree);
  EXPECT_EQ(*reading.model.find(model::JointId{13})->translation.displacement, 0.5);
  EXPECT_FALSE(reading.model.find(model::JointId{13})->ic.displacement);
}

TEST(Reader, one_scale_less_means_that_the_first_is_one) {
  const Reading reading =
      read_file(std::string(TRAMMEL_SOURCE_DIR) + "/tests/datasets/good/constraints.adm");
  EXPECT_THAT(reading.model.couplers.find(2)->scales, ElementsAre(1, -2.5));
  EXPECT_THAT(reading.model.couplers.find(4)->scales, ElementsAre(1, 2, 3));
  EXPECT_THAT(reading.model.couplers.find(3)->freedoms,
              ElementsAre(model::Freedom::translation, model::Freedom::translation,
                          model::Freedom::rotation));
}

TEST(Reader, inertia_about_another_marker_is_moved_to_the_centre) {
  // A rod of mass 3 and length 2 along x, given about its end: J = m l²/3; about its centre m
  // l²/12.
  const Reading reading = read_text(
      "t\nPART/1, GROUND\nPART/2, MASS = 3, CM = 21, IM = 22, IP = 0, 4, 4\n"
      "MARKER/21, PART = 2, QP = 1, 0, 0\nMARKER/22, PART = 2\nEND\n");
  EXPECT_EQ(reading.messages(), "");
  const auto mass = model::mass_properties(reading.model, *reading.model.find(model::PartId{2}));
  EXPECT_EQ(mass.inertia, Mat3(Vec3(0, 1, 1).asDiagonal()));
}

TEST(Reader, expressions_end_at_backslash_argument_or_end) {
  const Reading reading = read_lines(
      "REQUEST/1, F2=1\\F3=2\\F4 = 3 \\ F6=SIN(TIME),C=A B\n"
      "SFORCE/1, ROTATION, I = 21, FUNCTION = 2*TIME\n, J = 1\n"
      "SFORCE/2, ROTATION, I = 21, J = 1, FUNCTION = 2*TIME, ACTIONONLY\n"
      "SFORCE/3, ROTATION, I = 21, J = 1, FUNCTION = 2*\n, TIME\n"
      "SFORCE/4, ROTATION, I = 21, J = 1, FUNCTION =\n, 3\n, ACTIONONLY");
  ASSERT_EQ(reading.messages(), "");
  const auto& request = reading.model.requests[0];
  EXPECT_EQ(request.functions[1].text, "1");
  EXPECT_EQ(request.functions[2].text, "2");
  EXPECT_EQ(request.functions[3].text, "3");
  EXPECT_EQ(request.functions[5].text, "SIN(TIME)");
  EXPECT_EQ(request.comment, "A B");
  EXPECT_EQ(reading.model.single_forces.find(1)->function.text, "2*TIME");
  EXPECT_TRUE(reading.model.single_forces.find(2)->action_only);
  EXPECT_EQ(reading.model.single_forces.find(3)->function.text, "2* TIME");
  EXPECT_TRUE(reading.model.single_forces.find(4)->action_only);
}

TEST(Reader, splines_with_and_without_z) {
  const Reading reading =
      read_file(std::string(TRAMMEL_SOURCE_DIR) + "/tests/datasets/good/data.adm");
  const model::Spline& curve = *reading.model.splines.find(1);
  EXPECT_FALSE(curve.has_z());
  EXPECT_TRUE(curve.linear_extrapolate);
  const model::Spline& family = *reading.model.splines.find(2);
  ASSERT_EQ(family.curves(), 3u);
  EXPECT_EQ(family.z(2), 2.5);
  EXPECT_EQ(family.y(1)[4], 17);
  EXPECT_THAT(reading.model.arrays.find(5)->numbers, ElementsAre(1, 2, 3));
  EXPECT_THAT(reading.model.arrays.find(6)->numbers, ElementsAre(1, 2, 3));
}

TEST(Reader, matrices_of_every_form) {
  const Reading reading =
      read_file(std::string(TRAMMEL_SOURCE_DIR) + "/tests/datasets/good/curves.adm");
  const auto& matrices = reading.model.matrices;
  EXPECT_THAT(matrices.find(1)->by_rows(), ElementsAre(1, 2, 3, 4, 5, 6));
  EXPECT_THAT(matrices.find(2)->by_rows(), ElementsAre(1, 2, 3, 4, 5, 6));
  EXPECT_THAT(matrices.find(3)->by_rows(), ElementsAre(0, 0, 7, -8, 0, 0));
  EXPECT_THAT(matrices.find(4)->by_rows(), ElementsAre(1.5, -2e-3, 3, 4, 5, 6.25));
  EXPECT_THAT(matrices.find(5)->by_rows(),
              ElementsAre(0, 0, 0, 1, 0, 0, 1, 1, 0.5, 0, 1, 0, 0, 0, 0));
  EXPECT_TRUE(reading.model.curves.find(2)->closed);
  EXPECT_TRUE(reading.model.curves.find(2)->control_points);
  EXPECT_EQ(reading.model.curves.find(1)->order, 4);
}

TEST(Reader, matrix_files_that_say_something_else) {
  const auto error = [](std::string_view text, std::string_view name = "") {
    model::Matrix matrix;
    matrix.file = "a.mat";
    const std::string problem = parse_matrix_file(text, name, matrix);
    EXPECT_EQ(problem.empty(), matrix.is_read());
    return problem;
  };
  const std::string head = "ADAMSMAT title\n1\nAB\n";
  EXPECT_EQ(error(head + "AB FULL RORDER 1 2 2 (2F8.3)\r\n1.0-2.0\r\n", "ab"), "");
  EXPECT_EQ(error(""), "the first line must start with ADAMSMAT; other forms are not supported");
  EXPECT_EQ(error("ADAMSMAT\nx\n"), "the second line must be the number of matrices");
  EXPECT_EQ(error("ADAMSMAT\n3\nA B"), "3 names are announced, found 2");
  EXPECT_EQ(error(head + "AB FULL RORDER 1 2 2\n1 2", "C"),
            "there is no matrix C; the file has AB");
  EXPECT_EQ(error(head + "AB SPARSE 1 2 2\n"),
            "matrix AB: matrices in files must be FULL, but this one is SPARSE");
  EXPECT_EQ(error(head + "AB FULL\n1"), "matrix AB: RORDER or CORDER must follow FULL, found ");
  EXPECT_EQ(error(head + "AB FULL CORDER 1 2 3\n1 2 3"),
            "matrix AB: 1 rows of 2 need 2 values, but 3 are announced");
  EXPECT_EQ(error(head + "AB FULL CORDER 99999 99999 3\n1 2 3"),
            "matrix AB: a matrix may have 10000000 entries");
  EXPECT_EQ(error(head + "AB FULL CORDER 1 two 2\n1 2"),
            "matrix AB: the numbers of rows, columns and values must follow");
  EXPECT_EQ(error(head + "AB FULL RORDER 1 2 2\n1 x"), "matrix AB: value 2 of 2 is no number: x");
  EXPECT_EQ(error(head + "AB FULL RORDER 1 2 2\n1"),
            "matrix AB: the file ends after 1 of 2 values");
}

TEST(Reader, settings_have_the_defaults_of_the_language) {
  const model::Model& m = read_lines("").model;
  EXPECT_EQ(m.equilibrium.alimit, 10 * degree);
  EXPECT_EQ(m.equilibrium.tlimit, 20);
  EXPECT_EQ(m.equilibrium.stability, 1e-5);
  EXPECT_EQ(m.kinematics.alimit, 30 * degree);
  EXPECT_EQ(m.initial_conditions.error, 1e-10);
  EXPECT_FALSE(m.integrator.error.has_value());
  EXPECT_EQ(m.gravity.vector(), Vec3::Zero());
  EXPECT_EQ(m.units.consistency_factor(), 1);
}

TEST(Reader, names_and_places_are_kept) {
  const Reading reading =
      read_lines("  ! adams_view_name='model.hinge'\n  JOINT/7, FIXED, I = 21, J = 1");
  const model::Joint& joint = *reading.model.find(model::JointId{7});
  EXPECT_EQ(joint.name, "model.hinge");
  EXPECT_EQ(joint.at, (model::Location{first_line_of_lines + 1, 3}));
}

TEST(Reader, an_element_that_could_not_be_read_causes_no_second_error) {
  EXPECT_THAT(headlines(read_lines("MARKER/3, PART = 1, QP = 1\nJOINT/1, FIXED, I = 21, J = 3\n"
                                   "SFORCE/1, ROTATION, I = 21, J = 1, FUNCTION = DX(3)")),
              ElementsAre("8:26: error: MARKER/3: QP takes 3 values, found 1 [E042]"));
  EXPECT_THAT(headlines(read_text("t\nPART/1, GROUND, MASS = x\nEND\n")),
              ElementsAre("2:24: error: PART/1: expected a number, found 'x' [E040]"));
}

TEST(Reader, a_file_that_cannot_be_read_is_another_kind_of_error) {
  EXPECT_THROW(read_file("/nowhere/model.adm"), FileError);
  EXPECT_THROW(read_file("/"), FileError);
}

}  // namespace
}  // namespace trammel::adm
