// SPDX-License-Identifier: BSD-3-Clause
#include "io/acf/save_file.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <iterator>
#include <sstream>

#include "io/adm/reader.h"
#include "io/adm/writer.h"

namespace trammel::acf {
namespace {

constexpr std::string_view first_line = "TRAMMEL STATE 1";
constexpr int kinds = static_cast<int>(model::Kind::count);

class Writer {
 public:
  void line(std::string_view key) { text_ += fmt::format("{}\n", key); }
  template <class Numbers>
  void numbers(std::string_view key, const Numbers& values) {
    text_ += fmt::format("{} {}", key, values.size());
    for (const auto& value : values) text_ += fmt::format(" {}", value);
    text_ += '\n';
  }
  void owners(std::string_view key, const std::vector<elements::Owner>& list) {
    for (const elements::Owner& owner : list)
      text_ += fmt::format("{} {} {}\n", key, model::statement_name(owner.kind), owner.id);
  }
  void inactive(const model::Model& model) {
    for (int k = 0; k < kinds; ++k)
      for (const int id : model.ids(static_cast<model::Kind>(k)))
        if (!model.is_active(static_cast<model::Kind>(k), id))
          owners("inactive", {{static_cast<model::Kind>(k), id}});
  }
  void append(std::string_view text) { text_ += text; }
  std::string take() { return std::move(text_); }

 private:
  std::string text_;
};

void write(Writer& out, const analysis::Snapshot& s) {
  out.numbers("time", std::vector<double>{s.state.t});
  for (const auto& [key, values] : {std::pair{"q", &s.state.q},
                                    {"v", &s.state.v},
                                    {"a", &s.state.a},
                                    {"lambda", &s.state.lambda},
                                    {"x", &s.state.x},
                                    {"x_dot", &s.state.x_dot},
                                    {"y", &s.state.y},
                                    {"memory", &s.state.memory}})
    out.numbers(key, std::vector<double>(values->data(), values->data() + values->size()));
  out.numbers("mode", std::vector<int>{s.mode});
  out.numbers("stands_still", std::vector<int>{s.stands_still});
  out.numbers("rank", std::vector<int>{s.rank, s.degrees_of_freedom});
  out.numbers("kept", s.kept);
  out.numbers("dropped", s.dropped);
  out.numbers("only_here", s.only_here);
  out.numbers("scales", s.scales);
  for (const expression::History& history : s.histories) {
    std::vector<double> flat;
    for (const auto& sample : history.samples()) {
      flat.push_back(sample.t);
      flat.push_back(sample.value);
    }
    out.numbers("history", flat);
  }
}

bool parse(std::string_view word, double& value) {
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  return error == std::errc() && end == word.data() + word.size();
}

// The lines of the state, one after the other.
class Reader {
 public:
  Reader(std::string_view text, SavedRun& saved) : text_(text), saved_(saved) {}

  // False: a line makes no sense. Ends at "DATASET", which leads to rest().
  bool run() {
    while (!text_.empty()) {
      const std::size_t end = std::min(text_.find('\n'), text_.size());
      const std::string_view line = text_.substr(0, end);
      text_.remove_prefix(std::min(end + 1, text_.size()));
      if (line == "DATASET") return true;
      if (!line.empty() && !read(std::string(line))) return false;
    }
    return true;
  }
  std::string_view rest() const { return text_; }
  bool has_state() const { return has_state_; }

  std::vector<elements::Owner> inactive;

 private:
  bool read(const std::string& line) {
    std::istringstream words(line);
    std::string key;
    words >> key;
    if (key == "inactive") return read_owner(words, inactive);
    if (key == "position") return read_owner(words, saved_.start.positions);
    if (key == "velocity") return read_owner(words, saved_.start.velocities);
    if (key == "state") return read_owner(words, saved_.start.states);
    std::vector<double> values;
    return read_numbers(words, values) && store(key, values);
  }

  static bool read_owner(std::istringstream& words, std::vector<elements::Owner>& list) {
    std::string statement;
    elements::Owner owner;
    if (!(words >> statement >> owner.id)) return false;
    for (int k = 0; k < kinds; ++k)
      if (model::statement_name(static_cast<model::Kind>(k)) == statement) {
        owner.kind = static_cast<model::Kind>(k);
        list.push_back(owner);
        return true;
      }
    return false;
  }

  static bool read_numbers(std::istringstream& words, std::vector<double>& values) {
    std::size_t count = 0;
    if (!(words >> count)) return false;
    std::string word;
    double value = 0;
    while (values.size() < count && words >> word) {
      if (!parse(word, value)) return false;
      values.push_back(value);
    }
    return values.size() == count && !(words >> word);
  }

  bool store(const std::string& key, const std::vector<double>& values) {
    analysis::Snapshot& s = saved_.snapshot.emplace(saved_.snapshot.value_or(analysis::Snapshot{}));
    const auto vector = [&](Vector& to) {
      to = Eigen::Map<const Vector>(values.data(), Eigen::Index(values.size()));
      return true;
    };
    const auto integers = [&](std::vector<int>& to) {
      for (const double value : values) {
        if (value != std::floor(value) || std::abs(value) > 2e9) return false;
        to.push_back(static_cast<int>(value));
      }
      return true;
    };
    const auto single = [&](auto& to) {
      if (values.size() == 1) to = static_cast<std::decay_t<decltype(to)>>(values[0]);
      return values.size() == 1;
    };
    has_state_ |= key == "time";
    if (key == "new") return single(saved_.is_new_state);
    if (key == "time") return single(s.state.t);
    if (key == "q") return vector(s.state.q);
    if (key == "v") return vector(s.state.v);
    if (key == "a") return vector(s.state.a);
    if (key == "lambda") return vector(s.state.lambda);
    if (key == "x") return vector(s.state.x);
    if (key == "x_dot") return vector(s.state.x_dot);
    if (key == "y") return vector(s.state.y);
    if (key == "memory") return vector(s.state.memory);
    if (key == "mode") return single(s.mode);
    if (key == "stands_still") return single(s.stands_still);
    if (key == "kept") return integers(s.kept);
    if (key == "dropped") return integers(s.dropped);
    if (key == "only_here") return integers(s.only_here);
    if (key == "rank" && values.size() == 2) {
      s.rank = int(values[0]);
      s.degrees_of_freedom = int(values[1]);
      return true;
    }
    if (key == "scales") {
      s.scales = values;
      return true;
    }
    return key == "history" && values.size() % 2 == 0 && store_history(s, values);
  }

