// SPDX-License-Identifier: BSD-3-Clause
#include "app/bench_papers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <filesystem>

#include "app/interrupt.h"
#include "app/result_files.h"
#include "app/summary.h"
#include "bench/papers/report.h"
#include "results/file.h"

namespace trammel::app {

namespace {

namespace fs = std::filesystem;
using namespace bench::papers;

void say(const std::string& text) {
  std::fputs(text.c_str(), stderr);
}

std::string ids() {
  std::string out;
  for (const Experiment& e : experiments()) out += (out.empty() ? "" : ", ") + std::string(e.id);
  return out;
}

std::string wrong_words(const BenchPapersOptions& o) {
  for (const std::string& id : o.only)
    if (!find_experiment(id))
      return fmt::format("there is no experiment {}; there are {}", id, ids());
  return "";
}

std::string listing() {
  std::string out;
  for (const Experiment& e : experiments())
    out += fmt::format("{:<16} {}: {} ({})\n", e.id, info(e.paper).key, e.title, e.source);
  return out;
}

Report run_all(const BenchPapersOptions& o) {
  Report report;
  report.quick = o.quick;
  Effort effort;
  effort.quick = o.quick;
  effort.stop_requested = is_interrupted;
  for (const Experiment& e : experiments()) {
    if (!o.only.empty() && std::find(o.only.begin(), o.only.end(), e.id) == o.only.end()) continue;
    if (is_interrupted()) break;
    say(fmt::format("{}: {}\n", e.id, e.title));
    effort.told = [&](const std::string& text) { say(fmt::format("{}: {}\n", e.id, text)); };
    const std::clock_t begin = std::clock();
    Finished finished{&e, e.run(effort), 0};
    finished.seconds = double(std::clock() - begin) / CLOCKS_PER_SEC;
    if (!is_interrupted()) report.finished.push_back(std::move(finished));
  }
  report.interrupted = is_interrupted();
  return report;
}

void write_files(const Report& report, const std::string& folder) {
  const auto write = [&](const std::string& name, const std::string& text) {
    results::write_text((fs::path(folder) / name).string(), text);
  };
  std::size_t figures = 0;
  for (const Finished& f : report.finished)
    for (const Figure& figure : f.outcome.figures)
      write(figure.name + ".svg", figure.svg), ++figures;
  write("papers.txt", to_text(report));
  write("papers.json", to_json(report));
  write("papers.html", to_html(report));
  write("README.md", to_markdown(report));
  print(fmt::format("written to {}: papers.html, papers.json, papers.txt, README.md and {}\n",
                    folder, counted(long(figures), "figure")));
}

}  // namespace

ExitCode bench_papers(const BenchPapersOptions& options) {
  if (const std::string wrong = wrong_words(options); !wrong.empty()) {
    say(fmt::format("trammel bench: error: {}\n", wrong));
    return wrong_usage;
  }
  if (options.list) {
    print(listing());
    return success;
  }
  make_folder(options.folder);  // before minutes of work
  results::write_text((fs::path(options.folder) / "papers.txt").string(), "not finished\n");
  catch_interrupts();
  const Report report = run_all(options);
  print(to_text(report));
  write_files(report, options.folder);
  return report.interrupted ? analysis_failed : success;
}

}  // namespace trammel::app
