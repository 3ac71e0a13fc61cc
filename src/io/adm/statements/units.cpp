// SPDX-License-Identifier: BSD-3-Clause
#include "io/adm/bind.h"
#include "io/adm/statements/list.h"

namespace trammel::adm {
namespace {

template <class Row>
Meanings<const Row*> rows(std::span<const Row> table) {
  Meanings<const Row*> meanings;
  for (const Row& row : table) meanings.emplace_back(row.name, &row);
  return meanings;
}

void finish_units(model::Units& units, const Finish& finish) {
  const int named = (units.force != nullptr) + (units.mass != nullptr) + (units.length != nullptr) +
                    (units.time != nullptr);
  if (named != 0 && named != 4 && !units.system)
    finish.error(Code::missing_argument, "", "FORCE, MASS, LENGTH and TIME must be given together",
                 "or SYSTEM = MKS, CGS, FPS, IPS or NONE");
}

}  // namespace

SyntaxPointer units() {
  using S = model::Units;
  using model::Unit;
  return setting(
      Statement<S>{
          .name = "UNITS",
          .help = "Units of the numbers in the dataset. Equations of motion are M a = UCF F.",
          .arguments =
              {
                  {"FORCE", choice<const Unit*>(&S::force, rows(model::force_units())), optional,
                   "unit of force"},
                  {"MASS", choice<const Unit*>(&S::mass, rows(model::mass_units())), optional,
                   "unit of mass"},
                  {"LENGTH", choice<const Unit*>(&S::length, rows(model::length_units())), optional,
                   "unit of length"},
                  {"TIME", choice<const Unit*>(&S::time, rows(model::time_units())), optional,
                   "unit of time"},
                  {"SYSTEM",
                   choice<const model::UnitSystem*>(&S::system, rows(model::unit_systems())),
                   optional, "all four units at once; NONE: UCF = 1"},
                  {"UCF", &S::ucf, positive,
                   "units consistency factor; otherwise it follows from the units"},
              },
          .at_most_one_of =
              {{"SYSTEM", "FORCE"}, {"SYSTEM", "MASS"}, {"SYSTEM", "LENGTH"}, {"SYSTEM", "TIME"}},
          .finish = finish_units,
      },
      &model::Model::units);
}

SyntaxPointer accgrav() {
  using S = model::Gravity;
  return setting(
      Statement<S>{
          .name = "ACCGRAV",
          .help = "Gravity, in length/time², along the ground axes. Without it there is none.",
          .arguments =
              {
                  {"IGRAV", &S::x, optional, "component along x"},
                  {"JGRAV", &S::y, optional, "component along y"},
                  {"KGRAV", &S::z, optional, "component along z"},
              },
      },
      &model::Model::gravity);
}

}  // namespace trammel::adm
