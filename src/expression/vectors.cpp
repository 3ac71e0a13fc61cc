// SPDX-License-Identifier: BSD-3-Clause
#include "expression/vectors.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>

#include "expression/leaves.h"
#include "expression/text.h"

namespace trammel::expression {

namespace {

using Nodes = std::vector<Node>;  // a tree

// A number or a vector.
struct Value {
  std::vector<Nodes> parts;
  bool is_vector() const { return parts.size() == 3; }
};

Nodes constant(double number, Origin origin) {
  Node node;
  node.number = number;
  node.origin = origin;
  return {node};
}

bool is_number(const Nodes& tree, double number) {
  return tree.size() == 1 && tree[0].kind == NodeKind::number && tree[0].number == number;
}

class WritingOut {
 public:
  WritingOut(const Tree& tree, const ParseLimits& limits) : tree_(tree), limits_(limits) {}

  WrittenOut run() {
    for (const Node& node : tree_.nodes()) {
      if (node.kind != NodeKind::call) {
        stack_.push_back({{Nodes{node}}});
        continue;
      }
      const auto first = stack_.end() - static_cast<std::ptrdiff_t>(node.arguments);
      std::vector<Value> arguments(std::make_move_iterator(first),
                                   std::make_move_iterator(stack_.end()));
      stack_.erase(first, stack_.end());
      call_ = &node;
      stack_.push_back(written(arguments));
      if (!result_.errors.empty()) return std::move(result_);
    }
    for (Nodes& part : stack_.back().parts) result_.components.emplace_back(std::move(part));
    return std::move(result_);
  }

 private:
  const Function& function() const { return *call_->function; }

  Value written(std::vector<Value>& arguments) {
    Value value = by_rule(arguments);
    std::size_t size = 0;
    for (const Nodes& part : value.parts) size += part.size();
    if (size > limits_.nodes)
      return wrong(fmt::format("the vectors have more than {} terms", limits_.nodes),
                   "move parts of them to VARIABLEs");
    return value;
  }

  Value by_rule(std::vector<Value>& a) {
    switch (function().vector) {
      case VectorRule::none:
        return ordinary(a);
      case VectorRule::components:
        return measured(a);
      case VectorRule::axis_x:
      case VectorRule::axis_y:
      case VectorRule::axis_z:
        return axis_of(static_cast<int>(function().vector) - static_cast<int>(VectorRule::axis_x),
                       marker(a, 0), marker(a, 1));
      default:
        break;
    }
    if (!a[0].is_vector() || (function().vector == VectorRule::dot && !a[1].is_vector()))
      return wrong(fmt::format("{} needs a vector", function().name), usage(function()));
    if (function().vector == VectorRule::dot) return {{dot(a[0], a[1])}};
    if (function().vector == VectorRule::magnitude) return {{magnitude(a[0])}};
    if (function().vector == VectorRule::unit) return times(a[0], "/", magnitude(a[0]));
    return turned(a[0], marker(a, 1), marker(a, 2));
  }

  Value measured(const std::vector<Value>& ids) {
    const std::string_view stem = function().name.substr(0, function().name.size() - 3);
    std::vector<const Nodes*> all;
    for (const Value& id : ids) all.push_back(&id.parts[0]);
    Value value;
    for (const char letter : {'X', 'Y', 'Z'})
      value.parts.push_back(call(*find_function(std::string(stem) + letter), all));  // (VEC.1)
    return value;
  }

  static int marker(const std::vector<Value>& arguments, std::size_t k) {
    return k < arguments.size() ? arguments[k].parts[0][0].integer() : 0;
  }

  Value axis_of(int axis, int i, int k) {
    Value value;
    for (int b = 0; b < 3; ++b)
      value.parts.push_back(i == k ? number(axis == b ? 1 : 0)
                                   : call(direction_cosine_row(static_cast<kinematics::Axis>(axis),
                                                               static_cast<kinematics::Axis>(b)),
                                          {integer(i), integer(k)}));  // (VEC.2)
    return value;
  }

  Value turned(const Value& v, int i, int k) {
    Value sum = times(axis_of(0, i, k), "*", v.parts[0]);
    for (int axis = 1; axis < 3; ++axis)
      sum = both(
          sum, "+",
          times(axis_of(axis, i, k), "*", v.parts[static_cast<std::size_t>(axis)]));  // (VEC.4)
    return sum;
  }

  // Operators and IF of vectors; of numbers, all functions.
  Value ordinary(std::vector<Value>& a) {
    const bool any = std::any_of(a.begin(), a.end(), [](const Value& v) { return v.is_vector(); });
    if (!any) {
      std::vector<const Nodes*> all;
      for (const Value& value : a) all.push_back(&value.parts[0]);
      return {{call(function(), all)}};
    }
    const std::string_view name = function().name;
    if (name == "neg") return negated(a[0]);
    if (name == "IF") return chosen(a);
    if (name == "+" || name == "-") {
      if (a[0].is_vector() && a[1].is_vector()) return both(a[0], name, a[1]);
      return wrong(fmt::format("'{}' stands between a vector and a number", name));
    }
    if (name == "**" && a[0].is_vector() && a[1].is_vector()) return cross(a[0], a[1]);
    if ((name == "*" || name == "/") && !a[1].is_vector()) return times(a[0], name, a[1].parts[0]);
    if (name == "*" && !a[0].is_vector()) return multiple(a[0].parts[0], a[1]);
    if (name == "*")
      return wrong("'*' stands between two vectors",
                   "a . b is their scalar product, a ** b their "
                   "cross product");
    return wrong(fmt::format("{} needs numbers, not vectors", name));
  }

