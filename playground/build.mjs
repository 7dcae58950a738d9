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

/** What the page may do, whoever serves it: run its own scripts and the engine, and talk to nobody else. */
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

/** Writes the script that keeps the page for when there is no network, with the names of all that it keeps. */
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
  const held = `const KEPT = ${JSON.stringify({ build: hash.digest("hex").slice(0, 16), files })};\n`;
  const script = readFileSync(join(here, "offline.js"), "utf8");
  // Vite does not see this script; comments are for those who read its source.
  const plain = script.replaceAll(/\/\*.*?\*\/|^\/\/.*?$/gms, "").replaceAll(/\n{2,}/g, "\n");
  writeFileSync(join(dist, "offline.js"), held + plain);
}

/** Puts the page into the npm package, which serves it. The engine is there already, and maps are for those who build. */
function putIntoPackage(dist) {
  const target = join(dirname(packageJson), "dist/playground");
  rmSync(target, { recursive: true, force: true });
  cpSync(dist, target, { recursive: true, filter: (name) => !/\.(?:wasm|map)$/.test(name) });
}

/** The commit that the page is built from, as far as that is known. */
function commit() {
  try {
    const asked = { cwd: here, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] };
    return execFileSync("git", ["rev-parse", "--short=10", "HEAD"], asked).trim();
  } catch {
    return "built outside of Git";
  }
}

/** The icon as an address that holds it: browsers ask for an icon again whenever the address changes. */
function icon() {
  // Not as Base64, which compresses badly.
  const text = readFileSync(join(here, "icon.svg"), "utf8").replaceAll(/\s*\n\s*|<title>.*<\/title>/g, "");
  return `data:image/svg+xml,${text.replaceAll('"', "'").replaceAll(/[#%<>]/g, encodeURIComponent)}`;
}

/** Puts the policy and the icon into the page, and has the engine fetched while the page is still being read. */
const head = {
  name: "assay-head",
  transformIndexHtml: {
    order: "post",
    handler(_html, { bundle }) {
      const wasm = Object.keys(bundle).find((name) => name.endsWith(".wasm"));
      return [
        { tag: "meta", attrs: { "http-equiv": "Content-Security-Policy", content: POLICY }, injectTo: "head-prepend" },
        { tag: "link", attrs: { rel: "icon", type: "image/svg+xml", href: icon() } },
        { tag: "link", attrs: { rel: "preload", href: wasm, as: "fetch", type: "application/wasm", crossorigin: "" } },
      ];
    },
  },
};

/**
 * What is left out of scripts that the page is made of, by the ends of their names. The package's client can start a worker
 * from a file that lies beside it: the page holds that script in its own, so that the file would be fetched and kept for
 * nobody. The editor has panels for searching and for a list of faults, underlines and signs, in place of which the page has its own or none, and looks for
 * buttons, fields, panels, tooltips and blanks that the page gives its own or does not show; it knows a language that is a part of another one, and
 * minds browsers that cannot show the page. It lists words in sections, matches them strictly, takes them by further keys, and brings keys of Emacs, which
 * systems that have them know by themselves. It looks whether states that were written down are
 * such, as those are that the page has written itself. Parsers name the faults of a grammar, and the editor those of a program that uses it, of which those here have none. Svelte can take up a page that a server has rendered, work as before its version 5 or
 * in parts that are still to come, and make elements of its own: as these switches stay off, what they switch is left out.
 */
