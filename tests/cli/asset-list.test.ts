/**
 * Lists that are created from files: they do not depend on the number of threads, and an independent reader reads them.
 */

import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { readAssetList } from "../asset-lists/object-stream.ts";
import { assay } from "./assay.ts";

const MEDDLE = { NODE_OPTIONS: `--import=${new URL("preload/meddle.mjs", import.meta.url)}` };

/** Files of many sizes, in folders. For this number of files, more than one thread is started. */
const FILES: ReadonlyMap<string, Buffer> = new Map(
  Array.from({ length: 300 }, (_, number) => {
    const path = `Folder${number % 7}/asset & "${number}" <ä>.dds`;
    return [path, Buffer.alloc((number * number * 37) % 90_001, `${number} `)] as const;
  }),
);

async function withFiles<T>(work: (cwd: string) => Promise<T>, more: Record<string, string> = {}): Promise<T> {
  const cwd = mkdtempSync(join(tmpdir(), "assay-list-"));
  try {
    for (const [path, bytes] of [...FILES, ...Object.entries(more)]) {
      mkdirSync(dirname(join(cwd, "assets", path)), { recursive: true });
      writeFileSync(join(cwd, "assets", path), bytes);
    }
    return await work(cwd);
  } finally {
    rmSync(cwd, { recursive: true });
  }
}

function hashOf(bytes: Buffer): string {
  return bytes.length === 0 ? "0".repeat(40) : createHash("sha1").update(bytes).digest("hex");
}

describe("a list of 300 files", () => {
  test("does not depend on the number of threads, and contains the hashes of the files", async () => {
    await withFiles(async (cwd) => {
      const texts = await Promise.all(
        [1, 2, 8].map(async (jobs) => {
          const output = `list-${jobs}.assetlist`;
          const args = ["assetlist", "create", "--root", "assets", "-o", output, "--jobs", String(jobs)];
          expect(await assay(args, { cwd })).toEqual({ code: 0, stdout: "", stderr: `\`${output}\`: 300 assets\n` });
          return readFileSync(join(cwd, output), "utf8");
        }),
      );
      expect(new Set(texts).size).toBe(1);
      const entries = readAssetList(texts[0] ?? "");
      const expected = [...FILES.keys()].sort().map((path) => ({ path, hash: hashOf(FILES.get(path) as Buffer) }));
      expect(entries.map(({ path, hash }) => ({ path, hash }))).toEqual(expected);
      expect(new Set(entries.map(({ id }) => id)).size).toBe(300);
    });
  });

  test("is unchanged by both forms and every operation", async () => {
    await withFiles(async (cwd) => {
      const type = async (line: string) => expect(await assay(line.split(" "), { cwd })).toMatchObject({ code: 0 });
      await type("assetlist create --root assets --times -o all.json");
      await type("assetlist pattern *1*.dds all.json -o some.assetlist");
      await type("assetlist union some.assetlist all.json -o again.assetlist");
      await type("assetlist diff all.json again.assetlist");
      const { assets } = JSON.parse(readFileSync(join(cwd, "all.json"), "utf8"));
      const again = readAssetList(readFileSync(join(cwd, "again.assetlist"), "utf8"));
      expect(again).toEqual(assets);
    });
  });

  test("is not written if a thread ends unexpectedly", async () => {
    const more = { "ends-the-thread.xml": "<Model/>\n" };
    await withFiles(async (cwd) => {
      const args = ["assetlist", "create", "--root", "assets", "-o", "list.json", "--jobs", "2"];
      expect(await assay(args, { cwd, env: MEDDLE })).toEqual({
        code: 2,
        stdout: "",
        stderr: "error: a thread that hashes files ended with code 9\n",
      });
      expect(() => readFileSync(join(cwd, "list.json"))).toThrow("ENOENT");
    }, more);
  });
});

test("steps have the syntax of a shell, including spaces and quotes", async () => {
  await withFiles(async (cwd) => {
    const args = [
      "assetlist",
      "run",
      "--step",
      "pattern '*& \"1\" *' all.json -o $one",
      "--step",
      "delta $one all.json -o 'the rest.json'",
    ];
    await assay(["assetlist", "create", "--root", "assets", "-o", "all.json"], { cwd });
    expect(await assay(args, { cwd })).toEqual({ code: 0, stdout: "", stderr: "`the rest.json`: 299 assets\n" });
  });
});

describe("an invalid step is refused", () => {
  for (const [step, reason] of [
    ["", "begins with ``, which is not an operation"],
    ["delta a.json b.json", "has no output"],
    ["delta a.json b.json -o", "has no output"],
    ["delta a.json -o c.json", "has 1 argument after its operation, not 2"],
    ["delta a.json b.json c.json -o d.json", "has 3 arguments after its operation, not 2"],
    ["delta --regex a.json b.json -o c.json", "has `--regex` but no pattern"],
    ["delta --key id a.json b.json -o c.json", "has an unknown option `--key`"],
    ["delta a.json b.json -o c.json --output d.json", "has two outputs"],
    ['delta a.json b.json -o "c.json', 'has a quote " that is not closed'],
    ["delta a.json don't.json -o c.json", "has a quote ' that is not closed"],
    ['delta "a.json b.json" -o c.json', "has 1 argument after its operation, not 2"],
    ["count two a.json b.json -o c.json", "needs a whole number of at least 1 before its lists"],
    ["count 2 -o c.json", "needs a whole number of at least 1 before its lists"],
  ] as const) {
    test(step === "" ? "(empty)" : step, async () => {
      const { code, stdout, stderr } = await assay(["assetlist", "run", "--step", step]);
      expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
      expect(stderr).toContain(`error: the step \`${step}\` ${reason}\nhelp: a step is `);
    });
  }
});

test("the hash of a file of 512 MiB is the standard one, unlike in O3DE", async () => {
  await withFiles(async (cwd) => {
    // The file contains only zeros, which need no space on the disk. The hash was computed by `sha1sum` of the GNU core
    // utilities.
    writeFileSync(join(cwd, "large.bin"), "");
    truncateSync(join(cwd, "large.bin"), 1 << 29);
    const args = ["assetlist", "create", "--root", ".", "--seed", "large.bin", "--no-ids", "-o", "list.json"];
    expect(await assay(args, { cwd })).toMatchObject({ code: 0 });
    const { assets } = JSON.parse(readFileSync(join(cwd, "list.json"), "utf8"));
    expect(assets).toEqual([{ path: "large.bin", hash: "5b088492c9f4778f409b7ae61477dec124c99033" }]);
  });
});
