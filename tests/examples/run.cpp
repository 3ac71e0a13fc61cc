// SPDX-License-Identifier: BSD-3-Clause
#include "examples/run.h"

#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

namespace trammel::examples {
namespace {

namespace fs = std::filesystem;

constexpr int timeout_exit_code = 124;  // of timeout(1)
constexpr int killed_exit_code = 137;
constexpr double patience = 20;  // elapsed time per processor time, on a busy machine

class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string pattern = (fs::temp_directory_path() / "trammel-example-XXXXXX").string();
    if (mkdtemp(pattern.data())) path_ = pattern;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    if (!path_.empty()) fs::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  std::string file(const std::string& name) const { return (path_ / name).string(); }

 private:
  fs::path path_;
};

std::string quoted(const std::string& word) {
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

// Reference tables may have been written with carriage returns.
bool next_line(std::istream& file, std::string& line) {
  if (!std::getline(file, line)) return false;
  if (!line.empty() && line.back() == '\r') line.pop_back();
  return true;
}

std::vector<std::string> split(const std::string& line) {
  std::vector<std::string> cells;
  std::istringstream stream(line);
  for (std::string cell; std::getline(stream, cell, ',');) cells.push_back(cell);
  return cells;
}

std::map<std::string, double> read_numbers(const std::string& path) {
  std::map<std::string, double> numbers;
  std::ifstream file(path);
  const nlohmann::json json = nlohmann::json::parse(file, nullptr, false);
  if (!json.is_object()) return numbers;
  for (const auto& [key, value] : json.items())
    if (value.is_number()) numbers[key] = value.get<double>();
  return numbers;
}

// `trammel WORDS`, stopped after `seconds` of processor time.
Finished execute(const std::vector<std::string>& words, double seconds) {
  std::string command = "ulimit -t " + std::to_string(std::lround(seconds)) +
                        "; exec timeout -k 2 " + std::to_string(patience * seconds) + ' ' +
                        quoted(TRAMMEL_PROGRAM);
  for (const std::string& word : words) command += ' ' + quoted(word);
  Finished run;
  std::FILE* pipe = popen((command + " 2>&1").c_str(), "r");
  if (!pipe) return run;
  std::array<char, 4096> buffer;
  while (const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), pipe))
    run.messages.append(buffer.data(), count);
  const int status = pclose(pipe);
  run.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  run.timed_out = run.exit_code == timeout_exit_code || run.exit_code == killed_exit_code;
  return run;
}

Finished run_in(const TemporaryFolder& folder, const std::string& model,
                const std::vector<std::string>& options, double seconds) {
  std::vector<std::string> words = {"run",     model,
                                    "-o",      folder.file(""),
                                    "--csv",   folder.file("requests.csv"),
                                    "--stats", folder.file("stats.json")};
  words.insert(words.end(), options.begin(), options.end());
  Finished run = execute(words, seconds);
  run.requests = read_table(folder.file("requests.csv"));
  run.stats = read_numbers(folder.file("stats.json"));
  return run;
}

}  // namespace

int Table::column(const std::string& name) const {
  for (std::size_t i = 0; i < names.size(); ++i)
    if (names[i] == name) return static_cast<int>(i);
  return -1;
}

int Table::row_at(double time) const {
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (std::abs(rows[i].front() - time) <= 1e-9 * std::abs(time)) return static_cast<int>(i);
  return -1;
}

Table read_table(const std::string& path) {
  Table table;
  std::ifstream file(path);
  std::string line;
  if (next_line(file, line)) table.names = split(line);
  while (next_line(file, line)) {
    if (line.empty() || line.front() == '#') continue;
    std::vector<double> row;
    for (const std::string& cell : split(line)) {
      char* end = nullptr;
      const double value = std::strtod(cell.c_str(), &end);
      if (cell.empty())
        ++table.empty_cells;
      else if (end == cell.c_str() || *end != '\0' || !std::isfinite(value))
        table.bad_cells.push_back(cell);
      row.push_back(value);
    }
    if (row.size() != table.names.size()) table.bad_cells.push_back(line);
    table.rows.push_back(std::move(row));
  }
  return table;
}

Finished run_model(const std::string& model, const std::vector<std::string>& options,
                   double seconds) {
  const TemporaryFolder folder;
  return run_in(folder, model, options, seconds);
}

Finished run_text(const std::string& dataset, const std::vector<std::string>& options,
                  double seconds) {
  const TemporaryFolder folder;
  const std::string model = folder.file("model.adm");
  std::ofstream(model) << dataset;
  return run_in(folder, model, options, seconds);
}

Finished run_and_read(std::vector<std::string> words, double seconds, std::string& report) {
  const TemporaryFolder folder;
  words.insert(words.end(), {"--json", folder.file("report.json")});
  Finished run = execute(words, seconds);
  std::ostringstream text;
  text << std::ifstream(folder.file("report.json")).rdbuf();
  report = text.str();
  return run;
}

}  // namespace trammel::examples
