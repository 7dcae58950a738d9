/** Known files keep their paths and states while other files are added, removed and written. */

import { describe, expect, test } from "vitest";
import { type AccessedFiles, FIELDS, HASH } from "./access-log.js";
import { type KnownColumns, KnownFiles, PORTION } from "./known-files.js";

/** An accessed file, whose path and state are derived from a number. */
function seen(number: number): AccessedFiles {
  return {
    paths: [`folder/${number}.xml`],
    states: new Float64Array(FIELDS).fill(number),
    hashes: new Uint8Array(HASH).fill(number % 251),
  };
}

/** Returns the content of columns, file by file. */
function said({ paths, states, hashes }: KnownColumns): string[] {
  const names = paths.flatMap((text) => text.split("\0"));
  expect(states).toHaveLength(names.length * FIELDS);
  return names.map((name, at) => `${name} ${states[at * FIELDS]} ${states[at * FIELDS + 4]} ${hashes[at * HASH]}`);
}

/** Returns the same data of files by their numbers. */
function saidOf(numbers: Iterable<number>): string[] {
  return Array.from(numbers, (number) => `folder/${number}.xml ${number} ${number} ${number % 251}`);
}

describe.each([
  ["in one portion", 40],
  ["in several", 3 * PORTION + 7],
  ["that fill theirs", 2 * PORTION],
])("files %s", (_, count) => {
  test.each([
    ["all stay", (number: number) => number >= 0],
    ["no file stays", (number: number) => number < 0],
    ["the first ones go", (number: number) => number > 30],
    ["the last ones go", (number: number) => number < 30],
    ["every third goes", (number: number) => number % 3 > 0],
    ["one goes", (number: number) => number !== 17],
  ])("%s, and others come", (_, stays) => {
    let files = new KnownFiles();
    let lists = Array.from(
      { length: count },
      (_, number) => [number, Uint32Array.of(files.add(seen(number), 0, 1))] as const,
    );
    for (const round of [1, 2]) {
      lists = lists.filter(([number]) => stays(number));
      files.keepOnly(lists.map(([, list]) => list));
      const numbers = lists.map(([number]) => number);
      expect(files.count).toBe(numbers.length);
      expect(lists.map(([, list]) => files.path(list[0] as number))).toEqual(
        numbers.map((number) => `folder/${number}.xml`),
      );
      expect(said(files.columns()).sort()).toEqual(saidOf(numbers).sort());
      // As it is read again from the file.
      files = new KnownFiles(structuredClone(files.columns()));
      const more = Array.from({ length: 50 }, (_, at) => round * 10_000 + at);
      lists.push(...more.map((number) => [number, Uint32Array.of(files.add(seen(number), 0, 1))] as const));
      expect(said(files.columns()).sort()).toEqual(saidOf([...numbers, ...more]).sort());
    }
  });
});

test("a file that several lists contain stays until the last list is dropped", () => {
  const files = new KnownFiles();
  const [first, second] = [files.add(seen(1), 0, 1), files.add(seen(2), 0, 1)];
  const list = Uint32Array.of(second, second);
  files.keepOnly([Uint32Array.of(first, second), list]);
  files.keepOnly([list]);
  expect([...list]).toEqual([0, 0]);
  expect(said(files.columns())).toEqual(saidOf([2]));
});
