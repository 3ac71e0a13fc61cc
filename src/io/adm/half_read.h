// Elements whose statements had errors. They are not part of the model, but what could be read of
// them refers to other elements and is checked with them: all errors of a file come in one run.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "io/adm/statement.h"

namespace trammel::adm {

struct HalfRead {
  const Syntax* syntax = nullptr;
  std::shared_ptr<const void> element;
  int id = 0;
  std::string name;
  Location at;
  std::vector<const ArgumentRow*> rows{};  // that were read without an error

  Syntax::Item item() const { return {element.get(), id, &name, at}; }
};

class HalfReadElements {
 public:
  void add(HalfRead element);
  // Where the id was first used; null: nowhere.
  const Location* find(const Syntax& syntax, int id) const;
  const std::vector<HalfRead>& all() const { return elements_; }

 private:
  std::vector<HalfRead> elements_;
  std::map<std::pair<const Syntax*, int>, Location> places_;
};

}  // namespace trammel::adm
