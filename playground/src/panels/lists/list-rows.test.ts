import type { ComparedList, ComparedLists, ListKind } from "assay/client";
import { expect, test } from "vitest";
import { isList, isPlan } from "../../systems/lists/list-files.ts";
import { type Column, rowsOf } from "./list-rows.ts";

type Entry = readonly [path: string, kind: ListKind, other?: number];

function list(entries: readonly Entry[]): ComparedList {
  return {
    size: entries.length,
    warnings: [],
    path: (at) => entries[at]?.[0] ?? "",
    kind: (at) => entries[at]?.[1] ?? "same",
    other: (at) => entries[at]?.[2],
    hash: () => "0123abcd",
    id: () => undefined,
  };
}

const LISTS: ComparedLists = {
  key: "id",
  first: list([
    ["a", "same", 1],
    ["Old/b", "moved", 0],
    ["c", "removed"],
  ]),
  second: list([
    ["new/b", "moved", 1],
    ["a", "same", 0],
  ]),
  further: list([["a/of-another", "elsewhere"]]),
  result: Int32Array.of(1, ~2, 2),
  steps: [],
  counts: { added: 0, removed: 1, changed: 0, moved: 1, same: 1, elsewhere: 1 },
};

async function rowsIn(column: Column, text = "", hidden: readonly ListKind[] = []): Promise<string[] | undefined> {
  const rows = await rowsOf(LISTS, column, { text, hidden: new Set(hidden) }, new AbortController().signal);
  return rows?.map(({ path, kind, key, position, siblings }) => `${path} ${kind} ${key} ${position}/${siblings}`);
}

test("an asset has the same key in all columns", async () => {
  expect(await rowsIn("first")).toEqual(["a same second 1 1/3", "Old/b moved second 0 2/3", "c removed first 2 3/3"]);
  expect(await rowsIn("second")).toEqual(["new/b moved second 0 1/2", "a same second 1 2/2"]);
  expect(await rowsIn("result")).toEqual([
    "a same second 1 1/3",
    "c removed first 2 2/3",
    "a/of-another elsewhere further 0 3/3",
  ]);
});

test("finds rows by either path of an asset, and counts the visible ones", async () => {
  expect(await rowsIn("second", "OLD")).toEqual(["new/b moved second 0 1/1"]);
  expect(await rowsIn("first", "", ["same", "moved"])).toEqual(["c removed first 2 1/1"]);
});

test("an aborted search returns nothing", async () => {
  const filter = { text: "", hidden: new Set<ListKind>() };
  expect(await rowsOf(LISTS, "first", filter, AbortSignal.abort())).toBeUndefined();
});

test.each([
  ["a.assetlist", true],
  ["lists/A.AssetList", true],
  ["a.assetlist.json", true],
  ["a.json", false],
  ["a.assetlist.txt", false],
])("%s is a list: %s", (path, expected) => {
  expect(isList(path)).toBe(expected);
});

test.each([
  ["patch.rules", true],
  ["a/Patch.rules.json", true],
  ["plan.json", true],
  ["a/patch.plan.json", true],
  ["a/explan.json", false],
  ["rules.json", false],
])("%s is a plan: %s", (path, expected) => {
  expect(isPlan(path)).toBe(expected);
});
