// Builds the JavaScript of the package into dist/, around what wasm-pack has put there.

import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const dist = join(here, "dist");
const { version } = JSON.parse(readFileSync(join(here, "package.json"), "utf8"));

/**
 * wasm-bindgen's glue holds one instance for a whole JavaScript module. A crash needs a second one, and a bundler knows
 * no second copy of a module, so the glue becomes a function that makes a copy.
 */
const coreGlue = {
  name: "core-glue",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\/core-glue\.js$/ }, () => ({ path: join(dist, "core.js"), namespace: "core-glue" }));
    onLoad({ filter: /.*/, namespace: "core-glue" }, async ({ path }) => ({ contents: await factory(path) }));
  },
};

async function factory(path) {
  const { outputFiles } = await build({
    entryPoints: [path],
    format: "cjs",
    write: false,
    // Used only to find the module's file, which every caller hands in.
    define: { "import.meta.url": '"file:///"' },
  });
  return `
export function createCore() {
  let retired = false;
  const module = { exports: {} };
  // Finalizers of an instance in which the engine died must not run: they would call into it.
  const FinalizationRegistry = globalThis.FinalizationRegistry && class extends globalThis.FinalizationRegistry {
    constructor(finalize) { super((held) => { if (!retired) finalize(held); }); }
  };
  (function (module, exports) { ${outputFiles[0].text} })(module, module.exports);
  return { ...module.exports, retire() { retired = true; }, retired: () => retired };
}`;
}

/** What all bundles have in common. Node's own modules and nothing else stays outside. */
const common = {
  bundle: true,
  format: "esm",
  target: "es2022",
  absWorkingDir: here,
  outdir: dist,
  define: { ASSAY_VERSION: JSON.stringify(version) },
  plugins: [coreGlue],
  legalComments: "none",
  logLevel: "warning",
};

for (const made of ["bin", "chunks", "schema", "types"]) {
  rmSync(join(dist, made), { recursive: true, force: true });
}
await Promise.all([
  // One build, so that an `AssayError` is the same class behind every entrance.
  build({
    ...common,
    entryPoints: { node: "ts/node.ts", browser: "ts/browser.ts", worker: "ts/worker.ts", client: "ts/client.ts" },
    platform: "neutral",
    external: ["node:*"],
    splitting: true,
    chunkNames: "chunks/[name]-[hash]",
  }),
  // Apart from the others, and in few files: every file that is opened delays the start.
  build({
    ...common,
    entryPoints: {
      "bin/assay": "ts/cli/assay.ts",
      "bin/worker": "ts/cli/worker.ts",
      "bin/hash-worker": "ts/cli/asset-list/hash-worker.ts",
    },
    platform: "node",
    external: ["./cli.js"],
  }),
  build({
    ...common,
    entryPoints: { "bin/cli": "ts/cli/cli.ts" },
    platform: "node",
    // `commander` is CommonJS and asks for Node's modules by `require`, which a module has to make.
    banner: { js: 'import { createRequire } from "node:module";\nconst require = createRequire(import.meta.url);' },
  }),
]);
chmodSync(join(dist, "bin/assay.js"), 0o755);
cpSync(join(here, "schema"), join(dist, "schema"), { recursive: true });

const typescript = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin/tsc");
execFileSync(process.execPath, [typescript, "--project", join(here, "tsconfig.types.json")], { stdio: "inherit" });
