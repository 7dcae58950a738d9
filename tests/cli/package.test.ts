/** Packages on the disk: creating and extracting them, and the files that an interruption leaves. */

import { randomBytes } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { describe, expect, test } from "vitest";
import { assay } from "./assay.ts";

const PRELOAD = `--import=${new URL("preload/outputs.mjs", import.meta.url)}`;

const MEANWHILE = `--import=${new URL("preload/meanwhile.mjs", import.meta.url)}`;

/** The exit code of a process with fewer calls. */
const NO_CALL = 99;

/** The exit code of a process that was killed. */
const KILLED = 137;

const PLACE = "assets/lamp/publish/model/rev001";

const META = JSON.stringify({
  data: { assetGroupPath: "assets/lamp", revisionGroupPath: "model", revision: 1 },
  dependency: [],
});

/** Files of a revision: long and short ones, in folders, with names of several scripts. */
const FILES: Record<string, string> = Object.fromEntries([
  ["scene.ma", "createNode mesh;\n".repeat(9000)],
  ["影/ランプ.txt", "shade"],
  ["empty.txt", ""],
  ...Array.from({ length: 30 }, (_, n) => [`textures/part ${n}/é${n}.txt`, `${n}`.repeat(n * 100)]),
]);

/** A minimum of files for all steps: in folders and not, in several parts, and empty. */
const FEW: Record<string, string> = { "scene.ma": "createNode mesh;\n".repeat(9000), "a/b.txt": "b", "empty.txt": "" };

/** Runs `work` in a new folder that contains the revision, and deletes the folder afterwards. */
async function withRevision<T>(work: (cwd: string) => Promise<T>, revision = FILES): Promise<T> {
  const cwd = mkdtempSync(join(tmpdir(), "assay-package-"));
  try {
    for (const [path, content] of Object.entries({ ...revision, "metadata.json": META })) {
      mkdirSync(dirname(join(cwd, "rev", path)), { recursive: true });
      writeFileSync(join(cwd, "rev", path), content);
    }
    return await work(cwd);
  } finally {
    rmSync(cwd, { recursive: true });
  }
}

/** Returns the files in a folder by path. */
function filesOf(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(paths.map((path) => [path.slice(folder.length + 1), readFileSync(path, "utf8")]));
}

/** Returns the files of a revision. */
function filesWithin(folder: string): Record<string, string> {
  const { "metadata.json": _, ...files } = filesOf(folder);
  return files;
}

/**
 * Returns the name of the revision at a path or in a folder next to it, or its files if it is not a complete revision.
 */
function stateOf(place: string, revisions: Record<string, Record<string, string>>): string {
  if (existsSync(place)) {
    const found = JSON.stringify(filesWithin(place));
    return Object.keys(revisions).find((name) => isDeepStrictEqual(JSON.parse(found), revisions[name])) ?? found;
  }
  const siblings = existsSync(dirname(place)) ? readdirSync(dirname(place)) : [];
  return siblings.some((name) => isDeepStrictEqual(filesWithin(join(dirname(place), name)), revisions.old))
    ? "moved"
    : "nothing";
}

async function run(cwd: string, args: string): Promise<void> {
  expect(await assay(args.split(" "), { cwd })).toEqual({ code: 0, stdout: "", stderr: "" });
}

test("a package that is created, extracted and created again has the same bytes", () =>
  withRevision(async (cwd) => {
    await run(cwd, "package create -q rev -o first.zip");
    await run(cwd, "package create -q rev -o second.zip");
    await run(cwd, "package check -q --strict first.zip");
    await run(cwd, "package extract -q first.zip --root .");
    const { "metadata.json": metadata, ...files } = filesOf(join(cwd, PLACE));
    expect(files).toEqual(FILES);
    expect(JSON.parse(metadata ?? "").revisionFiles).toHaveLength(Object.keys(FILES).length);
    await run(cwd, `package create -q ${PLACE} -o third.zip`);
    const bytes = (name: string) => readFileSync(join(cwd, name));
    expect(bytes("second.zip").equals(bytes("first.zip"))).toBe(true);
    expect(bytes("third.zip").equals(bytes("first.zip"))).toBe(true);
  }));

