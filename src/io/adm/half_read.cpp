// SPDX-License-Identifier: BSD-3-Clause
#include "io/adm/half_read.h"

namespace trammel::adm {

void HalfReadElements::add(HalfRead element) {
  places_.try_emplace({element.syntax, element.id}, element.at);
  elements_.push_back(std::move(element));
}

const Location* HalfReadElements::find(const Syntax& syntax, int id) const {
  const auto place = places_.find({&syntax, id});
  return place == places_.end() ? nullptr : &place->second;
}

}  // namespace trammel::adm
