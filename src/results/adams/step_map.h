// Which numbers a step of a .res file has, in which order, and how they are called: its StepMap.
//
// Numbers come in blocks: positions of all parts, then velocities of all, then accelerations, so that
// the components of an entity have ids that are not consecutive.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "model/settings.h"
#include "results/frame.h"

namespace trammel::results::adams {

class StepMap {
 public:
  StepMap(const Contents&, const model::ResultsSettings&);

  const std::string& xml() const { return xml_; }  // the element StepMap
  // Bytes that put() needs at most.
  std::size_t room() const;
  // Writes the text of a step, its numbers in lines; returns its end.
  char* put(const Frame&, char* to) const;

 private:
  struct Block {
    Section section;
    std::vector<std::size_t> columns;  // of each line in turn; of poses the item
    std::size_t width = 6;             // numbers in a line
  };

  void add_parts(const Contents&, const model::ResultsSettings&);
  void add_connectors(const Contents&, Section, const std::vector<ElementInfo>&);
  void add_scalars(Section, const std::vector<ScalarInfo>&, const char* type);
  void add_requests(const Contents&);
  void open(const std::string& name, const Entity&, const std::string& type);
  void component(const std::string& name, const std::string& unit, std::size_t id);
  void close();

  std::string xml_;
  std::vector<Block> blocks_;
  std::size_t next_ = 2;  // id; 1 is the time
};

// With &, <, >, quotes and what XML does not allow replaced.
std::string escaped(const std::string& text);

}  // namespace trammel::results::adams
