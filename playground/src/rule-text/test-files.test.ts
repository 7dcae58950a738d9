import { expect, test } from "vitest";
import type { Content } from "../project.ts";
import { MOST_BYTES, type TestFile, testFilesOf } from "./test-files.ts";

const blob = (...bytes: number[]) => new Blob([Uint8Array.from(bytes)]);
const ones = (count: number) => new Uint8Array(count).fill(1);

test.each<[claim: string, content: Content, file: TestFile | undefined, isCut: boolean]>([
  ["a string", "<A/>", "<A/>", false],
  ["a text file on the disk", new Blob(["é"]), "é", false],
  ["bytes", blob(0, 255, 1), { bytes: Uint8Array.of(0, 255, 1), size: 3 }, false],
  ["bytes with zeros after them", blob(255, 0, 0), { bytes: Uint8Array.of(255), size: 3 }, false],
  ["the maximum number of bytes", new Blob([blob(0), ones(MOST_BYTES - 1)]), undefined, false],
  ["the first of more bytes", new Blob([blob(0), ones(MOST_BYTES)]), undefined, true],
  ["the first of very many", new Blob([blob(0), ones(2_000_000)]), undefined, true],
])("a test contains %s", async (_claim, content, file, isCut) => {
  const { files, cut, leftOut } = await testFilesOf(new Map([["a", content]]), ["a"]);
  const added = files.get("a");
  expect([cut.has("a"), leftOut]).toEqual([isCut, []]);
  expect(typeof added === "object" ? added.size : added).toBe(
    typeof content === "object" && file !== "é" ? content.size : file,
  );
  if (file !== undefined) {
    expect(added).toEqual(file);
  }
});

test.each<[claim: string, content: Blob, lengths: number[]]>([
  ["few bytes are used at once", new Blob([blob(0), ones(31)]), [32]],
  ["the first of more bytes are tried before", new Blob([blob(0), ones(99)]), [32, 100]],
  ["up to the maximum number of bytes", new Blob([blob(0), ones(MOST_BYTES - 1)]), [32, 256, 4096]],
  ["only the first of too many are used", new Blob([blob(0), ones(MOST_BYTES)]), [32, 256]],
])("%s", async (_claim, content, lengths) => {
  const { files, longer } = await testFilesOf(new Map([["a", content]]), ["a"]);
  const attempts = [files.get("a") ?? "", ...(longer.get("a") ?? [])];
  expect(attempts.map((file) => (typeof file === "object" ? [file.bytes.length, file.size] : file))).toEqual(
    lengths.map((length) => [length, content.size]),
  );
});

test("lists a file that a test cannot contain, with the reason", async () => {
  const unreadable = {
    size: 3,
    arrayBuffer: () => Promise.reject(new Error("gone")),
    slice: () => unreadable,
  } as unknown as Blob;
  Object.setPrototypeOf(unreadable, Blob.prototype);
  const folder = new Map<string, Content>([
    ["b", "x".repeat(200_001)],
    ["a", unreadable],
    ["c", new Blob(["é".repeat(600_000)])],
  ]);
  expect((await testFilesOf(folder, folder.keys())).leftOut).toEqual([
    { path: "a", reason: "cannot be read" },
    { path: "b", reason: "is longer than 200,000 characters (200.0 kB)" },
    { path: "c", reason: "is longer than 200,000 characters (1.2 MB)" },
  ]);
});
