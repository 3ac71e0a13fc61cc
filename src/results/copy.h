// Everything of a result file, written anew: in another format, or in the same after a crash.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "results/frame_writer.h"
#include "results/result_file.h"

namespace trammel::results {

// All frames, steps and modes, in flat memory; does not finish the file.
void copy(const ResultFile&, FrameWriter&);

// Takes what a killed run has left and makes a proper file of it, under the same name. False: there is
// nothing to repair. Throws ReadError, also while a run is still writing the file, and WriteError.
bool repair_h5(const std::string& path);

}  // namespace trammel::results
