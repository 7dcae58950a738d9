// Builds the page into dist/: static files that any web server can serve, in any folder.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { build } from "vite";

const here = dirname(fileURLToPath(import.meta.url));
const { version } = JSON.parse(readFileSync(createRequire(import.meta.url).resolve("assay/package.json"), "utf8"));

/** What the page may do, whoever serves it: run its own scripts and the engine, and talk to nobody else. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

/** The commit that the page is built from, as far as that is known. */
function commit() {
  try {
    const asked = { cwd: here, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] };
    return execFileSync("git", ["rev-parse", "--short=10", "HEAD"], asked).trim();
  } catch {
    return "built outside of Git";
  }
}

/** Puts the policy into the page, and has the engine fetched while the page is still being read. */
const head = {
  name: "assay-head",
  transformIndexHtml: {
    order: "post",
    handler(_html, { bundle }) {
      const wasm = Object.keys(bundle).find((name) => name.endsWith(".wasm"));
      return [
        { tag: "meta", attrs: { "http-equiv": "Content-Security-Policy", content: POLICY }, injectTo: "head-prepend" },
        { tag: "link", attrs: { rel: "preload", href: wasm, as: "fetch", type: "application/wasm", crossorigin: "" } },
      ];
    },
  },
};

await build({
  root: here,
  configFile: false,
  base: "./",
  logLevel: "warn",
  plugins: [svelte({ configFile: false }), head],
  define: { ASSAY_VERSION: JSON.stringify(version), ASSAY_COMMIT: JSON.stringify(commit()) },
  worker: { format: "es" },
  build: {
    outDir: join(here, "dist"),
    emptyOutDir: true,
    target: "es2022",
    sourcemap: true,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    // Everything is loaded at once, so that nothing is asked for later; a test looks at the size.
    chunkSizeWarningLimit: 1_000,
  },
});
