/** Asset lists in the package: reading, comparing, running plans and writing. */

import { AssayError, type AssetEntry, createEngine, memory, type PlanStep } from "assay";
import { describe, expect, test } from "vitest";
import { OPERATIONS } from "../../wasm/ts/systems/asset-list/asset-operations.ts";

const { assetLists, checker } = await createEngine().then((engine) => ({
  assetLists: engine.assetLists,
  checker: engine.checker.bind(engine),
}));

const HASHES = ["1", "2", "3"].map((digit) => digit.repeat(40)) as [string, string, string];

/** Returns a list of paths, each with one of the hashes. */
function list(...entries: [path: string, hash?: number][]) {
  return assetLists.of(entries.map(([path, hash = 0]): AssetEntry => ({ path, hash: HASHES[hash] ?? HASHES[0] })));
}

/** Returns the error that a call throws. */
function errorOf(call: () => unknown): AssayError {
  try {
    call();
  } catch (error) {
    if (error instanceof AssayError) {
      return error;
    }
    throw error;
  }
  throw new Error("nothing was thrown");
}

function decode(parts: Iterable<Uint8Array>): string {
  const decoder = new TextDecoder();
  return [...parts].map((part) => decoder.decode(part, { stream: true })).join("");
}

const first = list(["a"], ["b"], ["c"]);
const second = list(["d"], ["c", 1], ["b"]);

describe("operations", () => {
  test.each([
    ["delta", ["d", "c"]],
    ["union", ["d", "c", "b", "a"]],
    ["intersection", ["b", "c"]],
    ["complement", ["d"]],
  ] as const)("%s", (operation, paths) => {
    expect(assetLists.compare(operation, first, second).paths()).toEqual(paths);
    expect(assetLists[operation](first, second).paths()).toEqual(paths);
  });

  test("patterns and counts", () => {
    expect(assetLists.pattern(first, "[AB]").paths()).toEqual([]);
    expect(assetLists.pattern(first, "[ab]", "regex").paths()).toEqual(["a", "b"]);
    expect(assetLists.count([first, second], 2).paths()).toEqual(["b", "c"]);
  });

  test("the table of operations is that of the engine", () => {
    expect(assetLists.operations.map(({ name, number }) => [name, number])).toEqual(
      OPERATIONS.map(({ name }, number) => [name, number]),
    );
  });

  test("a list without entries is refused unless it is allowed", () => {
    const none = list();
    const allowed = { allowEmpty: true };
    for (const [strict, lenient] of [
      [() => assetLists.delta(none, first), () => assetLists.delta(none, first, allowed)],
      [() => assetLists.union(first, none), () => assetLists.union(first, none, allowed)],
      [() => assetLists.count([first, none], 1), () => assetLists.count([first, none], 1, allowed)],
    ] as const) {
      expect(errorOf(strict)).toMatchObject({ code: "asset-list-no-entries" });
      expect(lenient().paths()).toEqual(["a", "b", "c"]);
    }
    expect(errorOf(() => assetLists.pattern(none, "*"))).toMatchObject({ code: "asset-list-no-entries" });
    expect(assetLists.pattern(none, "*", "wildcard", allowed).length).toBe(0);
  });

  test("lists are compared by id if all entries have one, and the first entry without an id is named", () => {
    const named = assetLists.of([{ path: "a", hash: HASHES[0], id: "{A4E1FF93-7114-5D43-96A2-BB8CF3BDEEBC}:0" }]);
    expect([assetLists.comparedBy([named, named]), assetLists.comparedBy([named, first])]).toEqual(["id", "path"]);
    expect([named.withId, first.withId, named.lacksId(), first.lacksId()]).toEqual([
      1,
      0,
      undefined,
      "entry 1, `a`, has no id",
    ]);
    expect(errorOf(() => assetLists.comparedBy([named, first], "id")).message).toContain("in list 2 entry 1, `a`");
  });

  test("`places` returns new and changed entries", () => {
    expect([...first.places(second)]).toEqual([-1, 2, 1]);
  });

  test("a comparison by id needs ids and unique paths", () => {
    expect(errorOf(() => assetLists.delta(first, second, { key: "id" }))).toMatchObject({ code: "asset-list-no-id" });
    const ids = ["{A4E1FF93-7114-5D43-96A2-BB8CF3BDEEBC}:0", "{A4E1FF93-7114-5D43-96A2-BB8CF3BDEEBC}:1"];
    const twins = assetLists.of(ids.map((id) => ({ path: "a", hash: HASHES[0], id })));
    expect(twins.haveIds).toBe(true);
    expect(errorOf(() => assetLists.union(twins, twins, { key: "path" }))).toMatchObject({
      code: "asset-list-duplicate",
    });
  });

  test("a pattern is refused at its column", () => {
    expect(errorOf(() => assetLists.pattern(first, "ab(", "regex"))).toMatchObject({
      code: "pattern-unclosed",
      column: 3,
    });
  });
});

