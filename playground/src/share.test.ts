import { describe, expect, test } from "vitest";
import { decode, encode, type Shared, ShareError, type ViewState } from "./share.ts";

const SHARED: Shared = {
  project: {
    rules: new Map([["rules.yaml", "\ufeff- name: é😀\r\n"]]),
    files: new Map<string, string | Blob>([
      ["a.xml", "<A>\ud800</A>"],
      ["b/c.png", new Blob([new Uint8Array([0, 255, 137, 80])])],
    ]),
  },
  tabs: { rules: ["rules.yaml"], files: [] },
  active: { rules: "rules.yaml", files: undefined },
};

describe("a link", () => {
  test("contains all bytes of all files, and the open files", async () => {
    const { project, tabs, active } = decode(await encode(SHARED));
    expect([...project.rules]).toEqual([...SHARED.project.rules]);
    expect(project.files.get("a.xml")).toBe("<A>\ud800</A>");
    const picture = project.files.get("b/c.png") as Blob;
    expect([...new Uint8Array(await picture.arrayBuffer())]).toEqual([0, 255, 137, 80]);
    expect({ tabs, active }).toEqual({ tabs: SHARED.tabs, active: SHARED.active });
  });

  test("contains the state of the view", async () => {
    const place = { side: "files", path: "a.xml", start: 3, end: 5 } as const;
    const selected = { source: "finding", message: "is wrong", rule: "r", path: "a.xml", place } as const;
    const seen = { view: "steps", steps: { rule: "r", path: "a.xml" }, selected };
    expect(decode(await encode({ ...SHARED, seen })).seen).toEqual(seen);
    expect("seen" in decode(await encode(SHARED))).toBe(false);
  });

  test.each<[given: unknown, seen: unknown]>([
    ["steps", undefined],
    [null, undefined],
    [{ view: 3, steps: [], selected: "r" }, undefined],
    [{ view: "steps", steps: { rule: {} } }, { view: "steps" }],
    [{ selected: { source: "other", message: "m" } }, undefined],
    [
      { selected: { source: "problem", message: "m", rule: 3, place: { side: "files", path: "z", start: 1, end: 2 } } },
      { selected: { source: "problem", message: "m" } },
    ],
    [
      { selected: { source: "problem", message: "m", place: { side: "files", path: "a.xml", start: -1, end: 2 } } },
      { selected: { source: "problem", message: "m" } },
    ],
    [
      { selected: { source: "problem", message: "m", place: { side: "toString", path: "a.xml", start: 1, end: 2 } } },
      { selected: { source: "problem", message: "m" } },
    ],
  ])("keeps only the valid parts of the state of the view: %j", async (given, seen) => {
    const link = await encode({ ...SHARED, seen: given as ViewState });
    expect(decode(link).seen).toEqual(seen);
    expect([...decode(link).project.rules]).toEqual([...SHARED.project.rules]);
  });

  test("contains only characters that no address changes", async () => {
    expect(await encode(SHARED)).toMatch(/^[\w-]+$/);
  });

  test("never becomes another project if a character is changed", async () => {
    const link = await encode(SHARED);
    const whole = JSON.stringify([...decode(link).project.rules, ...decode(link).project.files]);
    let refused = 0;
    for (let at = 0; at < link.length; at += 1) {
      const damaged = `${link.slice(0, at)}${link[at] === "A" ? "B" : "A"}${link.slice(at + 1)}`;
      try {
        const { rules, files } = decode(damaged).project;
        expect(JSON.stringify([...rules, ...files])).toBe(whole);
      } catch (error) {
        expect(error).toBeInstanceOf(ShareError);
        refused += 1;
      }
    }
    // The bits after the end of the data have no meaning.
    expect(refused).toBeGreaterThan(link.length - 3);
  });

  test("that is truncated is refused", async () => {
    const link = await encode(SHARED);
    for (let length = 0; length < link.length - 1; length += 1) {
      expect(() => decode(link.slice(0, length)), `${length} letters`).toThrow(ShareError);
    }
  });

  test.each(["", "%", "AQ", "hello", "A".repeat(10_000)])("is refused if it is something else: %.20s", (fragment) => {
    expect(() => decode(fragment)).toThrow(ShareError);
  });

  test.each([
    ["a path with ..", ["../a.xml"]],
    ["a path from the root of a disk", ["/etc/a.xml"]],
    ["a path of Windows", ["..\\a.xml"]],
    ["an empty path", [""]],
    ["a path that is not a string", [5 as unknown as string]],
    ["a file where a folder is", ["a", "a/b.xml"]],
  ])("is refused with %s", async (_, paths) => {
    const files = new Map(paths.map((path) => [path, "<A/>"]));
    const link = await encode({ ...SHARED, project: { ...SHARED.project, files } });
    expect(() => decode(link)).toThrow(ShareError);
  });

  test("opens only existing files, and each once", async () => {
    const tabs = { rules: ["rules.yaml", "rules.yaml", "other.yaml"], files: ["a.xml"] };
    const link = await encode({ ...SHARED, tabs, active: { rules: "other.yaml", files: "a.xml" } });
    const { tabs: open, active } = decode(link);
    expect({ open, active }).toEqual({
      open: { rules: ["rules.yaml"], files: ["a.xml"] },
      active: { rules: undefined, files: "a.xml" },
    });
  });

  test("reports a later version", () => {
    expect(() => decode("AgAAAAAA")).toThrow("newer version");
  });

  test("that inflates to a much larger size is refused", async () => {
    const bomb = { ...SHARED, project: { ...SHARED.project, files: new Map([["a", "a".repeat(20_000_000)]]) } };
    const link = await encode(bomb);
    expect(() => decode(link)).toThrow(ShareError);
  });
});
