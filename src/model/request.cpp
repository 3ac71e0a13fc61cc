// SPDX-License-Identifier: BSD-3-Clause
#include "model/request.h"

#include <fmt/format.h>

#include <algorithm>

#include "model/model.h"

namespace trammel::model {
namespace {

class Expansion {
 public:
  Expansion(const Model& model, std::vector<Request>& list) : model_(model), list_(list) {}

  void expand(const MultiRequest& multi) {
    multi_ = &multi;
    for (const Part& part : model_.parts)
      if (is_selected(multi.parts, part.id) && !part.ground && part.cm)
        add("PART", part.id, part.cm, {});
    for (const Joint& joint : model_.joints)
      if (is_selected(multi.joints, joint.id)) add("JOINT", joint.id, joint.i, joint.j);
    for (const JointPrimitive& joint : model_.joint_primitives)
      if (is_selected(multi.primitives, joint.id)) add("JPRIM", joint.id, joint.i, joint.j);
    pairs(model_.single_forces);
    floating(model_.vector_forces);
    floating(model_.vector_torques);
    floating(model_.general_forces);
    pairs(model_.spring_dampers);
    pairs(model_.bushings);
    pairs(model_.beams);
    pairs(model_.fields);
  }

 private:
  static bool is_selected(const Selection& selection, int id) {
    return selection.all ||
           std::find(selection.ids.begin(), selection.ids.end(), id) != selection.ids.end();
  }

  template <class Forces>
  void pairs(const Forces& forces) {
    for (const auto& force : forces)
      if (is_selected(multi_->forces, force.id))
        add(statement_name(force.kind), force.id, force.i, force.j);
  }
  // What JFLOAT exerts on I: everything that acts between these two.
  template <class Forces>
  void floating(const Forces& forces) {
    for (const auto& force : forces)
      if (is_selected(multi_->forces, force.id))
        add(statement_name(force.kind), force.id, force.i, force.jfloat);
  }

  void add(std::string_view statement, int id, MarkerId i, MarkerId j) {
    Request request;
    request.id = multi_->id;
    request.name = multi_->name;
    request.at = multi_->at;
    request.active = multi_->active;
    request.quantity = multi_->quantity;
    request.i = i;
    // Of a motion, a floating marker moves with I: its part is not what I is measured from.
    const Marker* other = model_.find(j);
    const bool floats = other && other->floating && request.quantity != RequestKind::force;
    request.j = floats ? MarkerId{} : j;
    request.rm = multi_->rm;
    request.comment = multi_->comment;
    request.column = fmt::format("MREQ{}.{}{}", multi_->id, statement, id);
    list_.push_back(std::move(request));
  }

  const Model& model_;
  std::vector<Request>& list_;
  const MultiRequest* multi_ = nullptr;
};

}  // namespace

std::vector<Request> all_requests(const Model& model) {
  std::vector<Request> list(model.requests.begin(), model.requests.end());
  Expansion expansion(model, list);
  for (const MultiRequest& multi : model.multi_requests) expansion.expand(multi);
  return list;
}

std::string request_label(const Request& request) {
  return label(request.column.empty() ? "REQUEST" : "MREQUEST", request);
}

}  // namespace trammel::model