test(
  "a package with any damaged byte is refused without writing files, or extracted with its original files",
  () =>
    withRevision(async (cwd) => {
      await run(cwd, "package create -q rev -o good.zip");
      const valid = readFileSync(join(cwd, "good.zip"));
      const files = filesWithin(join(cwd, "rev"));
      const damaged = (name: string, change: (bytes: Buffer) => Buffer) => ({
        name,
        bytes: change(Buffer.from(valid)),
      });
      const STEP = 37;
      const flipped = Array.from({ length: Math.floor(valid.length / STEP) }, (_, n) =>
        damaged(`byte ${n * STEP}`, (bytes) => {
          bytes.writeUInt8(bytes.readUInt8(n * STEP) ^ (1 << (n % 8)), n * STEP);
          return bytes;
        }),
      );
      const cut = [1, 22, 100, valid.length - 30].map((length) =>
        damaged(`-${length}`, (bytes) => bytes.subarray(0, -length)),
      );
      const count = { refused: 0, extracted: 0 };
      for (const { name, bytes } of [...flipped, ...cut, damaged("twice", (bytes) => Buffer.concat([bytes, bytes]))]) {
        writeFileSync(join(cwd, "bad.zip"), bytes);
        const { code, stderr } = await assay("package extract -q bad.zip --root .".split(" "), { cwd });
        if (code === 0) {
          expect({ name, files: filesWithin(join(cwd, PLACE)) }).toEqual({ name, files });
          count.extracted += 1;
        } else {
          expect({ name, code, exists: existsSync(join(cwd, "assets")) }).toEqual({ name, code: 1, exists: false });
          expect(stderr).not.toContain("internal error");
          count.refused += 1;
        }
        rmSync(join(cwd, "assets"), { recursive: true, force: true });
      }
      // Only the times and the creator in an archive are not verified.
      expect(count.refused).toBeGreaterThan(20);
      expect(count.extracted).toBeGreaterThan(0);
    }, FEW),
  120_000,
);

/** Yields pseudorandom numbers that depend only on the seed. */
function* randomNumbers(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state >>> 8;
  }
}

/** Returns a random revision: files in folders, with names in several scripts, with noise, with words or empty. */
function revisionOf(seed: number): Record<string, string> {
  const numbers = randomNumbers(seed);
  const below = (end: number) => numbers.next().value % end;
  const part = () => ["tex", "影", "ランプ", "a b", "é", "x-1", "v1.2", "lamp"][below(8)] ?? "";
  const content = () =>
    ["", "word ".repeat(below(4000)), String.fromCharCode(...Array.from({ length: below(3000) }, () => below(0xd800)))][
      below(3)
    ] ?? "";
  const paths = Array.from({ length: below(12) }, (_, n) =>
    [...Array.from({ length: below(4) }, part), `${part()}${n}.txt`].join("/"),
  );
  return Object.fromEntries(paths.map((path) => [path, content()]));
}

test.each(Array.from({ length: 12 }, (_, at) => at + 1))(
  "a package of any revision is valid, and is extracted unchanged: seed %i",
  (seed) => {
    const revision = revisionOf(seed);
    return withRevision(async (cwd) => {
      await assay("package create -q rev -o lamp.zip".split(" "), { cwd });
      await run(cwd, "package check -q --strict lamp.zip");
      await run(cwd, "package extract -q --jobs=1 lamp.zip --root .");
      expect(filesWithin(join(cwd, PLACE))).toEqual(revision);
    }, revision);
  },
);

test.skipIf(process.platform !== "linux")("a file whose name is not UTF-8 is refused", () =>
  withRevision(async (cwd) => {
    writeFileSync(Buffer.concat([Buffer.from(`${cwd}/rev/`), Buffer.from([0xff]), Buffer.from(".txt")]), "x");
    const { code, stderr } = await assay("package create rev -o lamp.zip".split(" "), { cwd });
    const message =
      "error: the name of `rev/\ufffd.txt` is not UTF-8\nhelp: rename it: names in a package must be valid on every system\n";
    expect({ code, stderr, left: readdirSync(cwd) }).toEqual({ code: 2, stderr: message, left: ["rev"] });
  }, FEW),
);

test("several threads report the same problems as one", () =>
  withRevision(async (cwd) => {
    await run(cwd, "package create -q rev -o good.zip");
    const bytes = readFileSync(join(cwd, "good.zip"));
    bytes.writeUInt8(bytes.readUInt8(100) ^ 1, 100);
    writeFileSync(join(cwd, "bad.zip"), bytes);
    const found = (jobs: number) => assay(["package", "check", `--jobs=${jobs}`, "bad.zip"], { cwd });
    const one = await found(1);
    expect(one.code).toBe(1);
    expect(await found(4)).toEqual(one);
  }));

