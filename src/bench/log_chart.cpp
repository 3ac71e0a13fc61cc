// SPDX-License-Identifier: BSD-3-Clause
#include "bench/log_chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace trammel::bench {
namespace {

constexpr double width = 860, height = 540, left = 80, right = 190, top = 46, bottom = 60;
// Colours that people with any colour vision tell apart, then the same with other marks.
constexpr std::array colors = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                               "#e69f00", "#56b4e9", "#555555"};

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) switch (c) {
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '&':
        out += "&amp;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += static_cast<unsigned char>(c) < 32 ? ' ' : c;
    }
  return out;
}

bool is_shown(double x, double y) {
  return x > 0 && y > 0 && std::isfinite(x) && std::isfinite(y);
}

// Powers of ten that contain all numbers.
struct Axis {
  double low = std::numeric_limits<double>::infinity(), high = -low;

  void include(double value) {
    low = std::min(low, std::log10(value));
    high = std::max(high, std::log10(value));
  }
  void finish() {
    if (!(low <= high)) low = 0, high = 1;
    low = std::floor(low), high = std::max(std::ceil(high), low + 1);
  }
  double share(double value) const { return (std::log10(value) - low) / (high - low); }
};

class Drawing {
 public:
  explicit Drawing(const LogChart& chart) : chart_(chart) {
    for (const LogSeries& s : chart.series)
      for (std::size_t k = 0; k < s.x.size(); ++k)
        if (is_shown(s.x[k], s.y[k])) x_.include(s.x[k]), y_.include(s.y[k]);
    if (chart.y_floor > 0) y_.include(chart.y_floor);
    x_.finish(), y_.finish();
  }

  std::string draw() {
    svg_ = fmt::format(
        R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {0} {1}" width="{0}" height="{1}" font-family="sans-serif" font-size="13">)"
        "\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
        width, height);
    text(left, top - 20, chart_.title, "start", 16);
    draw_axes();
    draw_floor();
    for (std::size_t k = 0; k < chart_.series.size(); ++k) draw_series(chart_.series[k], k);
    return svg_ + "</svg>\n";
  }

 private:
  double px(double x) const { return left + (width - left - right) * x_.share(x); }
  double py(double y) const { return height - bottom - (height - top - bottom) * y_.share(y); }

  void text(double x, double y, const std::string& words, const char* anchor, int size = 13) {
    svg_ += fmt::format(
        "<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\" font-size=\"{}\">{}</text>\n", x, y,
        anchor, size, escaped(words));
  }
  void line(double x0, double y0, double x1, double y1, const char* style) {
    svg_ += fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" {}/>\n", x0,
                        y0, x1, y1, style);
  }

  void draw_axes() {
    constexpr const char* grid = "stroke=\"#ddd\"";
    const int x_every = int(std::ceil((x_.high - x_.low) / 8)),
              y_every = int(std::ceil((y_.high - y_.low) / 10));
    for (int p = int(x_.low); p <= int(x_.high); p += x_every) {
      const double x = px(std::pow(10, p));
      line(x, top, x, height - bottom, grid);
      text(x, height - bottom + 18, fmt::format("1e{}", p), "middle");
    }
    for (int p = int(y_.low); p <= int(y_.high); p += y_every) {
      const double y = py(std::pow(10, p));
      line(left, y, width - right, y, grid);
      text(left - 6, y + 4, fmt::format("1e{}", p), "end");
    }
    text((left + width - right) / 2, height - 18, chart_.x_label, "middle", 14);
    svg_ += fmt::format(
        "<text transform=\"translate(20 {:.1f}) rotate(-90)\" text-anchor=\"middle\" "
        "font-size=\"14\">{}</text>\n",
        (top + height - bottom) / 2, escaped(chart_.y_label));
  }

  void draw_floor() {
    if (!(chart_.y_floor > 0)) return;
    const double y = py(chart_.y_floor);
    line(left, y, width - right, y, "stroke=\"#888\" stroke-dasharray=\"6 4\"");
    text(width - right - 4, y - 5, chart_.floor_label, "end", 11);
  }

  void draw_series(const LogSeries& s, std::size_t number) {
    const char* color = colors[number % colors.size()];
    const std::size_t mark = number / colors.size();
    std::string path;
    for (std::size_t k = 0; k < s.x.size(); ++k) {
      if (!is_shown(s.x[k], s.y[k])) continue;
      const double x = px(s.x[k]), y = py(s.y[k]);
      path += fmt::format("{}{:.1f} {:.1f} ", path.empty() ? "M" : "L", x, y);
      draw_mark(x, y, mark, color);
    }
    if (s.has_line && !path.empty())
      svg_ += fmt::format("<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.6\"{}/>\n",
                          path, color,
                          mark == 1  ? " stroke-dasharray=\"7 3\""
                          : mark > 1 ? " stroke-dasharray=\"2 3\""
                                     : "");
    const double x = width - right + 18, y = top + 10 + 20 * double(number);
    draw_mark(x, y, mark, color);
    text(x + 14, y + 4, s.label, "start");
  }

  void draw_mark(double x, double y, std::size_t mark, const char* color) {
    if (mark % 2 == 0)
      svg_ +=
          fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3.5\" fill=\"{}\"/>\n", x, y, color);
    else
      svg_ +=
          fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"7\" height=\"7\" fill=\"{}\"/>\n",
                      x - 3.5, y - 3.5, color);
  }

  const LogChart& chart_;
  Axis x_, y_;
  std::string svg_;
};

}  // namespace

std::string to_svg(const LogChart& chart) {
  return Drawing(chart).draw();
}

}  // namespace trammel::bench
