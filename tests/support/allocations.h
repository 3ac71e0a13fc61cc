// Counts heap allocations of the whole process, also those of C libraries and Eigen, by standing in
// front of malloc. For tests that stepping, refactoring and solving allocate nothing.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace trammel::testing {

bool can_count_allocations();  // false under sanitizers, which own malloc
long allocations();            // since the start of the process

}  // namespace trammel::testing
