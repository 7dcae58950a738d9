/**
 * The cases of `tests/conformance/asset-lists.json` that are command lines: typed behind `assay bundler`, in a folder with
 * the lists that each names, and what is written is read by a reader that is not ours.
 */

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readAssetList } from "../asset-lists/object-stream.ts";
import { assay } from "./assay.ts";

/** An entry as the cases have it. */
interface Entry {
  path: string;
  hash: string;
  assetId?: string;
}

/** A case; only those with `cli` are ours. */
interface Vector {
  name: string;
  op: string;
  params: { argv: string[]; files: Record<string, string> };
  first: Entry[];
  second: Entry[];
  expect?: Entry[];
  expectError?: boolean;
}

const VECTORS: Vector[] = JSON.parse(
  readFileSync(new URL("../conformance/asset-lists.json", import.meta.url), "utf8"),
).filter(({ op }: Vector) => op === "cli");

test("there are cases", () => {
  expect(VECTORS.length).toBeGreaterThan(10);
});

for (const vector of VECTORS) {
  test(vector.name, async () => {
    const folder = mkdtempSync(join(tmpdir(), "assay-vector-"));
    try {
      for (const [file, list] of Object.entries(vector.params.files)) {
        writeFileSync(join(folder, file), textOf(list === "@first" ? vector.first : vector.second));
      }
      const { code, stdout } = await assay(["bundler", ...vector.params.argv], { cwd: folder });
      const written = join(folder, outputOf(vector));
      if (vector.expectError) {
        expect({ code, stdout }).toMatchObject({ code: 1, stdout: expect.stringContaining("[ERROR] - AssetBundler:") });
        expect(existsSync(written) && !(outputOf(vector) in vector.params.files)).toBe(false);
        return;
      }
      expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining("Save successful!") });
      const found = readAssetList(readFileSync(written, "utf8")).map(({ path, hash }) => ({ path, hash }));
      expect(sorted(found)).toEqual(sorted(vector.expect ?? []));
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
}

function textOf(entries: readonly Entry[]): string {
  return JSON.stringify({ assets: entries.map(({ path, hash, assetId }) => ({ path, hash, id: assetId })) });
}

/** The file that the last output is written to, which is for the platform `pc`. */
function outputOf({ params: { argv } }: Vector): string {
  const outputs = (argv[argv.indexOf("--output") + 1] ?? "").split(",");
  return (outputs.at(-1) ?? "").replace(/\.assetlist$/, "_pc.assetlist");
}

function sorted<T extends { path: string }>(entries: readonly T[]): { path: string; hash: unknown }[] {
  return entries
    .map((entry) => ({ path: entry.path, hash: (entry as { hash?: unknown }).hash }))
    .sort((one, other) => (one.path < other.path ? -1 : 1));
}
