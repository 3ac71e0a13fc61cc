// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>
#include <nlohmann/json.hpp>

#include "bench/papers/report.h"

namespace trammel::bench::papers {

namespace {

using nlohmann::json;

json to_json(const Claim& c) {
  json j = {
      {"what", c.what}, {"published", c.published}, {"ours", c.ours}, {"verdict", word(c.verdict)}};
  if (!c.why.empty()) j["why"] = c.why;
  return j;
}

json to_json(const Table& t) {
  json j = {{"title", t.title}, {"header", t.header}, {"rows", t.rows}};
  if (!t.note.empty()) j["note"] = t.note;
  return j;
}

json to_json(const Outcome& o) {
  json j = {{"text", o.text},
            {"claims", json::array()},
            {"tables", json::array()},
            {"figures", json::array()},
            {"numbers", json::object()}};
  for (const Claim& c : o.claims) j["claims"].push_back(to_json(c));
  for (const Table& t : o.tables) j["tables"].push_back(to_json(t));
  for (const Figure& f : o.figures)
    j["figures"].push_back({{"file", f.name + ".svg"}, {"caption", f.caption}});
  for (const Number& n : o.numbers)
    if (std::isfinite(n.value)) j["numbers"][n.key] = n.value;
  return j;
}

}  // namespace

std::string to_json(const Report& report) {
  json j = {{"format", 1}, {"quick", report.quick}, {"interrupted", report.interrupted}};
  for (const PaperInfo& p : papers()) j["papers"][std::string(p.key)] = p.citation;
  j["experiments"] = json::array();
  for (const Finished& f : report.finished) {
    json one = to_json(f.outcome);
    one["id"] = f.experiment->id, one["title"] = f.experiment->title;
    one["paper"] = info(f.experiment->paper).key, one["source"] = f.experiment->source;
    one["cpu_s"] = f.seconds;
    j["experiments"].push_back(std::move(one));
  }
  return j.dump(1) + "\n";
}

}  // namespace trammel::bench::papers
