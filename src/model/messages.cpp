// SPDX-License-Identifier: BSD-3-Clause
#include "model/messages.h"

#include <array>
#include <cassert>

namespace trammel::model {
namespace {

constexpr auto E = Severity::error;
constexpr auto W = Severity::warning;

constexpr std::array<MessageRow, static_cast<std::size_t>(Code::count)> table{{
    {Code::empty_file, "E001", E, "The file has no statement.",
     "A dataset is a title line, statements, and END."},
    {Code::binary_file, "E002", E, "The file is not text.", "Give the .adm file itself."},
    {Code::missing_end, "E003", E, "The last statement of the file is not END.",
     "The file may be cut short; otherwise add END."},
    {Code::stray_continuation, "E004", E,
     "A line starts with a comma, but there is no statement that it could continue.",
     "The statement before it has ended; remove the comma or the `;`."},
    {Code::not_a_statement, "E005", E, "A line is neither a statement nor a continuation.",
     "Statements read NAME/id, …; a line that continues one starts with a comma."},
    {Code::unknown_statement, "E006", E, "The language has no statement of this name.",
     "The message names the nearest one."},
    {Code::ambiguous_statement, "E007", E, "The abbreviation fits several statements.",
     "Write more letters."},
    {Code::unsupported_statement, "E008", E,
     "The statement belongs to the language, but Trammel does not have it.",
     "statements.md lists what is supported."},
    {Code::missing_id, "E009", E, "The statement needs an id after the slash.", "JOINT/3, …"},
    {Code::bad_id, "E010", E, "The id is not a positive integer below 2147483648.", "JOINT/3, …"},
    {Code::unexpected_id, "E011", E, "The statement has no id.", "UNITS/FORCE = …"},
    {Code::repeated_setting, "W012", W, "A statement without an id appears a second time.",
     "Later arguments replace earlier ones; better write one statement."},
    {Code::command, "E013", E, "A command of the command language stands in the dataset.",
     "Move it to the command file (.acf)."},
    {Code::ignored_statement, "W014", W, "The statement has no effect in Trammel.",
     "Nothing to do."},
    {Code::unclosed_name, "W015", W, "The quotation mark of an adams_view_name is not closed.",
     "The rest of the line is taken as the name."},

    {Code::unknown_argument, "E020", E, "The statement has no argument of this name.",
     "The message names the nearest one."},
    {Code::ambiguous_argument, "E021", E, "The abbreviation fits several arguments.",
     "Write more letters."},
    {Code::unsupported_argument, "E022", E,
     "The argument belongs to the language, but Trammel does not have it.",
     "statements.md lists what is supported."},
    {Code::repeated_argument, "E023", E, "The argument is given twice.", "Remove one."},
    {Code::missing_value, "E024", E, "The argument needs a value.", "NAME = value"},
    {Code::unexpected_value, "E025", E, "The argument is a word by itself and takes no value.",
     "Remove `=` and what follows."},
    {Code::unexpected_text, "E026", E, "There is text where an argument or a comma was expected.",
     "Arguments are separated by commas; a line that ends in a comma goes on in the next one."},
    {Code::missing_argument, "E027", E, "A required argument is missing.", "Add it."},
    {Code::misplaced_argument, "E028", E, "The argument goes only with another one.",
     "Add that one, or remove this one."},
    {Code::exclusive_arguments, "E029", E,
     "Of some arguments exactly (or at most) one may be given.", "Keep one."},
    {Code::too_many_errors, "E030", E, "The statement has more errors than are worth listing.",
     "Correct those before it; the rest of the statement was not checked."},

    {Code::bad_number, "E040", E, "A number was expected.", "1, -.5, 1.0E-3, 1D3, 90D (degrees)"},
    {Code::number_overflow, "E041", E, "The number is too large.", "The limit is about 1.8e308."},
    {Code::bad_count, "E042", E, "The argument has too many or too few values.",
     "The message says how many it takes."},
    {Code::empty_item, "E043", E, "An item of a list is missing.", "Remove one of the commas."},
    {Code::not_an_integer, "E044", E, "An integer was expected.",
     "Ids and counts have no fraction."},
    {Code::out_of_range, "E045", E, "The value is outside the range of the argument.",
     "The message gives the range."},
    {Code::unknown_word, "E046", E, "The word is none of those the argument knows.",
     "The message names the nearest one."},
    {Code::unclosed_quote, "E047", E, "A quotation mark is not closed.",
     "Add it on the same line."},
    {Code::bad_expression, "E048", E, "The function expression has an error.",
     "The caret shows the place; functions.md lists the functions."},
    {Code::user_function, "E049", E,
     "USER(…) calls a routine that is not at hand, or stands where it cannot.",
     "Name the folder of its library with --user-routines; see user-routines.md."},
    {Code::degrees_of_no_angle, "W050", W,
     "A number has the suffix D (degrees), but the argument is not an angle.",
     "The number is multiplied by π/180, as everywhere; write 1.0E3 for an exponent."},
    {Code::ignored_argument, "W051", W, "The argument has no effect in Trammel.", "Nothing to do."},

    {Code::duplicate_id, "E101", E, "Two statements of the same kind have the same id.",
     "Renumber one of them."},
    {Code::undefined_reference, "E102", E, "The element that is referred to does not exist.",
     "Check the id; statements may come in any order."},
    {Code::ground_missing, "E103", E, "No part is the ground.", "PART/1, GROUND"},
    {Code::ground_repeated, "E104", E, "More than one part is the ground.", "Keep one."},
    {Code::ground_has_motion, "W105", W,
     "The ground part has a mass, a velocity or a position; it stands still at the origin.",
     "Remove these arguments."},
    {Code::marker_of_other_part, "E106", E, "The marker must belong to this part.",
     "CM and IM are markers of the part itself."},
    {Code::floating_marker, "E107", E, "A floating marker is used where a fixed one is needed.",
     "Floating markers serve as JFLOAT."},
    {Code::fixed_marker, "E108", E, "A fixed marker is used where a floating one is needed.",
     "Add FLOATING to the marker, in place of QP and REULER."},
    {Code::bad_placement, "E109", E, "The points do not define axes.",
     "ZP and XP must differ from QP and must not lie on one line with it."},
    {Code::mass_without_centre, "E110", E, "A part with mass or inertia has no CM marker.",
     "CM = id of a marker of the part."},
    {Code::inertia_indefinite, "E111", E,
     "The moments of inertia about the centre of mass are not those of a body: one is negative.",
     "Check the signs of the products (positive integrals), and IM when it is not at the CM."},
    {Code::inertia_impossible, "W112", W,
     "One principal moment of inertia is larger than the sum of the other two.",
     "No rigid body has that; the simulation runs nevertheless."},
    {Code::same_part, "E113", E, "Both markers belong to the same part.",
     "A constraint or a force acts between two parts."},
    {Code::wrong_joint, "E114", E, "The joint has no displacement of the kind that is needed.",
     "Translational, revolute and cylindrical joints can be driven and coupled."},
    {Code::wrong_freedom, "E115", E, "The joint does not turn, or does not slide.",
     "Revolute joints turn, translational joints slide, cylindrical joints do both."},
    {Code::wrong_counts, "E116", E, "Two lists that belong together differ in length.",
     "The message says what was expected."},
    {Code::not_increasing, "E117", E, "The values must increase.", "Sort the points."},
    {Code::too_few_points, "E118", E, "There are too few points.", "The message says how many."},
    {Code::motion_depends_on_state, "E119", E,
     "The function of a motion or constraint uses what it may not use.",
     "Motions are functions of time; general constraints of positions and velocities."},
    {Code::wrong_expression_use, "E120", E, "The index of a function points outside its element.",
     "Check the index."},
    {Code::force_within_part, "W121", W, "Both markers of a force belong to the same part.",
     "Action and reaction cancel; the force has no effect."},
    {Code::no_value, "E122", E, "The numbers of a function expression have no finite result.",
     "1/0, SQRT(-1): correct the numbers at the caret."},
    {Code::jump, "W123", W, "A transition of a function expression has no width: it jumps.",
     "Give STEP, SWEEP or IMPACT a width, or write IF where a jump is meant."},
    {Code::repeated_joint, "E124", E, "The same displacement of a joint is coupled with itself.",
     "Name two different joints, or two freedoms of a cylindrical one."},
    {Code::algebraic_diff, "W125", W, "The function of an implicit DIFF does not contain its DIF1.",
     "The state is then an algebraic variable; a VARIABLE says so more clearly."},
    {Code::energy_source, "W126", W, "A damping matrix has a negative eigenvalue.",
     "Some motions gain energy; check signs, and that KMATRIX with CRATIO is positive."},
    {Code::bad_data_file, "E130", E, "A data file that the dataset names cannot be used.",
     "Paths are relative to the folder of the dataset; the message says what is amiss."},
    {Code::no_curve, "E131", E, "The points of a CURVE do not make a curve.",
     "Four points or more, no two neighbours alike; a closed curve ends where it starts."},
    {Code::bad_routine, "E132", E,
     "The name of a user routine is not of the form library::function.",
     "A library is a file in a folder named with --user-routines, without path and ending."},
    {Code::wrong_routine, "E133", E, "A user routine asks for what the model does not have.",
     "Check the names and ids that it passes to trammel_sysfnc and trammel_sysary."},
    {Code::wrong_array, "E134", E, "An ARRAY is not of the kind that is needed, or has two owners.",
     "States are in arrays X, outputs in Y, inputs in U, numbers in IC; each X and Y has one "
     "owner."},

    {Code::failed_command, "E140", E, "A command could not be carried out.",
     "The message says why; results of the commands before it are kept."},
}};

}  // namespace

std::span<const MessageRow> message_table() {
  return table;
}

const MessageRow& row(Code code) {
  const MessageRow& result = table[static_cast<std::size_t>(code)];
  assert(result.code == code);
  return result;
}

}  // namespace trammel::model
