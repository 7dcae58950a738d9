/** The report does not depend on the number of workers, and the failure of a worker is never a success. */

import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { assay, ended, start } from "./assay.ts";
import { REFERENCE_RULES, withTree } from "./tree.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const MEDDLE = { NODE_OPTIONS: `--import=${new URL("preload/meddle.mjs", import.meta.url)}` };

function check(jobs: number, format = "json"): string[] {
  return ["check", "--rules", "rules.yaml", "--format", format, "--jobs", String(jobs), "assets"];
}

describe("one, two and eight workers write the same bytes", () => {
  test("over a generated tree", async () => {
    await withTree(12, 60, async (cwd) => {
      for (const format of ["json", "text"]) {
        const [one, ...others] = await Promise.all([1, 2, 8].map((jobs) => assay(check(jobs, format), { cwd })));
        expect(one).toMatchObject({ code: 1, stderr: "" });
        expect(others).toEqual([one, one]);
      }
    });
  });

  test("with a stage for one worker and a stage for all", async () => {
    await withTree(2, 150, async (cwd) => {
      writeFileSync(join(cwd, "rules.yaml"), REFERENCE_RULES);
      const [one, ...others] = await Promise.all([1, 2, 8].map((jobs) => assay(check(jobs), { cwd })));
      const { findings } = JSON.parse(one?.stdout ?? "");
      expect(new Set(findings.map(({ rule }: { rule: string }) => rule)).size).toBe(4);
      expect(others).toEqual([one, one]);
    });
  });

  test("of a shard, also with a cache", async () => {
    await withTree(12, 60, async (cwd) => {
      for (let number = 0; number < 100; number += 1) {
        const text =
          number % 9 === 0
            ? "<A>"
            : "<!-- assay-ignore faces-at-most-5000 old --><Model><NumFaces>6000</NumFaces></Model>";
        writeFileSync(join(cwd, `assets/${number}-resource.xml`), text);
      }
      writeFileSync(
        join(cwd, "rules.yaml"),
        "  - {name: all, rpath: xml$, xpath: '*/NumFaces', condition: ['<', 7000]}\n",
        {
          flag: "a",
        },
      );
      const part = (jobs: number, ...more: string[]) => {
        return assay([...check(jobs), "--shard", "1/2", "--quiet", ...more], { cwd });
      };
      const [one, ...others] = await Promise.all([1, 2, 8].map((jobs) => part(jobs)));
      expect(one?.code).toBe(2);
      expect(others).toEqual([one, one]);
      expect(await part(2, "--cache", "kept")).toEqual(one);
      const { stdout, ...again } = await part(2, "--cache", "kept");
      // The number of results from the cache is the only difference in the report.
      expect({ ...again, stdout: stdout.replace(/"cached": ?\d+, ?|, \d+ from the cache/g, "") }).toEqual(one);
    });
  });

  test("of scripts, with the same limits in each worker", async () => {
    await withTree(4, 60, async (cwd) => {
      writeFileSync(join(cwd, "rules.yaml"), LOOPING_RULE, { flag: "a" });
      const limited = (jobs: number) => [...check(jobs), "--script-limit", "operations=1000"];
      const [one, ...others] = await Promise.all([1, 2, 8].map((jobs) => assay(limited(jobs), { cwd })));
      expect(one).toMatchObject({ code: 2, stderr: "" });
      const { problems } = JSON.parse(one?.stdout ?? "");
      expect(new Set(problems.map(({ code }: { code: string }) => code))).toEqual(new Set(["script-operations"]));
      expect(problems).toHaveLength(240);
      expect(others).toEqual([one, one]);
      expect(await assay(check(2), { cwd })).toMatchObject({ code: 1 });
    });
  });

  test("jobs_memory: of scripts near the limit of memory, whatever was read before", async () => {
    await withTree(0, 0, async (cwd) => {
      const script = "let all = []; let s = ``; s.pad(12000000, `x`); for i in 0..count { all.push(s + i); } []";
      const rules = [10, 25].map((count) => {
        const body = script.replace("count", String(count));
        const func_str = `fn f(data, filepath, condition) { ${body} }`;
        return { name: `n${count}`, rpath: "xml$", xpath: "A/B", condition: ["func_f"], func_str };
      });
      writeFileSync(join(cwd, "memory.json"), JSON.stringify(rules));
      mkdirSync(join(cwd, "large"));
      for (let file = 0; file < 6; file += 1) {
        writeFileSync(join(cwd, `large/${file}.xml`), `<A><B>${file}</B>${"<C/>".repeat(60_000)}</A>`);
      }
      const args = (jobs: number) => [
        "check",
        "--rules",
        "memory.json",
        "--format",
        "json",
        "--jobs",
        `${jobs}`,
        "large",
      ];
      const one = await assay(args(1), { cwd });
      expect(one).toMatchObject({ code: 2, stderr: "" });
      const { problems } = JSON.parse(one.stdout);
      // One rule exceeds the limit in each file, the other one in no file.
      expect(problems.map(({ rule, code }: { rule: string; code: string }) => [rule, code])).toEqual(
        Array.from({ length: 6 }, () => ["n25", "script-memory"]),
      );
      expect(await assay(args(2), { cwd })).toEqual(one);
      expect(await assay(args(4), { cwd })).toEqual(one);
    });
  });

  test.skipIf(!existsSync(join(ROOT, "rules/samples/messiah")))("of the sample project", async () => {
    const run = (jobs: number) => {
      const args = [
        "check",
        "--rules",
        "rules/messiah",
        "--format",
        "json",
        "--jobs",
        String(jobs),
        "rules/samples/messiah",
      ];
      return assay(args, { cwd: ROOT });
    };
    const [one, ...others] = await Promise.all([1, 2, 8].map(run));
    expect(one).toMatchObject({ code: 1, stderr: "" });
    expect(others).toEqual([one, one]);
  });
});

