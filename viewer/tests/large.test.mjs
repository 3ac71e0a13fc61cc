// Ten thousand outputs of 200 parts: few draw calls, no allocation, a frame takes little time.
// SPDX-License-Identifier: BSD-3-Clause
import assert from "node:assert/strict";
import { dirname, join } from "node:path";
import { after, afterEach, before, describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { closePages, launch, open, skip } from "./support.mjs";

const emptyPage = join(dirname(fileURLToPath(import.meta.url)), "../dist/index.html");

describe("a large model", { skip }, () => {
  /** @type {import("playwright-core").Browser} */ let browser;
  before(async () => {
    browser = await launch();
  });
  afterEach(closePages);
  after(() => browser?.close());

  it("is drawn with few calls and moved without allocation", async () => {
    // A small window: here the processor draws, elsewhere a graphics card does.
    const { page } = await open(browser, emptyPage, { viewport: { width: 700, height: 400 } });
    await page.evaluate(() => {
      const app = window.trammel.open(window.trammel.syntheticReport(200, 10_000));
      app.view.mechanism.markers.visible = true;
    });
    assert.equal(await page.evaluate(() => window.trammel.app?.player.frames), 10_000);
    const session = await page.context().newCDPSession(page);
    const used = async () => (await session.send("Runtime.getHeapUsage")).usedSize;
    const frames = 2000;
    const move = () =>
      page.evaluate((count) => {
        const { view } = /** @type {any} */ (window.trammel.app);
        const start = performance.now();
        for (let k = 0; k < count; ++k) {
          view.mechanism.bodies.show(k, 0.3);
          view.moved(k);
        }
        return (performance.now() - start) / count;
      }, frames);
    await move(); // until the code is compiled
    await session.send("HeapProfiler.collectGarbage");
    const before = await used();
    const milliseconds = await move();
    const bytes = ((await used()) - before) / frames;
    // 200 parts with 800 symbols: a matrix for each would be 100 kB. What is left is the question itself.
    assert.ok(bytes < 1000, `${bytes} bytes per frame`);
    assert.ok(milliseconds < 10, `${milliseconds} ms per frame without drawing`);
    const calls = await page.evaluate(() => {
      const { view } = /** @type {any} */ (window.trammel.app);
      view.requestDrawing();
      view.draw();
      return view.renderer.info.render.calls;
    });
    assert.ok(calls <= 50, `${calls} draw calls`);
    await page.waitForFunction(() => /ms .* draw calls/.test(document.querySelector(".frame-time")?.textContent ?? ""));
  });
});
