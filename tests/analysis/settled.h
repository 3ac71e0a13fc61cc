// Chains of rods and what a static analysis makes of a model, for tests.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "analysis/datasets.h"

namespace trammel::analysis {

constexpr double gravity = 9.81;

// Rods in a chain from the origin, gravity along −y.
inline std::string chain(const std::vector<double>& angles, double length = 1, double mass = 1) {
  std::string text = ground + fmt::format("ACCGRAV/JGRAV = {}\n", -gravity);
  double x = 0, y = 0;
  for (std::size_t k = 0; k < angles.size(); ++k) {
    const std::size_t p = k + 2;
    text += fmt::format(
        "PART/{0}, MASS = {5}, CM = {0}00, IP = 0.0001, 0.0833, 0.0833, QG = {1}, {2}, 0, "
        "REULER = {3}, 0, 0\nMARKER/{0}00, PART = {0}, QP = {6}, 0, 0\nMARKER/{0}01, PART = {0}\n"
        "MARKER/{0}02, PART = {0}, QP = {7}, 0, 0\nJOINT/{0}, REVOLUTE, I = {0}01, J = {4}\n",
        p, x, y, angles[k], k == 0 ? 101 : 100 * (p - 1) + 2, mass, length / 2, length);
    x += length * std::cos(angles[k]), y += length * std::sin(angles[k]);
  }
  return text;
}

struct Settled {
  explicit Settled(const std::string& statements, std::vector<double> times = {})
      : model(statements) {
    EXPECT_TRUE(model.assemble().ok()) << lines(model.session->state().findings);
    RunSettings settings = run_settings(model.reading.model, {}, findings);
    settings.output_times = std::move(times);
    const std::size_t n = model.session->equations().requests.size() * 8;
    report = model.session->run(Kind::statics, settings,
                                [&](const system::System& system, const State& s) {
                                  results.emplace_back(n);
                                  EXPECT_TRUE(system.requests(s, results.back()));
                                });
    findings.insert(findings.end(), report.findings.begin(), report.findings.end());
  }

  Loaded model;
  Findings findings;
  RunReport report;
  std::vector<std::vector<double>> results;
};

// Of the end of the last of n rods.
inline std::string end_of(std::size_t n) {
  return fmt::format("REQUEST/1, DISPLACEMENT, I = {}02, J = 101\n", n + 1);
}

}  // namespace trammel::analysis