test("several threads create the same bytes as one", () =>
  withRevision(async (cwd) => {
    // Noise is stored. Zeros are stored too, because their ratio would look like an attack.
    for (const [name, bytes] of Object.entries({
      "noise.bin": randomBytes(3 << 20),
      "text.txt": Buffer.from(randomBytes(1 << 20).toString("hex")),
      "zeros.bin": Buffer.alloc(2 << 20),
    })) {
      writeFileSync(join(cwd, "rev", name), bytes);
    }
    await run(cwd, "package create -q --jobs=1 rev -o one.zip");
    await run(cwd, "package create -q --jobs=4 rev -o four.zip");
    await run(cwd, "package check -q --strict four.zip");
    expect(readFileSync(join(cwd, "four.zip")).equals(readFileSync(join(cwd, "one.zip")))).toBe(true);
  }));

test("with --remap, text files contain the new paths of files, and nothing else is changed", () =>
  withRevision(async (cwd) => {
    const scene = `file "D:/game//scene.ma";\nfile "d:\\\\Game\\\\tex\\\\a.jpg";\nfile "D:/game/scene.mab";\n`;
    const binary = Buffer.concat([Buffer.from("D:/game/scene.ma"), Buffer.from([0, 0xff])]);
    const files = { "a.jpg": binary, "b.ma": binary, "notes.txt": scene, "scene.ma": scene };
    rmSync(join(cwd, "rev"), { recursive: true });
    mkdirSync(join(cwd, "rev"));
    for (const [path, content] of Object.entries(files)) {
      writeFileSync(join(cwd, "rev", path), content);
    }
    const revisionFiles = [
      { path: "scene.ma", srcPath: "D:/game/scene.ma" },
      { path: "a.jpg", srcPath: "D:\\game\\tex\\a.jpg" },
    ];
    writeFileSync(join(cwd, "meta.json"), JSON.stringify({ ...JSON.parse(META), revisionFiles }));
    await run(cwd, "package create -q rev --meta meta.json -o lamp.zip");
    const { code, stdout, stderr } = await assay("package extract -q --remap lamp.zip --root .".split(" "), { cwd });
    const place = join(realpathSync(cwd), PLACE);
    expect({ code, stdout, stderr }).toEqual({
      code: 0,
      stdout: `scene.ma:1: \`D:/game//scene.ma\` is now \`${place}/scene.ma\`
scene.ma:2: \`d:\\\\Game\\\\tex\\\\a.jpg\` is now \`${place}/a.jpg\`
`,
      stderr: `warning: \`b.ma\` is not UTF-8; its paths are not changed
warning: \`scene.ma:3\`: a path in the original folders is not replaced, because no \`srcPath\` lists it
`,
    });
    const read = (path: string) => readFileSync(join(place, path));
    expect(read("scene.ma").toString()).toBe(
      `file "${place}/scene.ma";\nfile "${place}/a.jpg";\nfile "D:/game/scene.mab";\n`,
    );
    expect([read("a.jpg").equals(binary), read("b.ma").equals(binary), `${read("notes.txt")}`]).toEqual([
      true,
      true,
      scene,
    ]);
    expect(read("metadata.json").toString()).toContain("D:/game/scene.ma");
  }));

test("changed paths are printed without control characters", () =>
  withRevision(async (cwd) => {
    const from = "D:/g/\u001b[31mred\r.ma";
    writeFileSync(join(cwd, "rev", "scene.ma"), `file "${from}";\n`);
    const revisionFiles = [{ path: "scene.ma", srcPath: from }];
    writeFileSync(join(cwd, "rev", "metadata.json"), JSON.stringify({ ...JSON.parse(META), revisionFiles }));
    await run(cwd, "package create -q rev -o lamp.zip");
    const { stdout } = await assay("package extract -q --remap lamp.zip --root .".split(" "), { cwd });
    const place = join(realpathSync(cwd), PLACE);
    expect(stdout).toBe(`scene.ma:1: \`D:/g/\\u{1b}[31mred\\u{d}.ma\` is now \`${place}/scene.ma\`\n`);
  }, FEW));

