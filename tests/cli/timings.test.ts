/** `--timings`: the report has a time for every step and every rule, and is otherwise unchanged. */

import { expect, test } from "vitest";
import { assay } from "./assay.ts";
import { withTree } from "./tree.ts";

interface Timing {
  name: string;
  milliseconds: number;
}

test.each([1, 2])("with %i workers, every step and every rule is measured", async (jobs) => {
  await withTree(2, 150, async (cwd) => {
    const args = ["check", "--rules", "rules.yaml", "--format", "json", "--jobs", String(jobs), "assets"];
    const [plain, timed] = await Promise.all([assay(args, { cwd }), assay([...args, "--timings"], { cwd })]);
    const { stats: without, ...report } = JSON.parse(plain.stdout);
    const { stats, ...others } = JSON.parse(timed.stdout);
    expect(others).toEqual(report);
    expect(without).not.toHaveProperty("timings");
    const { timings, ...counts } = stats;
    expect(counts).toEqual(without);
    expect(timings.steps.map(({ name }: Timing) => name)).toEqual(["index", "read", "extract", "filter", "condition"]);
    expect(timings.rules.map(({ name }: Timing) => name)).toEqual(stats.rules.map(({ name }: Timing) => name));
    expect(timings.total).toBeGreaterThan(0);
    for (const step of ["index", "read", "extract"]) {
      expect(timings.steps.find(({ name }: Timing) => name === step).milliseconds).toBeGreaterThan(0);
    }
  });
});
