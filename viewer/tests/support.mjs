// A browser for the tests, reports to look at, and pictures to compare.
// SPDX-License-Identifier: BSD-3-Clause
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const environment = (/** @type {string} */ name) => {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set; ctest does`);
  return value;
};
export const program = environment("TRAMMEL_PROGRAM");
export const source = environment("TRAMMEL_SOURCE_DIR");
export const work = environment("TRAMMEL_TEST_WORK");
mkdirSync(work, { recursive: true });

const browserPath = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);
export const skip = browserPath ? false : "no Chromium here: install the Debian package chromium";

export const launch = () =>
  chromium.launch({
    executablePath: browserPath,
    // Drawing by the processor: every machine has one, and all draw the same.
    args: ["--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist", "--no-sandbox"],
  });

/** Runs a model; returns its report.
 *  @param {string} model @param {string[]} options */
export function report(model, ...options) {
  execFileSync(program, ["run", model, "--report", "--quiet", "-o", work, ...options], { stdio: ["ignore", "ignore", "pipe"] });
  return join(work, model.replace(/^.*\//, "").replace(/\.[a-z]+$/, ".html"));
}

// Half as many dots each way: pages are laid out as ever, and the processor draws a quarter.
const scale = 0.5;

/** @type {Set<import("playwright-core").Page>} */ const pages = new Set();
/** After each test, also one that has failed: pages that are left open go on drawing. */
export async function closePages() {
  await Promise.all([...pages].map((page) => page.close()));
  pages.clear();
}

/** Until what was asked for has been drawn. @param {import("playwright-core").Page} page */
export const drawn = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

/** @typedef {{page: import("playwright-core").Page, faults: string[], requests: string[]}} Opened */

/** A report in a page that remembers everything suspicious.
 *  @param {import("playwright-core").Browser} browser @param {string} file
 *  @param {import("playwright-core").BrowserContextOptions} options @returns {Promise<Opened>} */
export async function open(browser, file, options = {}) {
  const page = await browser.newPage({ viewport: { width: 1200, height: 720 }, colorScheme: "dark", deviceScaleFactor: scale, ...options });
  pages.add(page);
  /** @type {string[]} */ const faults = [];
  /** @type {string[]} */ const requests = [];
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && faults.push(message.text()));
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("dialog", (dialog) => (faults.push(`dialog: ${dialog.message()}`), dialog.dismiss()));
  page.on("request", (request) => requests.push(request.url()));
  await page.goto(pathToFileURL(file).href);
  await page.waitForFunction(() => window.trammel?.app || document.querySelector(".failure"));
  return { page, faults, requests };
}

// The requests of a page that loads nothing: itself. (Pictures inside it are data, not requests.)
export const outside = (/** @type {Opened} */ { requests }) =>
  requests.slice(1).filter((url) => !url.startsWith("data:") && !url.startsWith("blob:"));

/** Mean and largest difference of two pictures over squares of 4 by 4 dots, 0 to 255.
 *  @param {import("playwright-core").Browser} browser @param {Buffer} a @param {Buffer} b */
async function difference(browser, a, b) {
  const page = await browser.newPage();
  try {
    return await page.evaluate(
      async ([first, second]) => {
        const dots = async (/** @type {string} */ data) => {
          const image = new Image();
          image.src = `data:image/png;base64,${data}`;
          await image.decode();
          const canvas = document.createElement("canvas");
          canvas.width = Math.round(image.width / 4);
          canvas.height = Math.round(image.height / 4);
          const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
          context.imageSmoothingQuality = "high";
          context.drawImage(image, 0, 0, canvas.width, canvas.height);
          return context.getImageData(0, 0, canvas.width, canvas.height);
        };
        const [one, two] = [await dots(first), await dots(second)];
        if (one.width !== two.width || one.height !== two.height) return { mean: 255, largest: 255 };
        let sum = 0;
        let largest = 0;
        for (let k = 0; k < one.data.length; ++k) {
          const d = Math.abs(one.data[k] - two.data[k]);
          sum += d;
          largest = Math.max(largest, d);
        }
        return { mean: sum / one.data.length, largest };
      },
      [a.toString("base64"), b.toString("base64")],
    );
  } finally {
    await page.close();
  }
}

const pictures = join(dirname(fileURLToPath(import.meta.url)), "screenshots");

/** The 3D view against the picture in tests/screenshots; UPDATE_SCREENSHOTS=1 takes the present one.
 *  @param {import("playwright-core").Browser} browser @param {import("playwright-core").Page} page @param {string} name */
export async function compare(browser, page, name) {
  // What was drawn, from the canvas itself: a screenshot would have the page put together anew, several times.
  const data = await page.evaluate(() => /** @type {any} */ (window.trammel.app).view.renderer.domElement.toDataURL("image/png"));
  const now = Buffer.from(data.slice(data.indexOf(",") + 1), "base64");
  writeFileSync(join(work, `${name}.png`), now);
  if (process.env["UPDATE_SCREENSHOTS"]) {
    const folder = join(source, "viewer/tests/screenshots");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${name}.png`), now);
    return { mean: 0, largest: 0 };
  }
  return difference(browser, now, readFileSync(join(pictures, `${name}.png`)));
}
