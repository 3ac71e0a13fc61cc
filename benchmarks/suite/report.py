"""Tables and work-precision charts of the suite."""
# SPDX-License-Identifier: BSD-3-Clause
import math
import platform

HEAD = ("contestant", "settings", "CPU s", "wall s", "steps", "iterations", "Jacobians", "factorisations", "error", "MB")
OURS = ("hht", "gstiff", "wstiff", "newmark", "abam", "rkf45", "tlismni", "st-", "sdirk")
IMPLICIT = ("hht-i3", "hht-si2", "gstiff-si2", "wstiff-si2")

CLOCK = 1e-3  # seconds: a single run of a small mechanism may end before the clock of the process has moved


def machine():
    name = platform.processor() or platform.machine()
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            name = next(line.split(":")[1].strip() for line in file if line.startswith("model name"))
    except (OSError, StopIteration):
        pass
    return name


def settings_text(point):
    return " ".join(f"{k}={v:g}" if isinstance(v, float) else f"{k}={v}"
                    for k, v in point["settings"].items() if k != "integrator")


def line(p):
    if not p["ok"]:
        return f"{p['problem']:6s} {p['contestant']:13s} {settings_text(p):45s} failed: {p['why']}"
    return (f"{p['problem']:6s} {p['contestant']:13s} {settings_text(p):45s} {p['cpu_s']:9.4f} s  "
            f"error {p['error']:.2e}  {p['steps']} steps")


def row(p):
    return (p["contestant"], settings_text(p), f"{p['counted_s']:.4g}", f"{p['wall_s']:.4g}", str(p["steps"]),
            str(p["iterations"]), str(p["jacobians"]), str(p["factorizations"]), f"{p['error']:.1e}",
            f"{p['peak_mb']:.0f}")


def best(points, names):
    good = [p for p in points if p["contestant"].startswith(names)]
    return min(good, key=lambda p: p["counted_s"]) if good else None


def ratios(points):
    """What the targets compare, in words."""
    lines = []
    ida, simbody = best(points, ("ida",)), best(points, ("simbody",))
    for label, names in (("best of " + ", ".join(IMPLICIT), IMPLICIT), ("best of all integrators", OURS)):
        ours = best(points, names)
        for other in (ida, simbody):
            if ours and other:
                lines.append(f"{label}: {ours['contestant']} {ours['counted_s']:.4g} s, "
                             f"{ours['counted_s'] / other['counted_s']:.2f} x {other['contestant']}")
    return lines


def table(problem, reference, bounds, chosen):
    text = [f"\n### ({problem.name}) {problem.about}, {problem.end:g} {problem.time_unit}\n",
            f"Reference: {reference['program'].split('_')[0]} {reference['settings']}, good to {reference['worth']:.0e}."
            + (" Start-up is not counted." if problem.excludes_start_up else "")]
    for bound in bounds:
        points = [p for p in chosen if p["bound"] == bound]
        rows = [HEAD] + [row(p) for p in sorted(points, key=lambda p: p["counted_s"])]
        widths = [max(len(r[c]) for r in rows) for c in range(len(HEAD))]
        show = lambda r: "| " + " | ".join(w.ljust(n) if c < 2 else w.rjust(n)
                                           for c, (w, n) in enumerate(zip(r, widths))) + " |"
        text += [f"\nError below {bound * problem.length:g}:\n", show(rows[0]),
                 "|" + "|".join("-" * (n + 2) if c < 2 else "-" * (n + 1) + ":" for c, n in enumerate(widths)) + "|",
                 *[show(r) for r in rows[1:]], "", *ratios(points)]
    return "\n".join(text)


COLOURS = ("#1f77b4", "#ff7f0e", "#2ca02c", "#d62728", "#9467bd", "#8c564b", "#e377c2", "#7f7f7f", "#bcbd22", "#17becf",
           "#000000", "#aec7e8", "#ffbb78", "#98df8a")


def frontier(points):
    """Of all settings of a contestant those that nothing beats in both, from cheap to accurate."""
    result = []
    for p in sorted(points, key=lambda p: p["cpu_s"]):
        if not result or p["error"] < result[-1]["error"]:
            result.append(p)
    return result


