// Every request of a model in one table: TIME, then REQ<id>.F1 … REQ<id>.F8 for each request in the
// order of the file. Numbers are the shortest decimals that read back to the same double.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "model/model.h"
#include "results/file.h"

namespace trammel::results {

inline constexpr std::size_t request_components = 8;

std::vector<std::string> column_names(const model::Model&);
// Of requests that are called so: "REQ7".
std::vector<std::string> column_names(const std::vector<std::string>& requests);

class CsvWriter {
 public:
  CsvWriter(std::string path, const model::Model& model)
      : CsvWriter(std::move(path), column_names(model)) {}
  CsvWriter(std::string path, const std::vector<std::string>& columns);

  // `values`: eight for each request; one that is not finite leaves its field empty.
  void write(double time, std::span<const double> values);
  void close() { file_.close(); }

  const std::string& path() const { return file_.path(); }
  long rows() const { return rows_; }

 private:
  GrowingFile file_;
  std::string line_;
  long rows_ = 0;
};

}  // namespace trammel::results
