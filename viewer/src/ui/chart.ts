// One chart of channels over time with a line at the present moment; drag to zoom, click to go to a time.
// SPDX-License-Identifier: BSD-3-Clause
import uPlot from "uplot";
import { digits, h } from "./dom";

export interface Curve {
  label: string;
  unit: string;
  x: ArrayLike<number>;
  y: ArrayLike<number>;
  isStepped?: boolean;
  isLogarithmic?: boolean;
}

export const curveColours = ["#5b8def", "#e0884f", "#3fb68b", "#d9687f", "#a77bdc", "#c9a23f", "#4cb4c8", "#93ad4a"];
const stepped = uPlot.paths.stepped?.({ align: -1 });

const css = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

// Curves of one grid of abscissae: values of a coarser grid leave holes that lines pass over.
export function align(curves: Curve[]): uPlot.AlignedData {
  if (curves.length === 0) return [[]];
  const same = curves.every((curve) => curve.x === curves[0].x);
  if (same) return [curves[0].x as number[], ...curves.map((curve) => finite(curve.y))];
  return uPlot.join(curves.map((curve) => [Array.from(curve.x), finite(curve.y)] as uPlot.AlignedData));
}

function finite(values: ArrayLike<number>): (number | null)[] {
  return Array.from(values, (value) => (Number.isFinite(value) ? value : null));
}

export class Chart {
  readonly element = h("div", { class: "chart" });
  private plot: uPlot | null = null;
  private curves: Curve[] = [];
  private readonly cursor = h("div", { class: "now" });
  private now = 0;
  private isHovered = false;

  constructor(
    private readonly abscissa: string,
    private readonly height: number,
    private readonly onTime: (time: number) => void,
  ) {
    new ResizeObserver(() => this.resize()).observe(this.element);
  }

  show(curves: Curve[]): void {
    this.curves = curves;
    this.plot?.destroy();
    this.plot = null;
    if (curves.length === 0 || curves[0].x.length === 0) return;
    this.plot = new uPlot(this.options(), align(curves), this.element);
    this.plot.over.append(this.cursor);
    this.listenForClicks(this.plot.over);
    this.moveCursor(this.now);
  }

  private width(): number {
    return Math.max(160, this.element.clientWidth);
  }
  private resize(): void {
    if (!this.plot || this.element.clientWidth === 0) return;
    if (this.plot.width !== this.width()) this.plot.setSize({ width: this.width(), height: this.height });
    this.placeCursor();
  }

  private options(): uPlot.Options {
    const units = [...new Set(this.curves.map((curve) => curve.unit))];
    const scales: uPlot.Scales = { x: { time: false } };
    for (const unit of units) {
      const logarithmic = this.curves.some((curve) => curve.unit === unit && curve.isLogarithmic);
      scales[`y ${unit}`] = logarithmic ? { distr: 3 } : { range: padded };
    }
    return {
      width: this.width(),
      height: this.height,
      scales,
      cursor: { drag: { x: true, y: false, setScale: true }, points: { size: 6 }, sync: { key: "trammel" } },
      legend: { live: true },
      axes: [axis("x", this.abscissa, 2, 26), ...units.slice(0, 2).map((unit, k) => axis(`y ${unit}`, unit, k === 0 ? 3 : 1, 52))],
      series: [
        { label: this.abscissa, value: (_, value) => short(value) },
        ...this.curves.map((curve, k) => ({
          label: curve.unit ? `${cut(curve.label)} [${curve.unit}]` : cut(curve.label),
          stroke: curveColours[k % curveColours.length],
          width: 1.6,
          scale: `y ${curve.unit}`,
          spanGaps: !this.curves.every((other) => other.x === curve.x),
          points: { show: curve.x.length === 1 },
          value: (_: uPlot, value: number | null) => short(value),
          ...(curve.isStepped && stepped ? { paths: stepped } : {}),
        })),
      ],
      hooks: {
        setScale: [() => this.placeCursor()],
        setCursor: [(plot) => this.hovered(plot)],
        ready: [() => this.placeCursor()],
      },
    };
  }

  private hovered(plot: uPlot): void {
    this.isHovered = (plot.cursor.left ?? -1) >= 0;
    if (!this.isHovered) this.showValues();
  }

  private listenForClicks(over: HTMLElement): void {
    let from = 0;
    over.addEventListener("mousedown", (event) => (from = event.clientX));
    over.addEventListener("mouseup", (event) => {
      if (!this.plot || Math.abs(event.clientX - from) > 3) return;
      this.onTime(this.plot.posToVal(event.clientX - over.getBoundingClientRect().left, "x"));
    });
  }

  moveCursor(now: number): void {
    this.now = now;
    this.placeCursor();
  }

  private placeCursor(): void {
    if (!this.plot) return;
    const left = this.plot.valToPos(this.now, "x");
    const inside = left >= 0 && left <= this.plot.over.clientWidth;
    this.cursor.style.display = inside ? "" : "none";
    if (inside) this.cursor.style.transform = `translateX(${left.toFixed(1)}px)`;
  }

  // What the curves are at the present moment, while no other one is pointed at.
  showValues(): void {
    if (!this.plot || this.isHovered) return;
    this.plot.setLegend({ idx: this.plot.valToIdx(this.now) }, false);
  }

  get xRange(): [number, number] {
    const { min, max } = this.plot?.scales["x"] ?? {};
    return [min ?? 0, max ?? 0];
  }
  get values(): uPlot.AlignedData | null {
    return this.plot?.data ?? null;
  }

  dispose(): void {
    this.plot?.destroy();
    this.element.remove();
  }
}

const padded: uPlot.Range.Function = (_plot, low, high) => {
  if (!(high > low)) return [low - (Math.abs(low) || 1), high + (Math.abs(high) || 1)];
  return [low - 0.06 * (high - low), high + 0.06 * (high - low)];
};

function axis(scale: string, label: string, side: 1 | 2 | 3, size: number): uPlot.Axis {
  const line = () => css("--faint");
  return {
    scale,
    side,
    size,
    label: label || undefined,
    labelSize: 14,
    gap: 4,
    stroke: () => css("--dim"),
    font: "11px system-ui, sans-serif",
    labelFont: "11px system-ui, sans-serif",
    grid: { show: side !== 1, stroke: line, width: 1 },
    ticks: { stroke: line, width: 1, size: 4 },
    ...(scale === "x" ? {} : { values: (_: uPlot, values: (number | null)[]) => values.map((v) => (v === null ? "" : short(v))) }),
  };
}

const cut = (text: string): string => (text.length > 60 ? `${text.slice(0, 59)}…` : text);

const short = (value: number | null): string => (typeof value === "number" ? digits(value) : "–");
