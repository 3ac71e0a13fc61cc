// Runs one test beside the modules that the build installed:  node run.mjs WORK NAME
// Exit code 77: there is nothing to test with, and it says what is missing.
// SPDX-License-Identifier: BSD-3-Clause
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const [work, name] = process.argv.slice(2);
const here = dirname(fileURLToPath(import.meta.url));

function leave(/** @type {string} */ reason) {
  console.log(`skipped: ${reason}`);
  process.exit(77);
}

if (!existsSync(join(work, "dist/index.html"))) leave("the viewer was not built; viewer.log in the build folder says why");
// Each test has a copy of its own: they run side by side.
const copy = join(work, `tests_${name}`);
rmSync(copy, { recursive: true, force: true });
cpSync(here, copy, { recursive: true });
if (name === "types") {
  const compiler = join(work, "node_modules/typescript/bin/tsc");
  process.exit(spawnSync(process.execPath, [compiler, "--noEmit", "-p", copy], { stdio: "inherit" }).status ?? 1);
}
const { skip } = await import(join(copy, "support.mjs"));
if (skip) leave(skip);
const test = spawnSync(process.execPath, ["--test", ...(process.env["TEST_NAME"] ? [`--test-name-pattern=${process.env["TEST_NAME"]}`] : []), join(copy, `${name}.test.mjs`)], { stdio: "inherit" });
process.exit(test.status ?? 1);
