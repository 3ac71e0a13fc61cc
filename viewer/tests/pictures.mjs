// Takes the pictures of docs/images:  TRAMMEL_PROGRAM=… TRAMMEL_SOURCE_DIR=… TRAMMEL_TEST_WORK=… node pictures.mjs
// from a folder with the modules, as run.mjs makes one.
// SPDX-License-Identifier: BSD-3-Clause
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { launch, open, report, source, work } from "./support.mjs";

const browser = await launch();
const images = join(source, "docs/images");
const size = { width: 1320, height: 760 };

/** @param {string} file @param {string} image @param {"dark" | "light"} colorScheme @param {string} prepare */
async function picture(file, image, colorScheme, prepare) {
  const { page } = await open(browser, file, { viewport: size, colorScheme, deviceScaleFactor: 1 });
  await page.evaluate(`(() => { const app = window.trammel.app; ${prepare} })()`);
  await page.waitForTimeout(800);
  // The time to draw a frame says nothing about the reader's machine.
  await page.evaluate(() => document.querySelector(".frame-time")?.remove());
  await page.screenshot({ path: join(images, image) });
  await page.close();
}

const axle = join(source, "examples/suspension.adm");
const run = report(axle, "--end", "5", "--steps", "500");
await picture(run, "report-suspension.png", "dark", "app.player.toFrame(108); app.pick({ kind: 'part', index: 1 }); app.view.traces.toggle({ kind: 'part', index: 9 });");
await picture(run, "report-run.png", "light", "app.openTab('Run'); app.player.toFrame(108); document.querySelector('.summary').scrollTop = 400;");
const script = join(work, "modes.acf");
writeFileSync(script, "\nfile/model=ignored\nsimulate/static\nlinear/eigensol\nsimulate/dynamic, end=0.1, steps=10\nstop\n");
await picture(report(axle, script), "report-modes.png", "dark", "app.openTab('Modes'); app.modes.choose(app.report.modes[0], 6); app.modes.playing = false;");
await picture(report(join(source, "examples/fourbar_driven.adm"), "--end", "2", "--steps", "200"), "report-fourbar.png", "light", "app.player.toFrame(150); app.view.traces.toggle({ kind: 'part', index: 1 }); app.view.mechanism.reactions.visible = true; app.view.mechanism.reactions.arrowFactor = 4; app.pick({ kind: 'part', index: 1 });");
await browser.close();
