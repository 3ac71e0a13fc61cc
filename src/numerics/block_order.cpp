// SPDX-License-Identifier: BSD-3-Clause
#include "numerics/block_order.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <queue>

namespace trammel {

namespace {

using Set = std::vector<int>;  // ascending, without repetition

constexpr int largest_front = 400;  // beyond, KLU's scalar elimination has fewer operations

std::size_t at(int i) {
  return std::size_t(i);
}

void unite(Set& a, const Set& b) {
  Set both;
  both.reserve(a.size() + b.size());
  std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
  a.swap(both);
}

void subtract(Set& a, const Set& b) {
  Set left;
  left.reserve(a.size());
  std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(left));
  a.swap(left);
}

// Neighbours in the graph of A + Aᵀ, with itself where there is a diagonal entry.
std::vector<Set> neighbours_of(const Pattern& pattern) {
  std::vector<Set> neighbours(at(pattern.n_columns()));
  for (int j = 0; j < pattern.n_columns(); ++j)
    for (const int i : pattern.column(j)) {
      neighbours[at(j)].push_back(i);
      if (i != j) neighbours[at(i)].push_back(j);
    }
  for (Set& set : neighbours) {
    std::sort(set.begin(), set.end());
    set.erase(std::unique(set.begin(), set.end()), set.end());
  }
  return neighbours;
}

class Eliminator {
 public:
  Eliminator(const Pattern& pattern, const std::vector<int>& labels);
  std::optional<BlockOrder> run();

 private:
  struct Node {
    Set atoms, neighbours;  // neighbours: atoms of others
    int size = 0;
    bool is_eliminated = false;
  };
  struct Unit {
    Set atoms;
    int size = 0, room = 0;
    int node = -1;
    bool is_bare = false;
  };

  void make_atoms(const std::vector<Set>& neighbours);
  void make_units(const std::vector<int>& labels);
  bool find_hosts();  // false: some have none, or there is a closed loop
  bool has_loop(const std::vector<Set>& hosts) const;
  void host(int guest, int unit);
  void make_nodes();
  int degree(const Node& node) const;
  void enqueue(int node);
  void eliminate(int node);
  BlockOrder finish() const;

