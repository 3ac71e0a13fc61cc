// Elements without markup: texts are set as text, so that names from a stranger's file stay names.
// SPDX-License-Identifier: BSD-3-Clause

type Child = Node | string | null | undefined | false;
type Handlers = { [K in keyof HTMLElementEventMap as `on${K}`]?: (event: HTMLElementEventMap[K]) => void };
export type Options = Handlers & {
  class?: string;
  title?: string;
  type?: string;
  id?: string;
  label?: string; // for those who listen instead of looking
  [attribute: string]: unknown;
};

export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  options: Options = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value as EventListener);
    else if (name === "class") element.className = String(value);
    else if (name === "label") element.setAttribute("aria-label", String(value));
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children) if (child) element.append(child);
  return element;
}

const longest = 300; // letters of a name that are shown

// A name: cut when very long, and kept from turning the text around it (right-to-left marks).
export function name(text: string, className = "name"): HTMLElement {
  const shown = [...text.slice(0, longest)].join("") + (text.length > longest ? "…" : "");
  return h("bdi", { class: className, title: shown }, shown);
}

export function button(text: string, title: string, onclick: () => void, className = ""): HTMLButtonElement {
  return h("button", { type: "button", title, label: title, class: className, onclick }, text);
}

// Six digits, in as few letters as possible.
export function digits(value: number): string {
  if (!Number.isFinite(value)) return "–";
  if (value === 0) return "0";
  const size = Math.abs(value);
  const rounded = Number(value.toPrecision(6));
  return size >= 1e6 || size < 1e-4 ? rounded.toExponential().replace("e+", "e") : String(rounded);
}
