// Reports of four models in a real browser: they load, play, stop, scrub, pick, plot, and look as they should.
// SPDX-License-Identifier: BSD-3-Clause
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, afterEach, before, describe, it } from "node:test";
import { closePages, compare, drawn, launch, open, outside, report, skip, source, work } from "./support.mjs";

const example = (/** @type {string} */ name) => join(source, "examples", `${name}.adm`);

// Links hang on each other; the chain starts level and swings.
function chain(/** @type {number} */ links) {
  const lines = ["Chain of links", "UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND", "ACCGRAV/JGRAV=-9.81", "PART/1, GROUND", "MARKER/1, PART=1"];
  for (let k = 0; k < links; ++k) {
    const first = 10 * (k + 2);
    lines.push(
      `PART/${k + 2}, MASS=1, CM=${first}, IP=0.01,0.08,0.08, QG=${k},0,0`,
      `MARKER/${first}, PART=${k + 2}, QP=0.5,0,0`,
      `MARKER/${first + 1}, PART=${k + 2}`,
      `MARKER/${first + 2}, PART=${k + 2}, QP=1,0,0`,
      `JOINT/${k + 1}, REVOLUTE, I=${first + 1}, J=${k === 0 ? 1 : first - 8}`,
    );
  }
  const file = join(work, `chain_${links}.adm`);
  writeFileSync(file, [...lines, "END", ""].join("\n"));
  return file;
}

const models = [
  { name: "pendulum", make: () => report(example("pendulum"), "--end", "2", "--steps", "200"), part: 0, parts: 1 },
  { name: "fourbar_driven", make: () => report(example("fourbar_driven"), "--end", "2", "--steps", "200"), part: 1, parts: 3 },
  { name: "suspension", make: () => report(example("suspension"), "--end", "2", "--steps", "200"), part: 0, parts: 21 },
  { name: "chain_100", make: () => report(chain(100), "--end", "2", "--steps", "100"), part: 40, parts: 100 },
];

