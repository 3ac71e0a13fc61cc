// `trammel run MODEL.adm SCRIPT.acf` in a folder of its own.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>

#include "app/run_fixture.h"

namespace trammel::app {

using Rows = std::vector<std::vector<double>>;

// Empty cells are not a number.
inline Rows rows_of(const std::string& csv) {
  Rows rows;
  const std::vector<std::string> lines = lines_of(csv);
  for (std::size_t k = 1; k < lines.size(); ++k) {
    rows.emplace_back();
    std::istringstream cells(lines[k]);
    for (std::string cell; std::getline(cells, cell, ',');)
      rows.back().push_back(cell.empty() ? std::nan("") : std::stod(cell));
  }
  return rows;
}

// A particle that slides along x and hangs on a spring; another one is free.
inline const std::string slider = R"(slider
PART/1, GROUND
MARKER/101, PART = 1, REULER = 90D, 90D, 0
POINT_MASS/2, MASS = 1, CM = 201, QG = 1, 0, 0
MARKER/201, POINT_MASS = 2
POINT_MASS/3, MASS = 1, CM = 301, QG = 0, 5, 0, VX = 2
MARKER/301, POINT_MASS = 3
JPRIM/1, INLINE, I = 201, J = 101
SFORCE/1, TRANSLATIONAL, ACTIONONLY, I = 201, J = 101, FUNCTION = -4*DZ(201, 101, 101)
ACCGRAV/JGRAV = -10
REQUEST/1, F2 = DX(201)\ F3 = DY(201)\ F4 = VX(201)\ F5 = ACCY(201)\ F6 = SFORCE(1, 0, 4, 101)
REQUEST/2, F2 = DX(301)\ F3 = DY(301)\ F4 = JPRIM(1, 0, 3, 0)
)";

class RunScript : public RunCommand {
 protected:
  Finished script(const std::string& text, const std::string& options = "",
                  const std::string& model = slider) const {
    write("model.adm", model + "END\n");
    write("script.acf", text);
    return execute("run model.adm script.acf " + options);
  }
  Rows rows() const { return rows_of(read(path("model.csv"))); }
  std::string messages() const { return read(path("model.msg")); }
};

}  // namespace trammel::app
