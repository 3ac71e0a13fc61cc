// SPDX-License-Identifier: BSD-3-Clause
#include "numerics/observer.h"

namespace trammel {

std::string_view describe(AttemptResult result) {
  switch (result) {
    case AttemptResult::accepted:
      return "accepted";
    case AttemptResult::error_too_large:
      return "the local error is too large";
    case AttemptResult::not_converged:
      return "the corrector does not converge";
    case AttemptResult::singular_matrix:
      return "the matrix is singular";
    case AttemptResult::domain_error:
      return "a function has no value here";
    case AttemptResult::stopped:
      return "stopped";
  }
  return "";
}

}  // namespace trammel
