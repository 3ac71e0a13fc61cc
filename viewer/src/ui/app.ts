// Puts the page together: view, transport, panels, keys; and the loop that draws.
// SPDX-License-Identifier: BSD-3-Clause
import type { Report } from "../data/report";
import { Player } from "../player";
import type { Layer, Target } from "../scene/layer";
import { noForces, View } from "../scene/view";
import { button, h, name } from "./dom";
import { Elements } from "./elements";
import { Inspector } from "./inspector";
import { Modes } from "./modes";
import { Plots } from "./plots";
import { RunSummary } from "./summary";
import { Transport } from "./transport";

type Theme = "dark" | "light";
const textInterval = 100; // ms between changes of numbers while playing

export class App {
  readonly player: Player;
  readonly view: View;
  readonly plots: Plots;
  readonly modes: Modes;
  readonly inspector: Inspector;
  private readonly transport: Transport;
  private readonly elements: Elements;
  private readonly summary: RunSummary;
  private readonly tabs = new Map<string, { tab: HTMLButtonElement; body: HTMLElement }>();
  private lastTick = 0;
  private lastText = 0;
  private moved = true;
  private smoothed = 0;

  constructor(
    host: HTMLElement,
    readonly report: Report,
  ) {
    const { header } = report;
    this.player = new Player(report.times.get("pose") ?? report.time, header.units.time);
    const stage = h("div", { class: "stage" });
    const side = h("div", { class: "side" });
    const heading = h("h1", {}, name(header.title || header.model, "title"));
    const tools = h("div", { class: "tools" });
    const page = h("div", { class: "page" }, h("header", { class: "top" }, heading, tools), stage, side);
    host.replaceChildren(page);

    this.view = new View(stage, report);
    this.plots = new Plots(report, this.player);
    this.inspector = new Inspector(report, this.player, this.view, this.plots);
    this.elements = new Elements(report, (target) => this.pick(target));
    this.summary = new RunSummary(report, (time) => this.player.toTime(time));
    this.modes = new Modes(report, this.view.mechanism, () => (this.moved = true));
    this.transport = new Transport(this.player, header.units.time);
    stage.append(this.inspector.element);
    page.append(this.transport.element);
    this.addTabs(side);
    this.addTools(tools);

    this.view.onPick = (target) => this.pick(target);
    this.player.onChange(() => {
      this.moved = true;
      if (this.player.playing && this.modes.active) this.modes.choose(null, 0);
    });
    document.addEventListener("keydown", (event) => this.key(event));
    this.setTheme(savedTheme());
    requestAnimationFrame((now) => this.tick(now));
  }

  private addTabs(side: HTMLElement): void {
    const bar = h("nav", { class: "tabs", role: "tablist" });
    const add = (title: string, body: HTMLElement): void => {
      const tab = h("button", { type: "button", role: "tab", onclick: () => this.openTab(title) }, title);
      this.tabs.set(title, { tab, body });
      bar.append(tab);
      side.append(body);
    };
    side.append(bar);
    add("Plots", this.plots.element);
    add("Model", this.elements.element);
    if (this.report.modes.length > 0) add("Modes", this.modes.element);
    add("Run", this.summary.element);
    this.openTab("Plots");
  }

  openTab(title: string): void {
    for (const [key, { tab, body }] of this.tabs) {
      body.hidden = key !== title;
      tab.classList.toggle("on", key === title);
      tab.setAttribute("aria-selected", String(key === title));
    }
    if (title === "Run") this.summary.draw();
  }

