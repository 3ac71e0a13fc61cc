// SPDX-License-Identifier: BSD-3-Clause
#include "io/acf/save_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "analysis/bristles.h"
#include "io/adm/diagnostics.h"
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
  // Row, remainder, then each other row with its coefficient.
  void relations(std::string_view key, const std::vector<system::Relation>& list) {
    for (const system::Relation& r : list) {
      std::vector<double> flat = {double(r.row), r.remainder};
      for (std::size_t k = 0; k < r.others.size(); ++k) {
        flat.push_back(double(r.others[k]));
        flat.push_back(r.coefficients[k]);
      }
      numbers(key, flat);
    }
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
  out.numbers("upright", s.upright);
  out.numbers("rank", std::vector<int>{s.redundancy.rank, s.redundancy.degrees_of_freedom,
                                       s.degrees_of_freedom});
  out.numbers("kept", s.redundancy.kept);
  out.numbers("dropped", s.redundancy.dropped);
  out.numbers("only_here", s.only_here);
  out.numbers("scales", s.redundancy.scales);
  out.relations("relation", s.redundancy.relations);
  out.relations("nearly", s.redundancy.nearly);
  for (const expression::History& history : s.histories) {
    std::vector<double> flat;
    for (const auto& sample : history.samples()) {
      flat.push_back(sample.t);
      flat.push_back(sample.value);
    }
    out.numbers("history", flat);
  }
}

// The whole word; nan and inf are numbers, too.
template <class T>
bool parse(std::string_view word, T& value) {
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  return error == std::errc() && end == word.data() + word.size();
}

// An integer among numbers.
bool as_integer(double value, int& to) {
  if (!(value == std::floor(value) && std::abs(value) <= 2e9)) return false;
  to = static_cast<int>(value);
  return true;
}

std::string_view next_word(std::string_view& line) {
  line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
  const std::string_view word = line.substr(0, line.find(' '));
  line.remove_prefix(word.size());
  return word;
}

// The lines of the state, one after the other.
class Reader {
 public:
  // `line`: number of the first one in the file.
  Reader(std::string_view text, int line, SavedRun& saved)
      : text_(text), line_(line), saved_(saved) {}

  // What is wrong; empty: nothing. Ends at "DATASET", which leads to rest().
  std::string run() {
    for (; !text_.empty(); ++line_) {
      const std::size_t end = std::min(text_.find('\n'), text_.size());
      const std::string_view line = text_.substr(0, end);
      text_.remove_prefix(std::min(end + 1, text_.size()));
      if (line == "DATASET") break;
      if (!line.empty() && !read(line))
        return fmt::format("line {} makes no sense ('{}'); the file is damaged", line_,
                           adm::printable(line.substr(0, 40)));
    }
    ++line_;
    return {};
  }
  std::string_view rest() const { return text_; }
  int line() const { return line_; }  // of what is left
  bool has_state() const { return has_state_; }

  std::vector<elements::Owner> inactive;

 private:
  bool read(std::string_view line) {
    const std::string_view key = next_word(line);
    if (key == "inactive") return read_owner(line, inactive);
    if (key == "position") return read_owner(line, saved_.start.positions);
    if (key == "velocity") return read_owner(line, saved_.start.velocities);
    if (key == "state") return read_owner(line, saved_.start.states);
    std::vector<double> values;
    return read_numbers(line, values) && store(key, values);
  }

  static bool read_owner(std::string_view line, std::vector<elements::Owner>& list) {
    const std::string_view statement = next_word(line), id = next_word(line);
    elements::Owner owner;
    if (!parse(id, owner.id) || !next_word(line).empty()) return false;
    for (int k = 0; k < kinds; ++k)
      if (model::statement_name(static_cast<model::Kind>(k)) == statement) {
        owner.kind = static_cast<model::Kind>(k);
        list.push_back(owner);
        return true;
      }
    return false;
  }

