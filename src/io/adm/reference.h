// The pages of docs/reference about datasets (functions.md is made in expression/), made from the tables that the program itself uses.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

namespace trammel::adm {

class ArgumentTable;

// The arguments of a statement or command: a table, and what excludes what.
std::string describe_arguments(const ArgumentTable&);
std::string statements_page();
std::string supported_page();
std::string messages_page();

struct ReferencePage {
  std::string file;  // in docs/reference
  std::string text;
};
std::vector<ReferencePage> reference_pages();

}  // namespace trammel::adm