  private addTools(tools: HTMLElement): void {
    const { mechanism } = this.view;
    const layer = (title: string, which: Layer): void => {
      if (which.isEmpty) return;
      const toggle = button(title, `show or hide ${title}`, () => {
        which.visible = !which.visible;
        toggle.classList.toggle("on", which.visible);
        this.view.moved(this.player.nearest);
      }, which.visible ? "on" : "");
      tools.append(toggle);
    };
    layer("shapes", mechanism.shapes);
    layer("joints", mechanism.joints);
    layer("markers", mechanism.markers);
    layer("forces", mechanism.forces);
    layer("reactions", mechanism.reactions);
    const glass = button("glass", "look through the shapes", () => {
      const { material } = mechanism.shapes;
      material.transparent = !material.transparent;
      material.opacity = material.transparent ? 0.3 : 1;
      material.depthWrite = !material.transparent;
      material.needsUpdate = true;
      glass.classList.toggle("on", material.transparent);
      this.view.requestDrawing();
    });
    const arrows = h("input", {
      type: "range", min: -1, max: 2, step: 0.05, value: 0, class: "arrows", title: "length of arrows", label: "length of arrows",
      oninput: () => {
        const factor = 10 ** Number(arrows.value);
        mechanism.forces.arrowFactor = mechanism.reactions.arrowFactor = factor;
        this.view.moved(this.player.nearest);
      },
    });
    if (!mechanism.forces.isEmpty || !mechanism.reactions.isEmpty) tools.append(arrows);
    tools.append(
      glass,
      button("fit", "show everything (F)", () => this.view.fit()),
      button("◐", "dark or light", () => this.setTheme(this.theme === "dark" ? "light" : "dark"), "theme"),
    );
  }

  get theme(): Theme {
    return document.documentElement.dataset["theme"] === "light" ? "light" : "dark";
  }

  setTheme(theme: Theme): void {
    document.documentElement.dataset["theme"] = theme;
    try {
      localStorage.setItem("trammel-theme", theme);
    } catch {
      // Pages from disk may not be allowed to remember.
    }
    this.view.setTheme(theme);
    this.plots.redraw();
    if (!this.summary.element.hidden) this.summary.draw();
  }

  pick(target: Target | null): void {
    this.view.select(target);
    this.inspector.show(target);
    this.elements.select(target);
  }

  private key(event: KeyboardEvent): void {
    const typing = event.target instanceof HTMLInputElement && event.target.type === "search";
    if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
    const { player } = this;
    const actions: { [key: string]: () => void } = {
      " ": () => player.toggle(),
      ArrowLeft: () => player.toFrame(player.nearest - 1),
      ArrowRight: () => player.toFrame(player.nearest + 1),
      Home: () => player.toFrame(0),
      End: () => player.toFrame(player.frames - 1),
      f: () => this.view.fit(),
      Escape: () => this.pick(null),
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }

  // Nothing here allocates but the texts, ten times a second.
  private tick(now: number): void {
    requestAnimationFrame((next) => this.tick(next));
    const elapsed = Math.min(0.1, (now - this.lastTick) / 1000);
    this.lastTick = now;
    this.player.advance(elapsed);
    const inMode = this.modes.active !== null;
    if (inMode) this.modes.advance(elapsed);
    const started = performance.now();
    if (this.moved || inMode) this.show();
    if (this.view.draw()) this.measured(performance.now() - started);
    if (now - this.lastText > textInterval) {
      this.lastText = now;
      this.writeTexts();
    }
  }

  // Where everything is now.
  show(): void {
    this.moved = false;
    const { player } = this;
    if (this.modes.active) this.modes.apply();
    else this.view.mechanism.bodies.show(player.frame, player.fraction);
    this.view.moved(this.modes.active ? noForces : player.nearest);
    this.transport.moved();
    this.plots.moved();
    if (!this.summary.element.hidden) this.summary.moved(player.time);
  }

  private measured(milliseconds: number): void {
    this.smoothed += 0.1 * (milliseconds - this.smoothed);
    this.view.frameMilliseconds = this.smoothed;
  }

  private shownMoment = -1;
  private writeTexts(): void {
    const { calls, triangles } = this.view.renderer.info.render;
    const text = `${this.smoothed.toFixed(1)} ms · ${calls} draw calls · ${triangles} triangles`;
    if (this.transport.frameTime.value !== text) this.transport.frameTime.value = text;
    const moment = this.player.frame + this.player.fraction;
    if (moment === this.shownMoment) return;
    this.shownMoment = moment;
    this.transport.showClock();
    this.inspector.moved();
    this.plots.showValues();
    if (!this.summary.element.hidden) this.summary.showValues();
  }
}

function savedTheme(): Theme {
  try {
    const saved = localStorage.getItem("trammel-theme");
    if (saved === "dark" || saved === "light") return saved;
  } catch {
    // As above.
  }
  return window.matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark";
}
