/**
 * Tests which build of the engine a check uses: the one that starts sooner for few small files, otherwise the fast one.
 */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { assay } from "./assay.ts";

const NODE_OPTIONS = `--import=${new URL("preload/opened.mjs", import.meta.url)}`;
const RULES = { "rules/r.yaml": "- {name: small, rpath: xml$, xpath: A, condition: ['<=', 3]}\n" };
const FEW = { "a/a.xml": "<A>4</A>", "a/b.xml": "<A>2</A>" };
const MANY = Object.fromEntries(Array.from({ length: 600 }, (_, at) => [`a/${at}.xml`, "<A>4</A>"]));
const LONG = { "a/a.xml": `<A>4${" ".repeat(1 << 20)}</A>` };
const CONFIG = { "assay.yaml": "rules: rules\nroot: a\n" };

test.each([
  ["few files", FEW, "check --rules rules a", ["small"]],
  ["few files of a configuration", { ...FEW, ...CONFIG }, "check", ["small"]],
  ["many files", MANY, "check --rules rules a", ["core"]],
  ["many files of a configuration", { ...MANY, ...CONFIG }, "check", ["core"]],
  ["a long file", LONG, "check --rules rules a", ["core"]],
  ["many files in a folder that is not named", { ...MANY, ...CONFIG }, "check --rules rules", ["small", "core"]],
  ["a long file in a folder that is not named", { ...LONG, ...CONFIG }, "check --rules rules", ["small", "core"]],
  ["another command", FEW, "explain --rules rules --root a small a.xml", ["core"]],
] as const)("%s", async (_, files, args, builds) => {
  const cwd = mkdtempSync(join(tmpdir(), "assay-extent-"));
  try {
    for (const [path, text] of Object.entries({ ...RULES, ...files })) {
      mkdirSync(dirname(join(cwd, path)), { recursive: true });
      writeFileSync(join(cwd, path), text);
    }
    const { code, stdout, stderr } = await assay(args.split(" "), { cwd, env: { NODE_OPTIONS } });
    expect({ code, found: stdout.includes("small") }).toEqual({ code: 1, found: true });
    const read = stderr.matchAll(/(\w+)_bg\.wasm\n/g);
    expect([...new Set([...read].map(([, name]) => name))]).toEqual(builds);
  } finally {
    rmSync(cwd, { recursive: true });
  }
});
