// Name and numbers of what was picked, and what can be done with it.
// SPDX-License-Identifier: BSD-3-Clause
import type { Channel, SectionName } from "../data/header";
import type { Report } from "../data/report";
import type { Player } from "../player";
import { isSame, type Target } from "../scene/layer";
import type { View } from "../scene/view";
import { button, digits, h, name } from "./dom";
import type { Plots } from "./plots";

interface Row {
  channels: Channel[];
  cells: HTMLElement[];
  floor: number; // what is smaller is rounding
}

export class Inspector {
  readonly element = h("aside", { class: "inspector", hidden: true, label: "what was picked" });
  private rows: Row[] = [];

  constructor(
    private readonly report: Report,
    private readonly player: Player,
    private readonly view: View,
    private readonly plots: Plots,
  ) {}

  show(target: Target | null): void {
    this.element.hidden = !target;
    this.element.replaceChildren();
    this.rows = [];
    if (!target) return;
    const about = describe(this.report, target);
    this.element.append(
      h("header", {}, name(about.name, "title"), button("×", "close (Esc)", () => this.view.onPick(null), "close")),
      h("div", { class: "about" }, ...about.lines.flatMap((line) => [name(line), h("br")])),
    );
    if (about.section) this.addNumbers(about.section, target.index);
    this.element.append(this.actions(target));
    this.moved();
  }

  private addNumbers(section: SectionName, index: number): void {
    const small = 1e-10 * this.view.mechanism.scale.size;
    const rate = 1 / Math.max(1e-9, this.report.time[this.report.time.length - 1] - this.report.time[0]);
    const groups: [string, SectionName, number, number][] =
      section === "pose"
        ? [
            ["origin", "pose", 7 * index, small],
            ["velocity", "velocity", 6 * index, small * rate],
            ["acceleration", "acceleration", 6 * index, small * rate * rate],
            ["angular velocity", "velocity", 6 * index + 3, 1e-10 * rate],
          ]
        : [
            ["force", section, 6 * index, 0],
            ["torque", section, 6 * index + 3, 0],
          ];
    const table = h("table", {}, h("tr", {}, h("th"), ...["x", "y", "z", ""].map((axis) => h("th", {}, axis))));
    for (const [label, from, column, floor] of groups) {
      const channels = this.report.header.channels.filter(
        (channel) => channel.section === from && channel.column >= column && channel.column < column + 3,
      );
      if (channels.length === 0) continue;
      const cells = channels.map(() => h("td"));
      const plot = button("plot", `plot the ${label}`, () => this.plots.add(channels), "small");
      table.append(h("tr", {}, h("th", {}, label), ...cells, h("td", { class: "unit" }, channels[0].unit), h("td", {}, plot)));
      this.rows.push({ channels, cells, floor });
    }
    this.element.append(table);
  }

  private actions(target: Target): HTMLElement {
    const row = h("div", { class: "actions" });
    const { view } = this;
    const follows = isSame(view.followed, target);
    row.append(
      button(follows ? "stop following" : "follow", "keep it in the middle of the picture", () => {
        view.follow(follows ? null : target);
        this.show(target);
      }, follows ? "on" : ""),
    );
    if (target.kind !== "part" && target.kind !== "marker") return row;
    if (target.kind === "part" && target.index < 0) return row;
    const traced = view.traces.has(target);
    row.append(
      button(traced ? "remove trace" : target.kind === "part" ? "trace CM" : "trace", "draw its path", () => {
        view.traces.toggle(target);
        view.requestDrawing();
        this.show(target);
      }, traced ? "on" : ""),
    );
    if (target.kind === "part") row.append(this.markerChoice(target.index));
    return row;
  }

  // Markers of a part, to trace one.
  private markerChoice(part: number): HTMLElement {
    const choice = h("select", { title: "trace a marker", label: "trace a marker" }, h("option", { value: "" }, "trace marker…"));
    this.report.header.markers.forEach((marker, index) => {
      if (marker.part !== part || marker.floating || choice.length > 200) return;
      const traced = this.view.traces.has({ kind: "marker", index });
      choice.append(h("option", { value: index }, `${traced ? "✓ " : ""}${marker.name.slice(0, 60)}`));
    });
    choice.addEventListener("change", () => {
      if (choice.value === "") return;
      this.view.traces.toggle({ kind: "marker", index: Number(choice.value) });
      this.view.requestDrawing();
      this.show({ kind: "part", index: part });
    });
    return choice;
  }

  // Numbers of the output that is nearest to the moment.
  moved(): void {
    if (this.element.hidden) return;
    const share = this.player.nearest / Math.max(1, this.player.frames - 1);
    for (const row of this.rows)
      row.channels.forEach((channel, k) => {
        const values = this.report.values(channel);
        const value = values[Math.round(share * (values.length - 1))];
        const text = digits(Math.abs(value) < row.floor ? 0 : value);
        if (row.cells[k].textContent !== text) row.cells[k].textContent = text;
      });
  }
}

interface About {
  name: string;
  lines: string[];
  section: SectionName | null;
}

export function describe(report: Report, target: Target): About {
  const { header } = report;
  const markerName = (index: number): string => (index >= 0 ? header.markers[index].name : "–");
  switch (target.kind) {
    case "part": {
      if (target.index < 0) return { name: "ground", lines: ["does not move"], section: null };
      const part = header.parts[target.index];
      return { name: part.name, lines: [`${part.code} · mass ${digits(part.mass)} ${header.units.mass}`], section: "pose" };
    }
    case "marker": {
      const marker = header.markers[target.index];
      const owner = marker.part < 0 ? "ground" : header.parts[marker.part].name;
      return { name: marker.name, lines: [`${marker.code} on ${owner.slice(0, 80)}`], section: null };
    }
    default: {
      const element = (target.kind === "reaction" ? header.reactions : header.forces)[target.index];
      return {
        name: element.name,
        lines: [
          `${element.code}${element.type ? ` · ${element.type.toLowerCase()}` : ""}`,
          `I ${markerName(element.i).slice(0, 60)} · J ${markerName(element.j).slice(0, 60)}`,
        ],
        section: target.kind === "reaction" ? "reactions" : "forces",
      };
    }
  }
}
