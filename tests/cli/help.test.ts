/** The help against what it speaks of. */

import { createEngine } from "assay";
import { expect, test } from "vitest";
import { assay } from "./assay.ts";

test("names every format of reports", async () => {
  const { stdout } = await assay(["check", "--help"]);
  for (const { name } of (await createEngine()).formats) {
    expect(stdout).toContain(`\`${name}\``);
  }
});

test("fits a terminal of a hundred columns", async () => {
  for (const args of [["--help"], ["check", "--help"], ["migrate", "--help"]]) {
    const { stdout } = await assay(args);
    expect(stdout).toMatch(/^Usage: /m);
    for (const line of stdout.split("\n")) {
      expect(line.length, line).toBeLessThanOrEqual(100);
    }
  }
});
