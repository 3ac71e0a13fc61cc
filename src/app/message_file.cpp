// SPDX-License-Identifier: BSD-3-Clause
#include "app/message_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "app/message_log.h"
#include "integrators/registry.h"
#include "io/adm/diagnostics.h"

namespace trammel::app {
namespace {

constexpr std::size_t width = 78;
constexpr int tenths = 10;

double seconds_since(std::clock_t begin) {
  return double(std::clock() - begin) / CLOCKS_PER_SEC;
}

std::string upper(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return char(std::toupper(c)); });
  return text;
}

// "gstiff-i3" is "Gstiff I3" in headings, "GSTIFF" alone.
std::string family(const std::string& integrator) {
  return integrator.substr(0, integrator.find('-'));
}
std::string in_words(const std::string& integrator) {
  std::string words = family(integrator);
  if (!words.empty()) words[0] = upper(words)[0];
  if (const std::size_t dash = integrator.find('-'); dash != std::string::npos)
    words += ' ' + upper(integrator.substr(dash + 1));
  return words;
}

std::string boxed(const std::vector<std::string>& lines) {
  const std::string edge = ' ' + std::string(width, '*') + '\n';
  std::string text = edge;
  for (const std::string& line : lines)
    text += fmt::format(" *  {:<{}.{}}  *\n", adm::printable(line), width - 6, width - 6);
  return text + edge;
}

// "JOINT/3 (model.hinge): Zi.Xj" is "Zi.Xj in model.hinge", without a name "Zi.Xj in JOINT_3".
std::string place_of(const std::string& row) {
  const std::size_t colon = row.rfind(": ");
  std::string owner = row.substr(0, colon);
  const std::size_t open = owner.find(" (");
  if (open != std::string::npos && owner.back() == ')')
    owner = owner.substr(open + 2, owner.size() - open - 3);
  else
    std::replace(owner.begin(), owner.end(), '/', '_');
  return fmt::format("{} in {}", colon == std::string::npos ? row : row.substr(colon + 2), owner);
}

std::string kind_in_words(analysis::Kind kind) {
  switch (kind) {
    case analysis::Kind::kinematic:
      return "Kinematic";
    case analysis::Kind::statics:
      return "Static";
    case analysis::Kind::initial_conditions:
      return "Initial Conditions";
    default:
      return "Dynamic";
  }
}

}  // namespace

ProgressTable::ProgressTable(results::GrowingFile& file, double start, double end)
    : file_(file), start_(start), end_(end) {}

void ProgressTable::write(double t, double h) {
  if (next_ == 0)
    file_.append(
        "\n    Simulation       Step        Function     Cumulative    Integration    CPU\n"
        "       Time          Size       Evaluations   Steps Taken      Order       time\n"
        "   -----------   -----------   -----------   -----------   -----------   --------\n");
  file_.append(fmt::format("   {:11.5E}   {:11.5E}   {:11d}   {:11d}   {:11d}   {:8.2f}\n", t, h,
                           evaluations_, steps_, order_, seconds_since(begin_)));
  while (next_ <= tenths && t >= start_ + (end_ - start_) * next_ / tenths) ++next_;
}

void ProgressTable::attempt_begins(const AttemptEvent& event) {
  order_ = event.order;
  if (next_ == 0) write(event.t, event.h);
}

void ProgressTable::attempt_ends(const AttemptEndEvent& event) {
  evaluations_ += event.iterations;
  if (event.result != AttemptResult::accepted) return;
  ++steps_;
  const double t = event.t + event.h, due = start_ + (end_ - start_) * next_ / tenths;
  if (next_ <= tenths && t >= due - 1e-12 * (end_ - start_)) write(t, event.h);
}

MessageFile::MessageFile(std::string path) : file_(std::move(path)) {
  file_.append(boxed({fmt::format("trammel {}", TRAMMEL_VERSION)}));
}

void MessageFile::note(const std::string& text) {
  file_.append(adm::printable_lines(text));
}

void MessageFile::echo(const std::string& command) {
  note(fmt::format("\n command: {}\n", command));
  file_.flush();
}

void MessageFile::title(const std::string& title, const std::string& model) {
  file_.append('\n' + boxed({title, model}));
}

void MessageFile::message(const std::string& text) {
  for (const std::string& each : messages_in(text)) {
    const bool is_error = each.find(": error: ") != std::string::npos;
    const bool is_warning = each.find(": warning: ") != std::string::npos;
    if (!is_error && !is_warning) {
      note(each + '\n');
      continue;
    }
    const char* kind = is_error ? "ERROR" : "WARNING";
    note(fmt::format("\n---- START: {0} ----\n{1}\n---- END: {0} ----\n", kind, each));
  }
}

void MessageFile::begin(analysis::Kind kind, const analysis::RunSettings& settings,
                        const analysis::InitialConditions& now) {
  const bool integrates = kind == analysis::Kind::dynamic;
  std::string text = fmt::format(
      "\n Begin Simulation\n\n ****** Performing {} Simulation{} ******\n", kind_in_words(kind),
      integrates ? fmt::format(" using {} Integrator", in_words(settings.integrator)) : "");
  if (!now.redundancy.dropped.empty()) {
    text += "\n Degree-of-freedom analysis identified redundant constraints in the model:\n";
    for (const int row : now.redundancy.dropped)
      text += fmt::format(" -  deactivating constraint equation  {}\n",
                          place_of(now.system->equations().rows[std::size_t(row)].name));
  }
  const IntegratorInfo* method = integrates ? find_integrator(settings.integrator) : nullptr;
  if (method)
    text += fmt::format(
        "\n The system is modelled with INDEX-{} DAEs.\n The integrator is {}, CORRECTOR = {}\n"
        " Integration error =    {:.6E}\n",
        method->index, upper(family(settings.integrator)),
        settings.options.corrector == Corrector::modified ? "modified" : "original",
        settings.error);
  const double end = settings.output_times.empty() ? now.state.t : settings.output_times.back();
  text += fmt::format(" {} simulation{} from time {:.8g} to {:.8g}\n", analysis::name(kind),
                      integrates ? " with " + settings.integrator : "", now.state.t, end);
  note(text);
}

void MessageFile::end(analysis::Kind kind, const analysis::RunReport& report) {
  const bool ok = report.status == analysis::Status::ok;
  std::string text;
  if (kind == analysis::Kind::statics && ok)
    text += fmt::format("\n Static Solution converged in {} iterations\n",
                        report.statistics.iterations);
  text += fmt::format("\n End Simulation\n {} at time {:.8g}: {} steps, {} iterations\n",
                      ok ? "ended" : "stopped", report.time, report.statistics.steps,
                      report.statistics.iterations);
  note(text);
}

void MessageFile::finish(std::string_view status) {
  const double wall =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - wall_).count();
  note(status == "ok" ? "\n the run has ended\n"
                      : fmt::format("\n the run has stopped: {}\n", status));
  note(fmt::format("\n Finished -----\n Elapsed time = {:.2f}s, CPU time = {:.2f}s\n", wall,
                   seconds_since(cpu_)));
  file_.close();
}

}  // namespace trammel::app
