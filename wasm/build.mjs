// Builds the JavaScript of the package into dist/, around what wasm-pack has put there.

import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const dist = join(here, "dist");
const { version } = JSON.parse(readFileSync(join(here, "package.json"), "utf8"));

/**
 * The glue of wasm-bindgen supports one instance for each JavaScript module. A second instance is needed after a crash,
 * and a bundler includes a module only once, so the glue becomes a function that creates a copy.
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
    // All exports except `default`, which fetches the module: every caller passes the module.
    stdin: { contents: `export * from ${JSON.stringify(path)};`, resolveDir: dist },
    bundle: true,
    format: "cjs",
    write: false,
    // The glue uses this only to find the module's file, which every caller passes.
    define: { "import.meta.url": '"file:///"' },
  });
  return `
const expectArgument = (holds, kind) => {
  if (!holds) throw Object.assign(new Error("expected " + kind), { code: "misuse" });
};
export function createCore(loadRest) {
  let retired = false;
  const module = { exports: {} };
  // Finalizers of an instance in which the engine crashed must not run: they would call into it.
  const FinalizationRegistry = globalThis.FinalizationRegistry && class extends globalThis.FinalizationRegistry {
    constructor(finalize) { super((value) => { if (!retired) finalize(value); }); }
  };
  (function (module, exports) { ${carefully(outputFiles[0].text)} })(module, module.exports);
  return { ...module.exports, retire() { retired = true; }, retired: () => retired };
}`;
}

/**
 * Returns the glue with two additions. It checks values that are copied into the module's memory. Callers without types
 * may pass something other than a string, for which the glue would write to invalid addresses. It also passes the
 * function that loads `rest.wasm` to a module that was split.
 */
