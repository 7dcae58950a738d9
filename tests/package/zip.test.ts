/** A zip as a source: what is in it is checked, and what is wrong with it is told. */

import { type AsyncSource, files, type ZipLimits, zip } from "assay";
import { strToU8, zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { check, checkerOf, found, RULES } from "./small.ts";

/** A zip of texts. */
function zipOf(texts: Record<string, string>, level: 0 | 6 = 6): Uint8Array {
  return zipSync(Object.fromEntries(Object.entries(texts).map(([path, text]) => [path, [strToU8(text), { level }]])));
}

/** A zip in which the first of these bytes are others; both have the same length. */
function turned(bytes: Uint8Array, from: string, to: string, last = false): Uint8Array {
  const text = Buffer.from(bytes).toString("latin1");
  const at = last ? text.lastIndexOf(from) : text.indexOf(from);
  return Buffer.from(text.slice(0, at) + to + text.slice(at + from.length), "latin1");
}

/** Codes and paths of the problems of a check. */
async function problemsOf(bytes: Uint8Array, limits: ZipLimits = {}): Promise<string[]> {
  const { problems } = await check(zip(bytes, limits));
  return problems.map(({ code, path, message }) => `${code} ${path}: ${message}`);
}

describe("a zip", () => {
  test.each([0, 6] as const)("is checked member by member, by its paths, at level %i", async (level) => {
    const bytes = zipOf(
      { "a.xml": "<A>4</A>", "deep/er/b.xml": `<A><!--${" ".repeat(300_000)}-->5</A>`, "c.txt": "?" },
      level,
    );
    for (const given of [bytes, Buffer.from(bytes), bytes.slice().buffer]) {
      const report = await check(zip(given));
      expect(found(report)).toEqual([
        ["small", "a.xml", "4"],
        ["small", "deep/er/b.xml", "5"],
      ]);
      expect(report.stats).toMatchObject({ files_seen: 3, files_read: 2 });
      expect(report.problems).toEqual([]);
    }
  });

  test("may hold what is passed over, and folders", async () => {
    const bytes = zipOf({ "art/": "", ".git/a.xml": "<", "__MACOSX/art/._a.xml": "<", "art/a.xml": "<A>4</A>" });
    expect((await check(zip(bytes))).stats.files_seen).toBe(1);
  });

  test("that is damaged in one member leaves the others checked, and what no rule wants alone", async () => {
    const texts = { "a.xml": "<A>4444</A>", "b.xml": "<A>5</A>", "c.txt": "text" };
    const bytes = turned(turned(zipOf(texts, 0), "4444", "1111"), "text", "next");
    expect(await problemsOf(bytes)).toEqual([
      "file-unreadable a.xml: the file cannot be read: it is damaged: its content does not match its size or its checksum",
    ]);
    expect(found(await check(zip(bytes)))).toEqual([["small", "b.xml", "5"]]);
  });

  test("whose names lead out of it, or are there twice, is no clean one", async () => {
    const bytes = zipOf({ "../a.xml": "<A>4</A>", "/b.xml": "<A>4</A>", "c.xml": "<A>1</A>", "d.xml": "<A>1</A>" });
    expect(await problemsOf(turned(bytes, "d.xml", "c.xml", true))).toEqual([
      "zip-name ../a.xml: the member is not checked: its name is a path outside of the zip",
      "zip-name /b.xml: the member is not checked: its name is a path outside of the zip",
      "zip-name c.xml: the member is not checked: the zip has another member with the same name",
    ]);
  });

  test("that would grow beyond its limits is not unpacked", async () => {
    const bomb = zipOf({ "a.xml": `<A>${" ".repeat(3_000_000)}4</A>`, "b.xml": "<A>5</A>" });
    expect(await problemsOf(bomb, { ratio: 200 })).toEqual([
      "file-unreadable a.xml: the file cannot be read: it would be unpacked to more than 200 times its size, as zip bombs are",
    ]);
    // A text of blanks packs a thousand to one, as a texture of one colour does.
    expect(await problemsOf(bomb)).toEqual([]);
    expect(await problemsOf(bomb, { unpacked: 1000 })).toEqual([
      "file-unreadable a.xml: the file cannot be read: with it, the zip would be unpacked to more than 1,000 bytes",
    ]);
    await expect(check(zip(bomb, { members: 1 }))).rejects.toMatchObject({ name: "AssayError", code: "zip-unusable" });
  });

  test("whose list lies about a size gives no more than it says", async () => {
    const bytes = zipOf({ "a.xml": `<A>${"4".repeat(5000)}</A>` });
    const size = (length: number) => Buffer.from(Uint32Array.of(length).buffer).toString("latin1");
    const told = await problemsOf(turned(bytes, size(5007), size(9), true));
    expect(told).toEqual([
      "file-unreadable a.xml: the file cannot be read: it is damaged: its content is longer than the zip's list says",
    ]);
  });

  test("with more in it than its end says is none, as one that older tools wrote over 65,535 files", async () => {
    const bytes = zipOf({ "a.xml": "<A>4</A>", "b.xml": "<A>5</A>" });
    bytes[bytes.length - 12] = 1;
    await expect(check(zip(bytes))).rejects.toMatchObject({ name: "AssayError", code: "zip-unusable" });
  });

  test("that is none, or cut off, has the caller hear of it", async () => {
    const whole = zipOf({ "a.xml": "<A>4</A>" });
    for (const bytes of [new Uint8Array(), strToU8("<A>4</A>"), whole.subarray(0, whole.length - 1)]) {
      await expect(check(zip(bytes))).rejects.toMatchObject({ name: "AssayError", code: "zip-unusable" });
    }
    for (const given of ["a.zip", null, undefined, [1], {}]) {
      expect(() => zip(given as unknown as Uint8Array)).toThrow(expect.objectContaining({ code: "misuse" }));
    }
    for (const limits of [{ ratio: Number.NaN }, { members: "x" }, { unpakced: 1 }, { unpacked: -1 }]) {
      expect(() => zip(whole, limits as object)).toThrow(expect.objectContaining({ code: "misuse" }));
    }
  });
});

describe("files that a page was given", () => {
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

  test("start from the folder that was picked", async () => {
    const picked = [file("art/a.xml", "<A>4</A>"), file("art/deep/b.xml", "<A>5</A>"), file("art/.git/c.xml", "<")];
    expect(found(await check(files(picked)))).toEqual([
      ["small", "a.xml", "4"],
      ["small", "deep/b.xml", "5"],
    ]);
  });

  test("of one name are not taken for each other", async () => {
    const twice = [new File(["<A>4</A>"], "a.xml"), new File(["<A>5</A>"], "a.xml")];
    const report = await check(files(twice));
    expect(report.problems).toMatchObject([{ code: "file-twice", path: "a.xml" }]);
    expect(found(report)).toEqual([["small", "a.xml", "4"]]);
  });

  test("may be a folder to look into, again and again", async () => {
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

  test("serve two checks at once", async () => {
    const all = [1, 2, 3, 4, 5, 6].map((number) => handle(`${number}.xml`, `<A>${number + 3}</A>`));
    const source = files(folder("art", ...all));
    const first = check(source);
    const [one, other] = await Promise.all([first, check(source)]);
    expect([one, other].map((report) => [report.problems, found(report).length])).toEqual([
      [[], 6],
      [[], 6],
    ]);
  });

  test("that cannot be had are problems", async () => {
    const gone = { kind: "file", name: "gone.xml", getFile: () => Promise.reject(new Error("it is gone")) };
    const locked = {
      kind: "directory",
      name: "locked",
      values: () => {
        throw new Error("it may not be read");
      },
    };
    const report = await check(files(folder("art", gone, locked, handle("a.xml", "<A>4</A>"))));
    expect(report.problems.map(({ code, path }) => [code, path])).toEqual([
      ["file-unreadable", "gone.xml"],
      ["unreadable-folder", "locked"],
    ]);
    expect(found(report)).toHaveLength(1);
    for (const given of ["art", null, {}, 5]) {
      expect(() => files(given as unknown as File[])).toThrow(expect.objectContaining({ code: "misuse" }));
    }
    for (const given of [[1], [null], [{}]]) {
      await expect(check(files(given as unknown as File[]))).rejects.toMatchObject({ code: "misuse" });
    }
  });

  test("can be traced", async () => {
    for (const source of [files([new File(["<A>4</A>"], "a.xml")]), zip(zipOf({ "a.xml": "<A>4</A>" }))]) {
      expect((await checkerOf(RULES).trace("small", "a.xml", source as AsyncSource)).state).toBe("failed");
    }
  });
});
