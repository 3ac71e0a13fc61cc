// SPDX-License-Identifier: BSD-3-Clause
import "uplot/dist/uPlot.min.css";
import "./style.css";
import { decode, type Report } from "./data/report";
import { syntheticReport } from "./data/synthetic";
import { App } from "./ui/app";
import { h } from "./ui/dom";

// For tests and for the console of the browser.
declare global {
  interface Window {
    trammel: { app?: App; open: typeof open; syntheticReport: typeof syntheticReport };
  }
}

const host = document.getElementById("app") as HTMLElement;

function open(report: Report): App {
  document.title = `${report.header.title.slice(0, 120) || report.header.model} – Trammel`;
  return (window.trammel.app = new App(host, report));
}
window.trammel = { open, syntheticReport };

async function start(): Promise<void> {
  const data = document.getElementById("report-data")?.textContent?.trim() ?? "";
  if (data) open(await decode(data));
  else if (import.meta.env.DEV) open(syntheticReport(12, 600));
  else throw new Error("the page contains no results");
}

start().catch((error: unknown) => {
  const reason = error instanceof Error ? error.message : String(error);
  host.replaceChildren(h("p", { class: "failure" }, `This report cannot be shown: ${reason}`));
});
