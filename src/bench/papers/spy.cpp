// SPDX-License-Identifier: BSD-3-Clause
#include "bench/papers/spy.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "bench/chart.h"

namespace trammel::bench::papers {

namespace {

using Graph = std::vector<std::vector<int>>;

Graph neighbours(const Pattern& pattern) {
  Graph graph(std::size_t(pattern.n_columns()));
  for (int j = 0; j < pattern.n_columns(); ++j)
    for (const int i : pattern.column(j))
      if (i != j) graph[std::size_t(i)].push_back(j), graph[std::size_t(j)].push_back(i);
  for (auto& list : graph) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }
  return graph;
}

// From `start`, level by level, those with few neighbours first.
std::vector<int> breadth_first(const Graph& graph, int start, std::vector<bool>& is_seen) {
  std::vector<int> order = {start};
  is_seen[std::size_t(start)] = true;
  for (std::size_t k = 0; k < order.size(); ++k) {
    const std::size_t first = order.size();
    for (const int j : graph[std::size_t(order[k])])
      if (!is_seen[std::size_t(j)]) order.push_back(j), is_seen[std::size_t(j)] = true;
    std::sort(order.begin() + std::ptrdiff_t(first), order.end(), [&](int a, int b) {
      return graph[std::size_t(a)].size() < graph[std::size_t(b)].size();
    });
  }
  return order;
}

// Rows one below the other are one stroke.
std::string column_marks(std::span<const int> rows, double x, double top, double cell) {
  std::string path;
  for (std::size_t k = 0; k < rows.size();) {
    std::size_t end = k + 1;
    while (end < rows.size() && rows[end] == rows[end - 1] + 1) ++end;
    path += fmt::format("M{:.1f} {:.1f}v{:.1f}", x, top + rows[k] * cell, double(end - k) * cell);
    k = end;
  }
  return path;
}

}  // namespace

Pattern reordered(const Pattern& pattern) {
  const Graph graph = neighbours(pattern);
  const std::size_t n = graph.size();
  std::vector<bool> is_seen(n, false);
  std::vector<int> order;
  for (std::size_t k = 0; k < n; ++k) {
    if (is_seen[k]) continue;
    std::vector<bool> trial = is_seen;
    const int far = breadth_first(graph, int(k), trial).back();  // an end of the graph
    const std::vector<int> part = breadth_first(graph, far, is_seen);
    order.insert(order.end(), part.begin(), part.end());
  }
  std::reverse(order.begin(), order.end());
  std::vector<int> place(n);
  for (std::size_t k = 0; k < n; ++k) place[std::size_t(order[k])] = int(k);
  std::vector<std::pair<int, int>> entries;
  for (int j = 0; j < pattern.n_columns(); ++j)
    for (const int i : pattern.column(j))
      entries.push_back({place[std::size_t(i)], place[std::size_t(j)]});
  return Pattern::from_entries(pattern.n_rows(), pattern.n_columns(), std::move(entries));
}

int bandwidth(const Pattern& pattern) {
  int width = 0;
  for (int j = 0; j < pattern.n_columns(); ++j)
    for (const int i : pattern.column(j)) width = std::max(width, std::abs(i - j));
  return width;
}

std::string to_svg(const std::vector<Spy>& panels) {
  constexpr double side = 400, gap = 40, top = 40, bottom = 30;
  const double width = gap + double(panels.size()) * (side + gap), height = top + side + bottom;
  std::string svg = fmt::format(
      R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {0} {1}" width="{0}" height="{1}" font-family="sans-serif" font-size="13">)"
      "\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
      width, height);
  for (std::size_t k = 0; k < panels.size(); ++k) {
    const Pattern& p = panels[k].pattern;
    const double left = gap + double(k) * (side + gap), cell = side / std::max(1, p.n_columns());
    svg += fmt::format(
        "<text x=\"{:.1f}\" y=\"24\">{}</text>\n<text x=\"{:.1f}\" y=\"{:.1f}\">{} x {}, {} "
        "entries</text>\n"
        "<rect x=\"{:.1f}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"none\" "
        "stroke=\"#888\"/>\n<path d=\"",
        left, escape_markup(panels[k].title), left, top + side + 20, p.n_rows(), p.n_columns(),
        p.n_entries(), left, top, side, side);
    for (int j = 0; j < p.n_columns(); ++j)
      svg += column_marks(p.column(j), left + (j + 0.5) * cell, top, cell);
    svg += fmt::format("\" stroke=\"#0072b2\" stroke-width=\"{:.2f}\"/>\n", cell * 0.9);
  }
  return svg + "</svg>\n";
}

}  // namespace trammel::bench::papers
