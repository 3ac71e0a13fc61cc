// SPDX-License-Identifier: BSD-3-Clause
#include "io/adm/bind.h"
#include "io/adm/statements/list.h"

namespace trammel::adm {
namespace {

constexpr Ignored line_printer{"it formats tables and plots for line printers"};
constexpr Ignored other_format{"this format is not written"};

}  // namespace

SyntaxPointer output() {
  using S = model::OutputSettings;
  return setting(
      Statement<S>{
          .name = "OUTPUT",
          .help = "Which result files are written.",
          .arguments =
              {
                  {"REQSAVE", Flag{&S::reqsave, true}, optional, "request file, .req"},
                  {"GRSAVE", Flag{&S::grsave, true}, optional, "graphics file, .gra"},
                  {"NOPRINT", Flag{&S::noprint, true}, optional, "no tables of requests, .out"},
                  {"SEPARATOR", Flag{&S::separator, std::optional<bool>(true)}, optional,
                   "separate the simulations in the files"},
                  {"NOSEPARATOR", Flag{&S::separator, std::optional<bool>(false)}, optional,
                   "do not separate them"},
                  {"GR521SAV", Ignored{"the old graphics format is not written"}},
                  {"C(HART)", line_printer},
                  {"TELETYPE", line_printer},
                  {"OSFORMAT", line_printer},
                  {"FIXED", line_printer},
                  {"DSCALE", line_printer},
                  {"VSCALE", line_printer},
                  {"ASCALE", line_printer},
                  {"FSCALE", line_printer},
                  {"DZERO", line_printer},
                  {"VZERO", line_printer},
                  {"AZERO", line_printer},
                  {"FZERO", line_printer},
                  {"V(PR)", line_printer},
                  {"YPOINTS", line_printer},
                  {"YSKIP", line_printer},
                  {"DACSAVE", other_format},
                  {"MATSAVE", other_format},
                  {"RPCSAVE", other_format},
              },
          .at_most_one_of = {{"SEPARATOR", "NOSEPARATOR"}},
      },
      &model::Model::output);
}

SyntaxPointer results() {
  using S = model::ResultsSettings;
  return setting(
      Statement<S>{
          .name = "RES(ULTS)",
          .help = "Results file, .res, and what it leaves out.",
          .arguments =
              {
                  {"XRF", Flag{&S::xrf, true}, optional, "in XML"},
                  {"FORMATTED", Flag{&S::formatted, true}, optional, "as text"},
                  {"COMMENT", &S::comment, optional, "title of the results"},
                  {"NOACCELERATIONS", Flag{&S::no_accelerations, true}, optional,
                   "leaves out accelerations"},
                  {"NOAPPLIEDFORCES", Flag{&S::no_applied_forces, true}, optional,
                   "leaves out applied forces"},
                  {"NOCONTACTS", Flag{&S::no_contacts, true}, optional, "leaves out contacts"},
                  {"NODATASTRUCTURES", Flag{&S::no_data_structures, true}, optional,
                   "leaves out arrays and variables"},
                  {"NODISPLACEMENTS", Flag{&S::no_displacements, true}, optional,
                   "leaves out positions"},
                  {"NOFLOATINGMARKERS", Flag{&S::no_floating_markers, true}, optional,
                   "leaves out floating markers"},
                  {"NOLINEAR", Flag{&S::no_linear, true}, optional, "leaves out eigenvalues"},
                  {"NOREACTIONFORCES", Flag{&S::no_reaction_forces, true}, optional,
                   "leaves out reactions"},
                  {"NOREQUESTS", Flag{&S::no_requests, true}, optional, "leaves out requests"},
                  {"NOSYSTEMELEMENTS", Flag{&S::no_system_elements, true}, optional,
                   "leaves out system elements"},
                  {"NOTIRES", Flag{&S::no_tires, true}, optional, "leaves out tires"},
                  {"NOVELOCITIES", Flag{&S::no_velocities, true}, optional,
                   "leaves out velocities"},
              },
      },
      &model::Model::results);
}

}  // namespace trammel::adm