test("a text file is read in parts, and a path at the end of a part is found", () =>
  withRevision(async (cwd) => {
    const part = 4 << 20;
    const long = `${" ".repeat(part - 8)}D:/g/a.ma;\n`.repeat(3);
    writeFileSync(join(cwd, "rev", "scene.ma"), long);
    const revisionFiles = [{ path: "scene.ma", srcPath: "D:/g/a.ma" }];
    writeFileSync(join(cwd, "rev", "metadata.json"), JSON.stringify({ ...JSON.parse(META), revisionFiles }));
    await run(cwd, "package create -q rev -o lamp.zip");
    await assay("package extract -q --remap --limit ratio=9999 lamp.zip --root .".split(" "), { cwd });
    const place = join(realpathSync(cwd), PLACE);
    expect(readFileSync(join(place, "scene.ma"), "utf8")).toBe(long.replaceAll("D:/g/a.ma", `${place}/scene.ma`));
  }, FEW));

describe("a folder that is created while a package is extracted to it", () => {
  const args = (more: string) => `package extract -q ${more} lamp.zip --root .`.split(" ");
  const withOther = (work: (cwd: string, env: Record<string, string>) => Promise<void>) =>
    withRevision(async (cwd) => {
      await run(cwd, "package create -q rev -o lamp.zip");
      mkdirSync(join(cwd, "other"));
      writeFileSync(join(cwd, "other", "other.txt"), "other");
      await work(cwd, { NODE_OPTIONS: MEANWHILE, ASSAY_COMES: join(cwd, "other") });
    }, FEW);
  const siblings = (cwd: string) => readdirSync(join(cwd, PLACE, ".."));

  test("is not changed", () =>
    withOther(async (cwd, env) => {
      expect(await assay(args("--jobs=1"), { cwd, env })).toEqual({
        code: 2,
        stdout: "",
        stderr: `error: \`${PLACE}\` exists already\nhelp: to replace it with all its files: --force\n`,
      });
      expect(filesOf(join(cwd, PLACE))).toEqual({ "other.txt": "other" });
      expect(siblings(cwd)).toEqual(["rev001"]);
    }));

  test("is replaced with --force", () =>
    withOther(async (cwd, env) => {
      expect(await assay(args("--force"), { cwd, env })).toEqual({ code: 0, stdout: "", stderr: "" });
      expect(filesWithin(join(cwd, PLACE))).toEqual(FEW);
      expect(siblings(cwd)).toEqual(["rev001"]);
    }));

  test("is replaced even if the old revision cannot be deleted, with a warning", () =>
    withOther(async (cwd) => {
      mkdirSync(join(cwd, PLACE), { recursive: true });
      writeFileSync(join(cwd, PLACE, "old.txt"), "old");
      const env = { NODE_OPTIONS: MEANWHILE, ASSAY_KEEPS: "1" };
      const { code, stderr } = await assay(args("--force"), { cwd, env });
      const old = siblings(cwd).find((name) => name !== "rev001") ?? "";
      const path = join(realpathSync(cwd), PLACE, "..", old);
      expect({ code, stderr }).toEqual({
        code: 0,
        stderr: `warning: the old revision was replaced, but \`${path}\` cannot be deleted: the operation is not permitted\n`,
      });
      expect(filesWithin(join(cwd, PLACE))).toEqual(FEW);
      expect(filesOf(path)).toEqual({ "old.txt": "old" });
    }));
});

test("a published revision, which is read-only, is replaced completely with --force", () =>
  withRevision(async (cwd) => {
    chmodSync(cwd, 0o777);
    await run(cwd, "package create -q rev -o lamp.zip");
    chmodSync(join(cwd, "lamp.zip"), 0o444);
    const args = "package extract -q lamp.zip --root . --force".split(" ");
    const done = { code: 0, stdout: "", stderr: "" };
    expect(await assay(args, { cwd, unprivileged: true })).toEqual(done);
    for (const path of ["", "a", "a/b.txt"]) {
      chmodSync(join(cwd, PLACE, path), 0o555);
    }
    expect(await assay(args, { cwd, unprivileged: true })).toEqual(done);
    expect(filesWithin(join(cwd, PLACE))).toEqual(FEW);
    expect(readdirSync(join(cwd, PLACE, ".."))).toEqual(["rev001"]);
  }, FEW));

