// Every message about a model or its dataset has a code; this table is the list in
// docs/reference/messages.md. Codes are never reused: users search for them.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "model/element.h"

namespace trammel::model {

enum class Severity : unsigned char { error, warning };

enum class Code : unsigned char {
  // Lines and statements
  empty_file,
  binary_file,
  missing_end,
  stray_continuation,
  not_a_statement,
  unknown_statement,
  ambiguous_statement,
  unsupported_statement,
  missing_id,
  bad_id,
  unexpected_id,
  repeated_setting,
  command,
  ignored_statement,
  unclosed_name,
  // Arguments
  unknown_argument,
  ambiguous_argument,
  unsupported_argument,
  repeated_argument,
  missing_value,
  unexpected_value,
  unexpected_text,
  missing_argument,
  misplaced_argument,
  exclusive_arguments,
  too_many_errors,
  // Values
  bad_number,
  number_overflow,
  bad_count,
  empty_item,
  not_an_integer,
  out_of_range,
  unknown_word,
  unclosed_quote,
  bad_expression,
  user_function,
  degrees_of_no_angle,
  ignored_argument,
  // The model
  duplicate_id,
  undefined_reference,
  ground_missing,
  ground_repeated,
  ground_has_motion,
  marker_of_other_part,
  floating_marker,
  fixed_marker,
  bad_placement,
  mass_without_centre,
  inertia_indefinite,
  inertia_impossible,
  same_part,
  wrong_joint,
  wrong_freedom,
  wrong_counts,
  not_increasing,
  too_few_points,
  motion_depends_on_state,
  wrong_expression_use,
  force_within_part,
  no_value,
  jump,
  repeated_joint,
  algebraic_diff,
  energy_source,
  bad_data_file,
  no_curve,
  bad_routine,
  wrong_routine,
  wrong_array,
  // Commands
  failed_command,
  count
};

struct MessageRow {
  Code code;
  std::string_view name;  // "E102"
  Severity severity;
  std::string_view meaning;
  std::string_view remedy;
};

std::span<const MessageRow> message_table();
const MessageRow& row(Code code);

// A fault of a model, before it is known where in the file its argument stands.
struct Problem {
  Code code;
  std::string_view statement;  // "JOINT"
  std::string label;           // "JOINT/3 (hinge)"; empty: of the whole model
  Location at;                 // of the element
  std::string_view argument;   // keyword, "" for the element as a whole
  int item = 0;                // of a list, from 0
  int offset = -1;             // into the text of an expression
  std::string message;
  std::string hint;
};

}  // namespace trammel::model
