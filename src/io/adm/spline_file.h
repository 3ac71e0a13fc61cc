// SPLINE from a file: rows of numbers x, y1, y2, …
//
// Blanks, commas or semicolons divide numbers; !, # and $ start comments; [name] starts a block; lines
// with = or in braces {x y} are headings. A row has as many numbers as the first one of its block.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/messages.h"
#include "model/model.h"

namespace trammel::adm {

// Reads all of the model that name a file; relative paths start from the folder of the dataset.
std::vector<model::Problem> read_spline_files(model::Model& model, const std::string& dataset);

// Fills the spline from the text of a file; returns why it cannot, or "".
std::string parse_spline_file(std::string_view text, model::Spline& spline);

}  // namespace trammel::adm
