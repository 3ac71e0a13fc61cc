// MATRIX from a file: what the file holds becomes a full matrix of the model.
//
// The form ADAMSMAT: a first line that starts with this word; the number of matrices; their names;
// then for each one a line "name FULL RORDER rows columns values (format)" and its values. Numbers
// may touch where a sign divides them, as Fortran writes them.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/messages.h"
#include "model/model.h"

namespace trammel::adm {

// Reads all of the model that name a file; relative paths start from the folder of the dataset.
std::vector<model::Problem> read_matrix_files(model::Model& model, const std::string& dataset);

// Fills the matrix from the text of a file; returns why it cannot, or "".
std::string parse_matrix_file(std::string_view text, std::string_view name, model::Matrix& matrix);

}  // namespace trammel::adm