  static bool read_numbers(std::string_view line, std::vector<double>& values) {
    std::size_t count = 0;
    if (!parse(next_word(line), count)) return false;
    for (std::string_view word = next_word(line); !word.empty(); word = next_word(line))
      if (values.size() == count || !parse(word, values.emplace_back())) return false;
    return values.size() == count;
  }

  bool store(std::string_view key, const std::vector<double>& values) {
    if (key == "new") return single(values, saved_.is_new_state);
    if (!saved_.snapshot) saved_.snapshot.emplace();
    analysis::Snapshot& s = *saved_.snapshot;
    if (key == "time") {
      has_state_ = values.size() == 1;
      if (has_state_) s.state.t = values[0];
      return has_state_;
    }
    if (Vector* to = vector_named(key, s.state)) {
      *to = Eigen::Map<const Vector>(values.data(), Eigen::Index(values.size()));
      return true;
    }
    if (key == "mode") return single(values, s.mode);
    if (key == "stands_still") return single(values, s.stands_still);
    if (key == "history") return store_history(s, values);
    if (key == "only_here") return integers(values, s.only_here);
    if (key == "upright") return integers(values, s.upright);
    return store(key, values, s.redundancy, s.degrees_of_freedom);
  }

  static bool store(std::string_view key, const std::vector<double>& values, system::Redundancy& to,
                    int& degrees_of_freedom) {
    if (key == "kept") return integers(values, to.kept);
    if (key == "dropped") return integers(values, to.dropped);
    if (key == "relation") return store_relation(values, to.relations);
    if (key == "nearly") return store_relation(values, to.nearly);
    if (key == "rank")
      return values.size() == 3 && as_integer(values[0], to.rank) &&
             as_integer(values[1], to.degrees_of_freedom) &&
             as_integer(values[2], degrees_of_freedom);
    if (key == "scales") to.scales = values;
    return key == "scales";
  }

  static Vector* vector_named(std::string_view key, State& s) {
    for (const auto& [name, vector] : {std::pair{"q", &s.q},
                                       {"v", &s.v},
                                       {"a", &s.a},
                                       {"lambda", &s.lambda},
                                       {"x", &s.x},
                                       {"x_dot", &s.x_dot},
                                       {"y", &s.y},
                                       {"memory", &s.memory}})
      if (key == name) return vector;
    return nullptr;
  }

  static bool integers(const std::vector<double>& values, std::vector<int>& to) {
    to.resize(values.size());
    for (std::size_t k = 0; k < values.size(); ++k)
      if (!as_integer(values[k], to[k])) return false;
    return true;
  }

  template <class T>
  static bool single(const std::vector<double>& values, T& to) {
    int value = 0;
    if (values.size() != 1 || !as_integer(values[0], value)) return false;
    to = static_cast<T>(value);
    return true;
  }

  static bool store_relation(const std::vector<double>& values,
                             std::vector<system::Relation>& list) {
    system::Relation& r = list.emplace_back();
    if (values.size() < 2 || values.size() % 2 != 0 || !as_integer(values[0], r.row)) return false;
    r.remainder = values[1];
    for (std::size_t k = 2; k < values.size(); k += 2) {
      if (!as_integer(values[k], r.others.emplace_back())) return false;
      r.coefficients.push_back(values[k + 1]);
    }
    return true;
  }

  static bool store_history(analysis::Snapshot& s, const std::vector<double>& values) {
    if (values.size() % 2 != 0) return false;
    std::vector<expression::History::Sample> samples;
    for (std::size_t k = 0; k < values.size(); k += 2) {
      if (!(samples.empty() ? values[k] == values[k] : values[k] >= samples.back().t)) return false;
      samples.push_back({values[k], values[k + 1]});
    }
    s.histories.emplace_back().restore(std::move(samples));
    return true;
  }

  std::string_view text_;
  int line_;
  SavedRun& saved_;
  bool has_state_ = false;
};

