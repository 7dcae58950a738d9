// Builds the page into dist/: static files that any web server can serve.

import { copyFileSync, mkdirSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const dist = join(here, "dist");
const wasm = createRequire(import.meta.url).resolve("assay/core.wasm");

rmSync(dist, { recursive: true, force: true });
mkdirSync(dist);
for (const name of ["index.html", "icon.svg"]) {
  copyFileSync(join(here, name), join(dist, name));
}
copyFileSync(wasm, join(dist, "core_bg.wasm"));
await build({
  absWorkingDir: here,
  entryPoints: { main: "src/main.ts", worker: "src/worker.ts", style: "src/style.css" },
  outdir: dist,
  bundle: true,
  format: "esm",
  target: "es2022",
  minify: true,
  sourcemap: true,
  logLevel: "warning",
});
