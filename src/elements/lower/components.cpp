// Tarjan's algorithm with an explicit stack: chains of definitions can be long.
// SPDX-License-Identifier: BSD-3-Clause
#include "elements/lower/components.h"

#include <algorithm>
#include <cstddef>

namespace trammel::elements {
namespace {

class Search {
 public:
  explicit Search(const std::vector<std::vector<int>>& successors)
      : successors_(successors), number_(successors.size(), -1), low_(successors.size(), 0) {
    result_.in_loop.assign(successors.size(), 0);
    on_stack_.assign(successors.size(), 0);
  }

  Components run() {
    for (std::size_t n = 0; n < successors_.size(); ++n)
      if (number_[n] < 0) visit(static_cast<int>(n));
    return std::move(result_);
  }

 private:
  struct Frame {
    int node;
    std::size_t next;  // successor to look at
  };

  void enter(int node) {
    number_[index(node)] = low_[index(node)] = count_++;
    stack_.push_back(node);
    on_stack_[index(node)] = 1;
    frames_.push_back({node, 0});
  }

  void visit(int root) {
    enter(root);
    while (!frames_.empty()) {
      Frame& frame = frames_.back();
      const int node = frame.node;
      if (frame.next < successors_[index(node)].size()) {
        const int to = successors_[index(node)][frame.next++];
        if (to == node) result_.in_loop[index(node)] = 1;
        if (number_[index(to)] < 0)
          enter(to);
        else if (on_stack_[index(to)])
          low_[index(node)] = std::min(low_[index(node)], number_[index(to)]);
        continue;
      }
      frames_.pop_back();
      if (!frames_.empty()) {
        int& low = low_[index(frames_.back().node)];
        low = std::min(low, low_[index(node)]);
      }
      if (low_[index(node)] == number_[index(node)]) close(node);
    }
  }

  // The component whose first node this is: all that is above it on the stack.
  void close(int node) {
    const bool alone = stack_.back() == node;
    for (int member = -1; member != node;) {
      member = stack_.back();
      stack_.pop_back();
      on_stack_[index(member)] = 0;
      if (!alone) result_.in_loop[index(member)] = 1;
      result_.order.push_back(member);
    }
  }

  static std::size_t index(int node) { return static_cast<std::size_t>(node); }

  const std::vector<std::vector<int>>& successors_;
  std::vector<int> number_, low_, stack_;
  std::vector<char> on_stack_;
  std::vector<Frame> frames_;
  int count_ = 0;
  Components result_;
};

}  // namespace

Components components(const std::vector<std::vector<int>>& successors) {
  return Search(successors).run();
}

}  // namespace trammel::elements
