/**
 * Errors and interruptions while files are written: each file has its old or its new content, usually all of them the
 * same.
 */

import { execFile, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ASSAY, assay, type Ended } from "./assay.ts";

const PRELOAD = `--import=${new URL("preload/outputs.mjs", import.meta.url)}`;

/** The exit code of a process with fewer calls. */
const NO_CALL = 99;

const OLD = "old\n";
const OUTPUTS = ["all.json", "new.assetlist"] as const;

/** Two lists from two lists, over existing files. */
const RUN = [
  "assetlist",
  "run",
  "--force",
  "--quiet",
  ...["--step", "delta v1.json v2.json -o new.assetlist"],
  ...["--step", "union v1.json v2.json -o all.json"],
];

function listOf(from: number, to: number): string {
  const assets = [];
  for (let number = from; number < to; number += 1) {
    assets.push({ path: `asset-${number}.dds`, hash: number.toString(16).padStart(40, "0") });
  }
  return JSON.stringify({ assets });
}

/** Runs the command in a new folder. Returns its result and the files in the folder, except its inputs. */
async function runInFolder(
  work: (cwd: string) => Promise<Ended>,
): Promise<{ end: Ended; files: Record<string, string> }> {
  const cwd = mkdtempSync(join(tmpdir(), "assay-outputs-"));
  try {
    writeFileSync(join(cwd, "v1.json"), listOf(0, 60));
    writeFileSync(join(cwd, "v2.json"), listOf(30, 90));
    for (const output of OUTPUTS) {
      writeFileSync(join(cwd, output), OLD);
    }
    const end = await work(cwd);
    const names = readdirSync(cwd).filter((name) => !/^v\d\.json$/.test(name));
    const text = (path: string) => (statSync(path).isDirectory() ? "(folder)" : readFileSync(path, "utf8"));
    return { end, files: Object.fromEntries(names.map((name) => [name, text(join(cwd, name))])) };
  } finally {
    rmSync(cwd, { recursive: true });
  }
}

function runWithFault(at: number, fault: string): Promise<{ end: Ended; files: Record<string, string> }> {
  const env = { NODE_OPTIONS: PRELOAD, ASSAY_AT: String(at), ASSAY_DO: fault };
  return runInFolder((cwd) => assay(RUN, { cwd, env }));
}

const complete = runInFolder((cwd) => assay(RUN, { cwd })).then(({ end, files }) => {
  expect(end).toEqual({ code: 0, stdout: "", stderr: "" });
  expect(Object.keys(files)).toEqual(OUTPUTS);
  return files;
});

/** Returns the result and the files for a fault at each call that writes files. */
async function atEachCall(fault: string): Promise<{ end: Ended; files: Record<string, string> }[]> {
  const outcomes = [];
  for (let at = 1; ; at += 1) {
    const { end, files } = await runWithFault(at, fault);
    if (end.code === NO_CALL) {
      expect(files).toEqual(await complete);
      // Both files are opened, written, flushed, stored and moved to their places.
      expect(outcomes).toHaveLength(10);
      return outcomes;
    }
    outcomes.push({ end, files });
  }
}

const OLD_FILES = Object.fromEntries(OUTPUTS.map((name) => [name, OLD]));

describe("at each call that writes files,", () => {
  test("a process that is killed leaves complete files", async () => {
    const expected = await complete;
    for (const { end, files } of await atEachCall("SIGKILL")) {
      expect(end.code).toBe(137);
      for (const name of OUTPUTS) {
        expect([OLD, expected[name]]).toContain(files[name]);
      }
    }
  });

  test("a process that is asked to end leaves all files unchanged, or all complete", async () => {
    const outcomes = await atEachCall("SIGTERM");
    for (const { end, files } of outcomes) {
      expect(files).toEqual(end.code === 0 ? await complete : OLD_FILES);
    }
    expect(new Set(outcomes.map(({ end }) => end.code))).toEqual(new Set([143, 0]));
  });

  for (const [error, reason] of [
    ["ENOSPC", "the disk is full"],
    ["EIO", "the disk reports an error"],
  ] as const) {
    test(`${error} leaves all files unchanged, unless it can be avoided`, async () => {
      const outcomes = await atEachCall(error);
      for (const { end, files } of outcomes) {
        expect(files).toEqual(end.code === 0 ? await complete : OLD_FILES);
        if (end.code !== 0) {
          const message = new RegExp(`^error: \`[^\`]+\` cannot be written: ${reason}\n$`);
          expect(end).toEqual({ code: 2, stdout: "", stderr: expect.stringMatching(message) });
        }
      }
      // A file for which a hard link cannot be created is copied.
      expect(outcomes.filter(({ end }) => end.code === 0)).toHaveLength(2);
    });
  }
});

describe("`init`", () => {
  /** Returns the result of `init` and the files for a fault at a call that writes. */
  const initWithFault = (at: number, fault: string) => {
    const env = { NODE_OPTIONS: PRELOAD, ASSAY_AT: String(at), ASSAY_DO: fault };
    return runInFolder((cwd) => assay(["init", "."], { cwd, env }));
  };

  test.each([
    ["ENOSPC", [2]],
    ["SIGTERM", [143, 0]],
  ])("writes all files or none, and does not prevent the next attempt: %s", async (fault, codes) => {
    const exitCodes = new Set<number>();
    // Both files are opened, written, flushed and moved to their places.
    for (let at = 1; at <= 8; at += 1) {
      const { end, files } = await initWithFault(at, fault);
      exitCodes.add(end.code);
      expect(Object.keys(files)).toEqual(end.code === 0 ? [...OUTPUTS, "assay.yaml", "rules"].sort() : OUTPUTS);
    }
    expect([...exitCodes]).toEqual(codes);
    expect((await initWithFault(9, fault)).end.code).toBe(NO_CALL);
  });
});

