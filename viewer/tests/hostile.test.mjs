// Names, titles and comments come from strangers' files: in a report they are text and nothing else.
// SPDX-License-Identifier: BSD-3-Clause
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, afterEach, before, describe, it } from "node:test";
import { closePages, drawn, launch, open, outside, report, skip, work } from "./support.mjs";

const attack = "<img src=x onerror=alert(1)>";
const title = `</title></script><script>alert(0)</script>${attack}&lt;b&gt; "quotes" 👩‍🔧`;
const names = [
  "<script>alert(1)</script>",
  "</script><script>alert(2)</script>",
  `">${attack}`,
  "javascript:alert(3)",
  "&lt;b&gt; &amp; &#x27;",
  "👩‍🔧 Zahnrad 齿轮 шестерня",
  "\u202Egnp.exe \u2066 \u200F right to left \u061C",
  "x".repeat(10_000),
  "constructor",
  "__proto__",
];

// In a comment the language itself uses quotation marks, & and ; for something else.
const plain = (/** @type {string} */ name) => name.replace(/["'&;#]/g, "").slice(0, 60);

function dataset() {
  const lines = [title, "UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND", "ACCGRAV/JGRAV=-9.81", "PART/1, GROUND", "MARKER/1, PART=1"];
  names.forEach((name, k) => {
    const part = k + 2;
    lines.push(
      `!   adams_view_name='${name}'`, `PART/${part}, MASS=1, CM=${10 * part}, IP=1,1,1, QG=${k},0,0`,
      `!   adams_view_name='${name}'`, `MARKER/${10 * part}, PART=${part}, QP=0.5,0,0`,
      `!   adams_view_name='${name}'`, `MARKER/${10 * part + 1}, PART=${part}`,
      `!   adams_view_name='${name}'`, `MARKER/${10 * part + 2}, PART=1, QP=${k},0,0`,
      `!   adams_view_name='${name}'`, `JOINT/${part}, REVOLUTE, I=${10 * part + 1}, J=${10 * part + 2}`,
      `REQUEST/${part}, DISPLACEMENT, I=${10 * part}, J=1, COMMENT=${plain(name)}`,
      `GRAPHICS/${part}, TEXT, RM=${10 * part}, STRING=${plain(name)}`,
    );
  });
  const file = join(work, "hostile.adm");
  writeFileSync(file, [...lines, "END", ""].join("\n"));
  return file;
}

describe("names of strangers", { skip }, () => {
  /** @type {import("playwright-core").Browser} */ let browser;
  before(async () => {
    browser = await launch();
  });
  afterEach(closePages);
  after(() => browser?.close());

  it("are shown as they are, and do nothing", async () => {
    const file = report(dataset(), "--end", "0.2", "--steps", "10");
    const html = readFileSync(file, "utf8");
    assert.ok(!html.includes("onerror=alert"), "nothing of the dataset is in the page as it is");

    const opened = await open(browser, file);
    const { page, faults } = opened;
    assert.equal(await page.locator("h1").textContent(), title.slice(0, 300));
    await page.getByRole("tab", { name: "Model" }).click();
    const shown = await page.locator(".elements details").first().locator(".row .name").allTextContents();
    assert.equal(shown.length, names.length);
    names.forEach((name, k) => {
      const part = name.split(".").pop() ?? ""; // the last word of a dotted name
      assert.equal(shown[k], part.length > 300 ? `${part.slice(0, 300)}…` : part);
    });
    for (const row of await page.locator(".elements details").first().locator(".row").all()) await row.click();
    await page.getByRole("tab", { name: "Run" }).click();
    await page.getByRole("tab", { name: "Plots" }).click();
    await page.fill("input[type=search]", "script");
    await page.locator(".channels .row").first().click();
    await drawn(page);
    assert.equal(await page.locator("img, iframe, object, embed, a[href]").count(), 0);
    assert.equal(await page.evaluate(() => document.scripts.length), 2);
    assert.deepEqual(faults, []);
    assert.deepEqual(outside(opened), []);
    // A very long name does not push anything out of the page.
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth));
  });

  it("could not run even as markup: the page forbids it", async () => {
    const { page } = await open(browser, report(dataset(), "--end", "0.1", "--steps", "2"));
    const blocked = await page.evaluate(async (markup) => {
      /** @type {string[]} */ const violations = [];
      document.addEventListener("securitypolicyviolation", (event) => violations.push(event.effectiveDirective));
      try {
        document.body.innerHTML += markup;
      } catch {
        violations.push("innerHTML");
      }
      const script = document.createElement("script");
      try {
        script.textContent = "window.broken = true";
        document.body.append(script);
      } catch {
        violations.push("script");
      }
      await fetch("https://example.com/").catch(() => violations.push("fetch"));
      const image = new Image();
      image.src = "https://example.com/x.png";
      await new Promise((done) => setTimeout(done, 100));
      return { violations, broken: "broken" in window };
    }, attack);
    assert.equal(blocked.broken, false);
    for (const what of ["innerHTML", "fetch", "img-src", "connect-src"]) assert.ok(blocked.violations.includes(what), `${what}: ${blocked.violations}`);
  });
});
