// SPDX-License-Identifier: BSD-3-Clause
#include "results/adams/res_writer.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>

#include "results/adams/units.h"
#include "results/result_file.h"

namespace trammel::results::adams {
namespace {

constexpr std::string_view end_of_step = "</Step>\n", end_of_data = "</Data>\n";
constexpr std::string_view end_of_file = "</Analysis>\n</Results>\n";

std::string known(const std::string& text) {
  return text.empty() ? "-unknown-" : escaped(text);
}

std::string heading(const std::string& path, const Contents& c,
                    const model::ResultsSettings& settings) {
  std::string date = c.created;  // 2026-11-16T15:40:00Z
  std::replace(date.begin(), date.end(), 'T', ' ');
  if (!date.empty() && date.back() == 'Z') date.pop_back();
  const Words w = words(c.unit_names);
  const std::size_t blank = c.program.find(' ');
  const std::string version = blank == std::string::npos ? "" : c.program.substr(blank + 1);
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<Results xmlns=\"http://www.mscsoftware.com/:xrf10\">\n"
      "<Bibliography>\n"
      "<File URI=\"file://{}\" schema=\"xrf\" version=\"2.0.0.0\" publicationDate=\"{}+00:00\" />\n"
      "<Revision version=\"1\" derivedFrom=\"-unknown-\">\n<Comment>\n{}\n</Comment>\n</Revision>\n"
      "</Bibliography>\n"
      "<Analysis name=\"{}\" executionDate=\"{}\" Solver=\"{}\" script=\"-unknown-\">\n"
      "<Bibliography>\n<Environment operatingSystem=\"-unknown-\" hostname=\"-unknown-\" />\n"
      "<Application name=\"trammel\" version=\"{}\" />\n</Bibliography>\n"
      "<ModelInfo title=\"{}\" creationDate=\"-unknown-\" checksum=\"-unknown-\" />\n"
      "<Units angle=\"rad\" length=\"{}\" mass=\"{}\" time=\"{}\" />\n",
      escaped(path), date, escaped(settings.comment), known(c.model_file), date, known(c.program),
      escaped(version), escaped(c.title), w.length, w.mass, w.time);
}

// As the dataset says it: poses, and nothing that would have to be computed.
Frame input(const Contents& contents) {
  Frame frame = make_frame(contents);
  for (auto& section : frame.values) std::fill(section.begin(), section.end(), 0.0);
  for (std::size_t k = 0; k < contents.parts.size(); ++k)
    std::copy(contents.parts[k].start.begin(), contents.parts[k].start.end(),
              frame[Section::pose].begin() + std::ptrdiff_t(7 * k));
  return frame;
}

std::string_view status_word(const std::string& status) {
  return status == "ok" ? "Successful" : status == "interrupted" ? "Interrupted" : "Failed";
}

}  // namespace

ResWriter::ResWriter(std::string path, const Contents& contents,
                     const model::ResultsSettings& settings)
    : map_(contents, settings), file_(std::move(path)), numbers_(map_.room()) {
  file_.append(heading(file_.path(), contents, settings));
  file_.append(map_.xml());
  begin_data(name(Analysis::input), 1);
  append_step(name(Analysis::input), input(contents));
  file_.flush();
}

void ResWriter::begin_data(std::string_view kind, int number) {
  if (!open_.empty()) file_.append(end_of_data);
  open_ = kind;
  const std::string_view shown = kind == name(Analysis::input) ? "modelInput" : kind;
  file_.append(fmt::format("<Data name=\"{}_{:03}\" id=\"{}\">\n", shown, number, ++data_));
}

void ResWriter::append_step(std::string_view kind, const Frame& frame) {
  text_ = fmt::format("<Step type=\"{}\">\n", kind);
  char* begin = numbers_.data();
  file_.append({text_, {begin, map_.put(frame, begin)}, end_of_step});
}

void ResWriter::write(const Frame& frame) {
  const std::string_view kind = name(frame.analysis);
  if (frame.simulation != simulation_ || open_ != kind) begin_data(kind, frame.simulation);
  simulation_ = frame.simulation;
  append_step(kind, frame);
}

void ResWriter::finish(const Summary& summary) {
  file_.append(end_of_data);
  file_.append(fmt::format("<TerminationStatus runTermObject=\"\" runStatus=\"{}\" />\n{}",
                           status_word(summary.statistics.status), end_of_file));
  file_.close();
}

bool repair_res(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw ReadError(fmt::format("{}: {}", path, std::strerror(errno)));
  std::string head(1024, '\0');
  file.read(head.data(), std::streamsize(head.size()));
  if (head.find("<Results") == std::string::npos)
    throw ReadError(fmt::format("{}: is not a .res file", path));
  file.clear();
  // The last complete step is near the end; larger pieces are looked at where steps are larger.
  file.seekg(0, std::ios::end);
  const auto size = std::size_t(file.tellg());
  for (std::size_t piece = 1 << 16;; piece *= 4) {
    const std::size_t first = size > piece ? size - piece : 0;
    std::string tail(size - first, '\0');
    file.seekg(std::streamoff(first));
    file.read(tail.data(), std::streamsize(tail.size()));
    if (tail.find("</Results>") != std::string::npos) return false;
    const std::size_t step = tail.rfind(end_of_step);
    if (step == std::string::npos && first > 0) continue;
    if (step == std::string::npos) throw ReadError(fmt::format("{}: has no results yet", path));
    file.close();
    if (::truncate(path.c_str(), off_t(first + step + end_of_step.size())) != 0)
      throw WriteError(fmt::format("{}: cannot write: {}", path, std::strerror(errno)));
    break;
  }
  std::ofstream end(path, std::ios::binary | std::ios::app);
  end << end_of_data << "<TerminationStatus runTermObject=\"\" runStatus=\"Failed\" />\n"
      << end_of_file;
  end.close();
  if (!end) throw WriteError(fmt::format("{}: cannot write: {}", path, std::strerror(errno)));
  return true;
}

}  // namespace trammel::results::adams
