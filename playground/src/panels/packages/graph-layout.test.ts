import { describe, expect, test } from "vitest";
import type { PackageGraph } from "../../engine.ts";
import { drawnIn, SIZE } from "./graph-drawing.ts";
import { arranged } from "./graph-layout.ts";
import { movedBy } from "./graph-moves.ts";

/** Returns the drawing of a graph, in the room that it needs or in less. */
const drawingOf = (graph: PackageGraph, room?: number) => drawnIn(arranged(graph), graph, room);

/** Returns a graph of packages with letters as names. `a>b` means that `a` needs `b`. */
function graphOf(names: string, ...needs: string[]): PackageGraph {
  return {
    packages: [...names].map((name) => {
      return { assetGroupPath: name, revisionGroupPath: "model", revision: 1, path: `${name}.zip`, cycle: null };
    }),
    needs: needs.map(([from = "", , to = ""]) => {
      return { from: names.indexOf(from), to: names.indexOf(to), active: true, inCycle: false };
    }),
  };
}

/** Returns the columns as strings. */
function columns(names: string, ...needs: string[]): string[] {
  const { columns } = drawingOf(graphOf(names, ...needs));
  return columns.map((column) => column.map((at) => names[at]).join(""));
}

describe("columns", () => {
  test.each([
    ["each package is to the left of its dependencies", "cba", ["a>b", "b>c", "a>c"], ["a", "b", "c"]],
    ["a package with a dependency far to the right is near it", "abcx", ["a>b", "b>c", "x>c"], ["a", "bx", "c"]],
    ["lines cross as little as possible", "abxy", ["a>y", "b>x"], ["ab", "yx"]],
    ["a cycle is cut once", "abc", ["a>b", "b>c", "c>a"], ["a", "b", "c"]],
    ["the first package is one that no other needs", "bca", ["a>b", "b>c", "c>b"], ["a", "b", "c"]],
    ["a package can need itself", "ab", ["a>a"], ["a", "b", "", ""].slice(0, 2)],
    ["packages without connections are below, in rows", "abuvwxy", ["a>b"], ["auy", "bv", "w", "x"]],
    ["no packages have no columns", "", [], []],
  ])("%s", (_, names, needs, expected) => {
    expect(columns(names, ...needs)).toEqual(expected);
  });
});

/** Returns a graph in which each package needs some later ones, always the same. */
function woven(count: number): PackageGraph {
  const graph = graphOf("");
  graph.packages = Array.from({ length: count }, (_, at) => {
    return { assetGroupPath: `a/${at}`, revisionGroupPath: "m", revision: 1, path: null, cycle: null };
  });
  graph.needs = Array.from({ length: count - 1 }, (_, at) => at + 1).flatMap((to) =>
    [to >> 1, (to * 7) % to].map((from) => ({ from, to, active: true, inCycle: false })),
  );
  return graph;
}

describe("a drawing", () => {
  test.each([6, 60, 300])("of %i packages has room for each of them", (count) => {
    const { placed, box, width, height } = drawingOf(woven(count));
    for (const [at, one] of placed.entries()) {
      expect(one.x >= 0 && one.x + box <= width && one.y >= 0 && one.y + SIZE.height <= height).toBe(true);
      const twin = placed.findIndex(
        ({ x, y }, other) => other < at && x === one.x && Math.abs(y - one.y) < SIZE.height,
      );
      expect(twin, `${at} overlaps another one`).toBe(-1);
    }
  });

  test.each([
    ["a wide page", 620, 4, 184, 2],
    ["a wider page", 860, 4, 184, 3],
    ["a narrow page", 360, 4, 138, 2],
    ["a page on which all fit closer together", 690, 3, 184, 3],
  ])("on %s is not cut within a package", (_, room, count, width, wholeBoxes) => {
    const names = "abcdefg".slice(0, count);
    const needs = [...names].slice(1).map((name, at) => `${names[at]}>${name}`);
    const { placed, box, step, width: all } = drawingOf(graphOf(names, ...needs), room);
    const whole = placed.filter(({ x }) => x + box <= room).length;
    const cut = placed.filter(({ x }) => x < room && x + box > room).length;
    expect([box, whole, cut]).toEqual([width, wholeBoxes, 0]);
    expect(step - box).toBeGreaterThanOrEqual(44);
    expect(all <= room).toBe(wholeBoxes === count);
    // Also not after scrolling by whole columns.
    expect(placed.some(({ x }) => x < step && x + box > step)).toBe(false);
  });

  test.each([
    ["one package", "a", [], 220],
    ["a package that needs itself", "a", ["a>a"], 220],
  ])("of %s is not narrower in any room", (_, names, needs, room) => {
    expect(drawingOf(graphOf(names, ...needs), room)).toEqual(drawingOf(graphOf(names, ...needs)));
  });

  test("is the same each time", () => {
    expect(drawingOf(woven(60))).toEqual(drawingOf(woven(60)));
  });

  test("has a line for each need, and those that go back begin at the right", () => {
    const { lines } = drawingOf(graphOf("abc", "a>b", "b>a", "a>a", "a>b", "c>a"));
    expect(lines.map(({ need, isBack }) => [need, isBack])).toEqual([
      [0, false],
      [1, true],
      [4, false],
      [2, false],
    ]);
  });

  test.each([
    ["a chain", 0],
    ["one cycle", 1],
  ])("of %s with the maximum number of packages has a column for each", (_, back) => {
    const { packages } = woven(300);
    const needs = Array.from({ length: packages.length - 1 + back }, (_, at) => {
      return { from: at, to: (at + 1) % packages.length, active: true, inCycle: false };
    });
    const { columns, lines } = drawingOf({ packages, needs });
    expect(columns.length).toBe(300);
    expect(lines.filter(({ isBack }) => isBack).length).toBe(back);
  });
});

describe("a key", () => {
  const graph = graphOf("abcdu", "a>b", "a>c", "b>d", "c>d", "d>a");
  const drawing = drawingOf(graph);
  test.each([
    ["ArrowRight", "b", "d"],
    ["ArrowRight", "d", "a"],
    ["ArrowLeft", "d", "c"],
    ["ArrowLeft", "a", "d"],
    ["ArrowDown", "c", "b"],
    ["ArrowDown", "u", "c"],
    ["ArrowUp", "a", "a"],
    ["ArrowRight", "u", "u"],
    ["End", "a", "d"],
    ["Home", "d", "a"],
    ["x", "a", undefined],
  ])("%s leads from %s to %s", (key, from, to) => {
    const at = movedBy(key, "abcdu".indexOf(from), graph, drawing);
    expect(at === undefined ? undefined : "abcdu"[at]).toBe(to);
  });

  test("pressed repeatedly reaches each package", () => {
    const all = drawing.columns.flat();
    const visited = all.reduce(
      (way: number[]) => [...way, movedBy("ArrowDown", way.at(-1) ?? 0, graph, drawing) ?? -1],
      [all[0] ?? 0],
    );
    expect(new Set(visited).size).toBe(5);
  });
});
