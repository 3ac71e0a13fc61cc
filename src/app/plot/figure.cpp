// SPDX-License-Identifier: BSD-3-Clause
#include "app/plot/figure.h"

#include <cairo-svg.h>
#include <cairo.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>

#include "app/plot/ticks.h"
#include "results/file.h"

namespace trammel::app {
namespace {

using Surface = std::unique_ptr<cairo_surface_t, void (*)(cairo_surface_t*)>;

constexpr double left = 90, right = 20, top = 46, between = 34, bottom = 58;
constexpr double small = 12, large = 15;  // letters
constexpr int scale_of_png = 2;

// Colours that people with any kind of colour vision tell apart (Okabe and Ito).
constexpr std::array<std::array<double, 3>, 7> colors = {{{0.0, 0.447, 0.698},
                                                          {0.835, 0.369, 0.0},
                                                          {0.0, 0.620, 0.451},
                                                          {0.8, 0.475, 0.655},
                                                          {0.902, 0.624, 0.0},
                                                          {0.337, 0.706, 0.914},
                                                          {0.2, 0.2, 0.2}}};

struct Range {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  void add(double value) {
    if (!std::isfinite(value)) return;
    low = std::min(low, value);
    high = std::max(high, value);
  }
  bool empty() const { return low > high; }
};

class Painter {
 public:
  Painter(cairo_surface_t* surface, const Figure& figure)
      : cairo_(cairo_create(surface), &cairo_destroy), figure_(figure) {}