describe("files", () => {
  test.each(["xml", "json"] as const)("a list that is written as %s can be read", (form) => {
    const entries: AssetEntry[] = [
      { path: "a & <b>", hash: HASHES[1], id: "{A4E1FF93-7114-5D43-96A2-BB8CF3BDEEBC}:7", modified: 12 },
      {
        path: "\u{e4}",
        hash: HASHES[2],
        id: "{A4E1FF93-7114-5D43-96A2-BB8CF3BDEEBC}:8",
        modified: 133_000_000_000_000_001n,
      },
    ];
    const { value, warnings } = assetLists.read("list", decode(assetLists.of(entries).write(form)));
    expect([value.entries(), [...value], warnings]).toEqual([entries, entries, []]);
  });

  test("a file that is read in parts has the same entries", () => {
    const many = Array.from({ length: 30_000 }, (_, at): [string] => [`assets/${at}`]);
    const bytes = new TextEncoder().encode(decode(list(...many).write("xml")));
    const paths: string[] = [];
    const reader = {
      read: () => null,
      size: () => bytes.length,
      fill(path: string, view: Uint8Array, offset: number) {
        paths.push(path);
        const part = bytes.subarray(offset, offset + view.length);
        view.set(part);
        return part.length;
      },
    };
    const { value } = assetLists.read("big.assetlist", reader);
    expect([value.length, value.paths(29_999)]).toEqual([30_000, ["assets/29999"]]);
    expect(new Set(paths)).toEqual(new Set(["big.assetlist"]));
  });

  test("an error has a place", () => {
    const text = `{"assets": [\n{"path": "a", "hash": "${HASHES[0]}"},\n{"path": "a", "hash": "${HASHES[0]}"}]}`;
    const error = errorOf(() => assetLists.read("twice.json", text));
    expect(error).toMatchObject({ code: "asset-list-duplicate", path: "twice.json", line: 3, column: 1 });
    expect(error.message).toContain("of line 2");
    expect(errorOf(() => assetLists.read("none.assetlist", { read: () => null }))).toMatchObject({
      code: "file-unreadable",
    });
  });

  test("a tolerated deviation is a warning", () => {
    const { warnings } = assetLists.read("a.json", `{"assets": [], "made": 1}`);
    expect(warnings).toMatchObject([{ code: "asset-list-field", path: "a.json", line: 1 }]);
  });

  test("a disposed list is refused, and other lists are not affected", () => {
    const disposed = list(["a"]);
    disposed.dispose();
    disposed.dispose();
    expect(errorOf(() => disposed.entries())).toMatchObject({ code: "disposed" });
    expect(first.paths()).toEqual(["a", "b", "c"]);
  });
});

