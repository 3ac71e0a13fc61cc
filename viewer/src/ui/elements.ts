// Everything in the model by name, to pick what is hard to hit.
// SPDX-License-Identifier: BSD-3-Clause
import type { Entity } from "../data/header";
import type { Report } from "../data/report";
import { isSame, type Target, type TargetKind } from "../scene/layer";
import { h, name } from "./dom";

const listed = 300; // of a group at once

export class Elements {
  readonly element = h("div", { class: "elements" });
  private readonly groups: { kind: TargetKind; title: string; items: Entity[]; body: HTMLElement; details: HTMLDetailsElement }[];
  private readonly search: HTMLInputElement;
  private selected: Target | null = null;

  constructor(
    report: Report,
    private readonly onPick: (target: Target) => void,
  ) {
    const { header } = report;
    this.search = h("input", { type: "search", placeholder: "search by name", label: "search elements", oninput: () => this.fill() });
    const group = (kind: TargetKind, title: string, items: Entity[]) => {
      const body = h("div", { class: "group" });
      const details = h("details", { open: kind === "part", ontoggle: () => this.fill() }, h("summary", {}, `${title} (${items.length})`), body);
      return { kind, title, items, body, details };
    };
    this.groups = [
      group("part", "parts", header.parts),
      group("reaction", "joints and motions", header.reactions),
      group("force", "forces", header.forces),
      group("marker", "markers", header.markers),
    ];
    this.element.append(this.search, ...this.groups.filter((g) => g.items.length > 0).map((g) => g.details));
    this.fill();
  }

  private fill(): void {
    const words = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const { kind, items, body, details } of this.groups) {
      if (!details.open) continue;
      const rows: Node[] = [];
      let more = 0;
      items.forEach((item, index) => {
        const text = `${item.code} ${item.name}`.toLowerCase();
        if (!words.every((word) => text.includes(word))) return;
        if (rows.length >= listed) {
          ++more;
          return;
        }
        const target: Target = { kind, index };
        const chosen = isSame(target, this.selected);
        rows.push(
          h("button", { type: "button", class: chosen ? "row chosen" : "row", onclick: () => this.onPick(target) }, name(item.name), name(item.code, "code")),
        );
      });
      if (more > 0) rows.push(h("div", { class: "more" }, `${more} more; type a part of the name`));
      body.replaceChildren(...rows);
    }
  }

  select(target: Target | null): void {
    this.selected = target;
    this.fill();
  }
}
