// Small mechanisms as datasets, for tests of analyses.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "analysis/session.h"
#include "io/adm/reader.h"

namespace trammel::analysis {

// A model read from text, and its session.
struct Loaded {
  explicit Loaded(const std::string& statements)
      : reading(adm::read({"test.adm", "test\n" + statements + "\nEND\n"})) {
    EXPECT_TRUE(reading.ok()) << reading.messages();
    session = std::make_unique<Session>(reading.model);
    EXPECT_TRUE(session->ok());
  }

  const InitialConditions& assemble() { return session->assemble(); }

  adm::Reading reading;
  std::unique_ptr<Session> session;
};

// All findings, one line each: "error: JOINT/1: text | hint".
inline std::string lines(const Findings& findings) {
  std::string result;
  for (const Finding& f : findings)
    result += (f.severity == model::Severity::error ? "error: " : "warning: ") + f.label + ": " +
              f.text + (f.hint.empty() ? "" : " | " + f.hint) + "\n";
  return result;
}

// Largest |Φ| of all rows that hold always.
inline double violation(const InitialConditions& ic) {
  double largest = 0;
  const elements::Equations& equations = ic.system->equations();
  for (std::size_t k = 0; k < equations.rows.size(); ++k)
    if (!equations.rows[k].initial_only && equations.rows[k].level == 0)
      largest = std::max(largest, std::abs(ic.system->violation(ic.state, int(k))));
  return largest;
}

inline const std::string ground = R"(
PART/1, GROUND
MARKER/101, PART = 1
)";

// Crank (1 m), coupler (3 m), rocker (2 m) in the x-y plane, frame 3 m; all joints REVOLUTE about z.
// The angles, and where the parts stand, are as given.
struct FourBar {
  std::string crank = "QG = 0, 0, 0, REULER = 90D, 0, 0";
  std::string coupler = "QG = 0, 1, 0, REULER = 19.4712206344907D, 0, 0";
  std::string rocker = "QG = 3, 0, 0, REULER = 94.7801D, 0, 0";
  std::string extra;

  std::string text() const {
    return ground + R"(
MARKER/102, PART = 1, QP = 3, 0, 0
PART/2, MASS = 1, CM = 200, IP = 0.1, 0.1, 0.1, )" +
           crank + R"(
MARKER/200, PART = 2, QP = 0.5, 0, 0
MARKER/201, PART = 2
MARKER/202, PART = 2, QP = 1, 0, 0
PART/3, MASS = 3, CM = 300, IP = 1, 1, 1, )" +
           coupler + R"(
MARKER/300, PART = 3, QP = 1.5, 0, 0
MARKER/302, PART = 3
MARKER/303, PART = 3, QP = 3, 0, 0
PART/4, MASS = 2, CM = 400, IP = 1, 1, 1, )" +
           rocker + R"(
MARKER/400, PART = 4, QP = 1, 0, 0
MARKER/401, PART = 4
MARKER/403, PART = 4, QP = 2, 0, 0
JOINT/1, REVOLUTE, I = 201, J = 101
JOINT/2, REVOLUTE, I = 302, J = 202
JOINT/3, REVOLUTE, I = 303, J = 403
JOINT/4, REVOLUTE, I = 401, J = 102
ACCGRAV/JGRAV = -9.81
)" + extra;
  }
};

}  // namespace trammel::analysis