describe("plans", () => {
  const steps: PlanStep[] = [
    { op: "delta", first: "v1", second: "v2", output: "$changed" },
    { op: "filepattern", first: "$changed", pattern: "c*", patternType: "wildcard", output: "patch" },
  ];
  const files = (path: string) => (path === "v1" ? first : second);

  test("steps are run in order", () => {
    expect(assetLists.filesOfPlan(steps)).toEqual(["v1", "v2"]);
    const outputs = assetLists.run(steps, files).map(({ name, step, list }) => [name, step, list.paths()]);
    expect(outputs).toEqual([
      ["$changed", 1, ["d", "c"]],
      ["patch", 2, ["c"]],
    ]);
  });

  test.each(["xml", "json"] as const)("a plan that is written as %s can be read", (form) => {
    expect(assetLists.readPlan("a.rules", assetLists.writePlan(steps, form)).value).toEqual(steps);
  });

  test("a step that cannot be run is refused with a reason", () => {
    const run = (...steps: PlanStep[]) => errorOf(() => assetLists.run(steps, files));
    expect(run()).toMatchObject({ code: "plan-no-steps" });
    expect(run({ op: "union", first: "$a", second: "v2", output: "b" })).toMatchObject({
      code: "plan-unknown-variable",
      path: "$a",
    });
    expect(run({ op: "delta", first: "v1", second: "v1", output: "b" })).toMatchObject({ code: "plan-empty-result" });
    expect(run({ op: "melt", first: "v1", second: "v1", output: "b" })).toMatchObject({ code: "asset-list-value" });
    const empty = assetLists.run([{ op: "delta", first: "v1", second: "v1", output: "b" }], files, {
      allowEmptyInputs: true,
      allowEmptyResults: true,
    });
    expect(empty.map(({ list }) => list.length)).toEqual([0]);
  });
});

describe("seeds", () => {
  const id = "{A4E1FF93-7114-5D43-96A2-BB8CF3BDEEBC}:0";

  test("are added, changed, written and read", () => {
    const seeds = assetLists.newSeeds();
    expect([seeds.add(id, ["pc"], "a.txt"), seeds.add(id, ["mac"])]).toEqual([true, false]);
    for (const form of ["json", "xml"] as const) {
      expect(assetLists.readSeeds("a.seed", seeds.write(form)).value.seeds).toEqual([
        { id, pathHint: "a.txt", platformFlags: 17, platforms: ["pc", "mac"] },
      ]);
    }
    expect([seeds.remove(id, ["pc", "mac"]), seeds.seeds]).toEqual([true, []]);
  });

  test("an unknown platform is refused", () => {
    expect(errorOf(() => assetLists.newSeeds().add(id, ["amiga"]))).toMatchObject({ code: "unknown-platform" });
    expect(errorOf(() => assetLists.newSeeds().add("a", ["pc"]))).toMatchObject({ code: "asset-id" });
  });

  test("tables contain operations and platforms", () => {
    expect(assetLists.operations.map(({ name, number }) => `${number} ${name}`)).toEqual([
      "0 delta",
      "1 union",
      "2 intersection",
      "3 complement",
      "4 filepattern",
      "5 intersectioncount",
    ]);
    expect(assetLists.platforms.map(({ name }) => name).join(" ")).toBe(
      "pc linux android ios mac provo salem jasper server",
    );
  });
});

describe("rules", () => {
  test("every file of the patch is in the inclusion list", async () => {
    const rules = `
collections:
  included: {assetlist: include.txt}
  patch: {assetlist: v1.json, op: delta, second: v2.json}
rules:
  - name: patch-is-included
    rpath: v2\\.json$
    xpath: '*/assets,path'
    filter: artfunc_of_patch
    func_str: 'fn of_patch(data, filepath) { data.filter(|path| patch.contains(path)) }'
    condition: [Exist in, artfunc_included]
`;
    const source = memory({
      "include.txt": "c\n",
      "v1.json": decode(first.write("json")),
      "v2.json": decode(second.write("json")),
    });
    const report = await checker({ rules: [{ path: "rules.yaml", text: rules }] }).check(source);
    expect(report.problems).toEqual([]);
    expect(report.findings.map(({ value, line }) => [value, line])).toEqual([["d", 2]]);
  });
});
