// Any bytes as a function expression: a tree or messages that point into the text; and a tree that
// prints as text that parses to the same tree.
// SPDX-License-Identifier: BSD-3-Clause
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "expression/compile.h"
#include "expression/inspect.h"
#include "expression/parse.h"
#include "expression/print.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace trammel::expression;
  const std::string text(reinterpret_cast<const char*>(data), size);
  const ParseResult result = parse(text);
  for (const ParseError& error : result.errors)
    if (error.offset > text.size() || error.message.empty()) std::abort();
  if (result.ok() != result.errors.empty()) std::abort();
  if (!result.ok()) return 0;

  for (const Reference& reference : references(*result.tree))
    if (reference.origin.offset > text.size()) std::abort();
  summarise(*result.tree);
  const ParseResult again = parse(print(*result.tree));
  if (!again.ok() || !(*again.tree == *result.tree)) std::abort();
  ShapeTable shapes;
  compile(*result.tree, shapes);
  return 0;
}