  std::vector<int> atom_of_;  // unknown → atom
  std::vector<int> first_of_atom_, size_of_atom_;
  std::vector<Set> adjacent_;  // atom → atoms, itself where the diagonal is not empty
  std::vector<bool> is_bare_;
  std::vector<Unit> units_;
  std::vector<int> unit_of_atom_, host_of_unit_;
  std::vector<Node> nodes_;
  std::vector<int> node_of_atom_;
  std::vector<int> sequence_;
  std::vector<Set> rest_;             // by place in the sequence: atoms
  using Entry = std::pair<int, int>;  // degree, −time: of equal ones the latest
  std::priority_queue<std::pair<Entry, int>, std::vector<std::pair<Entry, int>>, std::greater<>>
      queue_;
  std::vector<int> degree_;
  int time_ = 0;
  bool all_are_housed_ = false, is_too_large_ = false;
};

Eliminator::Eliminator(const Pattern& pattern, const std::vector<int>& labels) {
  make_atoms(neighbours_of(pattern));
  make_units(labels);
  all_are_housed_ = find_hosts();
  make_nodes();
}

void Eliminator::make_atoms(const std::vector<Set>& neighbours) {
  const int n = int(neighbours.size());
  atom_of_.assign(at(n), -1);
  Set a, b;
  const auto are_alike = [&](int i, int j) {
    const Set &of_i = neighbours[at(i)], &of_j = neighbours[at(j)];
    if (of_i == of_j) return true;  // both on the diagonal and coupled, or neither
    a = of_i, b = of_j;
    unite(a, {i}), unite(b, {j});
    return std::binary_search(of_i.begin(), of_i.end(), j) && a == b;
  };
  for (int i = 0; i < n; ++i) {
    if (i > 0 && are_alike(i - 1, i)) {
      atom_of_[at(i)] = atom_of_[at(i - 1)];
      ++size_of_atom_.back();
      continue;
    }
    atom_of_[at(i)] = int(first_of_atom_.size());
    first_of_atom_.push_back(i);
    size_of_atom_.push_back(1);
  }
  for (const int first : first_of_atom_) {
    Set atoms;
    for (const int j : neighbours[at(first)]) atoms.push_back(atom_of_[at(j)]);
    std::sort(atoms.begin(), atoms.end());
    atoms.erase(std::unique(atoms.begin(), atoms.end()), atoms.end());
    const int own = int(adjacent_.size());
    is_bare_.push_back(!std::binary_search(atoms.begin(), atoms.end(), own));
    adjacent_.push_back(std::move(atoms));
  }
}

void Eliminator::make_units(const std::vector<int>& labels) {
  std::vector<int> unit_of_label(at(1 + *std::max_element(labels.begin(), labels.end())), -1);
  for (int atom = 0; atom < int(first_of_atom_.size()); ++atom) {
    int& unit = unit_of_label[at(labels[at(first_of_atom_[at(atom)])])];
    if (unit < 0) {
      unit = int(units_.size());
      units_.emplace_back();
    }
    Unit& u = units_[at(unit)];
    u.atoms.push_back(atom);
    u.size += size_of_atom_[at(atom)];
    u.is_bare = u.is_bare || is_bare_[at(atom)];
    unit_of_atom_.push_back(unit);
  }
}

void Eliminator::host(int guest, int unit) {
  host_of_unit_[at(guest)] = unit;
  units_[at(unit)].room -= units_[at(guest)].size;
}

// Joints as edges between bodies and the ground; those between the same bodies are one, unless they are more than
// a body can bear.
bool Eliminator::has_loop(const std::vector<Set>& hosts) const {
  std::vector<int> parent(units_.size() + 1);
  std::iota(parent.begin(), parent.end(), 0);
  const auto root = [&](int u) {
    while (parent[at(u)] != u) u = parent[at(u)] = parent[at(parent[at(u)])];
    return u;
  };
  std::map<Set, int> sizes;
  for (int guest = 0; guest < int(units_.size()); ++guest) {
    if (!units_[at(guest)].is_bare || hosts[at(guest)].empty()) continue;
    Set ends = hosts[at(guest)];
    int& size = sizes[ends];
    const bool is_new = size == 0;
    size += units_[at(guest)].size;
    if (size > units_[at(ends.front())].size) return true;
    if (!is_new) continue;
    if (ends.size() == 1) ends.push_back(int(units_.size()));  // the ground
    for (std::size_t k = 1; k < ends.size(); ++k) {
      const int a = root(ends[0]), b = root(ends[k]);
      if (a == b) return true;
      parent[at(a)] = b;
    }
  }
  return false;
}

// Leaves first: a body with a single joint left takes it, which may make its neighbour the next.
bool Eliminator::find_hosts() {
  host_of_unit_.assign(units_.size(), -1);
  std::vector<Set> guests(units_.size()), hosts(units_.size());  // bare units of a unit, and back
  for (int u = 0; u < int(units_.size()); ++u) {
    units_[at(u)].room = units_[at(u)].size;
    for (const int atom : units_[at(u)].atoms)
      for (const int other : adjacent_[at(atom)])
        if (const int o = unit_of_atom_[at(other)]; units_[at(o)].is_bare && !units_[at(u)].is_bare)
          unite(guests[at(u)], {o}), unite(hosts[at(o)], {u});
  }
  if (has_loop(hosts)) return false;
  std::vector<int> leaves;
  const auto take = [&](int guest, int unit) {
    host(guest, unit);
    for (const int other : hosts[at(guest)]) {
      subtract(guests[at(other)], {guest});
      if (guests[at(other)].size() == 1) leaves.push_back(other);
    }
  };
  const auto peel = [&] {
    while (!leaves.empty()) {
      const int unit = leaves.back();
      leaves.pop_back();
      if (guests[at(unit)].size() != 1) continue;
      const int guest = guests[at(unit)].front();
      if (units_[at(guest)].size <= units_[at(unit)].room) take(guest, unit);
    }
  };
  for (int u = int(units_.size()) - 1; u >= 0; --u)
    if (guests[at(u)].size() == 1) leaves.push_back(u);
  peel();
  for (int guest = 0; guest < int(units_.size()); ++guest) {
    if (!units_[at(guest)].is_bare || host_of_unit_[at(guest)] >= 0) continue;
    int roomiest = -1;
    for (const int u : hosts[at(guest)])
      if (roomiest < 0 || units_[at(u)].room > units_[at(roomiest)].room) roomiest = u;
    if (roomiest < 0 || units_[at(roomiest)].room < units_[at(guest)].size) return false;
    take(guest, roomiest);
    peel();
  }
  return true;
}

void Eliminator::make_nodes() {
  node_of_atom_.assign(first_of_atom_.size(), -1);
  for (int pass = 0; pass < 2; ++pass)
    for (int u = 0; u < int(units_.size()); ++u) {
      Unit& unit = units_[at(u)];
      const int host = host_of_unit_[at(u)];
      if ((host >= 0) != (pass == 1)) continue;
      if (host < 0) {
        unit.node = int(nodes_.size());
        nodes_.emplace_back();
      } else {
        unit.node = units_[at(host)].node;
      }
      Node& node = nodes_[at(unit.node)];
      unite(node.atoms, unit.atoms);
      node.size += unit.size;
      for (const int atom : unit.atoms) {
        node_of_atom_[at(atom)] = unit.node;
        unite(node.neighbours, adjacent_[at(atom)]);
      }
    }
  for (Node& node : nodes_) subtract(node.neighbours, node.atoms);
}

int Eliminator::degree(const Node& node) const {
  int sum = 0;
  for (const int atom : node.neighbours) sum += size_of_atom_[at(atom)];
  return sum;
}

void Eliminator::enqueue(int k) {
  const Node& node = nodes_[at(k)];
  if (node.is_eliminated) return;
  degree_[at(k)] = degree(node);
  queue_.push({{degree_[at(k)], -++time_}, k});
}

void Eliminator::eliminate(int k) {
  Node& node = nodes_[at(k)];
  node.is_eliminated = true;
  sequence_.push_back(k);
  rest_.push_back(node.neighbours);
  is_too_large_ = is_too_large_ || node.size + degree_[at(k)] > largest_front;
  Set touched;
  for (const int atom : node.neighbours) touched.push_back(node_of_atom_[at(atom)]);
  std::sort(touched.begin(), touched.end());
  touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
  for (const int other : touched) {
    Node& o = nodes_[at(other)];
    subtract(o.neighbours, node.atoms);
    unite(o.neighbours, rest_.back());
    subtract(o.neighbours, o.atoms);
    enqueue(other);
  }
}

std::optional<BlockOrder> Eliminator::run() {
  if (!all_are_housed_) return {};
  degree_.assign(nodes_.size(), 0);
  for (int k = 0; k < int(nodes_.size()); ++k) enqueue(k);
  while (sequence_.size() < nodes_.size()) {
    const auto [entry, k] = queue_.top();
    queue_.pop();
    if (nodes_[at(k)].is_eliminated || entry.first != degree_[at(k)]) continue;
    eliminate(k);
    if (is_too_large_) return {};
  }
  return finish();
}

BlockOrder Eliminator::finish() const {
  BlockOrder result;
  std::vector<int> place_of_atom(first_of_atom_.size()), front_of_node(nodes_.size());
  for (std::size_t k = 0; k < sequence_.size(); ++k) {
    const Node& node = nodes_[at(sequence_[k])];
    front_of_node[at(sequence_[k])] = int(k);
    BlockOrder::Front& front = result.fronts.emplace_back();
    front.first = int(result.order.size());
    front.n_pivots = node.size;
    for (const int atom : node.atoms) {
      place_of_atom[at(atom)] = int(result.order.size());
      for (int i = 0; i < size_of_atom_[at(atom)]; ++i)
        result.order.push_back(first_of_atom_[at(atom)] + i);
    }
  }
  for (std::size_t k = 0; k < sequence_.size(); ++k) {
    BlockOrder::Front& front = result.fronts[k];
    for (const int atom : rest_[k]) {
      const int node = front_of_node[at(node_of_atom_[at(atom)])];
      if (front.parent < 0 || node < front.parent) front.parent = node;
      for (int i = 0; i < size_of_atom_[at(atom)]; ++i)
        front.rest.push_back(place_of_atom[at(atom)] + i);
    }
    std::sort(front.rest.begin(), front.rest.end());
    const long r = long(front.rest.size()), s = front.n_pivots;
    result.entries += s * (s + 2 * r);
    for (long m = r; m < r + s; ++m) result.flops += double(m) * (2 * double(m) + 1);
  }
  return result;
}

}  // namespace

std::optional<BlockOrder> find_block_order(const Pattern& pattern, const std::vector<int>& labels) {
  if (pattern.n_columns() == 0) return {};
  return Eliminator(pattern, labels).run();
}

}  // namespace trammel
