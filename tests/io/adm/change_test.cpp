// Statements as commands: they change what is written, and nothing else.
// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>

#include "io/adm/datasets.h"
#include "io/adm/read_statement.h"
#include "io/adm/statements.h"

namespace trammel::adm {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

// Errors, or "" when the model has been changed.
std::string change(model::Model& model, const std::string& command, bool* lists = nullptr) {
  Splitter splitter = Splitter::of_commands(command);
  StatementText text;
  splitter.next(text);
  Diagnostics diagnostics;
  StatementReader reader(text, diagnostics);
  const FoundStatement found = find_statement(reader.read_name());
  found.syntax->change(reader, &model);
  if (lists) *lists = reader.lists();
  return diagnostics.render({"s.acf", command});
}

TEST(Change, nothing_that_is_not_written_changes) {
  for (const std::string& file : datasets("good")) {
    const Reading reading = read_file(file);
    for (const SyntaxPointer& syntax : statements())
      syntax->for_each(reading.model, [&](const Syntax::Item& item) {
        model::Model model = reading.model;
        const std::string command =
            syntax->name() + '/' + (item.id > 0 ? std::to_string(item.id) : "");
        EXPECT_EQ(change(model, command), "") << file << ' ' << command;
        EXPECT_TRUE(model == reading.model) << file << ' ' << command;
      });
  }
}

class ChangeModel : public testing::Test {
 protected:
  ChangeModel()
      : model_(read_text(R"(title
PART/1, GROUND
PART/2, MASS = 1, CM = 21, IP = 1, 2, 3, 4, 5, 6, REULER = 1, 2, 3, EXACT = X:Y
MARKER/11, PART = 1
MARKER/21, PART = 2
JOINT/1, REVOLUTE, I = 21, J = 11, ICROT = 1, 2
MOTION/1, JOINT = 1, FUNCTION = TIME
SPLINE/1, X = 1, 2, 3, 4, Y = 1, 2, 3, 4
SENSOR/1, GE, FUNCTION = TIME, VALUE = 2, HALT
INTEGRATOR/GSTIFF, ERROR = 1E-3, HMAX = 0.1
END
)")
                   .model) {}
  model::Model model_;
};

TEST_F(ChangeModel, only_what_is_written) {
  EXPECT_EQ(change(model_, "PART/2, MASS = 7"), "");
  const model::Part& part = *model_.parts.find(2);
  EXPECT_EQ(part.mass, 7);
  EXPECT_EQ(part.cm.value, 21);
  EXPECT_EQ(part.inertia[3], 4);
}

TEST_F(ChangeModel, alternatives_take_the_place_of_each_other) {
  EXPECT_EQ(change(model_, "PART/2, ZG = 0, 0, 1, XG = 1, 0, 0"), "");
  EXPECT_FALSE(model_.parts.find(2)->placement.euler);
  EXPECT_EQ(change(model_, "SENSOR/1, RETURN, LE"), "");
  EXPECT_FALSE(model_.sensors.find(1)->halt);
  EXPECT_EQ(model_.sensors.find(1)->comparison, model::Comparison::at_most);
  EXPECT_EQ(change(model_, "MOTION/1, VELOCITY, ICDISP = 0"), "");
  EXPECT_EQ(model_.motions.find(1)->function.text, "TIME");
  EXPECT_EQ(model_.motions.find(1)->initial_displacement, 0);
  EXPECT_EQ(change(model_, "MOTION/1, DISPLACEMENT, FUNCTION = 3"), "");
  EXPECT_FALSE(model_.motions.find(1)->initial_displacement);
}

TEST_F(ChangeModel, lists_begin_anew) {
  EXPECT_EQ(change(model_, "SPLINE/1, Y = 5, 6, 7, 8"), "");
  EXPECT_EQ(model_.splines.find(1)->blocks.size(), 1u);
  EXPECT_EQ(change(model_, "PART/2, IP = 7, 8, 9"), "");
  EXPECT_EQ(model_.parts.find(2)->inertia[3], 0);
  EXPECT_EQ(change(model_, "PART/2, EXACT = Z"), "");
  EXPECT_EQ(model_.parts.find(2)->exact, model::coordinate_z);
}

TEST_F(ChangeModel, settings_merge_or_start_over) {
  EXPECT_EQ(change(model_, "INT/HHT, ERR = 1E-7"), "");
  EXPECT_EQ(model_.integrator.method, model::IntegratorMethod::hht);
  EXPECT_EQ(model_.integrator.hmax, 0.1);
  EXPECT_EQ(change(model_, "INTEGRATOR/ERROR = 1E-6, DEFAULT"), "");
  EXPECT_FALSE(model_.integrator.hmax);
  EXPECT_EQ(model_.integrator.error, 1e-6);
}

TEST_F(ChangeModel, rules_count_what_is_there_already) {
  EXPECT_EQ(change(model_, "JOINT/1, ICROT = 3"), "");
  EXPECT_EQ(change(model_, "MOTION/1, ROTATIONAL"), "");
  EXPECT_THAT(change(model_, "JOINT/1, SCREW"), HasSubstr("PITCH is missing (SCREW needs it)"));
  EXPECT_THAT(change(model_, "JOINT/1, ICTRAN = 1"), HasSubstr("ICTRAN goes only with"));
  EXPECT_THAT(change(model_, "INTEGRATOR/HINIT = 1"), HasSubstr("HINIT is larger than HMAX"));
}

TEST_F(ChangeModel, errors_leave_the_model_alone) {
  const model::Model before = model_;
  for (const char* command :
       {"PART/2, MASS = 3, NONSENSE", "PART/9, MASS = 3", "PART/2, MASS = x",
        "MOTION/1, FUNCTION = SIN(", "INTEGRATOR/ERROR = 1, HINIT = 3", "JOINT/1, HOOKE, REVOLUTE"})
    EXPECT_THAT(change(model_, command), HasSubstr("error")) << command;
  EXPECT_TRUE(model_ == before);
}

TEST_F(ChangeModel, list_is_a_word_of_all) {
  bool lists = false;
  EXPECT_EQ(change(model_, "PART/2, LIST", &lists), "");
  EXPECT_TRUE(lists);
  EXPECT_EQ(change(model_, "MOTION/1, FUNCTION = 3*TIME, LIST", &lists), "");
  EXPECT_TRUE(lists);
  EXPECT_EQ(model_.motions.find(1)->function.text, "3*TIME");
  EXPECT_EQ(change(model_, "INTEGRATOR/LIST", &lists), "");
  EXPECT_TRUE(lists);
  EXPECT_EQ(change(model_, "PART/2, MASS = 1", &lists), "");
  EXPECT_FALSE(lists);
}

}  // namespace
}  // namespace trammel::adm
