// Pictures of the manual for functions that read a model: their examples in runs of docs/reference/models.
// TRAMMEL_UPDATE_DOCS=1 writes them.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analysis/datasets.h"
#include "expression/parse.h"
#include "expression/plot.h"
#include "expression/text.h"
#include "io/adm/source.h"
#include "support/generated_file.h"

namespace trammel::analysis {
namespace {

using namespace expression;

std::vector<const Function*> functions_of(Picture picture) {
  std::vector<const Function*> result;
  for (const Family& family : families())
    for (const Function& row : family.functions)
      if (picture_of(row) == picture) result.push_back(&row);
  return result;
}

// A request of the example; of a vector, of its components.
std::string request(std::size_t id, const Function& function) {
  const std::string text = example(function);
  if (parse(text).ok()) return fmt::format("REQUEST/{}, F1 = {}\n", id, text);
  return fmt::format("REQUEST/{0}, F1 = ({1}).UVX(11)\\ F2 = ({1}).UVY(11)\\ F3 = ({1}).UVZ(11)\n",
                     id, text);
}

// What requests of the examples, in their order, hold at the times of a picture: eight values each.
std::vector<std::vector<double>> run(const std::string& name, Kind kind,
                                     const std::vector<const Function*>& functions) {
  std::string text =
      adm::read_source(TRAMMEL_SOURCE_DIR "/docs/reference/models/" + name + ".adm").text;
  text.erase(text.rfind("END"));
  for (std::size_t k = 0; k < functions.size(); ++k) text += request(k + 1, *functions[k]);
  const adm::Reading reading = adm::read({name + ".adm", text + "END\n"});
  EXPECT_TRUE(reading.ok()) << reading.messages();
  Session session(reading.model);
  EXPECT_TRUE(session.ok());
  EXPECT_TRUE(session.assemble().ok()) << lines(session.state().findings);
  Findings findings;
  RunSettings settings = run_settings(reading.model, {}, findings);
  settings.output_times =
      output_times(0, {.end = picture_end, .steps = picture_samples - 1, .interval = {}});
  std::vector<std::vector<double>> rows;
  const auto keep = [&](const system::System& system, const State& s) {
    const double due = picture_end * double(rows.size()) / (picture_samples - 1);
    if (std::abs(s.t - due) > 1e-9) return;  // an event
    rows.emplace_back(8 * functions.size());
    EXPECT_TRUE(system.requests(s, rows.back())) << s.t;
  };
  session.prepare(kind);
  keep(*session.state().system, session.state().state);
  const RunReport report = session.run(kind, settings, keep);
  EXPECT_EQ(report.status, Status::ok) << lines(report.findings);
  return rows;
}

void expect_pictures(const std::string& model, Kind kind, Picture picture) {
  const std::vector<const Function*> functions = functions_of(picture);
  const std::vector<std::vector<double>> rows = run(model, kind, functions);
  ASSERT_EQ(rows.size(), std::size_t(picture_samples));
  for (std::size_t k = 0; k < functions.size(); ++k) {
    const Function& function = *functions[k];
    const std::size_t components = parse(example(function)).ok() ? 1 : 3;
    std::vector<std::vector<double>> curves(components);
    double height = 0;
    for (std::size_t c = 0; c < components; ++c) {
      for (const std::vector<double>& row : rows) curves[c].push_back(row[8 * k + c]);
      const auto [low, high] = std::minmax_element(curves[c].begin(), curves[c].end());
      height = std::max(height, *high - *low);
    }
    EXPECT_GT(height, 0.01) << function.name << " shows nothing";
    const Plot plot = draw(function, 0, picture_end, curves);
    EXPECT_LT(plot.svg.size(), 4000U) << plot.file;
    expect_reference_file("plots/" + plot.file, plot.svg);
  }
}

TEST(Manual, pictures_of_markers_and_forces_are_runs) {
  expect_pictures("driven", Kind::kinematic, Picture::driven);
}

TEST(Manual, pictures_of_states_are_runs) {
  expect_pictures("states", Kind::dynamic, Picture::states);
}

}  // namespace
}  // namespace trammel::analysis
