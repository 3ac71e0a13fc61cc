// Any bytes as a dataset: an answer without a crash, and what was read can be written and read back.
// SPDX-License-Identifier: BSD-3-Clause
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "io/adm/inventory.h"
#include "io/adm/reader.h"
#include "io/adm/writer.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace trammel;
  const std::string text(reinterpret_cast<const char*>(data), size);
  const adm::Reading reading = adm::read({"fuzz.adm", text});
  reading.messages();
  adm::inventory(reading);
  const std::string written = adm::write(reading.model);
  if (!(adm::read({"fuzz.adm", written}).model == reading.model)) std::abort();
  return 0;
}
