/**
 * Runs the cases of `tests/conformance/asset-lists.json` that are command lines after `assay bundler`, in a folder with
 * the lists that each case names. An independent reader reads the output.
 */

import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readAssetList } from "../asset-lists/object-stream.ts";
import { assay } from "./assay.ts";
import { changedFiles, readFolderState } from "./folder-state.ts";

/** An entry in the form of the cases. */
interface Entry {
  path: string;
  hash: string;
  assetId?: string;
}

/** A case. Only those with `cli` are run here. */
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

/** The beginning of AssetBundlerBatch's error message for each case that fails. `{}` represents the folder. */
const MISTAKES: Readonly<Record<string, string>> = {
  "cli-unknown-subcommand": "( intersectionCount ) is not a valid sub-command",
  "cli-too-few-first": 'Invalid command: The number of "--firstAssetFile" inputs ( 1 ) must match',
  "cli-too-few-second": 'Invalid command: The number of "--secondAssetFile" inputs ( 1 ) must match',
  "cli-too-few-outputs": 'Invalid command: The number of "--output" values ( 1 ) must match',
  "cli-pattern-count-mismatch": "Number of filePatternTypes ( 0 ) and filePatterns ( 1 ) must match.",
  "cli-pattern-surplus": "Number of provided file patterns exceeded",
  "cli-pattern-missing": "Number of file patterns comparisons exceeded",
  "cli-bad-type-number": "Invalid Comparison Type ( 6 )",
  "cli-intersectioncount-with-other": "Invalid arguement detected.",
  "cli-intersectioncount-in-series": "Compare operation of type ( intersectioncount ) cannot be combined",
  "cli-missing-file": "File ( {}/nope_pc.assetlist ) does not exists on disk.",
  "cli-output-exists": "Asset List file ( {}/b_pc.assetlist ) already exists, running this command would perform",
  "cli-unknown-flag": 'Invalid argument: "--frobnicate" is not a valid argument',
};

test("there are cases, and each one that fails has an error message", () => {
  expect(VECTORS.length).toBeGreaterThan(10);
  const mistaken = VECTORS.filter(({ expectError }) => expectError).map(({ name }) => name);
  expect(mistaken.sort()).toEqual(Object.keys(MISTAKES).sort());
});

for (const vector of VECTORS) {
  test(vector.name, async () => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), "assay-vector-")));
    try {
      for (const [file, list] of Object.entries(vector.params.files)) {
        writeFileSync(join(folder, file), textOf(list === "@first" ? vector.first : vector.second));
      }
      const before = readFolderState(folder);
      const { code, stdout } = await assay(["bundler", ...vector.params.argv], { cwd: folder });
      const written = changedFiles(folder, before);
      if (vector.expectError) {
        const message = `\n[ERROR] - AssetBundler:\n${MISTAKES[vector.name]?.replace("{}", folder)}`;
        expect({ code, stdout, written }).toEqual({ code: 1, stdout: expect.stringContaining(message), written: {} });
        return;
      }
      expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining("Save successful!") });
      expect(Object.keys(written)).toEqual([outputOf(vector)]);
      const found = readAssetList(written[outputOf(vector)] ?? "").map(({ path, hash }) => ({ path, hash }));
      expect(sorted(found)).toEqual(sorted(vector.expect ?? []));
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
}

function textOf(entries: readonly Entry[]): string {
  return JSON.stringify({ assets: entries.map(({ path, hash, assetId }) => ({ path, hash, id: assetId })) });
}

/** Returns the file to which the last output is written, which is for the platform `pc`. */
function outputOf({ params: { argv } }: Vector): string {
  const outputs = (argv[argv.indexOf("--output") + 1] ?? "").split(",");
  return (outputs.at(-1) ?? "").replace(/\.assetlist$/, "_pc.assetlist");
}

function sorted<T extends { path: string }>(entries: readonly T[]): { path: string; hash: unknown }[] {
  return entries
    .map((entry) => ({ path: entry.path, hash: (entry as { hash?: unknown }).hash }))
    .sort((one, other) => (one.path < other.path ? -1 : 1));
}