const LEFT_OUT = [
  ["/dist/client.js", /new Worker\(new URL\("\.\/worker\.js", import\.meta\.url\), [^)]*\)/g, "undefined"],
  ["/@codemirror/autocomplete/dist/index.js", /"\.cm-completionIcon.*?\n {4}\},?/gs, ""],
  [
    "/@codemirror/view/dist/index.js",
    /"(?:&(?:light|dark) )?\.cm-(?:highlight(?:Space|Tab)|trailingSpace|button|textfield)": \{\n.*?\n {4}\},?/gs,
    "",
  ],
  ["/@codemirror/view/dist/index.js", /"\.cm-tooltip-arrow": \{.*?(?=\n\}\);)/s, ""],
  [
    "/@codemirror/view/dist/index.js",
    /"(?:&(?:light|dark) \.cm-(?:panels[-\w]*|tooltip|gutters|activeLineGutter|cursor)|&(?:light|dark)[^"]*\.cm-selectionBackground|\.cm-dropCursor)": \{\n.*?\n {4}\},?/gs,
    "",
  ],
  ["/@codemirror/view/dist/index.js", /"&(?:light|dark) \.cm-(?:specialChar|activeLine|content)": \{ .*/g, ""],
  [
    "/@codemirror/autocomplete/dist/index.js",
    /"&(?:light|dark) \.cm-(?:tooltip-autocomplete(?:-disabled)? ul li\[aria-selected\]|snippetField)": \{.*?\}(?:,|(?=\n))/gs,
    "",
  ],
  ["/@codemirror/autocomplete/dist/index.js", /if \(sections?\) \{/g, "if (false) {"],
  ["/@codemirror/autocomplete/dist/index.js", /"& > completion-section": \{.*?\n {12}\}/s, ""],
  ["/@codemirror/autocomplete/dist/index.js", /conf\.filterStrict \? new StrictMatcher\(pattern\) : /, ""],
  ["/@codemirror/autocomplete/dist/index.js", /\n\s+commitCharacters,/, ""],
  ["/@codemirror/commands/dist/index.js", /\.concat\(\S*emacsStyleKeymap\.map\(.*?(?=;)/, ""],
  [
    "/@codemirror/state/dist/index.js",
    /if \(!\S*json\b.*\n.*throw new RangeError\("Invalid JSON representation.*/g,
    "",
  ],
  ["/@codemirror/state/dist/index.js", /throw new (?:Range)?Error\(.*\)/g, "throw RangeError()"],
  ["/@codemirror/view/dist/index.js", /throw new (?:Range)?Error\(.*\)/g, "throw RangeError()"],
  ["/@codemirror/search/dist/index.js", /view => new SearchPanel\(view\)/g, "undefined"],
  ["/@codemirror/search/dist/index.js", /"\.cm-panel\.cm-search": .*?\n {4}\},/gs, ""],
  ["/@codemirror/search/dist/index.js", /"&(?:light|dark) \.cm-searchMatch": \{ .*/g, ""],
  ["/@codemirror/lint/dist/index.js", /LintPanel\.open\b/g, "undefined"],
  [
    "/@codemirror/lint/dist/index.js",
    /"(?:&dark )?\.cm-(?:panel\.cm-panel-lint|lintPoint|diagnostic\w*": \{\n).*?\n {4}\},?/gs,
    "",
  ],
  ["/@codemirror/lint/dist/index.js", /"(?:&dark )?\.cm-(?:lintRange|diagnostic)-\w+": \{ .*/g, ""],
  ["/@codemirror/lang-yaml/dist/index.js", /const frontmatterLanguage = .*(?=export)/s, ""],
  ["/@codemirror/lang-yaml/dist/index.js", /yamlFrontmatter, /, ""],
  ["/@codemirror/language/dist/index.js", /const defaultHighlightStyle = .*?\n\]\);/s, ""],
  ["/@codemirror/language/dist/index.js", /defaultHighlightStyle, /, ""],
  ["/@lezer/common/dist/index.js", /throw new RangeError\(.*\)/g, "throw RangeError()"],
  ["/@lezer/lr/dist/index.js", /throw new RangeError\(.*\)/g, "throw RangeError()"],
  ["/@lezer/highlight/dist/index.js", /const classHighlighter = .*?\n\]\);/s, ""],
  ["/@lezer/highlight/dist/index.js", /classHighlighter, /, ""],
  ["/@codemirror/view/dist/index.js", /browser\.ie(?:_version)?\b/g, "0"],
  ["/svelte/src/internal/flags/index.js", /export let (\w+_flag)/g, "export const $1"],
  ["/svelte/src/internal/flags/index.js", /(\w+_flag) = (true|false);\n\}/g, "}"],
  ["/svelte/src/internal/client/dom/hydration.js", /export let hydrating = false/, "export const hydrating = false"],
  ["/svelte/src/internal/client/dom/hydration.js", /hydrating = value;/, ""],
  ["/svelte/src/internal/client/dom/elements/custom-element.js", "typeof HTMLElement === 'function'", "false"],
];

const leaving = {
  name: "assay-left-out",
  enforce: "pre",
  transform(code, id) {
    const parts = LEFT_OUT.filter(([end]) => id.endsWith(end));
    const left = parts.reduce((text, [, part, instead]) => {
      const without = text.replace(part, instead);
      return without === text ? this.error(`${part} is not in ${id}, where it was looked for`) : without;
    }, code);
    // Lines stay where they are.
    return parts.length === 0 ? undefined : { code: left, map: null };
  },
};

/** All components, each by its place in the list of them: the class that keeps its styles to itself is called so. */
const components = readdirSync(join(here, "src"), { recursive: true })
  .filter((name) => name.endsWith(".svelte"))
  .map((name) => `src/${name.split(sep).join("/")}`)
  .sort();

/** Short names weigh less than hashes, which nothing else is like. */
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
  plugins: [leaving, svelte({ configFile: false, compilerOptions }), inline, head],
  define: { ASSAY_VERSION: JSON.stringify(version), ASSAY_COMMIT: JSON.stringify(commit()) },
  worker: { format: "es" },
  build: {
    outDir: join(here, "dist"),
    emptyOutDir: true,
    target: "es2022",
    // The first that know `light-dark()`, in which the colours are written.
    cssTarget: ["chrome123", "edge123", "firefox125", "safari17.5"],
    sourcemap: true,
    modulePreload: { polyfill: false },
    // No module is imported for the side effect of a global.
    rolldownOptions: { treeshake: { unknownGlobalSideEffects: false } },
    assetsInlineLimit: 0,
    // Everything is loaded at once, so that nothing is asked for later; a test looks at the size.
    chunkSizeWarningLimit: 1_500,
  },
});
writeOffline(join(here, "dist"));
putIntoPackage(join(here, "dist"));
