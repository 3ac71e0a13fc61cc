// The formats of result files beside the table of requests. A new one is a class and a line.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "model/model.h"
#include "results/contents.h"
#include "results/frame_writer.h"

namespace trammel::results {

struct Format {
  std::string_view name;    // "h5"
  std::string_view suffix;  // ".h5"
  std::string_view help;
  bool (*is_wanted)(const model::Model&);  // without being asked for on the command line
  std::unique_ptr<FrameWriter> (*open)(std::string path, const Contents&,
                                       const model::ResultsSettings&);
};

std::span<const Format> formats();
const Format* find_format(std::string_view name);  // null: there is none

}  // namespace trammel::results
