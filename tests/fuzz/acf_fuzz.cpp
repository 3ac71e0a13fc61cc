// Any bytes as a command file, tried on a small model, and as a saved run: an answer without a crash.
// SPDX-License-Identifier: BSD-3-Clause
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "io/acf/rehearsal.h"
#include "io/acf/save_file.h"
#include "io/adm/reader.h"

namespace {

constexpr const char* small_model = R"(small
PART/1, GROUND
MARKER/101, PART = 1
PART/2, MASS = 1, CM = 201, IP = 1, 1, 1
MARKER/201, PART = 2
JOINT/1, REVOLUTE, I = 201, J = 101
SFORCE/1, ROTATIONAL, I = 201, J = 101, FUNCTION = -AZ(201, 101)
VARIABLE/1, FUNCTION = TIME
PINPUT/1, VARIABLES = 1
REQUEST/1, DISPLACEMENT, I = 201, J = 101
END
)";

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace trammel;
  static const adm::Reading model = adm::read({"small.adm", small_model});
  const std::string text(reinterpret_cast<const char*>(data), size);
  // Command files may name others; devices never end.
  if (text.find("/dev") != text.npos || text.find("/proc") != text.npos) return 0;
  acf::Script script = acf::read_script(adm::Source{"fuzz.acf", text});
  acf::Rehearsal(script, model.model, model.source).run();
  script.messages();
  acf::SavedRun saved;
  if (!acf::from_text({"fuzz.sav", text}, saved).empty()) return 0;
  acf::SavedRun back;
  if (!acf::from_text({"fuzz.sav", acf::to_text(saved)}, back).empty()) std::abort();
  if (!(back.model == saved.model)) std::abort();
  if (saved.snapshot && !acf::is_same(saved.snapshot->state, back.snapshot->state)) std::abort();
  return 0;
}