describe("reports", { skip }, () => {
  /** @type {import("playwright-core").Browser} */ let browser;
  before(async () => {
    browser = await launch();
  });
  afterEach(closePages);
  after(() => browser?.close());

  for (const model of models)
    it(model.name, async () => {
      const opened = await open(browser, model.make());
      const { page, faults } = opened;
      const ask = (/** @type {string} */ what) => page.evaluate(`window.trammel.app.${what}`);
      assert.equal(await ask("report.header.parts.length"), model.parts);

      // Play: time goes on; pause: it stops.
      await page.click("button.play");
      await page.waitForFunction(() => (window.trammel.app?.player.moment ?? 0) > 0.05);
      await page.click("button.play");
      assert.equal(await ask("player.playing"), false);
      const stopped = await ask("player.time");
      await drawn(page);
      assert.equal(await ask("player.time"), stopped);

      // Scrub.
      await page.locator(".scrub").fill("60");
      assert.equal(await ask("player.frame"), 60);
      await drawn(page);
      const { mean, largest } = await compare(browser, page, model.name);
      assert.ok(mean < 0.3 && largest < 60, `the picture differs: mean ${mean}, largest ${largest}`);

      // Pick a part where it is drawn.
      const place = await page.evaluate((index) => {
        const { view } = /** @type {any} */ (window.trammel.app);
        const point = view.positionOf({ kind: "part", index }, view.camera.position.clone()).project(view.camera);
        const area = view.renderer.domElement.getBoundingClientRect();
        return { x: area.left + ((point.x + 1) / 2) * area.width, y: area.top + ((1 - point.y) / 2) * area.height };
      }, model.part);
      await page.mouse.click(place.x, place.y);
      const picked = await page.locator(".inspector .title").textContent();
      assert.equal(picked, await ask(`report.header.parts[${model.part}].name`));
      // Its numbers are those of the channel at the moment.
      const code = await ask(`report.header.parts[${model.part}].code`);
      const shown = Number(await page.locator(".inspector tr:nth-child(2) td").first().textContent());
      const value = Number(await ask(`report.values(window.trammel.app.report.channel("${code}.X"))[60]`));
      assert.ok(Math.abs(shown - value) <= 1e-5 * Math.max(1, Math.abs(value)), `${shown} is shown, ${value} expected`);

      // Plot another channel in the first chart, then close the list.
      const before = Number(await ask("plots.shown[0].length"));
      await page.fill("input[type=search]", `${code}.Y`);
      await page.locator(".channels .row").first().click();
      assert.equal(await ask("plots.shown[0].length"), before + 1);
      await page.keyboard.press("Escape");
      await page.mouse.click(place.x, 5);
      // Click in the chart: the time goes there. Drag: zoom. Double click: all again.
      const chart = /** @type {{x: number, y: number, width: number, height: number}} */ (await page.locator(".u-over").first().boundingBox());
      await page.mouse.click(chart.x + chart.width / 2, chart.y + chart.height / 2);
      const range = /** @type {number[]} */ (await ask("plots.chart(0).xRange"));
      const middle = Number(await ask("player.time"));
      assert.ok(Math.abs(middle - (range[0] + range[1]) / 2) < 0.02 * (range[1] - range[0]), `time ${middle}`);
      await page.mouse.move(chart.x + 0.2 * chart.width, chart.y + 40);
      await page.mouse.down();
      await page.mouse.move(chart.x + 0.5 * chart.width, chart.y + 60, { steps: 4 });
      await page.mouse.up();
      const zoomed = /** @type {number[]} */ (await ask("plots.chart(0).xRange"));
      assert.ok(zoomed[1] - zoomed[0] < 0.4 * (range[1] - range[0]), "dragging zooms");

      assert.deepEqual(faults, []);
      assert.deepEqual(outside(opened), []);
      assert.ok(Number(await ask("view.renderer.info.render.calls")) <= 50);
    });

  it("shows the numbers of the table", async () => {
    const opened = await open(browser, report(example("pendulum"), "--end", "2", "--steps", "200"));
    const lines = readFileSync(join(work, "pendulum.csv"), "utf8").trim().split("\n").map((line) => line.split(","));
    const column = lines[0].indexOf("REQ1.F2");
    const values = /** @type {{[k: string]: number}} */ (await opened.page.evaluate(() => {
      const { report } = /** @type {any} */ (window.trammel.app);
      return report.values(report.channel("REQ1.F2"));
    }));
    const range = Math.max(...lines.slice(1).map((line) => Math.abs(Number(line[column]))));
    assert.ok(range > 0);
    lines.slice(1).forEach((line, k) => assert.ok(Math.abs(Number(line[column]) - values[k]) <= 3e-7 * range));
  });

  it("swings in the shape of a mode", async () => {
    const script = join(work, "modes.acf");
    writeFileSync(script, "\nfile/model=ignored\nsimulate/static\nlinear/eigensol\nsimulate/dynamic, end=0.1, steps=10\nstop\n");
    const { page, faults } = await open(browser, report(example("suspension"), script));
    await page.getByRole("tab", { name: "Modes" }).click();
    // All places as a text; they change for as long as the mode is shown.
    const places = () => {
      const { view } = /** @type {any} */ (window.trammel.app);
      return JSON.stringify(view.mechanism.bodies.matrices.map((/** @type {any} */ matrix) => matrix.elements.slice(12, 15)));
    };
    const moves = (/** @type {string} */ from) =>
      page.waitForFunction((last) => {
        const { view } = /** @type {any} */ (window.trammel.app);
        return JSON.stringify(view.mechanism.bodies.matrices.map((/** @type {any} */ matrix) => matrix.elements.slice(12, 15))) !== last;
      }, from);
    const atRest = await page.evaluate(places);
    await page.locator(".modes tbody tr").nth(2).click();
    await moves(atRest);
    await moves(await page.evaluate(places));
    await page.getByRole("button", { name: "stop showing a mode" }).click();
    await drawn(page);
    assert.equal(await page.evaluate(() => window.trammel.app?.modes.active), null);
    assert.equal(await page.evaluate(places), atRest);
    assert.deepEqual(faults, []);
  });

  it("follows, traces, hides, and changes its colours", async () => {
    const { page, faults } = await open(browser, report(example("fourbar_driven"), "--end", "2", "--steps", "200"));
    await page.getByRole("tab", { name: "Model" }).click();
    await page.locator(".elements .row").nth(1).click();
    await page.getByRole("button", { name: "keep it in the middle" }).click();
    await page.getByRole("button", { name: "draw its path" }).click();
    const middle = () =>
      page.evaluate(() => {
        const { view } = /** @type {any} */ (window.trammel.app);
        const target = view.positionOf({ kind: "part", index: 1 }, view.camera.position.clone());
        return target.sub(view.controls.target).toArray();
      });
    const before = await middle();
    await page.locator(".scrub").fill("77");
    await drawn(page);
    (await middle()).forEach((/** @type {number} */ x, /** @type {number} */ k) => assert.ok(Math.abs(x - before[k]) < 1e-6));
    assert.equal(await page.evaluate(() => window.trammel.app?.view.traces.count), 1);
    for (const name of ["shapes", "joints", "markers", "reactions", "glass", "fit"])
      await page.locator(".tools button", { hasText: name }).click();
    assert.equal(await page.evaluate(() => window.trammel.app?.view.mechanism.shapes.visible), false);
    await page.click("button.theme");
    assert.equal(await page.evaluate(() => document.documentElement.dataset["theme"]), "light");
    await page.getByRole("tab", { name: "Run" }).click();
    assert.ok((await page.locator(".facts").textContent())?.includes("degrees of freedom"));
    await page.keyboard.press("Space");
    assert.equal(await page.evaluate(() => window.trammel.app?.player.playing), true);
    await drawn(page);
    assert.deepEqual(faults, []);
  });

  it("draws every shape", async () => {
    const { page, faults } = await open(browser, report(join(source, "viewer/tests/shapes.adm"), "--end", "1", "--steps", "10"));
    const drawn = await page.evaluate(() => {
      const { mechanism } = /** @type {any} */ (window.trammel.app).view;
      return { shapes: mechanism.shapes.count, texts: mechanism.texts.length, arrows: mechanism.forces.count, notes: mechanism.report.header.notes };
    });
    // Eleven solids and lines, a mesh, two parts of the outline, a spring; foot and plate under the hinge.
    assert.equal(drawn.shapes, 11 + 1 + 2 + 1 + 2);
    assert.equal(drawn.texts, 1);
    assert.equal(drawn.arrows, 2 + 3); // shaft and head of the force; a torque has two heads
    assert.match(drawn.notes[0], /1 GRAPHICS of the shape EXTERNAL not drawn \(body.x_t\)/);
    const { mean, largest } = await compare(browser, page, "shapes");
    assert.ok(mean < 0.3 && largest < 60, `the picture differs: mean ${mean}, largest ${largest}`);
    assert.deepEqual(faults, []);
  });
});
