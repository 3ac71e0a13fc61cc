// Eigenvalues of the linear analyses, and the mode that is shown.
// SPDX-License-Identifier: BSD-3-Clause
import type { ModeSet, Report } from "../data/report";
import type { Mechanism } from "../scene/mechanism";
import { button, digits, h } from "./dom";

const period = 1.6; // seconds of a swing on the screen
const largestAngle = 0.4; // rad at an amplitude of 1

export class Modes {
  readonly element = h("div", { class: "modes" });
  active: { set: ModeSet; mode: number; unit: number } | null = null;
  phase = 0;
  playing = true;
  private amplitude = 1;
  private readonly rows = new Map<HTMLElement, { set: ModeSet; mode: number }>();

  constructor(
    report: Report,
    private readonly mechanism: Mechanism,
    private readonly onChange: () => void,
  ) {
    const amplitude = h("input", {
      type: "range", min: 0, max: 3, step: 0.02, value: 1, label: "amplitude",
      oninput: () => (this.amplitude = Number(amplitude.value)),
    });
    this.element.append(
      h("div", { class: "bar" }, h("label", {}, "amplitude ", amplitude), button("back to the run", "stop showing a mode", () => this.choose(null, 0))),
    );
    const { time } = report.header.units;
    report.modes.forEach((set) => {
      const head = ["mode", `frequency [1/${time || "time"}]`, "damping", "real", "imaginary"];
      const body = h("tbody");
      set.info.eigenvalues.forEach(([real, imaginary], mode) => {
        const size = Math.hypot(real, imaginary);
        const cells = [String(mode + 1), digits(size / (2 * Math.PI)), digits(size > 0 ? -real / size : 0), digits(real), digits(imaginary)];
        const row = h("tr", { tabindex: 0, onclick: () => this.choose(set, mode), onkeydown: (event: KeyboardEvent) => event.key === "Enter" && this.choose(set, mode) }, ...cells.map((cell) => h("td", {}, cell)));
        this.rows.set(row, { set, mode });
        body.append(row);
      });
      this.element.append(
        h("h3", {}, `Eigenvalues at time ${digits(set.info.time)}${set.shapes ? "" : " (without shapes)"}`),
        h("table", { class: "numbers" }, h("thead", {}, h("tr", {}, ...head.map((text) => h("th", {}, text)))), body),
      );
    });
  }

  choose(set: ModeSet | null, mode: number): void {
    this.active = set?.shapes ? { set, mode, unit: this.unit(set, mode) } : null;
    this.phase = 0;
    for (const [row, each] of this.rows) row.classList.toggle("chosen", !!this.active && each.set === set && each.mode === mode);
    this.onChange();
  }

  // The factor that makes the largest displacement an eighth of the mechanism, unless rotations get too large.
  private unit(set: ModeSet, mode: number): number {
    const shapes = set.shapes as Float32Array;
    const parts = this.mechanism.bodies.matrices.length;
    let way = 0;
    let angle = 0;
    for (let p = 0; p < parts; ++p) {
      const at = (mode * parts + p) * 12;
      for (const k of [at, at + 6]) {
        way = Math.max(way, Math.hypot(shapes[k], shapes[k + 1], shapes[k + 2]));
        angle = Math.max(angle, Math.hypot(shapes[k + 3], shapes[k + 4], shapes[k + 5]));
      }
    }
    const factor = Math.min(way > 0 ? (0.12 * this.mechanism.scale.size) / way : Infinity, angle > 0 ? largestAngle / angle : Infinity);
    return Number.isFinite(factor) ? factor : 0;
  }

  advance(elapsed: number): void {
    if (this.playing) this.phase = (this.phase + (2 * Math.PI * elapsed) / period) % (2 * Math.PI);
  }
  apply(): void {
    if (this.active) this.mechanism.bodies.showMode(this.active.set, this.active.mode, this.phase, this.amplitude * this.active.unit);
  }
}
