/** Reports with very many findings: limiting the list, reading it in pages, and rendering in portions. */

import { memory } from "assay";
import { describe, expect, test } from "vitest";
import { checkerOf, engine } from "./small.ts";

const RULES = "- { name: none, rpath: xml$, xpath: '*/B', condition: [Null collection] }\n";
const MANY = 6_000;
const SOURCE = memory({ "a.xml": `<A>${"<B>1</B>\n".repeat(MANY)}</A>`, "b.xml": "<A><B>2</B></A>" });

const complete = await checkerOf(RULES).check(SOURCE);
const limited = await checkerOf(RULES).check(SOURCE, { mostFindings: 3 });
const decoder = new TextDecoder();

describe("a report on many findings", () => {
  test("lists at most the requested number of findings, and counts all of them", () => {
    expect([complete.findings.length, limited.findings.length]).toEqual([MANY + 1, 3]);
    expect(limited.findings).toEqual(complete.findings.slice(0, 3));
    expect(limited.summary).toEqual(complete.summary);
    expect(limited.summary.errors).toBe(MANY + 1);
  });

  test("returns all findings in pages", () => {
    const pages = [...engine.findings(limited, 4_000)];
    expect(pages.map(({ length }) => length)).toEqual([4_000, 2001]);
    expect(pages.flat()).toEqual(complete.findings);
    const [first] = engine.findings(limited, 2);
    expect(first).toEqual(complete.findings.slice(0, 2));
  });

  test("is rendered completely in portions and as one string", () => {
    const portions = [...engine.renderPortions(limited, "json")];
    expect(portions.length).toBeGreaterThan(3);
    const text = portions.map((portion) => decoder.decode(portion, { stream: true })).join("");
    expect(text === engine.render(complete, "json")).toBe(true);
    expect(JSON.parse(text).findings.length).toBe(MANY + 1);
    expect(() => [...engine.renderPortions(limited, "word" as "text")]).toThrow(/unknown format/);
  });

  test("is read in portions", () => {
    const read = engine.readReport(engine.renderPortions(limited, "json"), { mostFindings: 1 });
    expect(read.findings).toEqual(complete.findings.slice(0, 1));
    expect(engine.render(read, "html") === engine.render(complete, "html")).toBe(true);
    const cut = [...engine.renderPortions(limited, "json")].slice(0, 2);
    expect(() => engine.readReport(cut)).toThrow(expect.objectContaining({ code: "unknown-report" }));
  });

  test("refuses invalid numbers", async () => {
    const check = checkerOf(RULES).check(SOURCE, { mostFindings: "3" as unknown as number });
    await expect(check).rejects.toMatchObject({ code: "misuse" });
    expect(() => [...engine.findings(limited, 0)]).toThrow(expect.objectContaining({ code: "misuse" }));
  });
});
