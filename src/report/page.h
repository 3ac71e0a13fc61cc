// The page that shows a report: built from viewer/ with Node and compiled in, data put into it.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace trammel::report {

// The page without data; empty when the program was built without it.
std::string_view viewer_page();
// Why it is empty: "Node.js was not found when this program was built".
std::string_view why_no_viewer();

class Unavailable : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// `data`: base64. Throws Unavailable.
std::string page_with(std::string_view data);

}  // namespace trammel::report
