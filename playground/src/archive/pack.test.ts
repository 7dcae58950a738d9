import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Entry, pack } from "./pack.ts";

const ENTRIES: readonly Entry[] = [
  ["rules/rules.yaml", "- name: a\n"],
  ["assets/Größe/漢字 – é.xml", "<A/>"],
  ["assets/mörtel.png", new Blob([Uint8Array.of(1, 2, 3)])],
];
const NAMES = ENTRIES.map(([path]) => path);

/** Whether a program is there to ask. */
function has(program: string, argument: string): boolean {
  return spawnSync(program, [argument], { stdio: "ignore" }).status === 0;
}

/** What Python finds in a zip: name, system, mode, whether the name is said to be UTF-8. */
const ASK = `
import json, sys, zipfile
found = zipfile.ZipFile(sys.argv[1])
assert found.testzip() is None
print(json.dumps([[i.filename, i.create_system, oct(i.external_attr >> 16), bool(i.flag_bits & 0x800)] for i in found.infolist()]))
`;

describe("a zip", () => {
  let folder = "";
  let zip = "";
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "assay-pack-"));
    zip = join(folder, "made.zip");
    writeFileSync(zip, new Uint8Array(await (await pack(ENTRIES, () => {})).arrayBuffer()));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test("says in each of its entries that Unix made it", () => {
    const bytes = readFileSync(zip);
    const entries = [...bytes.toString("latin1").matchAll(/PK\x01\x02/g)].map(({ index }) => index);
    expect(entries.map((at) => bytes.readUInt8(at + 5))).toEqual(NAMES.map(() => 3));
    expect(entries.map((at) => bytes.readUInt32LE(at + 38) >>> 16)).toEqual(NAMES.map(() => 0o100644));
  });

  test.skipIf(!has("unzip", "-v"))("comes out of Info-ZIP with the names that went in", () => {
    execFileSync("unzip", ["-q", zip, "-d", join(folder, "out")], { env: { ...process.env, LC_ALL: "C.UTF-8" } });
    for (const name of NAMES) {
      expect(readFileSync(join(folder, "out", name)).length).toBeGreaterThan(0);
    }
  });

  test.skipIf(!has("python3", "--version"))("is what Python takes for a zip of Unix, with names in UTF-8", () => {
    const told = JSON.parse(execFileSync("python3", ["-c", ASK, zip], { encoding: "utf8" }));
    const isAscii = (name: string) => /^[ -~]*$/.test(name);
    expect(told).toEqual(NAMES.map((name) => [name, 3, "0o100644", !isAscii(name)]));
  });
});
