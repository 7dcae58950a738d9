/** Reports on more findings than one wants as objects: those listed, all of them page by page, texts in portions. */

import { memory } from "assay";
import { describe, expect, test } from "vitest";
import { checkerOf, engine } from "./small.ts";

const RULES = "- { name: none, rpath: xml$, xpath: '*/B', condition: [Null collection] }\n";
const MANY = 6_000;
const SOURCE = memory({ "a.xml": `<A>${"<B>1</B>\n".repeat(MANY)}</A>`, "b.xml": "<A><B>2</B></A>" });

const whole = await checkerOf(RULES).check(SOURCE);
const short = await checkerOf(RULES).check(SOURCE, { mostFindings: 3 });
const decoder = new TextDecoder();

describe("a report on many findings", () => {
  test("lists as many as are asked for, and counts all of them", () => {
    expect([whole.findings.length, short.findings.length]).toEqual([MANY + 1, 3]);
    expect(short.findings).toEqual(whole.findings.slice(0, 3));
    expect(short.summary).toEqual(whole.summary);
    expect(short.summary.errors).toBe(MANY + 1);
  });

  test("gives all of them page by page", () => {
    const pages = [...engine.findings(short, 4_000)];
    expect(pages.map(({ length }) => length)).toEqual([4_000, 2001]);
    expect(pages.flat()).toEqual(whole.findings);
    const [first] = engine.findings(short, 2);
    expect(first).toEqual(whole.findings.slice(0, 2));
  });

  test("is rendered whole in portions, and as one string", () => {
    const portions = [...engine.renderPortions(short, "json")];
    expect(portions.length).toBeGreaterThan(3);
    const text = portions.map((portion) => decoder.decode(portion, { stream: true })).join("");
    expect(text === engine.render(whole, "json")).toBe(true);
    expect(JSON.parse(text).findings.length).toBe(MANY + 1);
    expect(() => [...engine.renderPortions(short, "word" as "text")]).toThrow(/unknown format/);
  });

  test("is read back in portions", () => {
    const read = engine.readReport(engine.renderPortions(short, "json"), { mostFindings: 1 });
    expect(read.findings).toEqual(whole.findings.slice(0, 1));
    expect(engine.render(read, "html") === engine.render(whole, "html")).toBe(true);
    const cut = [...engine.renderPortions(short, "json")].slice(0, 2);
    expect(() => engine.readReport(cut)).toThrow(expect.objectContaining({ code: "unknown-report" }));
  });

  test("refuses what is no number", async () => {
    const check = checkerOf(RULES).check(SOURCE, { mostFindings: "3" as unknown as number });
    await expect(check).rejects.toMatchObject({ code: "misuse" });
    expect(() => [...engine.findings(short, 0)]).toThrow(expect.objectContaining({ code: "misuse" }));
  });
});
