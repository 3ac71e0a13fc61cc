// SPDX-License-Identifier: BSD-3-Clause
#include "io/acf/listing.h"

#include <cstdlib>

#include "io/adm/writer.h"

namespace trammel::acf {

std::string statement_text(const model::Model& model, const adm::Syntax& syntax, int id) {
  std::string text;
  syntax.for_each(model, [&](const adm::Syntax::Item& item) {
    if (item.id == id) text = adm::write(syntax, item);
  });
  return text;
}

std::string statement_text(const model::Model& model, const adm::Syntax& syntax,
                           const adm::StatementText& text) {
  const std::size_t slash = text.text().find('/');
  const int id = syntax.has_id() && slash != std::string::npos
                     ? std::atoi(text.text().c_str() + slash + 1)
                     : 0;
  return statement_text(model, syntax, id);
}

}  // namespace trammel::acf
