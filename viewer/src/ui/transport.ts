// Play, pause, scrub, speed, loop.
// SPDX-License-Identifier: BSD-3-Clause
import { speeds, type Player } from "../player";
import { button, digits, h } from "./dom";

export class Transport {
  readonly element: HTMLElement;
  private readonly play: HTMLButtonElement;
  private readonly slider: HTMLInputElement;
  private readonly clock = h("output", { class: "clock", label: "time" });
  readonly frameTime = h("output", { class: "frame-time", label: "time to draw a frame" });

  constructor(
    private readonly player: Player,
    private readonly unit: string,
  ) {
    this.play = button("▶", "play or pause (space)", () => player.toggle(), "play");
    this.slider = h("input", {
      type: "range",
      min: 0,
      max: Math.max(0, player.frames - 1),
      step: 1,
      label: "moment",
      class: "scrub",
      oninput: () => player.toFrame(Number(this.slider.value)),
    });
    const speed = h("select", { title: "speed of playing", label: "speed", onchange: () => (player.speed = Number(speed.value)) });
    for (const value of new Set([...speeds, player.speed]))
      speed.append(h("option", { value, selected: value === player.speed }, `${value}×`));
    const loop = h("input", { type: "checkbox", onchange: () => (player.loop = loop.checked) });
    loop.checked = player.loop;
    this.element = h(
      "footer",
      { class: "transport" },
      button("|◀", "to the start (Home)", () => player.toFrame(0)),
      button("‹", "one output back (←)", () => player.toFrame(player.nearest - 1)),
      this.play,
      button("›", "one output on (→)", () => player.toFrame(player.nearest + 1)),
      this.slider,
      this.clock,
      speed,
      h("label", { title: "start again at the end" }, loop, "loop"),
      this.frameTime,
    );
    this.moved();
  }

  // Called at every frame: writes only what changed.
  moved(): void {
    const { player } = this;
    const label = player.playing ? "❚❚" : "▶";
    if (this.play.textContent !== label) {
      this.play.textContent = label;
      this.play.classList.toggle("on", player.playing);
    }
    this.slider.valueAsNumber = player.frame;
  }

  showClock(): void {
    this.clock.value = `${digits(Number(this.player.time.toPrecision(6)))}${this.unit ? ` ${this.unit}` : ""}  ·  ${this.player.nearest + 1}/${this.player.frames}`;
  }
}
