// SPDX-License-Identifier: BSD-3-Clause
#include "results/hdf5/handle.h"

#include <string_view>

namespace trammel::results::hdf5 {
namespace {

// The stack goes from the function that was called down to what went wrong.
std::string last_failure() {
  std::string text;
  const auto keep = [](unsigned, const H5E_error2_t* error, void* result) -> herr_t {
    if (error->desc && *error->desc) *static_cast<std::string*>(result) = error->desc;
    return 0;
  };
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_DOWNWARD, keep, &text);
  // "truncated file: eof = 3000, sblock->base_addr = 0, stored_eof = 52454"
  if (text.rfind("truncated file", 0) == 0) return "its end is missing";
  constexpr std::string_view quoted = "error message = '";
  if (const std::size_t begin = text.find(quoted); begin != std::string::npos) {
    const std::size_t first = begin + quoted.size();
    return text.substr(first, text.find('\'', first) - first);
  }
  return text.empty() ? "the HDF5 library failed" : text;
}

}  // namespace

void prepare() {
  static const bool is_open = [] {
    H5dont_atexit();
    return H5open() >= 0;
  }();
  // Each thread has a stack of errors of its own.
  thread_local const bool is_silent = H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr) >= 0;
  (void)is_open;
  (void)is_silent;
}

hid_t checked(hid_t id) {
  if (id < 0) throw Error(last_failure());
  return id;
}

void check(herr_t status) {
  if (status < 0) throw Error(last_failure());
}

Handle file_access() {
  Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
  check(H5Pset_file_locking(access, true, true));
  H5AC_cache_config_t cache;
  cache.version = H5AC__CURR_CACHE_CONFIG_VERSION;
  check(H5Pget_mdc_config(access, &cache));
  cache.set_initial_size = true;
  cache.initial_size = cache.min_size = cache.max_size = std::size_t(1) << 21;
  cache.incr_mode = H5C_incr__off;
  cache.flash_incr_mode = H5C_flash_incr__off;
  cache.decr_mode = H5C_decr__off;
  check(H5Pset_mdc_config(access, &cache));
  constexpr std::size_t slots = 521, chunks = std::size_t(1) << 18;  // of each dataset: bytes
  check(H5Pset_cache(access, 0, slots, chunks, 0.75));
  return access;
}

}  // namespace trammel::results::hdf5
