// LINEAR: eigenvalues and mode shapes about the present state.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <cmath>
#include <complex>
#include <iterator>
#include <numbers>
#include <optional>

#include "analysis/modes.h"
#include "io/acf/commands/list.h"
#include "io/acf/interpreter.h"
#include "io/adm/bind.h"
#include "results/eigenvalues.h"
#include "system/redundancy.h"

namespace trammel::acf {
namespace {

using adm::Flag;
using adm::optional;

struct Linear {
  bool eigenvalues = false, without_shapes = false, without_damping = false;
  std::vector<int> range;  // of modes whose shapes are written
};

void finish_linear(Linear& s, const adm::Finish& finish) {
  if (s.range.size() == 2 && (s.range[0] < 1 || s.range[0] > s.range[1]))
    finish.error(adm::Code::out_of_range, "COORDS", "the first and the last mode are asked for");
}

// What the message file shows, in cycles per time unit as ADAMS users know it.
std::string eigenvalue_list(const std::vector<analysis::Mode>& modes, double time) {
  std::string text = fmt::format(
      "\n E I G E N V A L U E S at time = {:.6E}\n Number    Real(cycles/unit time)   "
      "Imag.(cycles/unit time)\n",
      time);
  for (std::size_t k = 0; k < modes.size(); ++k) {
    const std::complex<double> s = modes[k].value / (2 * std::numbers::pi);
    fmt::format_to(std::back_inserter(text), " {:6} {:24.9E}", k + 1, s.real());
    if (s.imag() != 0) fmt::format_to(std::back_inserter(text), "   +/- {:18.9E}", s.imag());
    text += modes[k].is_rigid ? "   nothing resists it\n" : "\n";
  }
  return text;
}

// Displacements of parts in ground axes, rotations about the axes of the part, of one mode.
void append_shape(std::string& text, int number, const analysis::Mode& mode, const Vector& units,
                  const elements::Equations& equations) {
  for (const elements::Body& body : equations.skeleton.bodies)
    for (int k = 0; k < body.n(); ++k) {
      const std::complex<double> entry = mode.shape[body.v + k] * units[body.v + k];
      fmt::format_to(std::back_inserter(text), "{},{},{},{},{}\n", number, body.label,
                     elements::coordinate_name(body, k), entry.real(), entry.imag());
    }
}

Progress find_eigenvalues(const Linear& wanted, Interpreter& interpreter) {
  if (!interpreter.need_model()) return Progress::failed;
  Simulator& simulator = interpreter.simulator();
  if (!simulator.update())
    return interpreter.fail("the model has no consistent state to linearise about");
  const analysis::InitialConditions& now = simulator.session().state();
  constexpr int linear_mode = 7;
  const int mode = now.system->mode();
  now.system->set_mode(linear_mode);
  const Vector units = system::tangent_units(now.system->layout(), now.length);
  analysis::ModeOptions options;
  options.without_damping = wanted.without_damping;
  if (!wanted.range.empty()) options.lowest = std::max(options.lowest, wanted.range.back());
  const analysis::ModeReport found = analysis::find_modes(*now.system, now.state, units, options);
  now.system->set_mode(mode);
  if (!found.ok()) return interpreter.fail(found.message);
  std::vector<std::complex<double>> values;
  for (const analysis::Mode& each : found.modes) values.push_back(each.value);
  interpreter.host().note(eigenvalue_list(found.modes, now.state.t));
  if (!found.is_complete)
    interpreter.host().note(" the model has more eigenvalues; these are the lowest\n");
  interpreter.host().write_eigenvalues(results::eigenvalue_table(values));
  if (wanted.without_shapes) return Progress::go_on;
  std::string shapes = "MODE,PART,COORDINATE,REAL,IMAG\n";
  for (std::size_t k = 0; k < found.modes.size(); ++k) {
    const int number = int(k) + 1;
    if (wanted.range.empty() || (number >= wanted.range[0] && number <= wanted.range[1]))
      append_shape(shapes, number, found.modes[k], units, now.system->equations());
  }
  interpreter.host().write_modes(shapes);
  return Progress::go_on;
}

}  // namespace

CommandPointer linear() {
  using S = Linear;
  constexpr adm::Ignored energies{"energies of modes are not written"};
  constexpr adm::Refused matrices{"state matrices are not written"};
  return command(CommandRow<S>{
      .table =
          {
              .name = "LINEAR",
              .help =
                  "Linearises the model about the present state, which is usually an equilibrium: "
                  "eigenvalues go to <prefix>.eig.csv, mode shapes to <prefix>.modes.csv.",
              .arguments =
                  {
                      {"EIGENSOL", Flag{&S::eigenvalues, true}, optional,
                       "eigenvalues and mode shapes; of large models the lowest"},
                      {"NOVECTOR", Flag{&S::without_shapes, true}, optional, "no mode shapes"},
                      {"NODAMPING", Flag{&S::without_damping, true}, optional,
                       "as if nothing depended on velocities"},
                      {"COORDS", &S::range, adm::count(2, 2),
                       "shapes of the modes from the first to the second only"},
                      {"KINETIC", energies},
                      {"STRAIN", energies},
                      {"DISSIPATION", energies},
                      {"RM", adm::Ignored{"shapes are in the axes of the ground"}},
                      {"ORIGINAL", adm::Ignored{"the states are chosen by the program"}},
                      {"STATEMAT", matrices},
                      {"MKB", matrices},
                      {"EXPORT", matrices},
                  },
              .exactly_one_of = {{"EIGENSOL", "STATEMAT", "MKB", "EXPORT"}},
              .finish = finish_linear,
          },
      .example = "LINEAR/EIGENSOL, NOVECTOR",
      .execute = find_eigenvalues,
  });
}

}  // namespace trammel::acf
