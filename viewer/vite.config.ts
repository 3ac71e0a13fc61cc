// Builds one HTML file with everything inside it; a report is that file with data put in.
// SPDX-License-Identifier: BSD-3-Clause
import { createHash } from "node:crypto";
import { defineConfig, type Plugin } from "vite";

const policy = (scripts: string[], styles: string[]): string =>
  [
    "default-src 'none'",
    `script-src ${scripts.join(" ")}`,
    `style-src ${styles.join(" ")}`,
    "img-src data: blob:",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
  ].join("; ");

const hash = (text: string): string =>
  `'sha256-${createHash("sha256").update(text, "utf8").digest("base64")}'`;

// Scripts and styles go into the page. Its policy allows exactly these by their hashes and nothing from
// outside, so that markup in a stranger's model could not run or load anything even if it got into the page.
function singleFile(): Plugin {
  return {
    name: "single-file",
    enforce: "post",
    apply: "build",
    generateBundle(_options, bundle) {
      const scripts: string[] = [];
      const styles: string[] = [];
      for (const [name, item] of Object.entries(bundle)) {
        if (item.type === "chunk") scripts.push(item.code.replaceAll("</script", "<\\/script"));
        else if (name.endsWith(".css")) styles.push(String(item.source));
        else continue;
        delete bundle[name];
      }
      const page = bundle["index.html"];
      if (page?.type !== "asset") throw new Error("no index.html");
      // Replacements are functions: a text may contain $&.
      page.source = String(page.source)
        .replace(/<script type="module"[^>]*src=[^>]*><\/script>\s*/g, "")
        .replace(/<link rel="stylesheet"[^>]*>\s*/g, "")
        .replace(
          "<!--policy-->",
          () =>
            `<meta http-equiv="Content-Security-Policy" content="${policy(scripts.map(hash), styles.map(hash))}">`,
        )
        .replace("<!--style-->", () => styles.map((text) => `<style>${text}</style>`).join(""))
        .replace("<!--script-->", () =>
          scripts.map((text) => `<script type="module">${text}</script>`).join(""),
        );
    },
  };
}

export default defineConfig({
  plugins: [singleFile()],
  build: { target: "es2022", cssCodeSplit: false, modulePreload: false, assetsInlineLimit: 1e8 },
});
