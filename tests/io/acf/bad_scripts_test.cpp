// Malformed command files: every one has a message with place and reason, and none does harm.
// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>

#include "io/acf/script.h"

namespace trammel::acf {
namespace {

using ::testing::HasSubstr;

struct Bad {
  const char* text;     // after a blank first line
  const char* message;  // part of what is said
};

constexpr Bad bad[] = {
    {"", "the file has no commands"},
    {"! nothing but comments", "the file has no commands"},
    {"SIMULATE",
     "2:1: error: SIMULATE: one of DYNAMICS, KINEMATICS, STATICS, TRANSIENT or "
     "INITIAL_CONDITIONS is missing"},
    {"SIMULATE/", "is missing"},
    {"SIMULATE DYNAMICS, END = 1", "expected '/' after SIMULATE, found 'DYNAMICS'"},
    {"SIMULATE/DYNAMICS", "one of END or DURATION is missing"},
    {"SIMULATE/DYNAMICS, END = 1, DURATION = 1", "only one of END or DURATION may be given"},
    {"SIMULATE/DYNAMICS, END = 1, STEPS = 3, DTOUT = 1", "only one of DTOUT or STEPS may be given"},
    {"SIMULATE/DYNAMICS, STATICS, END = 1", "only one of DYNAMICS, KINEMATICS"},
    {"SIMULATE/DYNAMICS, END = soon", "2:26: error: SIMULATE: expected a number"},
    {"SIMULATE/DYNAMICS, END", "END needs a value"},
    {"SIMULATE/DYNAMICS, END = 1, STEPS = 0", "1 or more"},
    {"SIMULATE/DYNAMICS, END = 1, STEPS = 2.5", "integer"},
    {"SIMULATE/DYNAMICS, END = 1, STEPS = 99999999", "more than 1e+07"},
    {"SIMULATE/DYNAMICS, END = 1, DTOUT = -1", "above 0"},
    {"SIMULATE/DYNAMICS, DURATION = 0", "above 0"},
    {"SIMULATE/DYNAMICS = 1, END = 1", "DYNAMICS takes no value"},
    {"SIMULATE/DYNAMICS, END = 1, FOR = EVER", "SIMULATE has no argument FOR"},
    {"SIMULATE/D, END = 1", "D is ambiguous"},
    {"SIMULATE/STATICS, STEPS = 10", "one of END or DURATION is missing"},
    {"SIMULATE/INITIAL_CONDITIONS, END = 1", "initial conditions have no duration"},
    {"SIMULAT3/STATICS", "unknown command SIMULAT3"},
    {"SIMULTE/STATICS", "did you mean SIMULATE?"},
    {"S/STATICS", "S is ambiguous"},
    {"= 3", "expected a command, found '='"},
    {", END = 3", "2:1: error: there is no command that this line could continue"},
    {"12", "expected a command"},
    {"END", "unknown command END"},
    {"STOP/NOW", "STOP has no argument NOW"},
    {"INFO/PART, ID = 3", "INFO stands alone"},
    {"DEACTIVATE/JOINT", "one of ID or RANGE is missing"},
    {"DEACTIVATE/ID = 3", "one of JOINT, JPRIM"},
    {"DEACTIVATE/JOINT, ID = 0", "ID = 0 is no id"},
    {"DEACTIVATE/JOINT, ID = x", "expected a number"},
    {"DEACTIVATE/JOINT, RANGE = 3", "RANGE"},
    {"DEACTIVATE/JOINT, RANGE = 7, 3", "7 is larger than 3"},
    {"DEACTIVATE/JOINT, MOTION, ID = 3", "only one of JOINT, JPRIM"},
    {"DEACTIVATE/CONTACT, ID = 58", "CONTACT is not supported"},
    {"DEACTIVATE/VARIABLE, ID = 1", "VARIABLE is not supported"},
    {"ACTIVATE/JONT, ID = 3", "did you mean JOINT?"},
    {"SAVE/FILE = x.sav", "the argument SYSTEM is missing"},
    {"SAVE/SYSTEM", "the argument FILE is missing"},
    {"RELOAD/SYSTEM, FILE =", "FILE needs a value"},
    {"FILE/", "one of MODEL, COMMAND or OUTPUT_PREFIX is missing"},
    {"FILE/MODEL = a, COMMAND = b", "only one of MODEL or COMMAND"},
    {"FILE/COMMAND = nowhere", "nowhere.acf: cannot open"},
    {"CONTROL/FUNCTION = USER(1)", "the command CONTROL is not supported"},
    {"CONTACT/1, IFLOAT = 3", "the command CONTACT is not supported"},
    {"UNITS/SYSTEM = MKS", "UNITS cannot change in a run"},
    {"PART/, MASS = 3", "expected an id"},
    {"PART/3, MASS = heavy", "expected a number"},
    {"PART/3, MASSE = 3", "did you mean MASS?"},
    {"PART/3, MASS = -1", "0 or more"},
    {"SFORCE/1, FUNCTION = 3*(", "2:24"},
    {"SFORCE/1, FUNCTION = SIN(TIME, 1)", "SIN"},
    {"SFORCE/1, FUNCTION = NOSUCH(1)", "NOSUCH"},
    {"MOTION/1, VELOCITY, ACCELERATION", "only one of DISPLACEMENT, VELOCITY or ACCELERATION"},
    {"INTEGRATOR/3, HHT", "the statement has no id"},
    {"INTEGRATOR/HHT, ALPHA = 1", "from -0.333333 to 0"},
    {"INTEGRATOR/HHT, GSTIFF", "only one of GSTIFF"},
    {"PART/3, DEFAULT", "PART has no argument DEFAULT"},
    {"LINEAR/", "EIGENSOL"},
    {"LINEAR/EIGENSOL, COORDS = 3, 1", "COORDS"},
    {"LINEAR/EIGENSOL, PINPUT = 1", "PINPUT goes only with STATEMAT"},
    {"LINEAR/STATEMAT, MKB", "only one of EIGENSOL, STATEMAT or MKB"},
    {"LIST/JOINT, ID = 3, RANGE = 1, 2", "only one of ID or RANGE"},
    {"SIM/STAT,\nSTOP/", "the statement before ends in a comma"},
    {"INTEGRATOR/HHT\nERROR = 3", "unknown command ERROR"},
};

class BadScript : public testing::TestWithParam<int> {};

TEST_P(BadScript, is_refused_with_place_and_reason) {
  const Bad& each = bad[GetParam()];
  const Script script = read_script(adm::Source{"s.acf", "\n" + std::string(each.text)});
  EXPECT_FALSE(script.ok()) << each.text;
  EXPECT_THAT(script.messages(), HasSubstr(each.message)) << each.text;
  EXPECT_THAT(script.messages(), HasSubstr("s.acf:")) << each.text;
}

INSTANTIATE_TEST_SUITE_P(All, BadScript, testing::Range(0, int(std::size(bad))));

TEST(BadScripts, all_errors_come_in_one_run) {
  const Script script =
      read_script(adm::Source{"s.acf", "\nSIM/DYN\nNONSENSE\nPART/3, MASS = x\nSIM/STAT\n"});
  EXPECT_EQ(script.files.front()->diagnostics.errors(), 3u) << script.messages();
}

TEST(BadScripts, bytes_of_any_kind_are_survived) {
  std::string text = "\nSIM/DYN, END = 1\nVARIABLE/1, FUNCTION = STEP(TIME, 0, 0, 1, 1)\n";
  for (std::size_t k = 0; k < text.size(); ++k)
    for (const char byte : {'\0', '/', ',', '=', '&', '\xff', '"', '\n', '('}) {
      std::string broken = text;
      broken[k] = byte;
      read_script(adm::Source{"s.acf", broken});
    }
}

}  // namespace
}  // namespace trammel::acf
