// SPDX-License-Identifier: BSD-3-Clause
#include "app/plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <set>

#include "app/plot/figure.h"
#include "app/summary.h"
#include "expression/nearest.h"
#include "results/describe.h"
#include "results/result_file.h"

namespace trammel::app {
namespace {

namespace fs = std::filesystem;
using results::Channel;
using results::ResultFile;

ExitCode complain(const std::string& text) {
  fmt::print(stderr, "trammel plot: error: {}\n", text);
  return wrong_usage;
}

bool is_result(const std::string& word) {
  return fs::path(word).extension() == ".h5";
}

// y of one run at the times of another; not a number outside.
double value_at(const std::vector<double>& x, const std::vector<double>& y, double t) {
  const auto after = std::lower_bound(x.begin(), x.end(), t);
  if (after == x.end()) return std::nan("");
  const auto k = std::size_t(after - x.begin());
  if (*after == t) return y[k];
  if (k == 0) return std::nan("");
  const double share = (t - x[k - 1]) / (x[k] - x[k - 1]);
  return y[k - 1] + share * (y[k] - y[k - 1]);
}

std::string with_unit(const std::string& name, const std::string& unit) {
  return unit.empty() ? name : fmt::format("{} [{}]", name, unit);
}

// What tells runs apart, in as few words as possible: "a", "b", or "first/model", "second/model".
std::vector<std::string> names_of(const std::vector<ResultFile>& runs) {
  std::vector<std::string> names;
  for (int folders = 0; folders < 3; ++folders) {
    names.clear();
    for (const ResultFile& run : runs) {
      fs::path path = fs::absolute(run.path()).lexically_normal().replace_extension();
      fs::path name = path.filename();
      for (int k = 0; k < folders; ++k) name = (path = path.parent_path()).filename() / name;
      names.push_back(results::to_utf8(name.string()));
    }
    if (std::set<std::string>(names.begin(), names.end()).size() == names.size()) break;
  }
  return names;
}

class Plot {
 public:
  Plot(const PlotOptions& options, std::vector<ResultFile>& runs)
      : options_(options), runs_(runs), run_names_(names_of(runs)) {}

  // Empty: all channels exist.
  std::string add(const std::string& name) {
    std::vector<Channel> found;
    for (const ResultFile& run : runs_) {
      const std::optional<Channel> channel = run.find(name);
      if (!channel) return missing(name, run);
      found.push_back(*channel);
    }
    Panel& panel = panel_for(results::to_utf8(found.front().unit), found.front());
    if (options_.difference)
      add_difference(panel, found);
    else
      for (std::size_t r = 0; r < runs_.size(); ++r) add_curve(panel, found[r], r);
    ++channels_;
    return {};
  }

  Figure finish() {
    const results::Contents& contents = runs_.front().contents();
    figure_.x_label = with_unit("time", results::to_utf8(contents.units.time));
    figure_.title = !options_.title.empty() ? options_.title : results::to_utf8(contents.title);
    for (std::size_t k = 0; k < figure_.panels.size(); ++k) {
      std::string names;
      for (const std::string& each : names_[k]) names += (names.empty() ? "" : ", ") + each;
      figure_.panels[k].y_label =
          with_unit((options_.difference ? "difference of " : "") + names, units_[k]);
    }
    return std::move(figure_);
  }

 private:
  static std::string missing(const std::string& name, const ResultFile& run) {
    Nearest nearest(name);
    for (const Channel& channel : run.channels()) nearest.offer(channel.name);
    const std::string guess =
        nearest.name().empty() ? "" : fmt::format("; did you mean {}?", nearest.name());
    return fmt::format("{} has no channel {}{} (--list shows all)", run.path(), name, guess);
  }

  // Curves of one unit share a panel.
  Panel& panel_for(const std::string& unit, const Channel& channel) {
    std::size_t k = 0;
    while (k < units_.size() && (units_[k] != unit || (unit.empty() && names_[k].size() > 0))) ++k;
    if (k == units_.size()) {
      units_.push_back(unit);
      names_.emplace_back();
      figure_.panels.emplace_back();
    }
    names_[k].push_back(results::to_utf8(channel.label));
    return figure_.panels[k];
  }

  void add_curve(Panel& panel, const Channel& channel, std::size_t r) {
    Curve curve;
    curve.label = results::to_utf8(channel.label);
    if (runs_.size() > 1) curve.label += " (" + run_names_[r] + ")";
    curve.x = runs_[r].times();
    curve.y = runs_[r].values(channel);
    curve.color = int(panel.curves.size());
    curve.dash = int(r);
    panel.curves.push_back(std::move(curve));
  }

  void add_difference(Panel& panel, const std::vector<Channel>& found) {
    Curve curve;
    curve.label = fmt::format("{} ({} \u2212 {})", results::to_utf8(found.front().label),
                              run_names_[1], run_names_[0]);
    curve.x = runs_[0].times();
    curve.y = runs_[0].values(found[0]);
    const std::vector<double> other = runs_[1].values(found[1]);
    for (std::size_t k = 0; k < curve.x.size(); ++k)
      curve.y[k] = value_at(runs_[1].times(), other, curve.x[k]) - curve.y[k];
    curve.color = int(panel.curves.size());
    panel.curves.push_back(std::move(curve));
  }

  const PlotOptions& options_;
  std::vector<ResultFile>& runs_;
  std::vector<std::string> run_names_;
  Figure figure_;
  std::vector<std::string> units_;               // by panel
  std::vector<std::vector<std::string>> names_;  // by panel
  int channels_ = 0;
};

// The files to draw: both, or the one that is named with its ending.
std::vector<std::string> pictures(const PlotOptions& options, const std::string& result) {
  const std::string ending = fs::path(options.output).extension().string();
  if (ending == ".svg" || ending == ".png") return {options.output};
  const std::string stem =
      options.output.empty() ? fs::path(result).replace_extension().string() : options.output;
  return {stem + ".svg", stem + ".png"};
}

ExitCode list_channels(const ResultFile& run) {
  std::string text;
  for (const Channel& channel : run.channels())
    text += fmt::format("{:<24} {}\n", channel.name, with_unit(channel.label, channel.unit));
  print(text);
  return success;
}

}  // namespace

ExitCode plot(const PlotOptions& options) {
  std::vector<ResultFile> runs;
  runs.emplace_back(options.result);
  std::vector<std::string> channels;
  for (const std::string& word : options.words)
    if (is_result(word))
      runs.emplace_back(word);
    else
      channels.push_back(word);
  if (options.list) return list_channels(runs.front());
  if (channels.empty()) return complain("which channels? for instance REQ1.F2; --list shows all");
  if (options.difference && runs.size() != 2)
    return complain(fmt::format("--diff needs two runs, not {}", runs.size()));
  for (const ResultFile& run : runs)
    if (run.frames() == 0)
      return complain(fmt::format("{}: has no output yet, there is nothing to plot", run.path()));
  Plot plot(options, runs);
  for (const std::string& channel : channels)
    if (const std::string wrong = plot.add(channel); !wrong.empty()) return complain(wrong);
  const Figure figure = plot.finish();
  for (const std::string& path : pictures(options, runs.front().path())) {
    if (fs::path(path).extension() == ".svg")
      write_svg(figure, path);
    else
      write_png(figure, path);
    print(path + '\n');
  }
  return success;
}

}  // namespace trammel::app
