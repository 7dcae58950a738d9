// Does the first tasks of users of the page, and prints the indices of the engine's functions that are called:
// `node first-tasks.mjs wasm/dist INSTRUMENTED playground/examples`.

import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";

const [dist, instrumented, examples] = process.argv.slice(2);
/** Matches the name of a function in Rhai. The interpreter of Rhai and the game systems belong to the second part. */
const FUNCTION = /\bfunc_\w/;
const SYSTEMS = /^(?:asset-lists|conversion|definitions|packages)$/;

const used = new Set();
WebAssembly.Instance = class extends WebAssembly.Instance {
  constructor(module, imports) {
    super(module, { ...imports, used: { mark: (index) => used.add(index) } });
  }
};

/** Returns the files below a folder. */
function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path: relative(folder, path), content: readFileSync(path) }));
}

// The worker of the page, which communicates with its page through these.
let answered;
globalThis.postMessage = (answer) => {
  if (answer.kind === "done") {
    answered.resolve(answer.result);
  } else if (answer.kind === "failed") {
    answered.reject(new Error(JSON.stringify(answer.error)));
  }
};
await import(pathToFileURL(join(dist, "worker.js")));
const wasm = new WebAssembly.Module(readFileSync(instrumented));
/** The paths of the files that the worker has. */
let sent = [];

/** Runs a task in the worker, and returns the result. */
async function work(kind, task = {}, files = {}) {
  const data = { kind, task, wasm, changes: { set: files, drop: sent } };
  sent = Object.keys(files);
  return new Promise((resolve, reject) => {
    answered = { resolve, reject };
    globalThis.onmessage({ data });
  });
}

/** Does what the page does with a project: checks it, renders reports, runs tests, and shows trees and steps. */
async function open(rules, files) {
  const library = Object.fromEntries(rules.map(({ path, text }) => [path, text]));
  // Far more than any of these rules needs, so that the called functions do not depend on the machine.
  const limits = { milliseconds: 1_000_000, overruns: 3 };
  const { report } = await work(
    "check",
    { rules, library, limits, mostFindings: 50_000, mostFindingsOfFile: 10_000 },
    files,
  );
  await work("check", { rules, library, limits, formats: formats.map(({ name }) => ({ format: name })) }, files);
  await work("test", { rules, library, limits, withFiles: true });
  for (const [path, content] of Object.entries(files)) {
    await work("check", { rules, library, limits, only: [path] }, files);
    await work("outline", { path, content });
    await work("xpaths", { path, content, node: 1 });
    for (const { name } of report.stats.rules) {
      await work("trace", { rules, library, limits, timings: true, rule: name, path }, files);
    }
  }
}

const formats = await work("formats");
await work("vocabulary");
await work("check", { rules: [] });
// Other ways to write a rule file, and the first mistakes.
const FLOW = '- { name: small, rpath: \\\\.xml$, xpath: Lamp/Width, condition: ["<=", 64] }';
const MISTAKEN = "- name: small\n  rpath: \\\\.xml$\n  xpath: Lamp/Width\n  conditon: [Exist]\n";
const JSON_RULES = '[{ "name": "small", "rpath": "xml$", "xpath": "Lamp/Width", "condition": ["<=", 64] }]';
for (const [path, text] of [
  ["rules.yaml", FLOW],
  ["rules.yaml", MISTAKEN],
  ["rules.json", JSON_RULES],
]) {
  await open([{ path, text }], { "lamp.xml": "<Lamp>\n  <Width>128</Width>\n</Lamp>", "cut.xml": "<Lamp>" });
}
for (const entry of readdirSync(examples, { withFileTypes: true })) {
  if (entry.isDirectory() && !SYSTEMS.test(entry.name)) {
    const folder = join(examples, entry.name);
    const rules = filesIn(join(folder, "rules")).map(({ path, content }) => ({ path, text: content.toString() }));
    if (!rules.some(({ text }) => FUNCTION.test(text))) {
      const files = filesIn(join(folder, "files"));
      await open(rules, Object.fromEntries(files.map(({ path, content }) => [path, new Uint8Array(content)])));
    }
  }
}
console.log([...used].join("\n"));
