/** Outlines: the nodes of a document as rules use them, and the xpaths that extract them. */

import { createEngine, type Engine, memory, type Outline } from "assay";
import { beforeAll, describe, expect, test } from "vitest";

let engine: Engine;

beforeAll(async () => {
  engine = await createEngine();
});

const XML = "\ufeff<R a='1'>\r\n<I p:b='é'>x<!-- --><J/>😀</I><I>2</I><a.b>t</a.b></R>";
const JSON_TEXT = '{"m": [{"name": "x"}, {"name": "y"}, null], "two words": true, "a\\"b": 1.5, "": {}}';
const YAML = "a: &n\n  b: 1\nc:\n- x\n- y\n<<: *n\n--- 2\n";

/** Documents of all formats. */
const DOCUMENTS: readonly (readonly [path: string, text: string])[] = [
  ["a.xml", XML],
  ["a.json", JSON_TEXT],
  ["a.yaml", YAML],
  ["a.json", "[[1, 2], 3]"],
  ["a.xml", "<R><I/>"],
  ["a.json", '{"a": 1,'],
];

/** Returns all nodes of an outline. */
function nodes({ size }: Outline): number[] {
  return Array.from({ length: size }, (_, node) => node);
}

/** Returns a part of a string, by offsets in bytes. */
function part(text: string, from: number | undefined, to: number | undefined): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(new TextEncoder().encode(text).subarray(from, to));
}

describe("an outline", () => {
  test("has all nodes in the order of the document", () => {
    const outline = engine.outline("a.xml", XML);
    const fieldsOf = (node: number) => [
      outline.kind(node),
      outline.name(node),
      outline.valueKind(node),
      outline.value(node),
    ];
    expect(nodes(outline).map(fieldsOf)).toEqual([
      ["element", "R", "none", ""],
      ["attribute", "a", "text", "1"],
      ["element", "I", "text", "x😀"],
      ["attribute", "p:b", "text", "é"],
      ["element", "J", "none", ""],
      ["element", "I", "text", "2"],
      ["element", "a.b", "text", "t"],
    ]);
    expect([...outline.roots()]).toEqual([0]);
    expect([...outline.children(0)]).toEqual([1, 2, 5, 6]);
    expect([...outline.ordinals]).toEqual([1, 1, 1, 1, 1, 2, 1]);
    expect(outline.parent(4)).toBe(2);
    expect(outline.parent(0)).toBeUndefined();
    expect([outline.fault, outline.omitted, outline.text]).toEqual([undefined, 0, XML]);
  });

  test("has the kinds of values in JSON and YAML", () => {
    const json = engine.outline("a.json", JSON_TEXT);
    expect(nodes(json).map((node) => `${json.kind(node)} ${json.valueKind(node)} ${json.value(node)}`.trim())).toEqual([
      "root none",
      "item none",
      "member text x",
      "item none",
      "member text y",
      "item null null",
      "member boolean true",
      "member number 1.5",
      "member none",
    ]);
    const long = engine.outline("a.json", JSON.stringify("x".repeat(200)));
    expect([long.valueKind(0), long.value(0)]).toEqual(["start", "x".repeat(120)]);
    expect([...engine.outline("a.yaml", YAML).roots()]).toHaveLength(2);
    expect(engine.outline("a.json", '{"a": "\ufeffx"}').value(1)).toBe("\ufeffx");
  });

  test("has the positions of nodes and their values", () => {
    const outline = engine.outline("a.xml", XML);
    const node = (at: number) => part(XML, outline.starts[at], outline.stops[at]);
    const value = (at: number) => part(XML, outline.valueStarts[at], outline.valueStops[at]);
    expect(nodes(outline).map(value)).toEqual(["<R a='1'>", "1", "x<!-- --><J/>😀", "é", "<J/>", "2", "t"]);
    expect([node(1), node(3), node(6)]).toEqual(["a='1'", "p:b='é'", "<a.b>t</a.b>"]);
  });

  test.each(DOCUMENTS)("finds the node at a position: %s %s", (path, text) => {
    const outline = engine.outline(path, text);
    for (const node of nodes(outline)) {
      const [from = 0, to = 0] = [outline.valueStarts[node], outline.valueStops[node]];
      const found = outline.at(from, to) ?? -1;
      const same = [outline.valueStarts[found], outline.valueStops[found]];
      // The copies that an alias creates have no positions.
      expect(found === node || (path === "a.yaml" && String(same) === String([from, to]))).toBe(true);
    }
    expect(outline.at(text.length * 4)).toBeUndefined();
  });

  test.each(DOCUMENTS)("describes the xpath of a node: %s %s", (path, text) => {
    const outline = engine.outline(path, text);
    for (const node of nodes(outline)) {
      expect(engine.xpaths(path, text, node)?.plain).toBe(outline.xpath(node));
    }
    expect(engine.xpaths(path, text, outline.size)).toBeUndefined();
    expect(engine.xpaths(path, text, -1)).toBeUndefined();
    expect(engine.xpaths(path, text, 0.5)).toBeUndefined();
  });

  test("decodes bytes like a check", () => {
    const start = new TextEncoder().encode("<?xml version='1.0' encoding='gbk'?><A>");
    const bytes = new Uint8Array([...start, 0xb2, 0xc4, ...new TextEncoder().encode("</A>")]);
    const outline = engine.outline("a.xml", bytes);
    expect(outline.value(0)).toBe("材");
    expect(outline.text).toContain("<A>材</A>");
  });

  test("has the nodes before an error, and the error", () => {
    const outline = engine.outline("a.json", '{"a": 1,, ');
    expect(nodes(outline).map((node) => outline.name(node))).toEqual(["", "a"]);
    expect(outline.fault).toMatchObject({ code: "json-missing-key", path: "a.json", line: 1, column: 9 });
    expect(engine.outline("a.bin", "x").fault).toMatchObject({ code: "no-reader" });
    expect(engine.xpaths("a.json", '{"a": 1,, ', 1)).toMatchObject({ plain: "*/a", values: 0 });
  });

  test("finds the values of a trace by their positions", () => {
    const rule = { path: "r.yaml", text: "- { name: r, rpath: xml$, xpath: '*/I', condition: ['==', '2'] }" };
    const trace = engine.checker({ rules: [rule] }).trace("r", "a.xml", memory({ "a.xml": XML }));
    const outline = engine.outline("a.xml", XML);
    const values = trace.steps.find(({ kind }) => kind === "xpath")?.values ?? [];
    expect(values.map(({ offset = -1, end_offset }) => outline.at(offset, end_offset))).toEqual([2, 5]);
  });
});

describe("an exact extraction", () => {
  test("extracts only the value of its node", async () => {
    const text = JSON_TEXT.replace('"two words"', '"q": [{"id": "a", "v": 1}, {"id": "b", "v": 1}], "two words"');
    const outline = engine.outline("a.json", text);
    const extractions = nodes(outline).flatMap((node) => {
      const { exact, reason } = engine.xpaths("a.json", text, node) ?? {};
      expect(typeof (exact ?? reason)).toBe("string");
      return exact === undefined ? [] : [{ node, exact }];
    });
    expect(extractions.length).toBeGreaterThan(8);
    for (const { node, exact } of extractions) {
      const rule = { name: "r", rpath: "json$", xpath: exact, condition: ["Null collection"] };
      const checker = engine.checker({ rules: [{ path: "r.json", text: JSON.stringify([rule]) }] });
      const { findings, problems } = await checker.check(memory({ "a.json": text }));
      expect(problems).toEqual([]);
      expect(findings.map(({ offset }) => offset)).toEqual([outline.valueStarts[node]]);
    }
  });
});
