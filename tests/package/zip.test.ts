/** A zip as a source: its members are checked, and its errors are reported. */

import { type AsyncSource, files, type ZipLimits, zip } from "assay";
import { strToU8, zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { check, checkerOf, found, RULES } from "./small.ts";

/** Returns a zip of text files. */
function zipOf(texts: Record<string, string>, level: 0 | 6 = 6): Uint8Array {
  return zipSync(Object.fromEntries(Object.entries(texts).map(([path, text]) => [path, [strToU8(text), { level }]])));
}

/** Returns a zip with a replaced substring of the same length: the first occurrence, or the last one. */
function withReplaced(bytes: Uint8Array, from: string, to: string, last = false): Uint8Array {
  const text = Buffer.from(bytes).toString("latin1");
  const at = last ? text.lastIndexOf(from) : text.indexOf(from);
  return Buffer.from(text.slice(0, at) + to + text.slice(at + from.length), "latin1");
}

/** Returns codes, paths and messages of the problems of a check. */
async function problemsOf(bytes: Uint8Array, limits: ZipLimits = {}): Promise<string[]> {
  const { problems } = await check(zip(bytes, limits));
  return problems.map(({ code, path, message }) => `${code} ${path}: ${message}`);
}

describe("a zip", () => {
  test.each([0, 6] as const)("is checked by member, with paths, at level %i", async (level) => {
    const bytes = zipOf(
      { "a.xml": "<A>4</A>", "deep/er/b.xml": `<A><!--${" ".repeat(300_000)}-->5</A>`, "c.txt": "?" },
      level,
    );
    for (const input of [bytes, Buffer.from(bytes), bytes.slice().buffer]) {
      const report = await check(zip(input));
      expect(found(report)).toEqual([
        ["small", "a.xml", "4"],
        ["small", "deep/er/b.xml", "5"],
      ]);
      expect(report.stats).toMatchObject({ files_seen: 3, files_read: 2 });
      expect(report.problems).toEqual([]);
    }
  });

  test("may contain skipped files and folders", async () => {
    const bytes = zipOf({ "art/": "", ".git/a.xml": "<", "__MACOSX/art/._a.xml": "<", "art/a.xml": "<A>4</A>" });
    expect((await check(zip(bytes))).stats.files_seen).toBe(1);
  });

  test("with a damaged member is reported, unless no rule reads that member, and the other members are checked", async () => {
    const texts = { "a.xml": "<A>4444</A>", "b.xml": "<A>5</A>", "c.txt": "text" };
    const bytes = withReplaced(withReplaced(zipOf(texts, 0), "4444", "1111"), "text", "next");
    expect(await problemsOf(bytes)).toEqual([
      "file-unreadable a.xml: the file cannot be read: it is damaged: its content does not match its size or its checksum",
    ]);
    expect(found(await check(zip(bytes)))).toEqual([["small", "b.xml", "5"]]);
  });

  test("with a member outside of it or with duplicate names has problems", async () => {
    const bytes = zipOf({ "../a.xml": "<A>4</A>", "/b.xml": "<A>4</A>", "c.xml": "<A>1</A>", "d.xml": "<A>1</A>" });
    expect(await problemsOf(withReplaced(bytes, "d.xml", "c.xml", true))).toEqual([
      "zip-name ../a.xml: the member is not checked: its name is a path outside of the zip",
      "zip-name /b.xml: the member is not checked: its name is a path outside of the zip",
      "zip-name c.xml: the member is not checked: the zip has another member with the same name",
    ]);
  });

  test("that exceeds its limits is not unpacked", async () => {
    const bomb = zipOf({ "a.xml": `<A>${" ".repeat(3_000_000)}4</A>`, "b.xml": "<A>5</A>" });
    expect(await problemsOf(bomb, { ratio: 200 })).toEqual([
      "file-unreadable a.xml: the file cannot be read: it would be unpacked to more than 200 times its size, as zip bombs are",
    ]);
    // A file of spaces is compressed to a thousandth, like a texture of one colour.
    expect(await problemsOf(bomb)).toEqual([]);
    expect(await problemsOf(bomb, { unpacked: 1000 })).toEqual([
      "file-unreadable a.xml: the file cannot be read: with it, the zip would be unpacked to more than 1,000 bytes",
    ]);
    await expect(check(zip(bomb, { members: 1 }))).rejects.toMatchObject({ name: "AssayError", code: "zip-unusable" });
  });

  test("with a wrong size in its list is unpacked to that size only", async () => {
    const bytes = zipOf({ "a.xml": `<A>${"4".repeat(5000)}</A>` });
    const size = (length: number) => Buffer.from(Uint32Array.of(length).buffer).toString("latin1");
    const problems = await problemsOf(withReplaced(bytes, size(5007), size(9), true));
    expect(problems).toEqual([
      "file-unreadable a.xml: the file cannot be read: it is damaged: its content is longer than the zip's list says",
    ]);
  });

  test("with more members than its end says is refused, as older tools write it for more than 65,535 files", async () => {
    const bytes = zipOf({ "a.xml": "<A>4</A>", "b.xml": "<A>5</A>" });
    bytes[bytes.length - 12] = 1;
    await expect(check(zip(bytes))).rejects.toMatchObject({ name: "AssayError", code: "zip-unusable" });
  });

  test("that is invalid or truncated is refused", async () => {
    const valid = zipOf({ "a.xml": "<A>4</A>" });
    for (const bytes of [new Uint8Array(), strToU8("<A>4</A>"), valid.subarray(0, valid.length - 1)]) {
      await expect(check(zip(bytes))).rejects.toMatchObject({ name: "AssayError", code: "zip-unusable" });
    }
    for (const invalid of ["a.zip", null, undefined, [1], {}]) {
      expect(() => zip(invalid as unknown as Uint8Array)).toThrow(expect.objectContaining({ code: "misuse" }));
    }
    for (const limits of [{ ratio: Number.NaN }, { members: "x" }, { unpakced: 1 }, { unpacked: -1 }]) {
      expect(() => zip(valid, limits as object)).toThrow(expect.objectContaining({ code: "misuse" }));
    }
  });
});

describe("files from a page", () => {
  const file = (path: string, text: string) =>
    Object.assign(new Blob([text]), { name: path.split("/").at(-1) ?? "", webkitRelativePath: path });
  const folder = (name: string, ...all: unknown[]) => ({
    kind: "directory" as const,
    name,
    async *values() {
      yield* all;
    },
  });
  const handle = (name: string, text: string) => ({ kind: "file", name, getFile: async () => file(name, text) });

  test("have paths relative to the picked folder", async () => {
    const picked = [file("art/a.xml", "<A>4</A>"), file("art/deep/b.xml", "<A>5</A>"), file("art/.git/c.xml", "<")];
    expect(found(await check(files(picked)))).toEqual([
      ["small", "a.xml", "4"],
      ["small", "deep/b.xml", "5"],
    ]);
  });

  test("with the same name are not confused", async () => {
    const twice = [new File(["<A>4</A>"], "a.xml"), new File(["<A>5</A>"], "a.xml")];
    const report = await check(files(twice));
    expect(report.problems).toMatchObject([{ code: "file-twice", path: "a.xml" }]);
    expect(found(report)).toEqual([["small", "a.xml", "4"]]);
  });

  test("may be a folder, which is read again for each check", async () => {
    const all: unknown[] = [
      handle("a.xml", "<A>4</A>"),
      folder("deep", handle("b.xml", "<A>5</A>")),
      folder(".git", 5),
    ];
    const source = files(folder("art", ...all));
    expect(found(await check(source))).toHaveLength(2);
    all.push(handle("c.xml", "<A>6</A>"));
    expect(found(await check(files(folder("art", ...all))))).toHaveLength(3);
  });

  test("can be used by two checks at the same time", async () => {
    const all = [1, 2, 3, 4, 5, 6].map((number) => handle(`${number}.xml`, `<A>${number + 3}</A>`));
    const source = files(folder("art", ...all));
    const first = check(source);
    const [one, other] = await Promise.all([first, check(source)]);
    expect([one, other].map((report) => [report.problems, found(report).length])).toEqual([
      [[], 6],
      [[], 6],
    ]);
  });

  test("that cannot be read are problems", async () => {
    const missing = { kind: "file", name: "gone.xml", getFile: () => Promise.reject(new Error("it is gone")) };
    const locked = {
      kind: "directory",
      name: "locked",
      values: () => {
        throw new Error("it may not be read");
      },
    };
    const report = await check(files(folder("art", missing, locked, handle("a.xml", "<A>4</A>"))));
    expect(report.problems.map(({ code, path }) => [code, path])).toEqual([
      ["file-unreadable", "gone.xml"],
      ["unreadable-folder", "locked"],
    ]);
    expect(found(report)).toHaveLength(1);
    for (const invalid of ["art", null, {}, 5]) {
      expect(() => files(invalid as unknown as File[])).toThrow(expect.objectContaining({ code: "misuse" }));
    }
    for (const invalid of [[1], [null], [{}]]) {
      await expect(check(files(invalid as unknown as File[]))).rejects.toMatchObject({ code: "misuse" });
    }
  });

  test("can be traced", async () => {
    for (const source of [files([new File(["<A>4</A>"], "a.xml")]), zip(zipOf({ "a.xml": "<A>4</A>" }))]) {
      expect((await checkerOf(RULES).trace("small", "a.xml", source as AsyncSource)).state).toBe("failed");
    }
  });
});
