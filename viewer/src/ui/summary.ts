// What was computed, how, and how well it went.
// SPDX-License-Identifier: BSD-3-Clause
import type { Report } from "../data/report";
import { Chart } from "./chart";
import { digits, h, name } from "./dom";

export class RunSummary {
  readonly element = h("div", { class: "summary" });
  private readonly charts: { chart: Chart; draw: () => void }[] = [];

  constructor(
    private readonly report: Report,
    onTime: (time: number) => void,
  ) {
    const { header } = report;
    this.element.append(this.facts());
    if (header.warnings.length > 0) this.element.append(messages("warnings", header.warnings));
    if (header.notes.length > 0) this.element.append(messages("about this report", header.notes));
    const abscissa = `time${header.units.time ? ` [${header.units.time}]` : ""}`;
    const stepTime = report.array("steps.time");
    const add = (title: string, label: string, x: ArrayLike<number>, y: ArrayLike<number>, isStepped: boolean, isLogarithmic: boolean): void => {
      if (x.length < 2 || !rises(x)) return;
      const chart = new Chart(abscissa, 170, onTime);
      const unit = label === "step" ? header.units.time : "";
      this.charts.push({ chart, draw: () => chart.show([{ label, unit, x, y: isLogarithmic ? positive(y) : y, isStepped, isLogarithmic }]) });
      this.element.append(h("h3", {}, title), chart.element);
    };
    add("Step size", "step", stepTime, report.array("steps.step"), true, true);
    add("Order", "order", stepTime, report.array("steps.order"), true, false);
    add("Largest violation of a constraint", "violation", report.time, report.array("violation"), false, true);
  }

  // When it can be seen: charts need a width.
  draw(): void {
    for (const { draw } of this.charts) draw();
  }
  moved(time: number): void {
    for (let k = 0; k < this.charts.length; ++k) this.charts[k].chart.moveCursor(time);
  }

  showValues(): void {
    for (const { chart } of this.charts) chart.showValues();
  }

  private stepRange(): string {
    let low = Infinity;
    let high = 0;
    for (const step of this.report.array("steps.step")) {
      low = Math.min(low, step);
      high = Math.max(high, step);
    }
    return low < high ? `${digits(Number(low.toPrecision(3)))} to ${digits(Number(high.toPrecision(3)))}` : digits(Number(high.toPrecision(3)));
  }

  private facts(): HTMLElement {
    const { header } = this.report;
    const s = header.summary;
    const number = (key: string): string => digits(Number(s[key] ?? NaN));
    const rows: [string, string][] = [
      ["model", header.model],
      ["status", s.status],
      ["parts", String(header.parts.length)],
      ["degrees of freedom", number("degrees_of_freedom")],
      ["redundant constraints", number("redundant_constraints")],
      ["equations", number("equations")],
      ["analysis", s.analysis],
    ];
    if (s.integrator) rows.push(["integrator", `${s.integrator}, ERROR ${number("error")}`]);
    rows.push(["outputs", `${header.outputs} to time ${number("time_end")} ${header.units.time}`]);
    if (Number(s["steps"]) > 0)
      rows.push(
        ["steps", `${number("steps")}, ${number("rejected_steps")} rejected, ${number("convergence_failures")} not converged`],
        ["iterations", `${number("iterations")}, ${number("jacobians")} Jacobians`],
        ["step size", `${this.stepRange()} ${header.units.time}`],
      );
    rows.push(
      ["constraint violation", number("constraint_violation")],
      ["run time", `${number("wall_s")} s`],
      ["units", Object.values(header.units).filter(Boolean).join(", ") || "not said"],
      ["program", header.program],
      ["made", header.created],
    );
    return h("table", { class: "facts" }, ...rows.map(([key, value]) => h("tr", {}, h("th", {}, key), h("td", {}, name(value, "value")))));
  }
}

function messages(title: string, texts: string[]): HTMLElement {
  const shown = texts.slice(0, 100).map((text) => h("li", {}, h("bdi", {}, text.slice(0, 2000))));
  if (texts.length > 100) shown.push(h("li", {}, `and ${texts.length - 100} more`));
  return h("section", { class: "messages" }, h("h3", {}, `${title} (${texts.length})`), h("ul", {}, ...shown));
}

const positive = (values: ArrayLike<number>): number[] => Array.from(values, (value) => (value > 0 ? value : NaN));

function rises(values: ArrayLike<number>): boolean {
  for (let k = 1; k < values.length; ++k) if (values[k] < values[k - 1]) return false;
  return true;
}
