// A double-logarithmic plot of a few curves as SVG: axes with decades, a legend, nothing else.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <fmt/format.h>
#include <fmt/os.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

namespace trammel::testing {

struct Curve {
  std::string name;
  std::vector<double> x, y;  // positive; points that are not are left out
};

class SvgPlot {
 public:
  SvgPlot(std::string x_label, std::string y_label)
      : x_label_(std::move(x_label)), y_label_(std::move(y_label)) {}

  void add(Curve curve) {
    for (std::size_t k = 0; k < curve.x.size(); ++k) {
      if (!is_shown(curve, k)) continue;
      x_.extend(std::log10(curve.x[k])), y_.extend(std::log10(curve.y[k]));
    }
    curves_.push_back(std::move(curve));
  }

  void write(const std::string& path) const {
    fmt::ostream out = fmt::output_file(path);
    out.print(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" "
        "font-family=\"sans-serif\" "
        "font-size=\"12\">\n<rect width=\"{}\" height=\"{}\" fill=\"white\"/>\n",
        width, height, width, height);
    write_axes(out);
    for (std::size_t k = 0; k < curves_.size(); ++k) write_curve(out, k);
    out.print("</svg>\n");
  }

 private:
  struct Range {  // of decades
    double low = 1e9, high = -1e9;
    void extend(double v) {
      low = std::min(low, std::floor(v)), high = std::max(high, std::ceil(v));
    }
    double share(double v) const { return high > low ? (v - low) / (high - low) : 0.5; }
  };
  static constexpr double width = 720, height = 440, left = 70, right = 190, top = 20, bottom = 50;

  static bool is_shown(const Curve& curve, std::size_t k) {
    return curve.x[k] > 0 && curve.y[k] > 0;
  }
  double px(double decade) const { return left + (width - left - right) * x_.share(decade); }
  double py(double decade) const {
    return height - bottom - (height - top - bottom) * y_.share(decade);
  }

  void write_axes(fmt::ostream& out) const {
    const auto line = [&](double x1, double y1, double x2, double y2) {
      out.print("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"#ccc\"/>\n",
                x1, y1, x2, y2);
    };
    const auto text = [&](double x, double y, const std::string& what) {
      out.print("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{}</text>\n", x, y, what);
    };
    for (double d = x_.low; d <= x_.high; ++d) {
      line(px(d), py(y_.low), px(d), py(y_.high));
      text(px(d), height - bottom + 18, fmt::format("1e{:.0f}", d));
    }
    const double every = std::max(1.0, std::ceil((y_.high - y_.low) / 12));
    for (double d = y_.low; d <= y_.high; d += every) {
      line(px(x_.low), py(d), px(x_.high), py(d));
      text(left - 24, py(d) + 4, fmt::format("1e{:.0f}", d));
    }
    text((left + width - right) / 2, height - 12, x_label_);
    out.print(
        "<text transform=\"translate(16 {:.0f}) rotate(-90)\" text-anchor=\"middle\">{}</text>\n",
        height / 2, y_label_);
  }

  void write_curve(fmt::ostream& out, std::size_t k) const {
    static constexpr std::array<const char*, 8> colours = {
        "#1f4e9c", "#c23b22", "#2b8a3e", "#8e44ad", "#d68910", "#117a8b", "#555555", "#a0522d"};
    const Curve& curve = curves_[k];
    const char* const colour = colours[k % colours.size()];
    out.print("<polyline fill=\"none\" stroke=\"{}\" stroke-width=\"2\" points=\"", colour);
    for (std::size_t i = 0; i < curve.x.size(); ++i)
      if (is_shown(curve, i))
        out.print("{:.1f},{:.1f} ", px(std::log10(curve.x[i])), py(std::log10(curve.y[i])));
    const double y = top + 14 + 20 * double(k), x = width - right + 14;
    out.print(
        "\"/>\n<line x1=\"{0}\" y1=\"{1}\" x2=\"{2}\" y2=\"{1}\" stroke=\"{3}\" "
        "stroke-width=\"2\"/>",
        x, y - 4, x + 22, colour);
    out.print("<text x=\"{}\" y=\"{}\">{}</text>\n", x + 28, y, curve.name);
  }

  std::string x_label_, y_label_;
  std::vector<Curve> curves_;
  Range x_, y_;
};

}  // namespace trammel::testing