describe("a file that crashes a worker is named, and everything else is checked", () => {
  for (const [name, message] of [
    ["traps.xml", "unreachable"],
    ["ends-the-thread.xml", "ended with code 9"],
  ] as const) {
    test(name, async () => {
      await withTree(4, 60, async (cwd) => {
        const before = JSON.parse((await assay(check(2), { cwd })).stdout);
        writeFileSync(join(cwd, "rules.yaml"), everyXml(), { flag: "a" });
        writeFileSync(join(cwd, "assets", name), "<Model/>\n");
        const { code, stdout, stderr } = await assay(check(2), { cwd, env: MEDDLE });
        const after = JSON.parse(stdout);
        expect({ code, stderr }).toEqual({ code: 2, stderr: "" });
        expect(after.problems).toMatchObject([{ path: name, message: expect.stringContaining(message) }]);
        expect(after.findings).toEqual(before.findings);
      });
    });
  }

  test("also if a rule is explained on it", async () => {
    await withTree(1, 5, async (cwd) => {
      writeFileSync(join(cwd, "rules.yaml"), everyXml(), { flag: "a" });
      writeFileSync(join(cwd, "assets/traps.xml"), "<Model/>\n");
      const args = [
        "explain",
        "--rules",
        "rules.yaml",
        "--root",
        "assets",
        "--format",
        "json",
        "every-xml",
        "traps.xml",
      ];
      const { code, stdout } = await assay(args, { cwd, env: MEDDLE });
      expect(code).toBe(2);
      expect(JSON.parse(stdout)).toMatchObject({
        rule: "every-xml",
        problems: [{ path: "traps.xml", code: "internal" }],
      });
    });
  });

  test("also on the main thread", async () => {
    await withTree(1, 5, async (cwd) => {
      writeFileSync(join(cwd, "rules.yaml"), everyXml(), { flag: "a" });
      writeFileSync(join(cwd, "assets/traps.xml"), "<Model/>\n");
      for (const jobs of [1, 2]) {
        const { code, stdout } = await assay(check(jobs), { cwd, env: MEDDLE });
        expect(code).toBe(2);
        expect(JSON.parse(stdout).problems).toMatchObject([{ path: "traps.xml" }]);
      }
    });
  });

  test("also on the main thread after other threads have run", async () => {
    await withTree(2, 60, async (cwd) => {
      writeFileSync(join(cwd, "rules.yaml"), FOLLOWING_RULES);
      writeFileSync(join(cwd, "assets/start.xml"), "<Start><To>traps.xml</To></Start>\n");
      writeFileSync(join(cwd, "assets/traps.xml"), "<Model/>\n");
      const { code, stdout } = await assay(check(2), { cwd, env: MEDDLE });
      const { problems, findings } = JSON.parse(stdout);
      expect(code).toBe(2);
      expect(problems).toMatchObject([{ path: "traps.xml", code: "internal" }]);
      expect(findings.length).toBeGreaterThan(20);
    });
  });
});

test("an interruption ends a check at once, with code 130", async () => {
  await withTree(4, 60, async (cwd) => {
    writeFileSync(join(cwd, "rules.yaml"), everyXml(), { flag: "a" });
    writeFileSync(join(cwd, "assets/takes-forever.xml"), "<Model/>\n");
    for (const jobs of [1, 2]) {
      const child = start(check(jobs), { cwd, env: MEDDLE });
      child.stderr.once("data", () => child.kill("SIGINT"));
      expect(await ended(child)).toMatchObject({ code: 130, stdout: "" });
    }
  });
});

/** A rule for many files, and one for a file that another file names. */
const FOLLOWING_RULES = `rules:
  - { name: faces, rpath: /resource\\.xml$, xpath: Model/NumFaces, condition: ["<=", 5000] }
  - { name: led, rpath: start\\.xml$, xpath: Start/To, subxpath: Model/NumFaces, condition: [Exist] }
`;

/** Another rule, whose function needs some thousand operations for each model. */
const LOOPING_RULE = `  - name: loops
    rpath: /resource\\.xml$
    xpath: Model/NumFaces
    filter: artfunc_loops
    condition: [Not exist]
    func_str: "fn loops(data, filepath) { for i in 0..2000 { data.len(); } [] }"
`;

/** Returns another rule, which reads every XML file. */
function everyXml(): string {
  return `  - name: every-xml
    rpath: \\.xml$
    xpath: "*,{tag}"
    condition: [Exist]
`;
}
