/** Known files keep their paths and states while other files are added, removed and written. */

import { describe, expect, test } from "vitest";
import { type AccessedFiles, FIELDS, HASH } from "./access-log.js";
import { type KnownColumns, KnownFiles, PORTION } from "./known-files.js";

/** Returns an accessed file, whose path and state are derived from a number. */
function accessed(number: number): AccessedFiles {
  return {
    paths: [`folder/${number}.xml`],
    states: new Float64Array(FIELDS).fill(number),
    hashes: new Uint8Array(HASH).fill(number % 251),
  };
}

/** Returns the content of columns, file by file. */
function linesOf({ paths, states, hashes }: KnownColumns): string[] {
  const names = paths.flatMap((text) => text.split("\0"));
  expect(states).toHaveLength(names.length * FIELDS);
  return names.map((name, at) => `${name} ${states[at * FIELDS]} ${states[at * FIELDS + 4]} ${hashes[at * HASH]}`);
}

/** Returns the lines of files with these numbers. */
function expectedLines(numbers: Iterable<number>): string[] {
  return Array.from(numbers, (number) => `folder/${number}.xml ${number} ${number} ${number % 251}`);
}

describe.each([
  ["in one portion", 40],
  ["in several", 3 * PORTION + 7],
  ["that fill theirs", 2 * PORTION],
])("files %s", (_, count) => {
  test.each([
    ["all are kept", (number: number) => number >= 0],
    ["none is kept", (number: number) => number < 0],
    ["the first ones are dropped", (number: number) => number > 30],
    ["the last ones are dropped", (number: number) => number < 30],
    ["every third one is dropped", (number: number) => number % 3 > 0],
    ["one is dropped", (number: number) => number !== 17],
  ])("%s, and others are added", (_, stays) => {
    let files = new KnownFiles();
    let lists = Array.from(
      { length: count },
      (_, number) => [number, Uint32Array.of(files.add(accessed(number), 0, 1))] as const,
    );
    for (const round of [1, 2]) {
      lists = lists.filter(([number]) => stays(number));
      files.keepOnly(lists.map(([, list]) => list));
      const numbers = lists.map(([number]) => number);
      expect(files.count).toBe(numbers.length);
      expect(lists.map(([, list]) => files.path(list[0] as number))).toEqual(
        numbers.map((number) => `folder/${number}.xml`),
      );
      expect(linesOf(files.columns()).sort()).toEqual(expectedLines(numbers).sort());
      // As it is read again from the file.
      files = new KnownFiles(structuredClone(files.columns()));
      const more = Array.from({ length: 50 }, (_, at) => round * 10_000 + at);
      lists.push(...more.map((number) => [number, Uint32Array.of(files.add(accessed(number), 0, 1))] as const));
      expect(linesOf(files.columns()).sort()).toEqual(expectedLines([...numbers, ...more]).sort());
    }
  });
});

test("a file that several lists contain stays until the last list is dropped", () => {
  const files = new KnownFiles();
  const [first, second] = [files.add(accessed(1), 0, 1), files.add(accessed(2), 0, 1)];
  const list = Uint32Array.of(second, second);
  files.keepOnly([Uint32Array.of(first, second), list]);
  files.keepOnly([list]);
  expect([...list]).toEqual([0, 0]);
  expect(linesOf(files.columns())).toEqual(expectedLines([2]));
});