function carefully(glue) {
  const looks = [
    [/(function passStringToWasm0\(arg\b[^{]*\{)/, 'expectArgument(typeof arg === "string", "a string");'],
    [/(function passArray8ToWasm0\(arg\b[^{]*\{)/, 'expectArgument(ArrayBuffer.isView(arg), "bytes");'],
    [
      /(const imports = __wbg_get_imports\(\);)/,
      "imports.rest = { load() { new WebAssembly.Instance(loadRest(), { first: wasm }); } };",
    ],
  ];
  return looks.reduce((text, [place, look]) => {
    if (!place.test(text)) {
      throw new Error(`the glue of this version of wasm-bindgen has no ${place}`);
    }
    return text.replace(place, `$1 ${look}`);
  }, glue);
}

/**
 * Loads modules of Node when they are first used. Together they take eight milliseconds, and most commands, such as a
 * check of a few files, use none of them. Their exports are those of the Node version that runs the build.
 */
const later = {
  name: "later",
  setup({ onResolve, onLoad }) {
    const filter = /^node:(?:child_process|crypto|http|timers\/promises|v8|worker_threads|zlib)$/;
    onResolve({ filter }, ({ path, namespace }) => (namespace === "later" ? undefined : { path, namespace: "later" }));
    onLoad({ filter: /.*/, namespace: "later" }, async ({ path }) => {
      const getters = Object.keys(await import(path))
        .filter((name) => name !== "default")
        .map((name) => `get ${JSON.stringify(name)}() { return require(${JSON.stringify(path)}).${name}; }`);
      return { contents: `module.exports = { ${getters.join(", ")} };` };
    });
  },
};

/** The folder of the rule packs. */
const rules = join(here, "..", "rules");
const packs = readdirSync(rules)
  .filter((name) => existsSync(join(rules, name, "pack.yaml")))
  .sort();

/** The options of all bundles. Only the modules of Node are not bundled. */
const common = {
  bundle: true,
  format: "esm",
  target: "es2022",
  absWorkingDir: here,
  outdir: dist,
  define: { ASSAY_VERSION: JSON.stringify(version), ASSAY_PACKS: JSON.stringify(packs) },
  plugins: [coreGlue],
  legalComments: "none",
  logLevel: "warning",
};

/**
 * Adds Khronos's glTF validator to the package, as a script that sets its program for `ts/gltf.ts`. The program uses
 * parameters instead of globals of its host, as it has to run synchronously. Its licence is next to it.
 */
function putValidator() {
  const from = dirname(createRequire(import.meta.url).resolve("gltf-validator/package.json"));
  const to = join(dist, "gltf-validator");
  const absent = ["process", "require", "document", "__dirname", "__filename", "Buffer", "__webpack_require__"];
  const program = readFileSync(join(from, "gltf_validator.dart.js"), "utf8");
  const head = "/*! glTF-Validator of the Khronos Group, under the Apache License 2.0: see LICENSE and NOTICES */\n";
  const parameters = ["globalThis", "setImmediate", "exports", ...absent].join(", ");
  rmSync(to, { recursive: true, force: true });
  mkdirSync(to);
  const script = `globalThis[Symbol.for("assay/gltf-validator")] = function (${parameters}) {\n${program}\n};\n`;
  writeFileSync(join(to, "validator.js"), head + script);
  writeFileSync(join(to, "package.json"), '{ "type": "commonjs" }\n');
  for (const name of ["LICENSE", "NOTICES"]) {
    cpSync(join(from, name), join(to, name));
  }
}

putValidator();
for (const output of ["bin", "chunks", "packs", "schema", "types"]) {
  rmSync(join(dist, output), { recursive: true, force: true });
}
await Promise.all([
  // One build, so that all entry points share the class `AssayError`.
  build({
    ...common,
    entryPoints: {
      node: "ts/node.ts",
      browser: "ts/browser.ts",
      worker: "ts/worker.ts",
      client: "ts/client.ts",
      // A separate file, which bundlers omit if zips are not used.
      zip: "ts/zip/source.ts",
      packs: "ts/packs.ts",
      "packs-node": "ts/node/packs.ts",
    },
    platform: "neutral",
    external: ["node:*"],
    splitting: true,
    chunkNames: "chunks/[name]-[hash]",
  }),
  // A separate build of few CommonJS files, which Node starts faster than modules.
  build({
    ...common,
    entryPoints: {
      "bin/assay": "ts/cli/assay.ts",
      "bin/main": "ts/cli/main.ts",
      "bin/worker": "ts/cli/worker.ts",
      "bin/bucket-worker": "ts/cli/step/bucket-worker.ts",
      "bin/hash-worker": "ts/cli/asset-list/hash-worker.ts",
      "bin/pack-worker": "ts/cli/package/pack-worker.ts",
      "bin/verify-worker": "ts/cli/package/verify-worker.ts",
    },
    platform: "node",
    format: "cjs",
    external: ["./main.js"],
    // Dynamically imported code is in the same file, and runs when it is imported.
    supported: { "dynamic-import": false },
    define: { ...common.define, "import.meta.url": "fileUrl" },
    banner: { js: 'const fileUrl = require("node:url").pathToFileURL(__filename).href;' },
    plugins: [coreGlue, later],
  }),
]);
chmodSync(join(dist, "bin/assay.js"), 0o755);
writeFileSync(join(dist, "bin/package.json"), '{ "type": "commonjs" }\n');
cpSync(join(here, "schema"), join(dist, "schema"), { recursive: true });

writePacks(join(dist, "packs"));

/**
 * Writes a file for each rule pack, with the content of its files by path, and the list of packs. `lib` is shared by
 * all packs.
 */
function writePacks(target) {
  mkdirSync(target, { recursive: true });
  for (const name of [...packs, "lib"]) {
    const files = readdirSync(join(rules, name), { recursive: true }).map((path) => path.split(sep).join("/"));
    const texts = files.filter((path) => /\.(?:yaml|rhai)$/.test(path)).sort();
    const content = texts.map((path) => [path, readFileSync(join(rules, name, path), "utf8")]);
    writeFileSync(join(target, `${name}.json`), `${JSON.stringify(Object.fromEntries(content))}\n`);
  }
  writeFileSync(join(target, "index.json"), `${JSON.stringify(packs)}\n`);
}

const typescript = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin/tsc");
execFileSync(process.execPath, [typescript, "--project", join(here, "tsconfig.types.json")], { stdio: "inherit" });
