// SPDX-License-Identifier: BSD-3-Clause
#include "report/page.h"

#include <fmt/format.h>

namespace trammel::report {

std::string page_with(std::string_view data) {
  constexpr std::string_view place = "type=\"application/x-trammel-report\">";
  const std::string_view page = viewer_page();
  if (page.empty())
    throw Unavailable(fmt::format("reports are not available: {}", why_no_viewer()));
  const std::size_t found = page.find(place);
  if (found == page.npos) throw Unavailable("the page of this program has no place for data");
  const std::size_t at = found + place.size();
  std::string text;
  text.reserve(page.size() + data.size());
  text += page.substr(0, at);
  text += data;
  text += page.substr(at);
  return text;
}

}  // namespace trammel::report
