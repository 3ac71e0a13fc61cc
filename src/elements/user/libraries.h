// Libraries of user routines, loaded from folders that the user has named and from nowhere else: a
// dataset names a library and a function, but never a place.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <trammel/user.h>

#include <map>
#include <string>
#include <vector>

#include "model/routine.h"

namespace trammel::elements {

class UserLibraries {
 public:
  explicit UserLibraries(std::vector<std::string> folders = {}) : folders_(std::move(folders)) {}
  ~UserLibraries();
  UserLibraries(const UserLibraries&) = delete;
  UserLibraries& operator=(const UserLibraries&) = delete;

  // A routine as long as this object lives, or what is wrong.
  struct Found {
    trammel_routine* routine = nullptr;
    std::string problem, hint;
  };
  Found find(const model::Routine&);

 private:
  struct Library {
    void* handle = nullptr;
    std::string problem, hint;
  };
  const Library& load(const std::string& name);
  Library open(const std::string& name) const;

  std::vector<std::string> folders_;
  std::map<std::string, Library> libraries_;
};

}  // namespace trammel::elements
