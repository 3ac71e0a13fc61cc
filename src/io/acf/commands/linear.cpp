// LINEAR: eigenvalues, mode shapes and matrices about the present state.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <complex>
#include <initializer_list>
#include <iterator>
#include <limits>
#include <numbers>

#include "analysis/linear_model.h"
#include "analysis/mode_energies.h"
#include "analysis/modes.h"
#include "analysis/plant_states.h"
#include "analysis/second_order.h"
#include "analysis/state_matrices.h"
#include "io/acf/commands/list.h"
#include "io/acf/interpreter.h"
#include "io/acf/rehearsal.h"
#include "io/adm/bind.h"
#include "results/eigenvalues.h"
#include "system/redundancy.h"

namespace trammel::acf {
namespace {

using adm::Flag;
using adm::optional;

struct Linear {
  enum class What : unsigned char { eigenvalues, state_matrices, second_order };
  What what = What::eigenvalues;
  bool without_shapes = false, without_damping = false;
  bool kinetic = false, strain = false, dissipation = false;  // energies that are written
  std::vector<int> range;                                     // of modes whose shapes are written
  model::Id<model::Kind::plant_input> input;
  model::Id<model::Kind::plant_output> output;
  model::Id<model::Kind::plant_state> state;
  std::string file;
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

bool is_wanted(const Linear& wanted, std::size_t mode) {
  const int number = int(mode) + 1;
  return wanted.range.empty() || (number >= wanted.range[0] && number <= wanted.range[1]);
}

void write_energies(const Linear& wanted, const std::vector<analysis::Mode>& modes,
                    const Vector& units, const analysis::InitialConditions& now, Host& host) {
  std::string table;
  for (const auto& [is_asked, kind] : {std::pair{wanted.kinetic, analysis::EnergyKind::kinetic},
                                       {wanted.strain, analysis::EnergyKind::strain},
                                       {wanted.dissipation, analysis::EnergyKind::dissipation}})
    for (std::size_t k = 0; is_asked && k < modes.size(); ++k) {
      if (!is_wanted(wanted, k)) continue;
      for (const analysis::EnergyShare& each :
           analysis::energy_shares(*now.system, now.state, units, modes[k], kind))
        fmt::format_to(std::back_inserter(table), "{},{},{},{}\n", k + 1, name(kind), each.element,
                       each.share);
    }
  if (wanted.kinetic || wanted.strain || wanted.dissipation)
    host.write_energies("MODE,ENERGY,ELEMENT,SHARE\n" + table);
}

std::vector<int> ids_of(const std::vector<model::VariableId>& variables) {
  std::vector<int> ids;
  for (const model::VariableId id : variables) ids.push_back(id.value);
  return ids;
}

// VARIABLEs of the PINPUT, POUTPUT and PSTATE that are asked for, which exist.
analysis::Plant plant_of(const Linear& wanted, const model::Model& model) {
  analysis::Plant plant;
  if (wanted.input) plant.inputs = ids_of(model[wanted.input].variables);
  if (wanted.output) plant.outputs = ids_of(model[wanted.output].variables);
  if (wanted.state) plant.states = ids_of(model[wanted.state].variables);
  return plant;
}

void note_repeated(const std::vector<int>& variables, Host& host) {
  for (const int id : variables)
    host.note(
        fmt::format(" VARIABLE/{} follows from the other plant states and is left out\n", id));
}

analysis::ModeReport modes_in_plant_states(const Linear& wanted,
                                           const analysis::InitialConditions& now,
                                           const Vector& units, Interpreter& interpreter) {
  const model::Model& model = interpreter.simulator().model();
  analysis::ModeReport report;
  if (analysis::count_states(now.system->layout()) > analysis::ModeOptions{}.dense_limit) {
    report.message = "the model has too many states for PSTATE; leave it out";
    return report;
  }
  const auto linear =
      analysis::linear_model(*now.system, now.state, units, wanted.without_damping, report.message);
  if (!linear) return report;
  const auto chosen =
      analysis::plant_states(model, interpreter.simulator().libraries(), now, *linear,
                             plant_of(wanted, model).states, report.message);
  if (!chosen) return report;
  note_repeated(chosen->repeated, interpreter.host());
  return analysis::modes_of(chosen->model, units);
}

Progress find_eigenvalues(const Linear& wanted, const analysis::InitialConditions& now,
                          Interpreter& interpreter) {
  const Vector units = system::tangent_units(now.system->layout(), now.length);
  analysis::ModeOptions options;
  options.without_damping = wanted.without_damping;
  if (!wanted.range.empty()) options.lowest = std::max(options.lowest, wanted.range.back());
  const analysis::ModeReport found = wanted.state
                                         ? modes_in_plant_states(wanted, now, units, interpreter)
                                         : find_modes(*now.system, now.state, units, options);
  if (!found.ok()) return interpreter.fail(found.message);
  std::vector<std::complex<double>> values;
  for (const analysis::Mode& each : found.modes) values.push_back(each.value);
  interpreter.host().note(eigenvalue_list(found.modes, now.state.t));
  if (!found.is_complete)
    interpreter.host().note(" the model has more eigenvalues; these are the lowest\n");
  interpreter.host().write_eigenvalues(results::eigenvalue_table(values));
  write_energies(wanted, found.modes, units, now, interpreter.host());
  const int last = wanted.without_shapes  ? 0
                   : wanted.range.empty() ? int(found.modes.size())
                                          : wanted.range.back();
  interpreter.host().record_modes(interpreter.simulator().model(), now, found.modes, units,
                                  wanted.range.empty() ? 1 : wanted.range.front(), last);
  if (wanted.without_shapes) return Progress::go_on;
  std::string shapes = "MODE,PART,COORDINATE,REAL,IMAG\n";
  for (std::size_t k = 0; k < found.modes.size(); ++k)
    if (is_wanted(wanted, k))
      append_shape(shapes, int(k) + 1, found.modes[k], units, now.system->equations());
  interpreter.host().write_modes(shapes);
  return Progress::go_on;
}

std::string csv(const Matrix& matrix) {
  std::string text;
  for (int row = 0; row < matrix.rows(); ++row)
    for (int column = 0; column < matrix.cols(); ++column)
      fmt::format_to(std::back_inserter(text), "{}{}", matrix(row, column) + 0.0,
                     column + 1 < matrix.cols() ? ',' : '\n');
  return text;
}

std::string matlab(char name, const Matrix& matrix) {
  std::string text = fmt::format("{} = zeros({}, {});\n", name, matrix.rows(), matrix.cols());
  if (matrix.size() == 0) return text;
  text = fmt::format("{} = [\n", name);
  for (int row = 0; row < matrix.rows(); ++row) {
    for (int column = 0; column < matrix.cols(); ++column)
      fmt::format_to(std::back_inserter(text), " {}", matrix(row, column) + 0.0);
    text += '\n';
  }
  return text + "];\n";
}

struct Named {
  char name;
  const Matrix& matrix;
};

// One file for MATLAB, and one table each.
void write(std::initializer_list<Named> matrices, const std::string& file, Host& host) {
  std::string all;
  for (const Named& each : matrices) {
    all += matlab(each.name, each.matrix);
    host.write_matrix(file, fmt::format("_{}.csv", each.name), csv(each.matrix));
  }
  host.write_matrix(file, ".m", all);
}

// What the states are, a line each.
void write_names(const std::vector<std::string>& names, const std::string& file, Host& host) {
  if (names.empty()) return;
  std::string text = "STATE,MEANING\n";
  for (std::size_t k = 0; k < names.size(); ++k)
    fmt::format_to(std::back_inserter(text), "{},{}\n", k + 1, names[k]);
  host.write_matrix(file, "_states.csv", text);
}

Progress write_state_matrices(const Linear& wanted, const analysis::InitialConditions& now,
                              Interpreter& interpreter) {
  Simulator& simulator = interpreter.simulator();
  std::string message;
  const auto found = analysis::state_matrices(simulator.model(), simulator.libraries(), now,
                                              plant_of(wanted, simulator.model()), message);
  if (!found) return interpreter.fail(message);
  write({{'A', found->A}, {'B', found->B}, {'C', found->C}, {'D', found->D}}, wanted.file,
        interpreter.host());
  write_names(found->names, wanted.file, interpreter.host());
  note_repeated(found->repeated, interpreter.host());
  return Progress::go_on;
}

Progress write_second_order(const Linear& wanted, const analysis::InitialConditions& now,
                            Interpreter& interpreter) {
  Simulator& simulator = interpreter.simulator();
  std::string message;
  const auto found = analysis::second_order_matrices(simulator.model(), simulator.libraries(), now,
                                                     plant_of(wanted, simulator.model()), message);
  if (!found) return interpreter.fail(message);
  write({{'M', found->M}, {'K', found->K}, {'B', found->B}}, wanted.file, interpreter.host());
  write_names(found->names, wanted.file, interpreter.host());
  note_repeated(found->repeated, interpreter.host());
  return Progress::go_on;
}

// The first of what is asked for that the model does not have; empty: it has all.
std::string missing(const Linear& wanted, const model::Model& model) {
  const auto lacks = [&](const auto& id) {
    return id && !model.find(id)
               ? fmt::format("{}/{} is not defined", model::statement_name(id.kind), id.value)
               : std::string();
  };
  for (std::string text : {lacks(wanted.input), lacks(wanted.output), lacks(wanted.state)})
    if (!text.empty()) return text;
  return {};
}

// While it lives, MODE is that of LINEAR, and what an equilibrium delays has always been.      (DLY.3)
class Linearising {
 public:
  explicit Linearising(const analysis::Session& session)
      : system_(*session.state().system), mode_(system_.mode()) {
    constexpr int linear_mode = 7;
    system_.set_mode(linear_mode);
    if (session.stands_still()) set_begin(std::numeric_limits<double>::lowest());
  }
  ~Linearising() {
    system_.set_mode(mode_);
    set_begin(0);
  }
  Linearising(const Linearising&) = delete;
  Linearising& operator=(const Linearising&) = delete;

