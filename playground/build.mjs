// Builds the page into dist/: static files that any web server can serve, in any folder.

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { build } from "vite";
import { inline } from "./build/inline.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const packageJson = createRequire(import.meta.url).resolve("assay/package.json");
const { version } = JSON.parse(readFileSync(packageJson, "utf8"));

/**
 * The content security policy of the page: it runs its own scripts and the engine, and connects only to its own server.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

/** Writes the service worker that makes the page available offline, with the names of all files that it caches. */
function writeOffline(dist) {
  const kept = readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith(".map"))
    .map((entry) => relative(dist, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .sort();
  const hash = createHash("sha256");
  for (const name of kept) {
    hash.update(name).update(readFileSync(join(dist, name)));
  }
  const files = ["./", ...kept];
  const constants = `const KEPT = ${JSON.stringify({ build: hash.digest("hex").slice(0, 16), files })};\n`;
  const script = readFileSync(join(here, "offline.js"), "utf8");
  // Vite does not process this script. Its comments are only for readers of the source.
  const plain = script.replaceAll(/\/\*.*?\*\/|^\/\/.*?$/gms, "").replaceAll(/\n{2,}/g, "\n");
  writeFileSync(join(dist, "offline.js"), constants + plain);
}

/**
 * Copies the page into the npm package, which serves it. The engine and the rule packs are in the package already, and
 * source maps are not needed there.
 */
function putIntoPackage(dist) {
  const target = join(dirname(packageJson), "dist/playground");
  rmSync(target, { recursive: true, force: true });
  cpSync(dist, target, { recursive: true, filter: (name) => !/\.(?:wasm|json|map)$/.test(name) });
}

/** Returns the commit that the page is built from, if it is known. */
function commit() {
  try {
    const options = { cwd: here, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] };
    return execFileSync("git", ["rev-parse", "--short=10", "HEAD"], options).trim();
  } catch {
    return "built outside of Git";
  }
}

/** Returns the icon as a data URL: browsers request an icon again whenever the address changes. */
function icon() {
  // Percent-encoded, because Base64 compresses badly.
  const text = readFileSync(join(here, "icon.svg"), "utf8").replaceAll(/\s*\n\s*|<title>.*<\/title>/g, "");
  return `data:image/svg+xml,${text.replaceAll('"', "'").replaceAll(/[#%<>]/g, encodeURIComponent)}`;
}

/** Adds the policy and the icon to the page, and preloads the engine. */
const head = {
  name: "assay-head",
  transformIndexHtml: {
    order: "post",
    handler(_html, { bundle }) {
      const wasm = Object.keys(bundle).find((name) => /\bfirst[^/]*\.wasm$/.test(name));
      if (wasm === undefined) {
        throw new Error("the bundle has no `first.wasm`");
      }
      return [
        { tag: "meta", attrs: { "http-equiv": "Content-Security-Policy", content: POLICY }, injectTo: "head-prepend" },
        { tag: "link", attrs: { rel: "icon", type: "image/svg+xml", href: icon() } },
        { tag: "link", attrs: { rel: "preload", href: wasm, as: "fetch", type: "application/wasm", crossorigin: "" } },
      ];
    },
  },
};

/**
 * Removes the worker file that the client of the npm package can start. The page contains that script
 * (`?worker&inline`), so the file would be fetched and cached without use.
 */
const noWorkerFile = {
  name: "assay-no-worker-file",
  enforce: "pre",
  transform(code, id) {
    if (!id.endsWith("/dist/client.js")) {
      return undefined;
    }
    const without = code.replace(/new Worker\(new URL\("\.\/worker\.js", import\.meta\.url\), [^)]*\)/g, "undefined");
    return without === code ? this.error(`there is no worker in ${id}`) : { code: without, map: null };
  },
};

/** All components. The index of a component in this list is the name of the class that scopes its styles. */
const components = readdirSync(join(here, "src"), { recursive: true })
  .filter((name) => name.endsWith(".svelte"))
  .map((name) => `src/${name.split(sep).join("/")}`)
  .sort();

/** Short names make the page smaller than hashes, which do not compress. */
const compilerOptions = {
  cssHash: ({ filename }) => `_${components.findIndex((name) => filename.endsWith(name)).toString(36)}`,
  discloseVersion: false,
  runes: true,
};

await build({
  root: here,
  configFile: false,
  base: "./",
  logLevel: "warn",
  plugins: [noWorkerFile, svelte({ configFile: false, compilerOptions }), inline, head],
  define: { ASSAY_VERSION: JSON.stringify(version), ASSAY_COMMIT: JSON.stringify(commit()) },
  worker: { format: "es" },
  build: {
    outDir: join(here, "dist"),
    emptyOutDir: true,
    target: "es2022",
    // The first versions that support `light-dark()`, which the colours use.
    cssTarget: ["chrome123", "edge123", "firefox125", "safari17.5"],
    sourcemap: true,
    modulePreload: { polyfill: false },
    // No module is imported because it sets a global.
    rolldownOptions: { treeshake: { unknownGlobalSideEffects: false } },
    assetsInlineLimit: 0,
    // Everything is loaded at once, so that nothing is requested later. A test checks the size.
    chunkSizeWarningLimit: 1_500,
  },
});
writeOffline(join(here, "dist"));
putIntoPackage(join(here, "dist"));
