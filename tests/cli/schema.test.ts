/** Compares the schemas of files that users write with the commands that read these files. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { assay } from "./assay.ts";

async function schemaOf(name: string) {
  const { code, stdout } = await assay(["schema", name]);
  expect(code).toBe(0);
  return new Ajv2020({ strict: false }).compile(JSON.parse(stdout));
}

/** Returns true if a command reads a file with this name and content without an error or a warning. */
async function accepts(args: readonly string[], name: string, document: unknown): Promise<boolean> {
  const cwd = mkdtempSync(join(tmpdir(), "assay-schema-"));
  try {
    writeFileSync(join(cwd, name), JSON.stringify(document));
    writeFileSync(join(cwd, "a.txt"), "x");
    const { stdout, stderr } = await assay(args, { cwd });
    return !/^error|^ {2}(?:problem|warning) /m.test(stdout + stderr);
  } finally {
    rmSync(cwd, { recursive: true });
  }
}

const CONFIGURATIONS: readonly [document: unknown, isValid: boolean][] = [
  [{}, true],
  [
    { root: "a", rules: ["r", "s"], ignore: "*.bak", severity: { x: "off", y: "error" }, fail_on: "hint", jobs: 256 },
    true,
  ],
  [{ format: ["text", "json=out.json"], limits: { operations: 5 }, packages: { limits: { unpacked: "8GiB" } } }, true],
  [{ baseline: "known.json", cache: ".cache" }, true],
  [{ definitions: { base: "game", mods: ["a"], schema: "s.yaml" } }, true],
  [{ strict: true }, true],
  [{ strict: false }, true],
  [{ strict: "sometimes" }, false],
  [{ strict: 1 }, false],
  [{ strict: null }, false],
  [{ rule: "r" }, false],
  [{ root: ["a"] }, false],
  [{ jobs: 257 }, false],
  [{ jobs: 0 }, false],
  [{ fail_on: "eror" }, false],
  [{ severity: { x: "fatal" } }, false],
  [{ format: "pdf" }, false],
  [{ limits: { nope: 3 } }, false],
  [{ packages: { limits: { unpacked: "8 GB" } } }, false],
  [{ definitions: { mod: "a" } }, false],
  [null, false],
  [[], false],
  ["", false],
  [{ packages: null, limits: null, conversion: { severity: null } }, true],
  [{ root: 2024, ignore: [7] }, true],
  [{ cache: "" }, false],
  [{ rules: ["a", ""] }, false],
  [{ format: ["text", "json=a.json", "sarif=b.sarif"] }, true],
  [{ format: ["json=a.json"] }, true],
  [{ format: ["text", "json"] }, false],
  [{ conversion: { severity: { "rule-overridden": "off" } } }, true],
  [{ conversion: { severity: { "rule-overriden": "off" } } }, false],
];

const RULE = { name: "r", rpath: ".", xpath: "{file.size}", condition: [">", 0] };
const { xpath: _, ...WITHOUT_XPATH } = RULE;

const RULE_FILES: readonly [document: unknown, isValid: boolean][] = [
  [{ rules: [RULE] }, true],
  [[RULE], true],
  [{ rules: { r: RULE } }, true],
  [{ rules: [{ ...RULE, enabled: true }] }, true],
  [{ rules: [RULE, { name: "off", enabled: false }] }, true],
  [{ rules: [{ ...RULE, severity: "hint", tags: ["a"], why: "b" }], collections: { c: ["a"] } }, true],
  [{ rules: [{ ...RULE, severity: "bad" }] }, false],
  [{ rules: [{ ...RULE, conditions: [">", 0] }] }, false],
  [{ rules: [WITHOUT_XPATH] }, false],
  [{ rules: [{ ...RULE, enabled: "perhaps" }] }, false],
];

describe("the schema of", () => {
  test("a configuration accepts the same documents as the commands", async () => {
    const isValid = await schemaOf("config");
    for (const [document, expected] of CONFIGURATIONS) {
      expect([isValid(document), await accepts(["config"], "assay.json", document)], JSON.stringify(document)).toEqual([
        expected,
        expected,
      ]);
    }
  });

  test("rule files accepts the same documents as the commands", async () => {
    const isValid = await schemaOf("rules");
    for (const [document, expected] of RULE_FILES) {
      const args = ["check", "--rules", "r.json", "--allow-empty", "."];
      expect([isValid(document), await accepts(args, "r.json", document)], JSON.stringify(document)).toEqual([
        expected,
        expected,
      ]);
    }
  });
});
