// Elements that are switched off leave the equations, whatever their kind, and come back as they were.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "io/adm/reader.h"
#include "system/element_cases.h"
#include "system/system.h"

namespace trammel::system {
namespace {

using model::Kind;

constexpr std::array switchable = {Kind::joint,  Kind::jprim,    Kind::coupler, Kind::gear,
                                   Kind::gcon,   Kind::ptcv,     Kind::cvcv,    Kind::motion,
                                   Kind::sforce, Kind::vforce,   Kind::vtorque, Kind::gforce,
                                   Kind::beam,   Kind::bushing,  Kind::field,   Kind::spring_damper,
                                   Kind::nforce, Kind::friction, Kind::sensor};

struct Counted {
  explicit Counted(const model::Model& model)
      : equations(std::make_shared<const elements::Equations>(elements::lower(model))),
        system(equations, dynamic_rows(*equations)) {}

  // Rows that are enforced, loads, states and watches of elements of a kind.
  std::size_t owned(Kind kind) const {
    const auto count = [&](const auto& list) {
      return std::size_t(std::count_if(list.begin(), list.end(),
                                       [&](const auto& item) { return item.owner.kind == kind; }));
    };
    std::size_t rows = 0;
    for (int k = 0; k < system.layout().m(); ++k)
      rows += equations->rows[std::size_t(system.equation_row(k))].owner.kind == kind;
    return rows + count(equations->loads) + count(equations->states) + count(equations->watches);
  }

  std::shared_ptr<const elements::Equations> equations;
  System system;
};

class Inactive : public testing::TestWithParam<Case> {};

TEST_P(Inactive, elements_have_no_equations) {
  model::Model model = adm::read({"case.adm", dataset(GetParam().statements)}).model;
  const model::Model original = model;
  for (const Kind kind : switchable) {
    const std::size_t before = Counted(model).owned(kind);
    if (before == 0) continue;
    for (const int id : model.ids(kind)) EXPECT_TRUE(model.set_active(kind, id, false));
    EXPECT_FALSE(model == original);
    const Counted without(model);
    EXPECT_EQ(without.owned(kind), 0u) << model::statement_name(kind);
    EXPECT_TRUE(without.equations->problems.size() <= Counted(original).equations->problems.size());
    Values values = make_values(without.system.layout());
    EXPECT_EQ(without.system.evaluate(without.system.initial_state(), 31, values), Outcome::ok);
    for (const int id : model.ids(kind)) model.set_active(kind, id, true);
    EXPECT_EQ(Counted(model).owned(kind), before);
    EXPECT_TRUE(model == original);
  }
}

INSTANTIATE_TEST_SUITE_P(, Inactive, testing::ValuesIn(cases()));

}  // namespace
}  // namespace trammel::system