 private:
  void set_begin(double t) {
    for (const elements::Delay& delay : system_.equations().delays) delay.history->set_begin(t);
  }

  system::System& system_;
  int mode_;
};

Progress linearise(const Linear& wanted, Interpreter& interpreter) {
  if (!interpreter.need_model()) return Progress::failed;
  Simulator& simulator = interpreter.simulator();
  if (!simulator.update())
    return interpreter.fail("the model has no consistent state to linearise about");
  if (const std::string lacking = missing(wanted, simulator.model()); !lacking.empty())
    return interpreter.fail(lacking);
  constexpr auto steps = std::array{find_eigenvalues, write_state_matrices, write_second_order};
  const analysis::InitialConditions& now = simulator.session().state();
  const Linearising while_it_lives(simulator.session());
  return steps[std::size_t(wanted.what)](wanted, now, interpreter);
}

void rehearse(const Linear& wanted, Rehearsal& rehearsal) {
  rehearsal.check_edits();
  if (const std::string lacking = missing(wanted, rehearsal.model()); !lacking.empty())
    rehearsal.complain(lacking);
}

}  // namespace

CommandPointer linear() {
  using S = Linear;
  using What = Linear::What;
  return command(CommandRow<S>{
      .table =
          {
              .name = "LINEAR",
              .help =
                  "Linearises the model about the present state, which is usually an equilibrium: "
                  "eigenvalues go to <prefix>.eig.csv, mode shapes to <prefix>.modes.csv, energies "
                  "of "
                  "modes to <prefix>.energies.csv, matrices to files of their own.",
              .arguments =
                  {
                      {"EIGENSOL", Flag{&S::what, What::eigenvalues}, optional,
                       "eigenvalues and mode shapes; of large models the lowest"},
                      {"STATEMAT", Flag{&S::what, What::state_matrices}, optional,
                       "matrices A, B, C, D between plant inputs and outputs"},
                      {"MKB", Flag{&S::what, What::second_order}, optional,
                       "matrices M, K, B of the independent coordinates"},
                      {"NOVECTOR", Flag{&S::without_shapes, true}, optional, "no mode shapes"},
                      {"NODAMPING", Flag{&S::without_damping, true}, optional,
                       "as if nothing depended on velocities"},
                      {"COORDS", &S::range, adm::count(2, 2),
                       "shapes of the modes from the first to the second only"},
                      {"KINETIC", Flag{&S::kinetic, true}, optional,
                       "shares of the parts in the kinetic energy of each mode"},
                      {"STRAIN", Flag{&S::strain, true}, optional,
                       "shares of the forces in its strain energy"},
                      {"DISSIPATION", Flag{&S::dissipation, true}, optional,
                       "shares of the forces in its dissipation"},
                      {"RM", adm::Ignored{"shapes are in the axes of the ground"}},
                      {"ORIGINAL", adm::Ignored{"the states are chosen by the program"}},
                      {"PINPUT", &S::input, adm::with("STATEMAT"), "plant input"},
                      {"POUTPUT", &S::output, adm::with("STATEMAT"), "plant output"},
                      {"FILE", &S::file, adm::with("STATEMAT", "MKB"),
                       "name of the files, in the folder of the results: <name>_A.csv and so on, "
                       "and "
                       "<name>.m for MATLAB"},
                      {"FORMAT", adm::Ignored{"matrices are written as CSV and for MATLAB"}},
                      {"PSTATE", &S::state, optional,
                       "plant states, coordinates of the user's choice; else the program chooses"},
                      {"EXPORT", adm::Refused{"other programs read the matrices"}},
                  },
              .exactly_one_of = {{"EIGENSOL", "STATEMAT", "MKB", "EXPORT"}},
              .finish = finish_linear,
          },
      .example = "LINEAR/EIGENSOL, NOVECTOR",
      .execute = linearise,
      .rehearse = rehearse,
  });
}

}  // namespace trammel::acf
