// The messages about one file: collected while it is read, sorted by place, shown with the source
// line and a caret.
//
//   model.adm:12:7: error: JOINT/3 (hinge): marker 304 is not defined [E102]
//     , I = 304
//           ^
//     hint: …
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "io/adm/source.h"
#include "model/messages.h"

namespace trammel::adm {

using model::Code;
using model::Location;
using model::Severity;

struct Message {
  Code code;
  Location at;
  std::string subject;  // "JOINT/3 (hinge)"; may be empty
  std::string text;
  std::string hint;  // may be empty

  Severity severity() const { return model::row(code).severity; }
};

class Diagnostics {
 public:
  void add(Message message);

  std::size_t errors() const { return errors_; }
  std::size_t warnings() const { return warnings_; }
  // Further errors are only counted: hints for them need not be thought of.
  bool has_enough_errors() const;
  // In the order of the file, once sorted. Beyond a limit messages are counted, not kept.
  const std::vector<Message>& messages() const { return messages_; }
  void sort();

  // All messages as text; what is not supported is explained once and then only listed.
  std::string render(const Source& source) const;

 private:
  std::vector<Message> messages_;
  std::size_t errors_ = 0, warnings_ = 0;
  std::size_t kept_errors_ = 0, kept_warnings_ = 0, kept_refusals_ = 0;
};

// Bytes of the printable character at the start of `text`, in ASCII or UTF-8; 0: a control
// character, or no character at all.
std::size_t printable_length(std::string_view text);
// The text with question marks for all that a terminal might obey.
std::string printable(std::string_view text);
std::string printable_lines(std::string_view text);  // the same for several lines

// "model.adm:12:7: error: JOINT/3 (hinge): marker 304 is not defined [E102]".
std::string headline(const Message& message, std::string_view file);

}  // namespace trammel::adm