  void paint() {
    cairo_t* c = cairo_.get();
    cairo_set_source_rgb(c, 1, 1, 1);
    cairo_paint(c);
    cairo_set_source_rgb(c, 0.1, 0.1, 0.1);
    cairo_select_font_face(c, "sans-serif", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
    text(figure_.title, figure_.width / 2, 26, 0.5, large, figure_.width - 40);
    Range times;
    for (const Panel& panel : figure_.panels)
      for (const Curve& curve : panel.curves)
        for (const double x : curve.x) times.add(x);
    const Axis x =
        times.empty() ? make_axis(0, 1, 8, true) : make_axis(times.low, times.high, 8, true);
    for (std::size_t p = 0; p < figure_.panels.size(); ++p)
      paint_panel(figure_.panels[p], x, top + double(p) * (figure_.height_of_panel + between),
                  p + 1 == figure_.panels.size());
  }

 private:
  struct Frame {
    double x0, y0, width, height;
    const Axis &x, &y;
    double px(double value) const { return x0 + width * x.share(value); }
    double py(double value) const { return y0 + height * (1 - y.share(value)); }
  };

  // `anchor` 0: begins at x, 0.5: in its middle, 1: ends there. Too long a text is cut.
  void text(std::string words, double x, double y, double anchor, double size, double room) {
    cairo_t* c = cairo_.get();
    cairo_set_font_size(c, size);
    cairo_text_extents_t extents;
    if (words.size() > 400) shorten(words, 400);
    cairo_text_extents(c, words.c_str(), &extents);
    while (extents.x_advance > room && words.size() > 8) {
      shorten(words, std::min(words.size() - 4,
                              std::size_t(double(words.size()) * room / extents.x_advance)));
      cairo_text_extents(c, words.c_str(), &extents);
    }
    cairo_move_to(c, x - anchor * extents.x_advance, y);
    cairo_show_text(c, words.c_str());
  }
  // Not in the middle of a character.
  static void shorten(std::string& words, std::size_t length) {
    length = std::max<std::size_t>(length, 1);
    while (length > 0 && (static_cast<unsigned char>(words[length]) & 0xc0u) == 0x80u) --length;
    words.resize(length);
    words += "\u2026";
  }

  void paint_panel(const Panel& panel, const Axis& x, double y0, bool is_last) {
    Range range;
    for (const Curve& curve : panel.curves)
      for (const double y : curve.y) range.add(y);
    const Axis y =
        range.empty() ? make_axis(0, 1, 5, false) : make_axis(range.low, range.high, 5, false);
    const Frame frame{left, y0, figure_.width - left - right, figure_.height_of_panel, x, y};
    paint_axes(frame, panel, is_last);
    cairo_t* c = cairo_.get();
    cairo_save(c);
    cairo_rectangle(c, frame.x0, frame.y0 - 2, frame.width, frame.height + 4);
    cairo_clip(c);
    for (const Curve& curve : panel.curves) paint_curve(frame, curve);
    cairo_restore(c);
    paint_legend(frame, panel);
  }

  void line(double x0, double y0, double x1, double y1) {
    cairo_move_to(cairo_.get(), x0, y0);
    cairo_line_to(cairo_.get(), x1, y1);
    cairo_stroke(cairo_.get());
  }

  void paint_axes(const Frame& frame, const Panel& panel, bool is_last) {
    cairo_t* c = cairo_.get();
    cairo_set_line_width(c, 1);
    for (std::size_t k = 0; k < frame.x.ticks.size(); ++k) {
      const double at = frame.px(frame.x.ticks[k]);
      cairo_set_source_rgb(c, 0.88, 0.88, 0.88);
      line(at, frame.y0, at, frame.y0 + frame.height);
      cairo_set_source_rgb(c, 0.1, 0.1, 0.1);
      text(frame.x.texts[k], at, frame.y0 + frame.height + 17, 0.5, small, 90);
    }
    for (std::size_t k = 0; k < frame.y.ticks.size(); ++k) {
      const double at = frame.py(frame.y.ticks[k]);
      cairo_set_source_rgb(c, 0.88, 0.88, 0.88);
      line(frame.x0, at, frame.x0 + frame.width, at);
      cairo_set_source_rgb(c, 0.1, 0.1, 0.1);
      text(frame.y.texts[k], frame.x0 - 6, at + 4, 1, small, left - 30);
    }
    cairo_rectangle(c, frame.x0, frame.y0, frame.width, frame.height);
    cairo_stroke(c);
    if (is_last)
      text(figure_.x_label, frame.x0 + frame.width / 2, frame.y0 + frame.height + 40, 0.5, 13,
           frame.width);
    cairo_save(c);
    cairo_translate(c, 20, frame.y0 + frame.height / 2);
    cairo_rotate(c, -1.5707963267948966);
    text(panel.y_label, 0, 0, 0.5, 13, frame.height);
    cairo_restore(c);
  }

  void set_style(const Curve& curve) {
    cairo_t* c = cairo_.get();
    const auto& color = colors[std::size_t(curve.color) % colors.size()];
    cairo_set_source_rgb(c, color[0], color[1], color[2]);
    cairo_set_line_width(c, 1.6);
    cairo_set_line_join(c, CAIRO_LINE_JOIN_ROUND);
    constexpr std::array<std::array<double, 2>, 3> dashes = {{{7, 4}, {2, 3}, {12, 3}}};
    if (curve.dash == 0)
      cairo_set_dash(c, nullptr, 0, 0);
    else
      cairo_set_dash(c, dashes[std::size_t(curve.dash - 1) % dashes.size()].data(), 2, 0);
  }

  // Of many points in one column of pixels only the first, the extremes and the last are drawn.
  void paint_curve(const Frame& frame, const Curve& curve) {
    cairo_t* c = cairo_.get();
    set_style(curve);
    const std::size_t n = std::min(curve.x.size(), curve.y.size());
    bool is_open = false;
    const auto add = [&](std::size_t k) {
      const double x = frame.px(curve.x[k]), y = frame.py(curve.y[k]);
      is_open ? cairo_line_to(c, x, y) : cairo_move_to(c, x, y);
      is_open = true;
    };
    for (std::size_t k = 0; k < n;) {
      if (!std::isfinite(curve.y[k])) {
        is_open = false;
        ++k;
        continue;
      }
      const double column = std::floor(2 * frame.px(curve.x[k]));
      std::size_t end = k, low = k, high = k;
      for (; end < n && std::isfinite(curve.y[end]) &&
             std::floor(2 * frame.px(curve.x[end])) == column;
           ++end) {
        if (curve.y[end] < curve.y[low]) low = end;
        if (curve.y[end] > curve.y[high]) high = end;
      }
      std::array<std::size_t, 4> chosen = {k, low, high, end - 1};
      std::sort(chosen.begin(), chosen.end());
      for (std::size_t i = 0; i < chosen.size(); ++i)
        if (i == 0 || chosen[i] != chosen[i - 1]) add(chosen[i]);
      k = end;
    }
    cairo_stroke(c);
    cairo_set_dash(c, nullptr, 0, 0);
  }

  void paint_legend(const Frame& frame, const Panel& panel) {
    constexpr double line_height = 17, mark = 26;
    constexpr std::size_t most = 12;
    cairo_t* c = cairo_.get();
    const std::size_t count = std::min(panel.curves.size(), most);
    cairo_set_font_size(c, small);
    double width = 0;
    for (std::size_t k = 0; k < count; ++k) {
      cairo_text_extents_t extents;
      cairo_text_extents(c, panel.curves[k].label.substr(0, 400).c_str(), &extents);
      width = std::max(width, extents.x_advance);
    }
    width = std::min(width, frame.width / 2);
    const double x0 = frame.x0 + frame.width - width - mark - 22, y0 = frame.y0 + 8;
    cairo_rectangle(c, x0, y0, width + mark + 16, line_height * double(count) + 6);
    cairo_set_source_rgba(c, 1, 1, 1, 0.85);
    cairo_fill(c);
    for (std::size_t k = 0; k < count; ++k) {
      const double y = y0 + line_height * (double(k) + 0.75);
      set_style(panel.curves[k]);
      line(x0 + 6, y - 4, x0 + 6 + mark - 4, y - 4);
      cairo_set_dash(c, nullptr, 0, 0);
      cairo_set_source_rgb(c, 0.1, 0.1, 0.1);
      text(panel.curves[k].label, x0 + 8 + mark, y, 0, small, width + 4);
    }
  }

  std::unique_ptr<cairo_t, void (*)(cairo_t*)> cairo_;
  const Figure& figure_;
};

double height_of(const Figure& figure) {
  const auto panels = double(std::max<std::size_t>(figure.panels.size(), 1));
  return top + panels * figure.height_of_panel + (panels - 1) * between + bottom;
}

void check(cairo_status_t status, const std::string& path) {
  if (status != CAIRO_STATUS_SUCCESS)
    throw results::WriteError(
        fmt::format("{}: cannot write: {}", path, cairo_status_to_string(status)));
}

// Pictures are made in memory: what is wrong with a file is then said as of all other files.
cairo_status_t append_to(void* text, const unsigned char* bytes, unsigned count) {
  static_cast<std::string*>(text)->append(reinterpret_cast<const char*>(bytes), count);
  return CAIRO_STATUS_SUCCESS;
}

}  // namespace

void write_svg(const Figure& figure, const std::string& path) {
  std::string text;
  const Surface surface(
      cairo_svg_surface_create_for_stream(append_to, &text, figure.width, height_of(figure)),
      &cairo_surface_destroy);
  check(cairo_surface_status(surface.get()), path);
  Painter(surface.get(), figure).paint();
  cairo_surface_finish(surface.get());
  check(cairo_surface_status(surface.get()), path);
  results::write_text(path, text);
}

void write_png(const Figure& figure, const std::string& path) {
  const Surface surface(
      cairo_image_surface_create(CAIRO_FORMAT_RGB24, int(scale_of_png * figure.width),
                                 int(scale_of_png * height_of(figure))),
      &cairo_surface_destroy);
  check(cairo_surface_status(surface.get()), path);
  cairo_surface_set_device_scale(surface.get(), scale_of_png, scale_of_png);
  Painter(surface.get(), figure).paint();
  std::string bytes;
  check(cairo_surface_write_to_png_stream(surface.get(), append_to, &bytes), path);
  results::write_text(path, bytes);
}

}  // namespace trammel::app