test("a file that is too large for an archive is refused before it is read", () =>
  withRevision(async (cwd) => {
    truncateSync(join(cwd, "rev", "scene.ma"), 2 ** 32 - 1);
    const { code, stderr } = await assay("package create rev -o lamp.zip".split(" "), { cwd });
    const message = "error: `rev/scene.ma` is too large for a package: expected less than 4 GiB\n";
    expect({ code, stderr, left: readdirSync(cwd) }).toEqual({ code: 2, stderr: message, left: ["rev"] });
  }, FEW));

describe("a package whose extraction is killed", () => {
  for (const force of [false, true]) {
    test(
      `is complete or missing, at each call that writes${force ? ", and is replaced completely" : ""}`,
      () =>
        withRevision(async (cwd) => {
          await run(cwd, "package create -q rev -o lamp.zip");
          writeFileSync(join(cwd, "rev", "empty.txt"), "not any more");
          await run(cwd, "package create -q rev -o new.zip");
          const files = filesWithin(join(cwd, "rev"));
          const states = new Set<string>();
          for (let at = 1, code = KILLED; code === KILLED; at += 1) {
            if (force) {
              await run(cwd, "package extract -q lamp.zip --root .");
            }
            const env = {
              NODE_OPTIONS: PRELOAD,
              ASSAY_AT: String(at),
              ASSAY_DO: "SIGKILL",
              ASSAY_ALSO: "mkdirSync,rmSync",
            };
            const args = [
              "package",
              "extract",
              "-q",
              "--jobs=1",
              ...(force ? ["--force"] : []),
              "new.zip",
              "--root",
              ".",
            ];
            ({ code } = await assay(args, { cwd, env }));
            expect([KILLED, NO_CALL]).toContain(code);
            states.add(`${code === KILLED} ${stateOf(join(cwd, PLACE), { old: FEW, new: files })}`);
            rmSync(join(cwd, "assets"), { recursive: true, force: true });
          }
          // If nothing is replaced, the last call after the rename deletes the temporary folder.
          const expected = ["false new", "true new", ...(force ? ["true old", "true moved"] : ["true nothing"])];
          expect([...states].sort()).toEqual(expected.sort());
        }, FEW),
      300_000,
    );
  }

  for (const [signal, code] of [
    ["SIGINT", 130],
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ] as const) {
    test(`leaves no files after ${signal}`, () =>
      withRevision(async (cwd) => {
        await run(cwd, "package create -q rev -o lamp.zip");
        for (const at of [1, 2, 20, 90]) {
          const env = { NODE_OPTIONS: PRELOAD, ASSAY_AT: String(at), ASSAY_DO: signal };
          const ended = await assay(["package", "extract", "lamp.zip", "--root", "."], { cwd, env });
          expect({ at, code: ended.code, left: existsSync(join(cwd, "assets")) }).toEqual({ at, code, left: false });
        }
      }));
  }

  test("leaves a folder, about which the next run warns", () =>
    withRevision(async (cwd) => {
      await run(cwd, "package create -q rev -o lamp.zip");
      const env = { NODE_OPTIONS: PRELOAD, ASSAY_AT: "20", ASSAY_DO: "SIGKILL" };
      const args = ["package", "extract", "-q", "lamp.zip", "--root", "."];
      expect((await assay(args, { cwd, env })).code).toBe(KILLED);
      const [left] = readdirSync(join(cwd, PLACE, ".."));
      const { code, stderr } = await assay(args, { cwd });
      expect(code).toBe(0);
      const warning = `warning: \`assets/lamp/publish/model/${left}\` remains from another run: delete it, unless a run is in progress or you still need the revision in it\n`;
      expect(stderr).toBe(warning);
      expect(readdirSync(join(cwd, PLACE, "..")).sort()).toEqual([left, "rev001"].sort());
    }));

  test("leaves no files if the disk is full", () =>
    withRevision(async (cwd) => {
      await run(cwd, "package create -q rev -o lamp.zip");
      for (const at of [1, 2, 3, 50, 80]) {
        const env = { NODE_OPTIONS: PRELOAD, ASSAY_AT: String(at), ASSAY_DO: "ENOSPC" };
        const { code, stderr } = await assay(["package", "extract", "lamp.zip", "--root", "."], { cwd, env });
        expect({ code, isReported: stderr.includes("the disk is full") }).toEqual({ code: 2, isReported: true });
        expect(existsSync(join(cwd, "assets"))).toBe(false);
      }
    }));
});
