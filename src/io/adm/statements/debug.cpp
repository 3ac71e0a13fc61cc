// SPDX-License-Identifier: BSD-3-Clause
#include "io/adm/bind.h"
#include "io/adm/statements/list.h"

namespace trammel::adm {

SyntaxPointer debug() {
  using S = model::DebugSettings;
  return setting(
      Statement<S>{
          .name = "DEBUG",
          .help = "What is printed to find out why an analysis fails.",
          .arguments =
              {
                  {"EPRINT", Flag{&S::eprint, true}, optional, "every step and iteration"},
                  {"NOEPRINT", Flag{&S::eprint, false}},
                  {"JMDUMP", Flag{&S::jmdump, true}, optional, "Jacobian matrices with names"},
                  {"NOJMDUMP", Flag{&S::jmdump, false}},
                  {"RHSDUMP", Flag{&S::rhsdump, true}, optional,
                   "residuals, states and corrections with names"},
                  {"NORHSDUMP", Flag{&S::rhsdump, false}},
                  {"REQDUMP", Flag{&S::reqdump, true}, optional, "requests at every iteration: without effect"},
                  {"DUMP", Flag{&S::dump, true}, optional, "the model as it was read: without effect"},
                  {"DOF", Flag{&S::dof, true}, optional, "degrees of freedom"},
                  {"TOPOLOGY", Flag{&S::topology, true}, optional, "which parts are connected: without effect"},
                  {"VERBOSE", Flag{&S::verbose, true}, optional, "a longer summary"},
              },
          .at_most_one_of = {{"EPRINT", "NOEPRINT"},
                             {"JMDUMP", "NOJMDUMP"},
                             {"RHSDUMP", "NORHSDUMP"}},
      },
      &model::Model::debug);
}

SyntaxPointer preferences() {
  using S = model::Preferences;
  constexpr Ignored no_contact{"contact geometry is not supported"};
  return setting(
      Statement<S>{
          .name = "PREFERENCES",
          .help = "Choices of the program, not of the model.",
          .arguments =
              {
                  {"NTHREADS", &S::threads, at_least(1), "threads used at a time"},
                  {"SOLVER", Ignored{"there is one solver"}},
                  {"CONTACT_GEOMETRY_LIBRARY", no_contact},
                  {"CONTACT_FACETING_TOLERANCE", no_contact},
                  {"FLEX_LIMIT_CHECK", Ignored{"flexible bodies are not supported"}},
                  {"LIBPATH", Ignored{"libraries are looked for in the folders of --user-routines"}},
                  {"SIMREPORT", Ignored{"--stats writes run statistics"}},
                  {"STATUSMSG", Ignored{"progress is always shown on a terminal"}},
              },
      },
      &model::Model::preferences);
}

}  // namespace trammel::adm
