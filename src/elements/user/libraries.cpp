// SPDX-License-Identifier: BSD-3-Clause
#include "elements/user/libraries.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <filesystem>

namespace trammel::elements {
namespace {

namespace files = std::filesystem;

constexpr const char* version_symbol = "trammel_user_version";

// A path with a folder in it, or else the loader would search for the library.
std::string full_path(const files::path& path) {
  std::error_code ignored;
  return files::absolute(path, ignored).string();
}

std::string reason() {
  const char* text = dlerror();
  return text ? text : "no reason given";
}

}  // namespace

UserLibraries::~UserLibraries() {
  for (const auto& [name, library] : libraries_)
    if (library.handle) dlclose(library.handle);
}

UserLibraries::Library UserLibraries::open(const std::string& name) const {
  if (const std::string objection = model::objection_to_library(name); !objection.empty())
    return {nullptr, fmt::format("library {}: {}", name, objection), ""};
  if (folders_.empty())
    return {nullptr,
            fmt::format("library {} is not loaded: no folder of user routines is named", name),
            fmt::format("name the folder of {}.so: --user-routines DIR", name)};
  std::string searched;
  for (const std::string& folder : folders_) {
    for (const std::string& file : {name + ".so", "lib" + name + ".so"}) {
      const files::path path = files::path(folder) / file;
      std::error_code ignored;
      if (!files::is_regular_file(path, ignored)) continue;
      void* handle = dlopen(full_path(path).c_str(), RTLD_NOW | RTLD_LOCAL);
      if (!handle)
        return {nullptr, fmt::format("library {} cannot be loaded: {}", name, reason()), ""};
      return {handle, "", ""};
    }
    searched += (searched.empty() ? "" : ", ") + folder;
  }
  return {nullptr, fmt::format("library {} is in no folder of user routines", name),
          fmt::format("{0}.so or lib{0}.so was looked for in {1}", name, searched)};
}

const UserLibraries::Library& UserLibraries::load(const std::string& name) {
  const auto [known, is_new] = libraries_.try_emplace(name);
  Library& library = known->second;
  if (!is_new) return library;
  library = open(name);
  if (!library.handle) return library;
  using Version = int();
  const auto version = reinterpret_cast<Version*>(dlsym(library.handle, version_symbol));
  if (!version) {
    library.problem = fmt::format("library {} was not made for Trammel", name);
    library.hint = "a source of the library must include trammel/user.h and TRAMMEL_USER_LIBRARY";
  } else if (version() != TRAMMEL_USER_VERSION) {
    library.problem =
        fmt::format("library {} was made for version {} of trammel/user.h, this is version {}",
                    name, version(), TRAMMEL_USER_VERSION);
    library.hint = "compile it again";
  }
  return library;
}

namespace {

// dlsym also finds what the libraries of a library have: abort, system, …
bool is_of_library(void* symbol, void* handle) {
  Dl_info of_symbol{}, of_library{};
  return dladdr(symbol, &of_symbol) != 0 &&
         dladdr(dlsym(handle, version_symbol), &of_library) != 0 &&
         of_symbol.dli_fbase == of_library.dli_fbase;
}

}  // namespace

UserLibraries::Found UserLibraries::find(const model::Routine& routine) {
  if (const std::string objection = model::objection_to_function(routine.function);
      !objection.empty())
    return {nullptr, objection, ""};
  const Library& library = load(routine.library);
  if (!library.problem.empty()) return {nullptr, library.problem, library.hint};
  void* const symbol = dlsym(library.handle, routine.function.c_str());
  if (symbol && is_of_library(symbol, library.handle))
    return {reinterpret_cast<trammel_routine*>(symbol), "", ""};
  return {nullptr, fmt::format("library {} has no function {}", routine.library, routine.function),
          "in C++, routines are declared extern \"C\""};
}

}  // namespace trammel::elements
