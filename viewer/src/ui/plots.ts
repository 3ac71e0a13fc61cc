// Charts of channels that the reader chooses.
// SPDX-License-Identifier: BSD-3-Clause
import type { Channel } from "../data/header";
import type { Report } from "../data/report";
import type { Player } from "../player";
import { Chart } from "./chart";
import { button, h, name } from "./dom";

interface Panel {
  chart: Chart;
  channels: Channel[];
  element: HTMLElement;
}

const listed = 250; // channels in the list at once

export class Plots {
  readonly element = h("div", { class: "plots" });
  private readonly panels: Panel[] = [];
  private readonly charts = h("div", { class: "charts" });
  private readonly list = h("div", { class: "channels", role: "listbox", label: "channels" });
  private readonly search: HTMLInputElement;
  private active: Panel | null = null;
  private readonly indices: Float64Array; // abscissae of runs that jump back in time

  constructor(
    private readonly report: Report,
    private readonly player: Player,
  ) {
    this.indices = Float64Array.from(report.time, (_, k) => k);
    this.search = h("input", {
      type: "search",
      placeholder: "add a channel: PART_2.X, force, …",
      label: "search channels",
      oninput: () => this.fillList(),
      onfocus: () => this.openList(true),
    });
    const bar = h(
      "div",
      { class: "bar" },
      this.search,
      button("+ chart", "add an empty chart", () => this.activate(this.addPanel([]))),
    );
    this.element.append(bar, this.list, this.charts);
    this.openList(false);
    this.element.addEventListener("keydown", (event) => event.key === "Escape" && this.openList(false));
    document.addEventListener("pointerdown", (event) => {
      const inside = event.target instanceof Node && (bar.contains(event.target) || this.list.contains(event.target));
      if (!inside) this.openList(false);
    });
    for (const channels of this.suggestions()) this.addPanel(channels);
    if (this.panels.length > 0) this.activate(this.panels[0]);
  }

  // What the user asked for; else how the last part moves.
  private suggestions(): Channel[][] {
    const { channels } = this.report.header;
    const groups = new Map<string, Channel[]>();
    for (const channel of channels) {
      if (channel.section !== "requests" || groups.size > 40 || !this.varies(channel)) continue;
      const request = channel.name.slice(0, channel.name.lastIndexOf("."));
      groups.set(request, [...(groups.get(request) ?? []), channel]);
    }
    const chosen = [...groups.values()].map((all) => all.filter((c) => c.unit === all[0].unit).slice(0, 3)).slice(0, 2);
    const last = this.report.header.parts.length - 1;
    const ofLast = (section: string, width: number, first: number) =>
      channels.filter((c) => c.section === section && c.column >= width * last + first && c.column < width * last + first + 3).filter((c) => this.varies(c));
    const motion = ofLast("pose", 7, 0);
    if (chosen.length < 2) chosen.push(motion.length > 0 ? motion : ofLast("velocity", 6, 3));
    return chosen.filter((list) => list.length > 0);
  }

  // By more than rounding.
  private varies(channel: Channel): boolean {
    let low = Infinity;
    let high = -Infinity;
    for (const value of this.report.values(channel)) {
      if (value < low) low = value;
      if (value > high) high = value;
    }
    const size = Math.max(Math.abs(low), Math.abs(high));
    return high - low > 1e-7 * size && size > 1e-12;
  }

  private addPanel(channels: Channel[]): Panel {
    const abscissa = this.player.isTime ? `time${this.unit}` : "output";
    const chart = new Chart(abscissa, 230, (x) => this.go(x));
    const element = h("section", { class: "panel", onpointerdown: () => this.activate(panel) }, chart.element);
    const panel: Panel = { chart, channels: [...channels], element };
    element.append(button("×", "close this chart", () => this.removePanel(panel), "close"));
    this.panels.push(panel);
    this.charts.append(element);
    this.draw(panel);
    return panel;
  }

