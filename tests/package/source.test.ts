/** Sources: where files come from, synchronously or asynchronously, with or without errors. */

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createContext, runInContext } from "node:vm";
import { type AsyncSource, type FolderOptions, folder, memory, type Source } from "assay";
import { describe, expect, test } from "vitest";
import { withTree } from "../cli/tree.ts";
import { check, checkerOf, engine, found, RULES } from "./small.ts";

describe("a source", () => {
  test("of strings and bytes", async () => {
    const source = memory({ "a.xml": "<A>4</A>", "b.xml": new TextEncoder().encode("<A>5</A>"), "c.txt": "?" });
    const report = await check(source);
    expect(found(report)).toEqual([
      ["small", "a.xml", "4"],
      ["small", "b.xml", "5"],
    ]);
    expect(report.stats).toMatchObject({ files_seen: 3, files_read: 2 });
  });

  test("of a folder", async () => {
    await withTree(2, 30, async (root) => {
      const read = () => null;
      const checker = engine.checker({
        rules: [{ path: "rules.yaml", text: readFileSync(join(root, "rules.yaml"), "utf8") }],
        read,
      });
      const report = await checker.check(folder(join(root, "assets")));
      expect(report.problems).toEqual([]);
      expect(report.stats.files_seen).toBe(62);
      expect(report.summary.rules_failed).toBe(5);
    });
  });

  test("of a folder, with or without ignored files", async () => {
    await withTree(1, 2, async (root) => {
      const put = (path: string, text: string) => writeFileSync(join(root, path), text);
      mkdirSync(join(root, ".git"));
      put(".gitignore", "*.bak\n/assets/wip/\n");
      put("assets/.assayignore", "*.tmp\n");
      mkdirSync(join(root, "assets/wip"));
      for (const path of ["a.xml", "a.bak", "a.tmp", "wip/a.xml"]) {
        put(`assets/${path}`, "<A>4</A>");
      }
      const pathsBy = (options?: FolderOptions) => {
        const paths = [...folder(join(root, "assets"), options).paths()];
        return paths.filter((path) => !path.startsWith("Repository")).sort();
      };
      const all = [".assayignore", "a.bak", "a.tmp", "a.xml", "wip/a.xml"];
      expect([pathsBy(), pathsBy({ ignoreFiles: false })]).toEqual([all, all]);
      expect(pathsBy({ ignoreFiles: true })).toEqual([".assayignore", "a.xml"]);
    });
  });

  test("that throws: the reason is a problem of the file", async () => {
    const source: Source = {
      paths: () => ["a.xml", "b.xml"],
      read(path) {
        if (path === "a.xml") {
          throw new Error("the cable is loose");
        }
        return new TextEncoder().encode("<A>4</A>");
      },
    };
    const report = await check(source);
    expect(report.problems).toMatchObject([{ path: "a.xml", message: expect.stringContaining("the cable is loose") }]);
    expect(found(report)).toEqual([["small", "b.xml", "4"]]);
  });

  test("that lists missing files or does not return bytes", async () => {
    const source = { paths: () => ["a.xml", "b.xml"], read: (path: string) => (path === "a.xml" ? null : "text") };
    const report = await check(source as unknown as Source);
    expect(report.problems.map(({ path }) => path)).toEqual(["a.xml", "b.xml"]);
  });

  test.each([
    ["a DataView", (bytes: Uint8Array) => new DataView(bytes.buffer)],
    ["numbers of two bytes", (bytes: Uint8Array) => new Uint16Array(bytes)],
    ["numbers with fractions", (bytes: Uint8Array) => new Float64Array(bytes)],
  ])("that returns %s does not return bytes", async (_kind, viewOf) => {
    const source = { paths: () => ["a.xml"], read: () => viewOf(new TextEncoder().encode("<A>4</A>")) };
    const report = await check(source as unknown as Source);
    expect(report.problems.map(({ code, path }) => [code, path])).toEqual([["file-unreadable", "a.xml"]]);
  });

  test("that cannot list: the error is passed on", async () => {
    const source: Source = {
      paths: () => {
        throw new Error("no such bucket");
      },
      read: () => null,
    };
    await expect(check(source)).rejects.toThrow("no such bucket");
  });

  test("that fills memory, returns sizes, and changes while it is read", async () => {
    const texts: Record<string, string> = {
      "small.xml": "<A>4</A>",
      "large.xml": `<A><!--${" ".repeat(100_000)}-->5</A>`,
      "grows.xml": `<A><!--${" ".repeat(100_000)}-->6</A>`,
      "shrinks.xml": `<A><!--${" ".repeat(100_000)}-->7</A>`,
    };
    const bytes = (path: string) => new TextEncoder().encode(texts[path]);
    const wrongBy: Record<string, number> = { "grows.xml": -50, "shrinks.xml": 50 };
    const source: Source = {
      paths: () => [...Object.keys(texts), "gone.xml"],
      read: (path) => (path in texts ? bytes(path) : null),
      size: (path) => (path in texts ? bytes(path).length + (wrongBy[path] ?? 0) : null),
      fill(path, view, offset) {
        if (!(path in texts)) {
          return -1;
        }
        const part = bytes(path).subarray(offset, offset + view.length);
        view.set(part);
        return part.length;
      },
    };
    const report = await check(source);
    expect(found(report).map((finding) => (finding as unknown[])[2])).toEqual(["6", "5", "7", "4"]);
    expect(report.problems.map(({ path }) => path)).toEqual(["gone.xml"]);
  });

  test("that fills memory with parts of long files", async () => {
    const long = (value: number, end = "</A>") =>
      new TextEncoder().encode(`<A>${"<B>\u00e4\u{1f600}</B>\r\n".repeat(150_000)}${value}${end}`);
    const files: Record<string, Uint8Array> = { "long.xml": long(5), "cut.xml": long(6, ""), "grows.xml": long(7) };
    let largest = 0;
    const source: Source = {
      paths: () => Object.keys(files),
      read: (path) => files[path] ?? null,
      size: (path) => (files[path]?.length ?? 0) - (path === "grows.xml" ? 9 : 0),
      fill(path, view, offset) {
        const part = (files[path] ?? new Uint8Array()).subarray(offset, offset + view.length);
        largest = path === "long.xml" ? Math.max(largest, part.length) : largest;
        view.set(part);
        return part.length;
      },
    };
    const report = await check(source);
    expect(found(report)).toEqual([["small", "long.xml", "5"]]);
    expect(report.findings[0]).toMatchObject({
      ...{ line: 150_001, column: 1, end_line: 150_001, end_column: 2 },
      excerpt: { text: "5</A>", start: 0, end: 1 },
    });
    expect(report.problems.map(({ path, code }) => [path, code])).toEqual([
      ["cut.xml", "xml-unclosed"],
      ["grows.xml", "file-changed"],
    ]);
    expect(largest).toBeLessThan(1 << 20);
  });

  test("larger than memory is a problem", async () => {
    for (const size of [3e9, 5e9, 2 ** 60]) {
      const source: Source = {
        paths: () => ["a.xml"],
        read: () => null,
        size: () => size,
        fill: (_, view) => view.length,
      };
      const report = await check(source);
      expect(report.problems).toMatchObject([
        { path: "a.xml", message: expect.stringContaining("do not fit into memory") },
      ]);
    }
  });

  test("that is asynchronous", async () => {
    const later = <T>(value: T) => new Promise<T>((resolve) => setTimeout(resolve, 1, value));
    const files: Record<string, string> = { "a.xml": "<A>4</A>", "b.xml": "<A>1</A>", "c.xml": "<A>9</A>" };
    const sources: AsyncSource[] = [
      { paths: () => later(Object.keys(files)), read: (path) => later(new TextEncoder().encode(files[path])) },
      {
        async *paths() {
          yield* Object.keys(files);
        },
        read: async (path) => new TextEncoder().encode(files[path]),
      },
    ];
    for (const source of sources) {
      expect(found(await check(source))).toEqual([
        ["small", "a.xml", "4"],
        ["small", "c.xml", "9"],
      ]);
    }
  });

  test.each([
    ["the second answer is a promise", ["b.xml"]],
    ["the first answer is a promise", ["a.xml"]],
    ["no answer is a promise", []],
  ])("that answers some requests synchronously: %s", async (_, promised) => {
    const bytes = new TextEncoder().encode("<A>4</A>");
    const read = (path: string) => (promised.includes(path) ? Promise.resolve(bytes) : bytes);
    const report = await check({ paths: () => ["a.xml", "b.xml", "c.xml"], read });
    expect(report.problems).toEqual([]);
    expect(report.findings.map(({ path }) => path)).toEqual(["a.xml", "b.xml", "c.xml"]);
  });

  test("whose list is rejected after the checker is disposed of", async () => {
    const checker = checkerOf(RULES);
    checker.dispose();
    const source: AsyncSource = { paths: () => Promise.reject(new Error("the disk is gone")), read: () => null };
    await expect(checker.trace("small", "a.xml", source)).rejects.toMatchObject({ code: "disposed" });
  });

  test("whose promises are of another realm, or only objects with `then`", async () => {
    const context = createContext({ bytes: new TextEncoder().encode("<A>4</A>") });
    const sources: ((path: string) => unknown)[] = [
      runInContext("() => Promise.resolve(bytes)", context),
      () => ({
        // biome-ignore lint/suspicious/noThenProperty: this tests objects with `then`.
        then: (resolve: (bytes: Uint8Array) => void) => resolve(new TextEncoder().encode("<A>4</A>")),
      }),
    ];
    for (const read of sources) {
      const source = { paths: () => ["a.xml", "b.xml"], read } as AsyncSource;
      expect(await check(source)).toMatchObject({ problems: [], summary: { errors: 2 } });
      expect(await checkerOf(RULES).trace("small", "a.xml", source)).toMatchObject({ state: "failed" });
    }
    const failing = runInContext("() => Promise.reject(new Error('the disk is gone'))", context);
    const report = await check({ paths: () => ["a.xml"], read: failing });
    expect(report.problems.map(({ message }) => message)).toEqual(["the file cannot be read: the disk is gone"]);
  });

  test("that is asynchronous, and provides files that only scripts determine", async () => {
    const guid = "914fa3a0-62cd-4b5a-83df-92fdf494534a";
    const files: Record<string, string> = {
      "list.xml": "<R><L>a.ilevel</L><L>b.ilevel</L><L>gone.ilevel</L></R>",
      "more.xml": "<R><L>b.ilevel</L></R>",
      "a.ilevel": `<L><I>${guid}</I></L>`,
      "b.ilevel": `<L><I>{${guid.toUpperCase()}}</I></L>`,
    };
    const rules = `
- name: cited
  rpath: xml$
  xpath: "*/L"
  filter: artfunc_res_filter.getResourcesInILevel
  condition: [Null collection]
`;
    const requested: string[] = [];
    const { paths, read } = memory(files);
    const source: AsyncSource = {
      paths,
      async read(path) {
        requested.push(path);
        return read(path);
      },
    };
    const report = await check(source, rules);
    const synchronous = await check(memory(files), rules);
    expect(found(synchronous)).toHaveLength(2);
    expect(report).toEqual(synchronous);
    expect(requested.sort()).toEqual(
      // The first request determines whether the source is asynchronous.
      ["list.xml", "list.xml", "more.xml", "a.ilevel", "b.ilevel", "gone.ilevel"].sort(),
    );
  });

  test("that is asynchronous, with a script that reads a chain of files", async () => {
    const rules = `
- name: chain
  rpath: a\\.xml
  xpath: "*/F"
  condition: [Satisfy the expression, "read_text(read_text(read_text(d))) == 'end' and not exists('e.txt')"]
`;
    const { paths, read } = memory({
      "a.xml": "<R><F>b.txt</F></R>",
      "b.txt": "c.txt",
      "c.txt": "d.txt",
      "d.txt": "end",
    });
    const later: AsyncSource = { paths, read: async (path) => read(path) };
    const { findings, problems, stats } = await check(later, rules);
    expect([findings, problems, stats.values]).toEqual([[], [], 1]);
    const trace = await checkerOf(rules).trace("chain", "a.xml", later);
    expect(trace).toMatchObject({ state: "passed", problems: [] });
  });

  test("that is asynchronous, and rejects", async () => {
    const source: AsyncSource = {
      paths: () => ["a.xml", "b.xml"],
      read: (path) => (path === "a.xml" ? Promise.reject(new Error("timed out")) : Promise.resolve(null)),
    };
    const { problems } = await check(source);
    expect(problems.map(({ path }) => path)).toEqual(["a.xml", "b.xml"]);
    expect(problems[0]?.message).toContain("timed out");
  });

  test("with additional problems", async () => {
    const source: Source = {
      ...memory({}),
      problems: () => [
        { code: "archive-damaged", message: "the archive is damaged", path: "a.zip" },
        { code: "odd", message: "an odd file", path: "b", warning: true },
      ],
    };
    const report = await check(source);
    expect(report.problems).toMatchObject([{ code: "archive-damaged", path: "a.zip" }]);
    expect(report.warnings).toContainEqual(expect.objectContaining({ code: "odd", path: "b" }));
  });
});
