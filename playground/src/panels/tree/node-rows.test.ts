import { createEngine, type Engine, memory, type Outline } from "assay";
import { beforeAll, expect, test } from "vitest";
import { badgesIn, badgesOf } from "./badges.ts";
import { nodeRows, openedAgain, openedAtFirst, revealed, search } from "./node-rows.ts";

let engine: Engine;

beforeAll(async () => {
  engine = await createEngine();
});

const XML = "<R a='1'><A><B>x</B><B>y</B></A><A/><C><D/></C></R>";

/** Returns rows as strings: level, name, whether it is open, position among its siblings. */
function linesOf(outline: Outline, opened: ReadonlySet<number>): string[] {
  return nodeRows(outline, opened).map(({ node, level, open, position, siblings }) => {
    const sign = open === undefined ? "" : open ? "-" : "+";
    return `${"  ".repeat(level - 1)}${sign}${outline.name(node)} ${position}/${siblings}`;
  });
}

test("rows are those of open nodes", () => {
  const outline = engine.outline("a.xml", XML);
  expect(linesOf(outline, new Set())).toEqual(["+R 1/1"]);
  expect(linesOf(outline, new Set([0, 2]))).toEqual([
    "-R 1/1",
    "  a 1/4",
    "  -A 2/4",
    "    B 1/2",
    "    B 2/2",
    "  A 3/4",
    "  +C 4/4",
  ]);
  expect(linesOf(engine.outline("a.json", "[1, {}]"), new Set())).toEqual([" 1/2", " 2/2"]);
  expect(linesOf(engine.outline("a.json", "["), new Set())).toEqual([]);
});

test("a small document is open at first, a large one only as far as there is room", () => {
  expect(openedAtFirst(engine.outline("a.xml", XML))).toEqual(new Set([0, 2, 6]));
  const large = engine.outline("a.xml", `<R>${"<A><B/></A>".repeat(1000)}</R>`);
  expect(openedAtFirst(large)).toEqual(new Set([0]));
});

test("revealing a node opens its ancestors", () => {
  const outline = engine.outline("a.xml", XML);
  const opened = new Set([6]);
  expect(revealed(outline, opened, 4)).toEqual(new Set([0, 2, 6]));
  expect(revealed(outline, opened, 0)).toBe(opened);
});

test("open nodes are open again after a change", () => {
  const before = engine.outline("a.xml", XML);
  const after = engine.outline("a.xml", XML.replace("<A>", "<New><X/></New><A>"));
  const again = openedAgain(before, new Set([0, 2]), after);
  expect([...again].map((node) => after.name(node))).toEqual(["R", "A"]);
});

test("a search finds names and values in any letter case", async () => {
  const outline = engine.outline("a.xml", XML);
  const { signal } = new AbortController();
  expect(await search(outline, "b", signal)).toEqual([3, 4]);
  expect(await search(outline, "Y", signal)).toEqual([4]);
  expect(await search(outline, "nothing", signal)).toEqual([]);
  expect(await search(outline, "b", AbortSignal.abort())).toEqual([]);
});

test("a value that fails has a badge, however many values pass before it", () => {
  const text = "- { name: r, rpath: xml$, xpath: '*/B', condition: ['==', x] }";
  const file = `<R>${"<B>x</B>".repeat(12_000)}<B>y</B></R>`;
  const trace = engine.checker({ rules: [{ path: "r.yaml", text }] }).trace("r", "a.xml", memory({ "a.xml": file }));
  const badges = badgesOf(engine.outline("a.xml", file), trace);
  expect([badges.of.get(12_001), badges.of.size, badges.unlisted]).toEqual(["failed", 10_001, 2_000]);
});

test("badges show the fates of values, and later steps override earlier ones", () => {
  const text = "- { name: r, rpath: xml$, xpath: '*/**/B', filter: '[xy]', condition: ['==', x] }";
  const file = "<R><B>x</B><A><B>y</B></A><B>z</B></R>";
  const trace = engine.checker({ rules: [{ path: "r.yaml", text }] }).trace("r", "a.xml", memory({ "a.xml": file }));
  const badges = badgesOf(engine.outline("a.xml", file), trace);
  expect([...badges.of]).toEqual([
    [1, "passed"],
    [3, "failed"],
    [4, "dropped"],
  ]);
  expect([badgesIn(badges, 0, 5), badgesIn(badges, 2, 4), badgesIn(badges, 3, 4)]).toEqual([3, 1, 0]);
});