int count_lines(std::string_view text) {
  return int(std::count(text.begin(), text.end(), '\n'));
}

// The dataset at the start of `text`; what follows its END.
std::string read_dataset(const adm::Source& source, std::string_view text, model::Model& model,
                         std::string_view& rest) {
  const std::string mark = fmt::format("\nEND\n{}\n", first_line);
  const std::size_t end = text.find(mark);
  if (end == std::string_view::npos) return "the file was not written by SAVE/SYSTEM";
  rest = text.substr(end + mark.size());
  adm::Reading reading = adm::read({source.name, std::string(text.substr(0, end + 5))});
  if (!reading.ok()) {
    const std::string messages = reading.messages();
    return "its dataset has errors; the first: " + messages.substr(0, messages.find('\n'));
  }
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
  const auto line_of = [&](std::string_view rest) {
    return 1 +
           count_lines(std::string_view(source.text).substr(0, source.text.size() - rest.size()));
  };
  std::string_view rest;
  std::string wrong = read_dataset(source, source.text, saved.model, rest);
  if (!wrong.empty()) return wrong;
  Reader state(rest, line_of(rest), saved);
  if (wrong = state.run(); !wrong.empty()) return wrong;
  if (!state.has_state()) saved.snapshot.reset();
  if (wrong = switch_off(state.inactive, saved.model); !wrong.empty()) return wrong;
  if (state.rest().empty()) return {};
  saved.edited.emplace();
  wrong = read_dataset(source, state.rest(), *saved.edited, rest);
  if (!wrong.empty())
    return fmt::format("in what begins in line {}: {}", line_of(state.rest()), wrong);
  SavedRun ignored;
  Reader changes(rest, line_of(rest), ignored);
  if (wrong = changes.run(); !wrong.empty()) return wrong;
  return switch_off(changes.inactive, *saved.edited);
}

bool fits(const analysis::Snapshot& s, const elements::Equations& equations) {
  const auto is_row = [&](int row) { return row >= 0 && row < int(equations.rows.size()); };
  for (const auto* list : {&s.redundancy.kept, &s.redundancy.dropped, &s.only_here})
    if (!std::all_of(list->begin(), list->end(), is_row)) return false;
  for (const auto* list : {&s.redundancy.relations, &s.redundancy.nearly})
    for (const system::Relation& r : *list)
      if (!is_row(r.row) || !std::all_of(r.others.begin(), r.others.end(), is_row)) return false;
  const int n_bristles = int(analysis::bristles_of(equations).size());
  const auto are_bristles = [&](int k) { return k >= 0 && k < n_bristles; };
  if (!std::all_of(s.upright.begin(), s.upright.end(), are_bristles)) return false;
  const auto& bodies = equations.skeleton.bodies;
  const int n_q = bodies.empty() ? 0 : bodies.back().q + bodies.back().n_q();
  const int n = bodies.empty() ? 0 : bodies.back().v + bodies.back().n();
  return s.state.q.size() == n_q && s.state.v.size() == n && s.state.a.size() == n &&
         s.state.lambda.size() == Eigen::Index(s.redundancy.kept.size()) &&
         s.state.x.size() == Eigen::Index(equations.states.size()) &&
         s.state.x_dot.size() == s.state.x.size() &&
         s.state.y.size() == Eigen::Index(equations.unknowns.size()) &&
         s.state.memory.size() == equations.n_memory &&
         s.redundancy.scales.size() == s.redundancy.dropped.size() &&
         s.histories.size() == equations.delays.size();
}

bool is_same(const State& a, const State& b) {
  // What has no value is the same as what has none.
  const auto same = [](const Vector& x, const Vector& y) {
    return std::equal(x.begin(), x.end(), y.begin(), y.end(), [](double p, double q) {
      return p == q || (std::isnan(p) && std::isnan(q));
    });
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
