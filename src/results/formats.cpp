// SPDX-License-Identifier: BSD-3-Clause
#include "results/formats.h"

#include "results/adams/out_writer.h"
#include "results/adams/req_writer.h"
#include "results/adams/res_writer.h"
#include "results/h5_writer.h"

namespace trammel::results {
namespace {

using model::Model;
using model::ResultsSettings;
using Writer = std::unique_ptr<FrameWriter>;

constexpr Format list[] = {
    {"h5", ".h5", "everything, for trammel itself, Python and MATLAB",
     [](const Model&) { return true; },
     [](std::string path, const Contents& contents, const ResultsSettings&) -> Writer {
       return std::make_unique<H5Writer>(std::move(path), contents);
     }},
    {"res", ".res", "parts, joints, forces, variables and requests as XML, as ADAMS writes it",
     [](const Model& model) { return model.results.given; },
     [](std::string path, const Contents& contents, const ResultsSettings& settings) -> Writer {
       return std::make_unique<adams::ResWriter>(std::move(path), contents, settings);
     }},
    {"req", ".req", "requests without magnitudes, as ADAMS writes them",
     [](const Model& model) { return model.output.reqsave; },
     [](std::string path, const Contents& contents, const ResultsSettings&) -> Writer {
       return std::make_unique<adams::ReqWriter>(std::move(path), contents);
     }},
    {"out", ".out", "a table for each request",
     [](const Model& model) { return model.output.given && !model.output.noprint; },
     [](std::string path, const Contents& contents, const ResultsSettings&) -> Writer {
       return std::make_unique<adams::OutWriter>(std::move(path), contents);
     }},
};

}  // namespace

std::span<const Format> formats() {
  return list;
}

const Format* find_format(std::string_view name) {
  for (const Format& format : list)
    if (format.name == name) return &format;
  return nullptr;
}

}  // namespace trammel::results
