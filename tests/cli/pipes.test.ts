/** Reports in pipes: all of them, and no complaint when the reader has seen enough. */

import { execFile } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { ASSAY, assay } from "./assay.ts";
import { withTree } from "./tree.ts";

const shell = promisify(execFile);

/** So many findings make a report of several megabytes, which no pipe takes at once. */
const MANY = 20_000;

async function withManyFindings<T>(work: (cwd: string) => Promise<T>): Promise<T> {
  return withTree(0, 0, async (cwd) => {
    writeFileSync(join(cwd, "rules.yaml"), '- { name: no-a, rpath: xml$, xpath: "*/A", condition: [Not exist] }\n');
    writeFileSync(join(cwd, "many.xml"), `<Root>\n${"<A>a</A>\n".repeat(MANY)}</Root>\n`);
    return work(cwd);
  });
}

test("a long report is whole at the other end of a slow pipe", async () => {
  await withManyFindings(async (cwd) => {
    const line = `'${process.execPath}' '${ASSAY}' check --rules rules.yaml --format json . | (sleep 1; cat)`;
    const { stdout, stderr } = await shell("sh", ["-c", line], { cwd, maxBuffer: 1 << 28 });
    expect(stderr).toBe("");
    expect(JSON.parse(stdout).findings).toHaveLength(MANY);
  });
});

test.skipIf(!existsSync("/dev/full"))("a report that does not fit is missed, whatever it says", async () => {
  await withTree(0, 0, async (cwd) => {
    writeFileSync(
      join(cwd, "rules.yaml"),
      '- { name: has-a, rpath: xml$, xpath: "*/A", condition: [Not null collection] }\n',
    );
    writeFileSync(join(cwd, "clean.xml"), "<Root><A>a</A></Root>\n");
    const line = `'${process.execPath}' '${ASSAY}' check --rules rules.yaml . >/dev/full; echo "code $?"`;
    const { stdout, stderr } = await shell("sh", ["-c", line], { cwd });
    expect(stderr).toBe("error: the standard output cannot be written: the disk is full\n");
    expect(stdout).toBe("code 2\n");
  });
});

test("a reader that closes early is no error", async () => {
  await withManyFindings(async (cwd) => {
    const line = `{ '${process.execPath}' '${ASSAY}' check --rules rules.yaml . ; echo "code $?" >&2; } | head -c 10`;
    const { stdout, stderr } = await shell("sh", ["-c", line], { cwd });
    expect(stdout).toHaveLength(10);
    expect(stderr).toBe("code 1\n");
  });
});

test("no colours, no progress and no time in a pipe", async () => {
  await withManyFindings(async (cwd) => {
    const { stdout, stderr } = await assay(["check", "--rules", "rules.yaml", "."], { cwd });
    expect(stdout).not.toContain("\u001b");
    expect(stderr).toBe("");
  });
});

test("a long list is whole at the other end of a pipe, and no error where nobody reads on", async () => {
  await withTree(0, 0, async (cwd) => {
    const assets = Array.from({ length: MANY }, (_, number) => ({ path: `asset-${number}.dds`, hash: "0".repeat(40) }));
    writeFileSync(join(cwd, "list.json"), JSON.stringify({ assets }));
    const show = `'${process.execPath}' '${ASSAY}' assetlist show --format json list.json`;
    const whole = await shell("sh", ["-c", `${show} | cat`], { cwd, maxBuffer: 1 << 28 });
    expect(JSON.parse(whole.stdout)).toEqual({ assets });
    const start = await shell("sh", ["-c", `{ ${show} ; echo "code $?" >&2; } | head -c 10`], { cwd });
    expect(start).toEqual({ stdout: '{"assets":', stderr: "code 0\n" });
  });
});

test.skipIf(!existsSync("/dev/full"))("what `assay bundler` prints and nobody gets is missed", async () => {
  const line = `'${process.execPath}' '${ASSAY}' bundler --help >/dev/full; echo "code $?"`;
  const { stdout, stderr } = await shell("sh", ["-c", line]);
  expect(stderr).toBe("error: the standard output cannot be written: the disk is full\n");
  expect(stdout).toBe("code 1\n");
});

test("a list comes through a pipe, under any of its names", async () => {
  await withTree(0, 0, async (cwd) => {
    const assets = Array.from({ length: MANY }, (_, number) => ({ path: `asset-${number}.dds`, hash: "0".repeat(40) }));
    writeFileSync(join(cwd, "list.json"), JSON.stringify({ assets }));
    const show = `'${process.execPath}' '${ASSAY}' assetlist show --format json`;
    for (const line of [
      `cat list.json | ${show} -`,
      `${show} - < list.json`,
      `cat list.json | ${show} /dev/stdin`,
      `mkfifo pipe; cat list.json > pipe & ${show} pipe`,
    ]) {
      const { stdout, stderr } = await shell("sh", ["-c", line], { cwd, maxBuffer: 1 << 28 });
      expect({ line, stderr, assets: JSON.parse(stdout).assets }).toEqual({ line, stderr: "", assets });
    }
  });
});