  private get unit(): string {
    const { time } = this.report.header.units;
    return time ? ` [${time}]` : "";
  }

  private go(x: number): void {
    if (this.player.isTime) this.player.toTime(x);
    else this.player.toFrame(x / Math.max(1, (this.report.time.length - 1) / Math.max(1, this.player.frames - 1)));
  }

  private removePanel(panel: Panel): void {
    panel.chart.dispose();
    panel.element.remove();
    this.panels.splice(this.panels.indexOf(panel), 1);
    if (this.active === panel) this.activate(this.panels[0] ?? null);
  }

  private activate(panel: Panel | null): void {
    this.active = panel;
    for (const each of this.panels) each.element.classList.toggle("active", each === panel && this.panels.length > 1);
    if (!this.list.hidden) this.fillList();
  }

  private draw(panel: Panel): void {
    panel.element.classList.toggle("empty", panel.channels.length === 0);
    panel.chart.show(
      panel.channels.map((channel) => ({
        label: channel.label,
        unit: channel.unit,
        x: this.abscissae(channel),
        y: this.report.values(channel),
      })),
    );
    this.moved();
    this.showValues();
  }

  private abscissae(channel: Channel): Float64Array {
    if (this.player.isTime) return this.report.timesOf(channel);
    const rows = this.report.timesOf(channel).length;
    const stride = (this.indices.length - 1) / Math.max(1, rows - 1);
    return rows === this.indices.length ? this.indices : Float64Array.from({ length: rows }, (_, k) => Math.round(k * stride));
  }

  toggle(channel: Channel): void {
    const panel = this.active ?? this.addPanel([]);
    this.activate(panel);
    const k = panel.channels.indexOf(channel);
    if (k >= 0) panel.channels.splice(k, 1);
    else panel.channels.push(channel);
    this.draw(panel);
    if (!this.list.hidden) this.fillList();
  }

  // In a chart of their own.
  add(channels: Channel[]): void {
    if (channels.length === 0) return;
    const panel = this.addPanel(channels);
    this.activate(panel);
    panel.element.scrollIntoView({ block: "nearest" });
  }

  private openList(yes: boolean): void {
    this.list.hidden = !yes;
    if (yes) this.fillList();
  }

  private fillList(): void {
    const words = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const rows: Node[] = [];
    let more = 0;
    for (const channel of this.report.header.channels) {
      const text = `${channel.name} ${channel.label}`.toLowerCase();
      if (!words.every((word) => text.includes(word))) continue;
      if (rows.length < listed) rows.push(this.row(channel));
      else ++more;
    }
    if (more > 0) rows.push(h("div", { class: "more" }, `${more} more; type a part of the name`));
    if (rows.length === 0) rows.push(h("div", { class: "more" }, "no such channel"));
    this.list.replaceChildren(...rows);
  }

  private row(channel: Channel): HTMLElement {
    const chosen = this.active?.channels.includes(channel) ?? false;
    return h(
      "button",
      { type: "button", class: chosen ? "row chosen" : "row", role: "option", "aria-selected": String(chosen), onclick: () => this.toggle(channel) },
      name(channel.name, "code"),
      name(channel.label),
      h("span", { class: "unit" }, channel.unit),
    );
  }

  moved(): void {
    const now = this.player.isTime ? this.player.time : this.player.moment * ((this.indices.length - 1) / Math.max(1, this.player.frames - 1));
    for (let k = 0; k < this.panels.length; ++k) this.panels[k].chart.moveCursor(now);
  }
  showValues(): void {
    for (const panel of this.panels) panel.chart.showValues();
  }
  redraw(): void {
    for (const panel of this.panels) this.draw(panel);
  }
  get shown(): Channel[][] {
    return this.panels.map((panel) => panel.channels);
  }
  chart(index: number): Chart {
    return this.panels[index].chart;
  }
}