  Value chosen(const std::vector<Value>& a) {
    if (a[0].is_vector() || !a[1].is_vector() || !a[2].is_vector() || !a[3].is_vector())
      return wrong("IF needs a number before the colon and three vectors after it");
    Value value;
    for (std::size_t k = 0; k < 3; ++k)
      value.parts.push_back(
          call(function(), {&a[0].parts[0], &a[1].parts[k], &a[2].parts[k], &a[3].parts[k]}));
    return value;
  }

  Value both(const Value& a, std::string_view sign, const Value& b) {
    Value value;
    for (std::size_t k = 0; k < 3; ++k)
      value.parts.push_back(combined(a.parts[k], sign, b.parts[k]));
    return value;
  }
  Value times(const Value& v, std::string_view sign, const Nodes& number) {
    Value value;
    for (const Nodes& part : v.parts) value.parts.push_back(combined(part, sign, number));
    return value;
  }
  Value multiple(const Nodes& number, const Value& v) {
    Value value;
    for (const Nodes& part : v.parts) value.parts.push_back(combined(number, "*", part));
    return value;
  }
  Value negated(const Value& v) {
    Value value;
    for (const Nodes& part : v.parts) value.parts.push_back(call(function(), {&part}));
    return value;
  }
  Nodes dot(const Value& a, const Value& b) {
    const Value products = {{combined(a.parts[0], "*", b.parts[0]),
                             combined(a.parts[1], "*", b.parts[1]),
                             combined(a.parts[2], "*", b.parts[2])}};
    return combined(combined(products.parts[0], "+", products.parts[1]), "+", products.parts[2]);
  }
  Nodes magnitude(const Value& v) {
    const Nodes square = dot(v, v);
    return call(*find_function("SQRT"), {&square});  // (VEC.3)
  }
  Value cross(const Value& a, const Value& b) {
    Value value;
    for (std::size_t k = 0; k < 3; ++k) {
      const std::size_t next = (k + 1) % 3, last = (k + 2) % 3;
      value.parts.push_back(combined(combined(a.parts[next], "*", b.parts[last]), "-",
                                     combined(a.parts[last], "*", b.parts[next])));
    }
    return value;
  }

  // Zeros and ones of axes leave no trace.
  Nodes combined(const Nodes& a, std::string_view sign, const Nodes& b) {
    if (sign == "*" && (is_number(a, 0) || is_number(b, 0))) return number(0);
    if (sign == "*" && is_number(a, 1)) return b;
    if ((sign == "*" || sign == "/") && is_number(b, 1)) return a;
    if (sign == "+" && is_number(a, 0)) return b;
    if ((sign == "+" || sign == "-") && is_number(b, 0)) return a;
    return call(operator_row(sign), {&a, &b});
  }

  Nodes number(double value) const { return constant(value, call_->origin); }
  Nodes integer(int value) const {
    Nodes result = number(value);
    result[0].kind = NodeKind::integer;
    return result;
  }
  Nodes call(const Function& row, std::initializer_list<Nodes> arguments) const {
    std::vector<const Nodes*> all;
    for (const Nodes& argument : arguments) all.push_back(&argument);
    return call(row, all);
  }
  Nodes call(const Function& row, std::vector<const Nodes*> arguments) const {
    Nodes result;
    for (const Nodes* argument : arguments)
      result.insert(result.end(), argument->begin(), argument->end());
    Node node;
    node.kind = NodeKind::call;
    node.function = &row;
    node.arguments = static_cast<std::uint32_t>(arguments.size());
    node.size = static_cast<std::uint32_t>(result.size()) + 1;
    node.origin = call_->origin;
    result.push_back(node);
    return result;
  }

  Value wrong(std::string message, std::string hint = {}) {
    result_.errors.push_back(
        {call_->origin.offset, call_->origin.length, std::move(message), std::move(hint), false});
    return {{constant(0, {})}};
  }

  const Tree& tree_;
  const ParseLimits& limits_;
  const Node* call_ = nullptr;
  std::vector<Value> stack_;
  WrittenOut result_;
};

}  // namespace

bool has_vectors(const Tree& tree) {
  return std::any_of(tree.nodes().begin(), tree.nodes().end(), [](const Node& node) {
    return node.function != nullptr && node.function->vector != VectorRule::none;
  });
}

WrittenOut write_out_vectors(const Tree& tree, const ParseLimits& limits) {
  return WritingOut(tree, limits).run();
}

}  // namespace trammel::expression