test("a parent folder that cannot be accessed is reported", async () => {
  // As for a user who may access a folder, but not its parent.
  const env = { NODE_OPTIONS: `--import=${new URL("preload/locked.mjs", import.meta.url)}` };
  const { end } = await runInFolder((cwd) => assay(["config"], { cwd, env }));
  expect(end).toMatchObject({ code: 2, stdout: "" });
  expect(end.stderr).toMatch(
    /^error: the configuration `[^`]+assay\.yaml` cannot be accessed: permission denied\nhelp: .*--config FILE\n$/,
  );
});

/** Mounts a small disk at the folder `$1`, visible to this process only, if the system allows that. */
const SMALL_DISK = ["unshare", "-rm", "sh", "-c"];
const MOUNT = 'mount -t tmpfs -o size=64k tmpfs "$1"';
const hasSmallDisk = spawnSync("sh", ["-c", 'exec "$@"', "sh", ...SMALL_DISK, MOUNT, "sh", tmpdir()]).status === 0;

test.runIf(hasSmallDisk)("a full disk leaves all files unchanged, and is reported", async () => {
  // The content of the folder is printed after the output of the program, because the disk ends with the process.
  const line = `cp "$1"/* "$2" && ${MOUNT} && cp "$2"/* "$1" && cd "$1" && shift 2 &&
    { "$@"; code=$?; ls -A; cat new.assetlist all.json; exit $code; }`;
  const { end } = await runInFolder((cwd) => {
    const copies = mkdtempSync(join(tmpdir(), "assay-copies-"));
    return new Promise((resolve) => {
      const [program = "", ...args] = [...SMALL_DISK, line, "sh", cwd, copies, process.execPath, ASSAY, ...RUN];
      execFile(program, args, (error, stdout, stderr) => {
        rmSync(copies, { recursive: true });
        resolve({ code: typeof error?.code === "number" ? error.code : 0, stdout, stderr });
      });
    });
  });
  const files = ["all.json", "new.assetlist", "v1.json", "v2.json"].join("\n");
  expect(end).toEqual({
    code: 2,
    stdout: `${files}\n${OLD}${OLD}`,
    stderr: "error: `new.assetlist` cannot be written: the disk is full\n",
  });
});

test.runIf(hasSmallDisk)("a baseline that does not fit on the disk is unchanged, and hides no findings", async () => {
  const cwd = mkdtempSync(join(tmpdir(), "assay-outputs-"));
  const old = '{"version": 1, "findings": []}\n';
  writeFileSync(join(cwd, "rules.yaml"), '- { name: small, rpath: xml$, xpath: A, condition: ["<=", 3] }\n');
  mkdirSync(join(cwd, "assets"));
  writeFileSync(join(cwd, "assets/a.xml"), "<A>4</A>\n");
  writeFileSync(join(cwd, "known.json"), old);
  mkdirSync(join(cwd, "disk"));
  const line = `${MOUNT} && cp known.json disk && { dd if=/dev/zero of=disk/fill bs=4k 2>/dev/null; shift
    "$@"; code=$?; ls -A disk; cat disk/known.json; exit $code; }`;
  const check = ["check", "--rules", "rules.yaml", "--baseline", "disk/known.json", "--update-baseline", "assets"];
  const end = await new Promise((resolve) => {
    const [program = "", ...args] = [...SMALL_DISK, line, "sh", join(cwd, "disk"), process.execPath, ASSAY, ...check];
    execFile(program, args, { cwd }, (error, stdout, stderr) => resolve({ code: error?.code, stdout, stderr }));
  });
  rmSync(cwd, { recursive: true });
  expect(end).toEqual({
    code: 2,
    stdout: expect.stringMatching(/`4` is not <= 3[\s\S]*1 error in 1 file\nfill\nknown\.json\n/),
    stderr: expect.stringMatching(/^error: `disk\/known\.json` cannot be written: the disk is full\nhelp: .*\n$/),
  });
  expect(end).toMatchObject({ stdout: expect.stringMatching(/\{"version": 1, "findings": \[\]\}\n$/) });
});

test("a file that exceeds the size limit is reported and removed", async () => {
  const line = `ulimit -f 1 && exec "${process.execPath}" "${ASSAY}" "$@"`;
  const { end, files } = await runInFolder((cwd) => {
    return new Promise((resolve) => {
      execFile(
        "sh",
        ["-c", line, "sh", ...RUN],
        { cwd, env: { PATH: process.env.PATH ?? "" } },
        (error, stdout, stderr) => {
          resolve({ code: typeof error?.code === "number" ? error.code : 0, stdout, stderr });
        },
      );
    });
  });
  expect(end).toEqual({
    code: 2,
    stdout: "",
    stderr: "error: `new.assetlist` cannot be written: it is too large for the file system\n",
  });
  expect(files).toEqual(OLD_FILES);
});
