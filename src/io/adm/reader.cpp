// SPDX-License-Identifier: BSD-3-Clause
#include "io/adm/reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <tuple>

#include "io/adm/binary.h"
#include "io/adm/keyword.h"
#include "io/adm/matrix_file.h"
#include "io/adm/read_statement.h"
#include "io/adm/references.h"
#include "io/adm/spline_file.h"
#include "io/adm/splitter.h"
#include "io/adm/statements.h"
#include "model/validate.h"

namespace trammel::adm {
namespace {

using model::Problem;

// A dataset may have many control characters in its title and in its texts, but then it has an END.
bool has_end(std::string_view text) {
  Splitter splitter(text);
  StatementText statement;
  while (splitter.next(statement)) continue;
  return splitter.found_end();
}

class DatasetReader {
 public:
  explicit DatasetReader(Reading& reading) : reading_(reading), splitter_(reading.source.text) {}

  void run() {
    const bool is_odd = looks_binary(reading_.source.text);
    if (is_odd && !has_end(reading_.source.text)) return refuse_binary();
    const bool has_statements = read_statements();
    // Of other files than datasets END may be a word by chance, but the rest makes no sense.
    if (is_odd && reading_.diagnostics.errors() > 0) return refuse_binary();
    if (!has_statements) return;
    std::vector<Problem> files = read_matrix_files(reading_.model, reading_.source.name);
    for (Problem& problem : read_spline_files(reading_.model, reading_.source.name))
      files.push_back(std::move(problem));
    std::vector<Problem> problems = check_references(reading_.model, unread_, half_read_);
    for (Problem& problem : model::validate(reading_.model, unread_))
      problems.push_back(std::move(problem));
    std::move(files.begin(), files.end(), std::back_inserter(problems));
    report(std::move(problems));
    reading_.diagnostics.sort();
  }

 private:
  void report(Code code, Location at, std::string text, std::string hint = {}) {
    reading_.diagnostics.add({code, at, "", std::move(text), std::move(hint)});
  }

  void refuse_binary() {
    reading_.diagnostics = {};
    reading_.refusals.clear();
    reading_.model = {};
    report(Code::binary_file, {1, 1}, "the file is not text",
           "a dataset is plain text, in ASCII or UTF-8");
  }

  // False when there are none.
  bool read_statements() {
    reading_.model.title = splitter_.title();
    check_title();
    StatementText statement;
    bool any = false;
    while (splitter_.next(statement)) {
      any = true;
      read_statement(statement);
    }
    for (const Location at : splitter_.stray_continuations())
      report(Code::stray_continuation, at, "there is no statement that this line could continue");
    for (const Location at : splitter_.unclosed_names())
      report(Code::unclosed_name, at, "the quotation mark of adams_view_name is not closed");
    const Location last{std::max(splitter_.last_line(), 1), 1};
    if (!any && !splitter_.found_end())
      report(Code::empty_file, last, "the file has no statements",
             "a dataset is a title line, statements, and END");
    else if (!splitter_.found_end())
      report(Code::missing_end, last, "END is missing", "the file may be cut short");
    return any || splitter_.found_end();
  }

  // A title that reads "PART/1, ..." was not meant to be one.
  void check_title() {
    const std::string_view title = splitter_.title();
    const std::size_t slash = title.find('/');
    if (slash == std::string_view::npos || slash + 1 >= title.size()) return;
    const bool has_id = title[slash + 1] >= '0' && title[slash + 1] <= '9';
    const FoundStatement found = find_statement(title.substr(0, slash));
    if (has_id && found.syntax && found.syntax->has_id())
      report(Code::ignored_statement, {1, 1}, "line 1 is the title: this statement is not read",
             "put a line with a title before it");
  }

  void read_statement(const StatementText& text) {
    StatementReader reader(text, reading_.diagnostics, &half_read_);
    const std::string_view word = reader.read_name(before_);
    if (word.empty()) return;
    const FoundStatement found = find_statement(word);
    before_ = found.syntax;
    if (found.refused) return refuse(reader, *found.refused);
    if (!found.syntax) return complain(reader, word, found);
    const int id = found.syntax->has_id() ? reader.peek_id() : 0;
    found.syntax->read(reader, reading_.model);
    if (reader.errors() > 0) unread_.add(found.syntax->name(), id);
  }

  void refuse(StatementReader& reader, const RefusedStatement& statement) {
    const int id = reader.peek_id();
    reader.set_subject(statement.name, id);
    if (!statement.no_effect.empty())
      return reader.scanner().error(Code::ignored_statement, 0,
                                    fmt::format("the statement {} has no effect", statement.name),
                                    std::string(statement.no_effect));
    reader.scanner().error(Code::unsupported_statement, 0,
                           fmt::format("the statement {} is not supported", statement.name),
                           "docs/reference/statements.md lists the statements that are");
    unread_.add(statement.name, id);
    reading_.refusals.push_back(
        {statement.name, id, std::string(reader.view_name()), reader.start()});
  }

  void complain(StatementReader& reader, std::string_view word, const FoundStatement& found) {
    if (!found.command.empty())
      return reader.scanner().error(Code::command, 0,
                                    fmt::format("{} is a command, not a statement", found.command),
                                    "commands belong to the command file (.acf)");
    if (!found.candidates.empty())
      return reader.scanner().error(Code::ambiguous_statement, 0,
                                    fmt::format("{} is ambiguous", word),
                                    "it may mean " + alternatives(found.candidates));
    const bool hint = !reading_.diagnostics.has_enough_errors();
    reader.scanner().error(Code::unknown_statement, 0, fmt::format("unknown statement {}", word),
                           hint ? suggest_statement(word) : "");
  }

  // Problems of the model know their element and argument; where these stand in the file is found
  // by reading the statements in question once more.
  void report(std::vector<Problem> problems) {
    std::stable_sort(problems.begin(), problems.end(), [](const Problem& a, const Problem& b) {
      return std::tie(a.at.line, a.at.column) < std::tie(b.at.line, b.at.column);
    });
    auto next = problems.begin();
    for (; next != problems.end() && next->at.line == 0; ++next) add(*next, {1, 1});
    Splitter splitter(reading_.source.text);
    StatementText text;
    // The first thousand places; nobody reads more, and the rest is only counted.
    const auto last = next + std::min<std::ptrdiff_t>(problems.end() - next, 1000);
    while (next != last && splitter.next(text)) {
      if (!(text.start() == next->at)) continue;
      Diagnostics unheard;
      model::Model scratch;
      StatementReader reader(text, unheard);
      const FoundStatement found = find_statement(reader.read_name());
      if (found.syntax) found.syntax->read(reader, scratch);
      for (; next != last && text.start() == next->at; ++next)
        add(*next, reader.locate(next->argument, next->item, next->offset));
    }
    for (; next != problems.end(); ++next) add(*next, next->at);
  }

  void add(Problem& problem, Location at) {
    reading_.diagnostics.add({problem.code, at, std::move(problem.label),
                              std::move(problem.message), std::move(problem.hint)});
  }

  Reading& reading_;
  Splitter splitter_;
  model::Unread unread_;
  HalfReadElements half_read_;
  const Syntax* before_ = nullptr;  // of the statement before; null when it has no table
};

}  // namespace

Reading read(Source source) {
  // Old systems end lines with CR alone.
  if (source.text.find('\n') == std::string::npos)
    std::replace(source.text.begin(), source.text.end(), '\r', '\n');
  Reading reading{std::move(source), {}, {}, {}};
  DatasetReader(reading).run();
  return reading;
}

Reading read_file(const std::string& path) {
  return read(read_source(path));
}

}  // namespace trammel::adm
