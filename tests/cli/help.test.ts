/** Compares the help with the options that it describes. */

import { createEngine } from "assay";
import { expect, test } from "vitest";
import { assay } from "./assay.ts";

test("the help names every report format", async () => {
  const { stdout } = await assay(["check", "--help"]);
  for (const { name } of (await createEngine()).formats) {
    expect(stdout).toContain(`\`${name}\``);
  }
});

/** All commands with a help. */
const HELPS = [
  [],
  ["check"],
  ["explain"],
  ["test"],
  ["migrate"],
  ["playground"],
  ["config"],
  ["init"],
  ["schema"],
  ["completion"],
  ["assetlist"],
  ...["delta", "union", "intersection", "complement", "pattern", "count", "create", "run", "show", "diff"].map(
    (name) => {
      return ["assetlist", name];
    },
  ),
  ["definitions"],
  ...["resolve", "explain", "check", "order", "schema"].map((name) => ["definitions", name]),
  ["package"],
  ...["check", "list", "deps", "create", "extract"].map((name) => ["package", name]),
  ["pipeline"],
  ...["explain", "list", "check"].map((name) => ["pipeline", name]),
  ["bundler"],
  ...["seeds", "assetLists", "compare", "comparisonRules"].map((name) => ["bundler", name]),
];

for (const words of HELPS) {
  test(`the help of \`${["assay", ...words].join(" ")}\` has at most 100 columns, and contains examples`, async () => {
    const { code, stdout } = await assay([...words, "--help"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Usage: |^assay bundler/m);
    expect(stdout).toMatch(/\nExamples:\n {2}assay /);
    for (const line of stdout.split("\n")) {
      expect(line.length, line).toBeLessThanOrEqual(100);
    }
  });
}
