/** Merges shards of a check that ran in different checkouts. */

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { assay } from "./assay.ts";

const folder = mkdtempSync(join(tmpdir(), "assay-elsewhere-"));
afterAll(() => rmSync(folder, { recursive: true }));

const RULES = `collections:
  names: {rpath: names\\.xml$, xpath: Names/Name}
rules:
  - {name: small, rpath: \\.xml$, xpath: Model/Faces, condition: ["<=", 50]}
  - {name: named, rpath: \\.xml$, xpath: Model/Name, condition: [Exist in, artfunc_names]}
  - {name: idle, rpath: \\.tga$, xpath: "{file.size}", condition: [">", 0]}
`;

/** Creates a checkout with the given rules. */
function checkout(name: string, rules = RULES): string {
  const cwd = join(folder, name);
  mkdirSync(join(cwd, "assets"), { recursive: true });
  mkdirSync(join(cwd, "rules"));
  writeFileSync(join(cwd, "assay.yaml"), "root: assets\nrules: rules\n");
  writeFileSync(join(cwd, "rules/r.yaml"), rules);
  writeFileSync(join(cwd, "assets/names.xml"), "<Names>");
  for (let number = 0; number < 8; number += 1) {
    writeFileSync(join(cwd, `assets/${number}.xml`), `<Model><Faces>${48 + number}</Faces><Name>a</Name></Model>`);
  }
  return cwd;
}

/** Runs a shard of a check of a checkout. `named` has absolute paths. */
async function part(cwd: string, shard: string, named: readonly string[]): Promise<string> {
  const file = join(folder, `${named.length}-${shard.replace("/", "-")}.json`);
  const ended = await assay(["check", "--shard", shard, "--format", `json=${file}`, ...named], { cwd });
  expect(ended).toMatchObject({ stdout: "", stderr: "" });
  return file;
}

describe("shards from different checkouts", () => {
  const [here, there] = [checkout("here"), checkout("further/there")];

  test.each([
    ["the configuration is found", () => []],
    ["the configuration is named", (cwd: string) => ["--config", join(cwd, "assay.yaml")]],
    ["rules and root are named", (cwd: string) => ["--rules", join(cwd, "rules"), join(cwd, "assets")]],
  ])("have the report of the whole check when they are merged: %s", async (_, named) => {
    const parts = [await part(here, "1/2", named(here)), await part(there, "2/2", named(there))];
    const merged = await assay(["report", "--merge", "--format", "json", ...parts], { cwd: folder });
    const whole = await assay(["check", "--format", "json", ...named(here)], { cwd: here });
    expect(merged.stdout).toBe(whole.stdout);
    expect(merged.code).toBe(whole.code);
  });

  test("are refused with the difference between them", async () => {
    const other = checkout("other", RULES.replace("50", "51"));
    const parts = [await part(here, "1/2", []), await part(other, "2/2", [])];
    const merged = await assay(["report", "--merge", ...parts], { cwd: folder });
    expect(merged.stderr).toContain(`\`${parts[0]}\` and \`${parts[1]}\` differ in rules`);
    writeFileSync(join(other, "rules/r.yaml"), readFileSync(join(here, "rules/r.yaml")));
    writeFileSync(join(other, "assay.yaml"), "root: assets\nrules: rules\nlimits: {depth: 9}\n");
    await part(other, "2/2", []);
    const again = await assay(["report", "--merge", ...parts], { cwd: folder });
    expect(again.stderr).toContain("differ in configuration");
  });
});