  static bool store_history(analysis::Snapshot& s, const std::vector<double>& values) {
    std::vector<expression::History::Sample> samples;
    for (std::size_t k = 0; k < values.size(); k += 2)
      samples.push_back({values[k], values[k + 1]});
    s.histories.emplace_back().restore(std::move(samples));
    return true;
  }

  std::string_view text_;
  SavedRun& saved_;
  bool has_state_ = false;
};

// The dataset at the start of `text`; what follows its END.
std::string read_dataset(const adm::Source& source, std::string_view text, model::Model& model,
                         std::string_view& rest) {
  const std::string mark = fmt::format("\nEND\n{}\n", first_line);
  const std::size_t end = text.find(mark);
  if (end == std::string_view::npos) return "the file was not written by SAVE/SYSTEM";
  rest = text.substr(end + mark.size());
  adm::Reading reading = adm::read({source.name, std::string(text.substr(0, end + 5))});
  if (!reading.ok()) return "its dataset has errors:\n" + reading.messages();
  model = std::move(reading.model);
  return {};
}

std::string switch_off(const std::vector<elements::Owner>& list, model::Model& model) {
  for (const elements::Owner& owner : list)
    if (!model.set_active(owner.kind, owner.id, false))
      return fmt::format("it switches {}/{} off, which its model does not have",
                         model::statement_name(owner.kind), owner.id);
  return {};
}

}  // namespace

std::string to_text(const SavedRun& saved) {
  Writer out;
  out.append(adm::write(saved.model));
  out.line(first_line);
  out.inactive(saved.model);
  out.numbers("new", std::vector<int>{saved.is_new_state});
  if (saved.snapshot) write(out, *saved.snapshot);
  if (!saved.edited) return out.take();
  out.owners("position", saved.start.positions);
  out.owners("velocity", saved.start.velocities);
  out.owners("state", saved.start.states);
  out.line("DATASET");
  out.append(adm::write(*saved.edited));
  out.line(first_line);
  out.inactive(*saved.edited);
  return out.take();
}

std::string from_text(const adm::Source& source, SavedRun& saved) {
  constexpr std::string_view nonsense = "a line of its state makes no sense; the file is damaged";
  std::string_view rest;
  std::string wrong = read_dataset(source, source.text, saved.model, rest);
  if (!wrong.empty()) return wrong;
  Reader state(rest, saved);
  if (!state.run()) return std::string(nonsense);
  if (!state.has_state()) saved.snapshot.reset();
  if (wrong = switch_off(state.inactive, saved.model); !wrong.empty()) return wrong;
  if (state.rest().empty()) return {};
  saved.edited.emplace();
  wrong = read_dataset(source, state.rest(), *saved.edited, rest);
  if (!wrong.empty()) return wrong;
  SavedRun ignored;
  Reader changes(rest, ignored);
  if (!changes.run()) return std::string(nonsense);
  return switch_off(changes.inactive, *saved.edited);
}

bool fits(const analysis::Snapshot& s, const elements::Equations& equations) {
  const int rows = int(equations.rows.size());
  for (const auto* list : {&s.kept, &s.dropped, &s.only_here})
    for (const int row : *list)
      if (row < 0 || row >= rows) return false;
  const auto& bodies = equations.skeleton.bodies;
  const int n_q = bodies.empty() ? 0 : bodies.back().q + bodies.back().n_q();
  const int n = bodies.empty() ? 0 : bodies.back().v + bodies.back().n();
  return s.state.q.size() == n_q && s.state.v.size() == n && s.state.a.size() == n &&
         s.state.lambda.size() == Eigen::Index(s.kept.size()) &&
         s.state.x.size() == Eigen::Index(equations.states.size()) &&
         s.state.x_dot.size() == s.state.x.size() &&
         s.state.y.size() == Eigen::Index(equations.unknowns.size()) &&
         s.state.memory.size() == equations.n_memory && s.scales.size() == s.dropped.size() &&
         s.histories.size() == equations.delays.size();
}

bool is_same(const State& a, const State& b) {
  const auto same = [](const Vector& x, const Vector& y) {
    return x.size() == y.size() && (x.array() == y.array()).all();
  };
  return a.t == b.t && same(a.q, b.q) && same(a.v, b.v) && same(a.a, b.a) &&
         same(a.lambda, b.lambda) && same(a.x, b.x) && same(a.x_dot, b.x_dot) && same(a.y, b.y) &&
         same(a.memory, b.memory);
}

void copy_settings(const model::Model& from, model::Model& to) {
  to.output = from.output;
  to.results = from.results;
  to.integrator = from.integrator;
  to.equilibrium = from.equilibrium;
  to.kinematics = from.kinematics;
  to.initial_conditions = from.initial_conditions;
  to.debug = from.debug;
  to.preferences = from.preferences;
}

}  // namespace trammel::acf
