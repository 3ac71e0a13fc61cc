// SPDX-License-Identifier: BSD-3-Clause
#include "io/acf/script.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "expression/characters.h"
#include "io/acf/commands.h"
#include "io/adm/binary.h"

namespace trammel::acf {
namespace {

namespace fs = std::filesystem;
using adm::Code;

constexpr std::size_t most_nested = 20, most_files = 1000;
constexpr std::size_t most_commands = 1000000;

// The first line of `text`, without a comment and blanks; `text` goes on behind it.
std::string_view take_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return trimmed(line.substr(0, line.find('!')));
}

// "simulate/…", "STOP": not the name of a dataset.
bool is_command(std::string_view line) {
  const std::size_t slash = line.find('/');
  const std::string_view word = trimmed(line.substr(0, slash));
  if (word.empty() || !std::all_of(word.begin(), word.end(), is_word)) return false;
  const FoundCommand found = find_command(word);
  if (slash == std::string_view::npos)
    return found.command && found.command->name().size() == word.size();
  return found.command || found.statement || found.refused || !found.candidates.empty();
}

class ScriptReader {
 public:
  explicit ScriptReader(Script& script) : script_(script) {}

  void read(adm::Source source) {
    open_.push_back(fs::absolute(source.name).lexically_normal());
    CommandFile& file = add(std::move(source));
    if (refuse_binary(file)) return;
    std::string_view text = file.source.text;
    int line = 1;
    std::string_view rest = text;
    const std::string_view first = take_line(rest);
    if (!is_command(first)) {
      script_.model = first;
      text = rest;
      line = 2;
      if (!first.empty()) {
        script_.prefix = take_line(rest);
        text = rest;
        line = 3;
      }
    }
    read_commands(file, text, line);
    if (script_.commands.empty() && script_.ok())
      file.diagnostics.add({Code::empty_file,
                            {1, 1},
                            "",
                            "the file has no commands",
                            "for instance SIMULATE/DYNAMICS, END = 1, STEPS = 100"});
    for (const auto& each : script_.files) each->diagnostics.sort();
  }

 private:
  CommandFile& add(adm::Source source) {
    if (source.text.find('\n') == std::string::npos)
      std::replace(source.text.begin(), source.text.end(), '\r', '\n');
    script_.files.push_back(std::make_unique<CommandFile>());
    script_.files.back()->source = std::move(source);
    return *script_.files.back();
  }

  static bool refuse_binary(CommandFile& file) {
    if (!adm::looks_binary(file.source.text)) return false;
    file.diagnostics.add({Code::binary_file,
                          {1, 1},
                          "",
                          "the file is not text",
                          "a command file is plain text, in ASCII or UTF-8"});
    return true;
  }

  void read_commands(CommandFile& file, std::string_view text, int line) {
    adm::Splitter splitter = adm::Splitter::of_commands(text, line);
    adm::StatementText statement;
    while (!stopped_ && splitter.next(statement)) read_command(file, statement);
    for (const model::Location at : splitter.stray_continuations())
      file.diagnostics.add({Code::stray_continuation, at, "",
                            "there is no command that this line could continue", ""});
  }

  void read_command(CommandFile& file, const adm::StatementText& text) {
    adm::StatementReader reader(text, file.diagnostics);
    adm::Scanner& scanner = reader.scanner();
    scanner.skip_space();
    const std::size_t at = scanner.position();
    const std::string_view word = scanner.word();
    if (word.empty())
      return scanner.error(Code::not_a_statement, at,
                           fmt::format("expected a command, found {}", adm::found(scanner)),
                           "commands read NAME/argument, ...");
    scanner.skip_blanks();
    const FoundCommand found = find_command(word);
    if (!found.command && !found.statement) return refuse(scanner, word, found);
    if (!scanner.take('/') && !scanner.at_end())
      return scanner.error(
          Code::not_a_statement, scanner.position(),
          fmt::format("expected '/' after {}, found {}", word, adm::found(scanner)),
          fmt::format("commands read {}/argument, ...", word));
    Command command;
    command.text = text;
    command.file = &file;
    if (found.command)
      read_arguments(reader, *found.command, command);
    else
      read_change(reader, found, command);
  }

