// The last line of a saved run: a checksum of all bytes before it, by which damage is found wherever it is.
//
//   h ← (h ⊕ byte) · p  mod 2⁶⁴  (FNV-1a): each step is one-to-one in h, so no single byte changes unnoticed
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

namespace trammel::acf {

std::string sealed(std::string text);

// Takes the seal off, if there is one. What is wrong with it; empty: nothing, and the text is as it was written.
std::string unseal(std::string& text);

}  // namespace trammel::acf
