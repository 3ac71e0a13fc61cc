// SPDX-License-Identifier: BSD-3-Clause
#include "bench/chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace trammel::bench {
namespace {

constexpr double width = 860, left = 80, right = 190, top = 46, bottom = 60;
// Colours that people with any colour vision tell apart, then the same with other marks and dashes.
constexpr std::array colors = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                               "#e69f00", "#56b4e9", "#555555"};

// The range of all numbers, widened to powers of ten or to round numbers.
class Axis {
 public:
  explicit Axis(Scale scale) : is_log_(scale == Scale::logarithmic) {}

  bool shows(double value) const { return std::isfinite(value) && (!is_log_ || value > 0); }
  void include(double value) {
    low_ = std::min(low_, place(value));
    high_ = std::max(high_, place(value));
  }
  void finish(int most_ticks) {
    if (!(low_ <= high_)) low_ = 0, high_ = 1;
    if (is_log_) {
      low_ = std::floor(low_), high_ = std::max(std::ceil(high_), low_ + 1);
      step_ = std::ceil((high_ - low_) / most_ticks);
      return;
    }
    if (high_ - low_ < 1e-12 * std::max(1.0, std::abs(high_))) low_ -= 0.5, high_ += 0.5;
    step_ = std::pow(10, std::floor(std::log10((high_ - low_) / most_ticks)));
    for (const double factor : {2., 2.5, 2.})
      if ((high_ - low_) / step_ > most_ticks) step_ *= factor;
    low_ = step_ * std::floor(low_ / step_ + 1e-9);
    high_ = step_ * std::ceil(high_ / step_ - 1e-9);
  }
  double share(double value) const { return (place(value) - low_) / (high_ - low_); }

  struct Tick {
    double share;
    std::string label;
  };
  std::vector<Tick> ticks() const {
    std::vector<Tick> out;
    for (int k = 0; low_ + k * step_ <= high_ + 1e-9 * step_; ++k) {
      const double at = low_ + k * step_;
      const double shown = std::abs(at) < 1e-9 * step_ ? 0 : at;
      out.push_back({(at - low_) / (high_ - low_), is_log_
                                                       ? fmt::format("1e{}", int(std::lround(at)))
                                                       : fmt::format("{:.4g}", shown)});
    }
    return out;
  }

 private:
  double place(double value) const { return is_log_ ? std::log10(value) : value; }

  bool is_log_;
  double low_ = std::numeric_limits<double>::infinity(), high_ = -low_, step_ = 1;
};

class Drawing {
 public:
  explicit Drawing(const Chart& chart)
      : chart_(chart), height_(chart.height), x_(chart.x), y_(chart.y) {
    for (const Series& s : chart.series)
      for (std::size_t k = 0; k < s.x.size(); ++k)
        if (is_shown(s.x[k], s.y[k])) x_.include(s.x[k]), y_.include(s.y[k]);
    if (has_floor()) y_.include(chart.y_floor);
    x_.finish(8), y_.finish(10);
  }

  std::string draw() {
    svg_ = fmt::format(
        R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {0} {1}" width="{0}" height="{1}" font-family="sans-serif" font-size="13">)"
        "\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
        width, height_);
    text(left, top - 20, chart_.title, "start", 16);
    draw_axes();
    draw_floor();
    for (std::size_t k = 0; k < chart_.series.size(); ++k) draw_series(chart_.series[k], k);
    return svg_ + "</svg>\n";
  }

 private:
  bool is_shown(double x, double y) const { return x_.shows(x) && y_.shows(y); }
  bool has_floor() const { return chart_.y_floor > 0; }
  double px(double x) const { return left + (width - left - right) * x_.share(x); }
  double py(double y) const { return height_ - bottom - (height_ - top - bottom) * y_.share(y); }

  void text(double x, double y, const std::string& words, const char* anchor, int size = 13) {
    svg_ += fmt::format(
        "<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\" font-size=\"{}\">{}</text>\n", x, y,
        anchor, size, escape_markup(words));
  }
  void line(double x0, double y0, double x1, double y1, const char* style) {
    svg_ += fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" {}/>\n", x0,
                        y0, x1, y1, style);
  }

  void draw_axes() {
    constexpr const char* grid = "stroke=\"#ddd\"";
    for (const Axis::Tick& tick : x_.ticks()) {
      const double x = left + (width - left - right) * tick.share;
      line(x, top, x, height_ - bottom, grid);
      text(x, height_ - bottom + 18, tick.label, "middle");
    }
    for (const Axis::Tick& tick : y_.ticks()) {
      const double y = height_ - bottom - (height_ - top - bottom) * tick.share;
      line(left, y, width - right, y, grid);
      text(left - 6, y + 4, tick.label, "end");
    }
    text((left + width - right) / 2, height_ - 18, chart_.x_label, "middle", 14);
    svg_ += fmt::format(
        "<text transform=\"translate(20 {:.1f}) rotate(-90)\" text-anchor=\"middle\" "
        "font-size=\"14\">{}</text>\n",
        (top + height_ - bottom) / 2, escape_markup(chart_.y_label));
  }

  void draw_floor() {
    if (!has_floor()) return;
    const double y = py(chart_.y_floor);
    line(left, y, width - right, y, "stroke=\"#888\" stroke-dasharray=\"6 4\"");
    text(width - right - 4, y - 5, chart_.floor_label, "end", 11);
  }

  void draw_series(const Series& s, std::size_t number) {
    const char* color = colors[number % colors.size()];
    const std::size_t mark = number / colors.size();
    const char* dashes = mark == 0   ? ""
                         : mark == 1 ? " stroke-dasharray=\"7 3\""
                                     : " stroke-dasharray=\"2 3\"";
    const auto stroke = [&](const std::string& path) {
      svg_ += fmt::format("<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.6\"{}/>\n",
                          path, color, dashes);
    };
    std::string path;
    for (std::size_t k = 0; k < s.x.size(); ++k) {
      if (!is_shown(s.x[k], s.y[k])) continue;
      const double x = px(s.x[k]), y = py(s.y[k]);
      path += fmt::format("{}{:.1f} {:.1f} ", path.empty() ? "M" : "L", x, y);
      if (s.style != Series::Style::line) draw_mark(x, y, mark, color);
    }
    if (s.style != Series::Style::marks && !path.empty()) stroke(path);
    const double x = width - right + 18, y = top + 10 + 20 * double(number);
    if (s.style != Series::Style::marks) stroke(fmt::format("M{:.1f} {:.1f} h28", x - 14, y));
    if (s.style != Series::Style::line) draw_mark(x, y, mark, color);
    text(x + 20, y + 4, s.label, "start");
  }

  void draw_mark(double x, double y, std::size_t mark, const char* color) {
    if (mark % 3 == 0)
      svg_ +=
          fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3.5\" fill=\"{}\"/>\n", x, y, color);
    else if (mark % 3 == 2)
      svg_ +=
          fmt::format("<path d=\"M{:.1f} {:.1f} l4.5 8 h-9 Z\" fill=\"{}\"/>\n", x, y - 5, color);
    else
      svg_ +=
          fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"7\" height=\"7\" fill=\"{}\"/>\n",
                      x - 3.5, y - 3.5, color);
  }

  const Chart& chart_;
  const double height_;
  Axis x_, y_;
  std::string svg_;
};

}  // namespace

std::string escape_markup(const std::string& text) {
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

std::string to_svg(const Chart& chart) {
  return Drawing(chart).draw();
}

}  // namespace trammel::bench
