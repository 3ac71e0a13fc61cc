// SPDX-License-Identifier: BSD-3-Clause
#include "results/channels.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <sstream>

#include "results/describe.h"

namespace trammel::results {
namespace {

std::vector<std::string> components_of(const SectionInfo& section) {
  std::istringstream words{std::string(section.components)};
  std::vector<std::string> list;
  for (std::string word; words >> word;) list.push_back(word);
  return list;
}

// Of the first three and the last three components.
std::pair<std::string, std::string> units_of(Section section, const DerivedUnits& u) {
  switch (section) {
    case Section::pose:
      return {u.length, ""};
    case Section::velocity:
      return {u.velocity, u.angular_velocity};
    case Section::acceleration:
      return {u.acceleration, u.angular_acceleration};
    case Section::reactions:
    case Section::forces:
      return {u.force, u.torque};
    default:
      return {};
  }
}

class Lister {
 public:
  explicit Lister(const Contents& contents)
      : contents_(contents), units_(derived_units(contents.units)) {}

  std::vector<Channel> run() {
    for (std::size_t k = 0; k < contents_.requests.size(); ++k) add_request(k);
    for (std::size_t k = 0; k < contents_.parts.size(); ++k)
      for (const Section section : {Section::pose, Section::velocity, Section::acceleration})
        add(section, k, contents_.parts[k]);
    for (std::size_t k = 0; k < contents_.reactions.size(); ++k)
      add(Section::reactions, k, contents_.reactions[k]);
    for (std::size_t k = 0; k < contents_.forces.size(); ++k)
      add(Section::forces, k, contents_.forces[k]);
    for (std::size_t k = 0; k < contents_.variables.size(); ++k)
      add_scalar(Section::variables, k, contents_.variables[k]);
    for (std::size_t k = 0; k < contents_.states.size(); ++k)
      add_scalar(Section::states, k, contents_.states[k]);
    return std::move(channels_);
  }

 private:
  void add(Section section, std::size_t item, const Entity& of) {
    const auto [first, last] = units_of(section, units_);
    const std::vector<std::string> names = components_of(info(section));
    for (std::size_t c = 0; c < names.size(); ++c)
      channels_.push_back({of.code() + "." + names[c], of.display_name() + " " + names[c],
                           c < 3 ? first : last, section, item * names.size() + c});
  }
  void add_scalar(Section section, std::size_t item, const ScalarInfo& of) {
    const std::string component = of.component == 0 ? "Q" : fmt::format("X{}", of.component);
    channels_.push_back(
        {of.code() + "." + component,
         of.component == 0 ? of.display_name() : of.display_name() + " " + component, "", section,
         item});
  }
  void add_request(std::size_t item) {
    const RequestInfo& of = contents_.requests[item];
    for (std::size_t c = 0; c < 8; ++c) {
      if (of.components[c].empty()) continue;
      const std::string who =
          of.comment.empty() ? of.name.empty() ? of.column : of.display_name() : of.comment;
      channels_.push_back({of.column + ".F" + std::to_string(c + 1), who + " " + of.components[c],
                           of.units[c], Section::requests, 8 * item + c});
    }
  }

  const Contents& contents_;
  DerivedUnits units_;
  std::vector<Channel> channels_;
};

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return char(std::tolower(c)); });
  return text;
}

const Entity& owner(const Contents& contents, const Channel& channel) {
  const std::size_t item = channel.column / info(channel.section).width;
  switch (channel.section) {
    case Section::reactions:
      return contents.reactions[item];
    case Section::forces:
      return contents.forces[item];
    case Section::variables:
      return contents.variables[item];
    case Section::states:
      return contents.states[item];
    case Section::requests:
      return contents.requests[item];
    default:
      return contents.parts[item];
  }
}

}  // namespace

std::vector<Channel> list_channels(const Contents& contents) {
  return Lister(contents).run();
}

ChannelIndex::ChannelIndex(const Contents& contents, const std::vector<Channel>& channels) {
  const auto offer = [&](const std::string& name, std::size_t k) {
    by_name_.try_emplace(lower(name), int(k));
  };
  for (std::size_t k = 0; k < channels.size(); ++k) offer(channels[k].name, k);
  // By the user's names, of which the first of equal ones counts.
  for (std::size_t k = 0; k < channels.size(); ++k) {
    const Channel& channel = channels[k];
    const Entity& of = owner(contents, channel);
    const std::string component = channel.name.substr(channel.name.rfind('.'));
    if (!of.name.empty()) {
      offer(of.name + component, k);
      offer(of.display_name() + component, k);
    }
    if (channel.section == Section::variables || channel.section == Section::states) {
      offer(of.code(), k);
      if (!of.name.empty()) offer(of.display_name(), k);
    }
    if (channel.section != Section::requests) continue;
    const RequestInfo& request = contents.requests[channel.column / 8];
    const std::string title = fmt::format(".{}", request.components[channel.column % 8]);
    offer(request.column + title, k);
    offer(fmt::format("REQUEST_{}{}", request.id, component), k);
    for (const std::string& name : {request.display_name(), request.results_name, request.comment})
      if (!name.empty()) offer(name + title, k);
  }
}

int ChannelIndex::find(const std::string& name) const {
  const auto found = by_name_.find(lower(name));
  return found == by_name_.end() ? -1 : found->second;
}

}  // namespace trammel::results
