/** The files that an exported zip contains in addition to those of the project. */

import { expect, test } from "vitest";
import { entriesOf } from "./contents.ts";

const RULES = new Map([["r.yaml", ""]]);

/** Returns the names of the entries, and the command in the README. */
async function inside(files: Record<string, string>): Promise<{ names: string[]; typed: string | undefined }> {
  const entries = await entriesOf({ rules: RULES, files: new Map(Object.entries(files)) });
  const [, readme] = entries.find(([name]) => name === "README.md") ?? [];
  return { names: entries.map(([name]) => name), typed: /^assay .*$/m.exec(String(readme))?.[0] };
}

const ALONE = ["README.md", "assay.yaml", "rules/r.yaml"];

test.each([
  ["a configuration has the rules and files, so that the command needs no arguments", "", undefined],
  ["a configuration among the files without definitions has no effect", "ignore: ['*']\n", undefined],
  [
    "a configuration among the files with definitions is the only one",
    "definitions: {base: game}\n",
    "assay check --no-ignore --rules rules assets",
  ],
])("%s", async (_claim, config, typed = "assay check") => {
  const files: Record<string, string> = { "a.xml": "", ...(config !== "" && { "assay.yaml": config }) };
  const entries = Object.keys(files).map((path) => `assets/${path}`);
  const top = typed === "assay check" ? ALONE : ALONE.filter((path) => path !== "assay.yaml");
  expect(await inside(files)).toEqual({ names: [...top, ...entries], typed });
});
