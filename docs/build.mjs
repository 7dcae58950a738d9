// Builds the site: `node build.mjs [--base /path/] [--out FOLDER]`. The default folder is .vitepress/dist. The files in
// `site/` are TypeScript, and are bundled first.

import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { build } from "esbuild";

const docs = dirname(fileURLToPath(import.meta.url));
const bundle = join(docs, ".vitepress/cache/site.mjs");
const { values } = parseArgs({
  options: { base: { type: "string", default: "/" }, out: { type: "string", default: join(docs, ".vitepress/dist") } },
});

await build({
  entryPoints: [join(docs, "site/site.ts")],
  outfile: bundle,
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node20",
  packages: "external",
  logLevel: "warning",
});
const { buildSite } = await import(pathToFileURL(bundle).href);
await buildSite({ root: dirname(docs), base: values.base, out: resolve(values.out) });