  void refuse(adm::Scanner& scanner, std::string_view word, const FoundCommand& found) {
    if (found.refused && !found.refused->no_effect.empty())
      return scanner.error(Code::ignored_statement, 0,
                           fmt::format("the command {} has no effect", found.refused->name),
                           std::string(found.refused->no_effect));
    if (found.refused)
      return scanner.error(Code::unsupported_statement, 0,
                           fmt::format("the command {} is not supported", found.refused->name),
                           "docs/reference/commands.md lists the commands that are");
    if (!found.candidates.empty())
      return scanner.error(Code::ambiguous_statement, 0, fmt::format("{} is ambiguous", word),
                           "it may mean " + adm::alternatives(found.candidates));
    scanner.error(Code::unknown_statement, 0, fmt::format("unknown command {}", word),
                  suggest_command(word));
  }

  void read_arguments(adm::StatementReader& reader, const CommandTable& table, Command& command) {
    reader.set_subject(table.name(), 0);
    command.table = &table;
    command.arguments = table.read(reader);
    if (!command.arguments) return;
    keep(std::move(command));
    const Command& kept = script_.commands.back();
    const FileNames* files = table.files(kept.arguments.get());
    if (files && !files->command.empty()) read_nested(reader, *kept.file, files->command);
    stopped_ = stopped_ || table.ends_script();
  }

  void read_change(adm::StatementReader& reader, const FoundCommand& found, Command& command) {
    if (found.fixed) {
      reader.set_subject(found.fixed->name, 0);
      return reader.scanner().error(Code::unsupported_statement, 0,
                                    fmt::format("{} cannot change in a run", found.fixed->name),
                                    std::string(found.fixed->what));
    }
    command.change = found.statement;
    // Warnings come when the command is tried on the model.
    adm::Diagnostics diagnostics;
    adm::StatementReader checker(command.text, diagnostics);
    checker.scanner().move_to(reader.scanner().position());
    found.statement->change(checker, nullptr);
    if (checker.errors() == 0) return keep(std::move(command));
    for (const adm::Message& message : diagnostics.messages())
      command.file->diagnostics.add(message);
  }

  void keep(Command command) {
    if (script_.commands.size() < most_commands) script_.commands.push_back(std::move(command));
  }

  void read_nested(adm::StatementReader& reader, CommandFile& file, const std::string& name) {
    const std::string path = find_file(file, name, ".acf");
    const fs::path place = fs::absolute(path).lexically_normal();
    const auto complain = [&](std::string text, std::string hint) {
      reader.scanner().error(Code::bad_data_file, 0, std::move(text), std::move(hint));
    };
    if (std::find(open_.begin(), open_.end(), place) != open_.end())
      return complain(fmt::format("{} names itself", name),
                      "commands would follow each other without end");
    if (open_.size() >= most_nested || script_.files.size() >= most_files)
      return complain("too many command files name each other", "");
    try {
      CommandFile& nested = add(adm::read_source(path));
      if (refuse_binary(nested)) return;
      open_.push_back(place);
      read_commands(nested, nested.source.text, 1);
      open_.pop_back();
    } catch (const adm::FileError& error) {
      complain(error.what(), "paths are relative to the folder of the command file");
    }
  }

  Script& script_;
  std::vector<fs::path> open_;  // files that are being read
  bool stopped_ = false;
};

}  // namespace

std::string Command::line() const {
  std::string result;
  for (const char c : text.text()) result += c == '\n' ? ' ' : c;
  return result;
}

bool Script::ok() const {
  return std::all_of(files.begin(), files.end(),
                     [](const auto& file) { return file->diagnostics.errors() == 0; });
}

std::string Script::messages() const {
  std::string text;
  for (const auto& file : files) text += file->diagnostics.render(file->source);
  return text;
}

Script read_script(adm::Source source) {
  Script script;
  ScriptReader(script).read(std::move(source));
  return script;
}

Script read_script(const std::string& path) {
  return read_script(adm::read_source(path));
}

std::string find_file(const CommandFile& file, const std::string& name, const std::string& ending) {
  std::string slashed = name;
  std::replace(slashed.begin(), slashed.end(), '\\', '/');
  const fs::path folder = fs::path(file.source.name).parent_path();
  const bool has_ending = fs::path(slashed).extension() == ending;
  std::error_code ignored;
  for (const std::string& each : {name, slashed})
    for (const fs::path& base : {folder, fs::path()})
      for (const std::string& tail : {has_ending ? std::string() : ending, std::string()}) {
        const fs::path path = base / (each + tail);
        if (fs::exists(path, ignored) && !fs::is_directory(path, ignored)) return path.string();
      }
  return (folder / (has_ending ? slashed : slashed + ending)).string();
}

}  // namespace trammel::acf
