/** Crashes of the engine: the file or test is named, and the engine continues. */

import { type AsyncSource, createEngine, memory, type Source } from "assay";
import { describe, expect, test } from "vitest";
import { found, RULES } from "./small.ts";

describe("a crash", () => {
  test("of a check names the file, and the checker continues", async () => {
    const crash = { due: false };
    const crashing = await withTraps(crash, () => createEngine());
    const checker = crashing.checker({ rules: [{ path: "rules.yaml", text: RULES }] });
    const files = memory({ "a.xml": "<A>4</A>", "b.xml": "<A>4</A>", "c.xml": "<A>4</A>" });
    const source: Source = {
      ...files,
      read(path) {
        crash.due ||= path === "b.xml";
        return files.read(path);
      },
    };
    const report = await withTraps(crash, () => checker.check(source));
    expect(report.problems).toMatchObject([{ path: "b.xml", message: expect.stringContaining("unreachable") }]);
    expect(found(report)).toEqual([
      ["small", "a.xml", "4"],
      ["small", "c.xml", "4"],
    ]);
    expect(found(await checker.check(files))).toHaveLength(3);
  });

  test("of a trace names the file, and the checker continues", async () => {
    const crash = { due: false };
    const crashing = await withTraps(crash, () => createEngine());
    const checker = crashing.checker({ rules: [{ path: "rules.yaml", text: RULES }] });
    const files = memory({ "a.xml": "<A>4</A>" });
    const read = (path: string) => {
      crash.due = true;
      return files.read(path);
    };
    const later: AsyncSource = { ...files, read, paths: async () => files.paths() };
    for (const source of [{ ...files, read }, later] as Source[]) {
      const trace = await withTraps(crash, async () => checker.trace("small", "a.xml", source));
      expect(trace).toMatchObject({
        rule: "small",
        state: "unchecked",
        problems: [{ path: "a.xml", code: "internal" }],
      });
    }
    expect(checker.trace("small", "a.xml", files)).toMatchObject({ state: "failed", problems: [] });
  });

  test("of a test names the test, and the engine continues", async () => {
    const crash = { due: false };
    const crashing = await withTraps(crash, () => createEngine());
    const rules = [{ path: "rules.yaml", text: `rules:${RULES}tests: [{ name: clean, files: {}, expect: [] }]\n` }];
    const read = () => null;
    expect(crashing.test({ rules, read }).tests).toHaveLength(1);
    crash.due = true;
    expect(() => crashing.test({ rules, read })).toThrow(
      expect.objectContaining({
        code: "crashed",
        path: "rules.yaml",
        message: "internal error: unreachable, at the test `clean` of `rules.yaml`",
      }),
    );
    expect(crashing.test({ rules, read }).tests).toHaveLength(1);
  });

  test("on every file names all of them, and the check ends", async () => {
    const crash = { due: false };
    const crashing = await withTraps(crash, () => createEngine());
    const checker = crashing.checker({ rules: [{ path: "rules.yaml", text: RULES }] });
    const files = memory(Object.fromEntries(Array.from({ length: 130 }, (_, number) => [`${number}.xml`, "<A>4</A>"])));
    let reads = 0;
    const source: Source = {
      ...files,
      read(path) {
        reads += 1;
        crash.due = true;
        return files.read(path);
      },
    };
    const report = await withTraps(crash, () => checker.check(source));
    expect(report.problems).toHaveLength(130);
    expect(report.findings).toEqual([]);
    expect(reads).toBeLessThan(400);
  });
});

/** Runs `work` with an engine that traps at the end of its next call while `crash.due` is set. */
async function withTraps<T>(crash: { due: boolean }, work: () => Promise<T>): Promise<T> {
  const { Instance } = WebAssembly;
  type Inner = (...args: unknown[]) => unknown;
  const trapAfter = (inner: Inner, ...args: unknown[]) => {
    const outcome = inner(...args);
    if (crash.due) {
      crash.due = false;
      throw new WebAssembly.RuntimeError("unreachable");
    }
    return outcome;
  };
  WebAssembly.Instance = new Proxy(Instance, {
    construct(target, args) {
      const { exports } = new target(...(args as [WebAssembly.Module]));
      const trapping = {
        worker_work: (...args: unknown[]) => {
          crash.due = false;
          return trapAfter(exports.worker_work as Inner, ...args);
        },
        runTests: (...args: unknown[]) => trapAfter(exports.runTests as Inner, ...args),
      };
      return Object.create(target.prototype, { exports: { value: { ...exports, ...trapping } } });
    },
  });
  try {
    return await work();
  } finally {
    WebAssembly.Instance = Instance;
  }
}
