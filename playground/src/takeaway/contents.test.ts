/** What lies in a zip beside the files of the project. */

import { expect, test } from "vitest";
import { entriesOf } from "./contents.ts";

const RULES = new Map([["r.yaml", ""]]);

/** The names of the entries, and what people are told to type. */
function inside(files: Record<string, string>): { names: string[]; typed: string | undefined } {
  const entries = entriesOf({ rules: RULES, files: new Map(Object.entries(files)) });
  const [, readme] = entries.find(([name]) => name === "README.md") ?? [];
  return { names: entries.map(([name]) => name), typed: /^assay .*$/m.exec(String(readme))?.[0] };
}

test("a configuration says what is checked by which rules, so that nothing else is to be typed", () => {
  const { names, typed } = inside({ "a.xml": "" });
  expect(names).toEqual(["README.md", "assay.yaml", "rules/r.yaml", "assets/a.xml"]);
  expect(typed).toBe("assay check");
});

test("there is none where one is among the files, which counts only as long as there is no other", () => {
  const { names, typed } = inside({ "assay.yaml": "definitions: {base: game}\n" });
  expect(names).toEqual(["README.md", "rules/r.yaml", "assets/assay.yaml"]);
  expect(typed).toBe("assay check --rules rules assets");
});
