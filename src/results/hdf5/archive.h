// The two archives of layout.h: contents into a file, and out of it.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "results/contents.h"
#include "results/hdf5/handle.h"

namespace trammel::results::hdf5 {

// Into an empty file; makes the groups.
void write_contents(hid_t file, const Contents&);
// Throws Error when the file is no result file. Indices that point nowhere are −1.
Contents read_contents(hid_t file);

}  // namespace trammel::results::hdf5