def plot(folder, problem, points):
    """Error against CPU time, both logarithmic, a line for each contestant, as SVG."""
    folder.mkdir(parents=True, exist_ok=True)
    curves = {}
    for name in dict.fromkeys(p["contestant"] for p in points):
        good = [p for p in points if p["contestant"] == name and p["ok"] and p["error"] > 0]
        if good:
            curves[name] = [(math.log10(max(p["cpu_s"], CLOCK)), math.log10(p["error"])) for p in frontier(good)]
    if not curves:
        return
    xs = [x for c in curves.values() for x, _ in c]
    ys = [y for c in curves.values() for _, y in c]
    x0, x1 = math.floor(min(xs) * 2) / 2, math.ceil(max(xs) * 2) / 2
    y0, y1 = max(-10, math.floor(min(ys))), math.ceil(min(1, max(ys)))
    width, height, left, top = 560, 400, 60, 36
    at = lambda x, y: (left + (x - x0) / (x1 - x0) * width, top + (y1 - y) / (y1 - y0) * height)
    svg = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + width + 150}" height="{top + height + 50}" '
           'font-family="sans-serif" font-size="12"><rect width="100%" height="100%" fill="white"/>',
           f'<text x="{left}" y="20" font-size="14">({problem.name}) {problem.about}</text>']
    for d in range(math.ceil(x0), math.floor(x1) + 1):
        x = at(d, y0)[0]
        svg.append(f'<path d="M{x:.1f} {top}V{top + height}" stroke="#ddd"/>'
                   f'<text x="{x:.1f}" y="{top + height + 18}" text-anchor="middle">1e{d}</text>')
    for d in range(y0, y1 + 1):
        y = at(x0, d)[1]
        svg.append(f'<path d="M{left} {y:.1f}H{left + width}" stroke="#ddd"/>'
                   f'<text x="{left - 6}" y="{y + 4:.1f}" text-anchor="end">1e{d}</text>')
    svg.append(f'<rect x="{left}" y="{top}" width="{width}" height="{height}" fill="none" stroke="#888"/>'
               f'<text x="{left + width / 2}" y="{top + height + 38}" text-anchor="middle">CPU time [s]</text>'
               f'<text x="14" y="{top + height / 2}" transform="rotate(-90 14 {top + height / 2})" '
               'text-anchor="middle">largest position error</text>')
    for k, (name, curve) in enumerate(curves.items()):
        colour, dash = COLOURS[k % len(COLOURS)], "" if name.startswith(OURS) else ' stroke-dasharray="5 3"'
        inside = [at(x, y) for x, y in curve if y0 <= y <= y1]
        path = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in inside) if inside else ""
        svg.append(f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="1.6"{dash}/>')
        svg += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.6" fill="{colour}"/>' for x, y in inside]
        y = top + 12 + 18 * k
        svg.append(f'<path d="M{left + width + 12} {y - 4}h24" stroke="{colour}" stroke-width="1.6"{dash}/>'
                   f'<text x="{left + width + 42}" y="{y}">{name}</text>')
    (folder / f"work-{problem.name}.svg").write_text("\n".join(svg + ["</svg>", ""]))


def ticks(low, high, most=6):
    step = 10 ** math.floor(math.log10((high - low) / most))
    step *= next(f for f in (1, 2, 5, 10) if (high - low) / (f * step) <= most)
    first = math.ceil(low / step)
    return [step * k for k in range(first, math.floor(high / step) + 1)]


def lines(path, title, x_label, y_label, curves):
    """Curves (label, x, y) on linear axes, as SVG."""
    xs = [x for _, c, _ in curves for x in c]
    ys = [y for _, _, c in curves for y in c]
    x0, x1, y0, y1 = min(xs), max(xs), min(ys), max(ys)
    y0, y1 = y0 - 0.05 * (y1 - y0 or 1), y1 + 0.05 * (y1 - y0 or 1)
    width, height, left, top = 620, 300, 80, 36
    at = lambda x, y: (left + (x - x0) / (x1 - x0) * width, top + (y1 - y) / (y1 - y0) * height)
    svg = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + width + 110}" height="{top + height + 50}" '
           'font-family="sans-serif" font-size="12"><rect width="100%" height="100%" fill="white"/>',
           f'<text x="{left}" y="20" font-size="14">{title}</text>']
    for v in ticks(x0, x1):
        x = at(v, y0)[0]
        svg.append(f'<path d="M{x:.1f} {top}V{top + height}" stroke="#ddd"/>'
                   f'<text x="{x:.1f}" y="{top + height + 18}" text-anchor="middle">{v:g}</text>')
    for v in ticks(y0, y1):
        y = at(x0, v)[1]
        svg.append(f'<path d="M{left} {y:.1f}H{left + width}" stroke="#ddd"/>'
                   f'<text x="{left - 6}" y="{y + 4:.1f}" text-anchor="end">{v:g}</text>')
    svg.append(f'<rect x="{left}" y="{top}" width="{width}" height="{height}" fill="none" stroke="#888"/>'
               f'<text x="{left + width / 2}" y="{top + height + 38}" text-anchor="middle">{x_label}</text>'
               f'<text x="16" y="{top + height / 2}" transform="rotate(-90 16 {top + height / 2})" '
               f'text-anchor="middle">{y_label}</text>')
    for k, (label, x, y) in enumerate(curves):
        dash = ' stroke-dasharray="6 4"' if k else ""
        path_data = "M" + "L".join(f"{a:.1f} {b:.1f}" for a, b in (at(*p) for p in zip(x, y)))
        row_at = top + 12 + 18 * k
        svg.append(f'<path d="{path_data}" fill="none" stroke="{COLOURS[k]}" stroke-width="1.3"{dash}/>'
                   f'<path d="M{left + width + 10} {row_at - 4}h24" stroke="{COLOURS[k]}" stroke-width="1.6"{dash}/>'
                   f'<text x="{left + width + 40}" y="{row_at}">{label}</text>')
    path.write_text("\n".join(svg + ["</svg>", ""]))
