/** Sorts more records than fit into memory: by way of sorted files, which are merged. */

import { closeSync, mkdirSync, openSync, readSync, rmSync, writeFileSync } from "node:fs";
import { compareBytes, compareUnits, HALF } from "../byte-order.js";

/** A path, and what is known about the file. */
export type FileRecord = readonly [path: string, facts: string];

/** The number of records that are sorted in memory. */
const MOST = 250_000;
/** The size of the buffer through which a file is read, in bytes. Hundreds of files may be merged at the same time. */
const PORTION = 1 << 15;

/** Records in the order of their paths. */
export class SortedRecords {
  readonly #folder: string;
  readonly #most: number;
  #records: FileRecord[] = [];
  readonly #files: string[] = [];
  /** The comparison of paths: a fast one as long as it orders all of them correctly. */
  #compare = compareUnits;

  /** Uses `folder` for temporary files if there are more than `most` records. */
  constructor(folder: string, most = MOST) {
    this.#folder = folder;
    this.#most = most;
  }

  add(path: string, facts: string): void {
    this.#compare = HALF.test(path) ? compareBytes : this.#compare;
    this.#records.push([path, facts]);
    if (this.#records.length >= this.#most) {
      this.#writeOut();
    }
  }

  #writeOut(): void {
    mkdirSync(this.#folder, { recursive: true });
    const file = `${this.#folder}/${this.#files.length}`;
    // No path contains NUL.
    const fields = this.#sorted().map(([path, facts]) => `${path}\0${facts}\0`);
    writeFileSync(file, fields.join(""));
    this.#files.push(file);
    this.#records = [];
  }

  #sorted(): FileRecord[] {
    return this.#records.sort(([one], [other]) => this.#compare(one, other));
  }

  /** Yields all records. Of records with the same path, only the first one counts. */
  *all(): Generator<FileRecord> {
    let last: string | undefined;
    for (const record of merged([...this.#files.map(recordsIn), this.#sorted()], this.#compare)) {
      if (record[0] !== last) {
        last = record[0];
        yield record;
      }
    }
  }

  /** Removes the temporary files. */
  dispose(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

type Compare = typeof compareBytes;

/** Merges sorted lists, two by two. */
function merged(lists: readonly Iterable<FileRecord>[], compare: Compare): Iterable<FileRecord> {
  if (lists.length <= 1) {
    return lists[0] ?? [];
  }
  const middle = lists.length >> 1;
  return mergedTwo(merged(lists.slice(0, middle), compare), merged(lists.slice(middle), compare), compare);
}

function* mergedTwo(one: Iterable<FileRecord>, other: Iterable<FileRecord>, compare: Compare): Generator<FileRecord> {
  const [ones, others] = [one[Symbol.iterator](), other[Symbol.iterator]()];
  let [first, second] = [ones.next(), others.next()];
  while (!first.done || !second.done) {
    if (second.done || (!first.done && compare(first.value[0], second.value[0]) <= 0)) {
      yield first.value as FileRecord;
      first = ones.next();
    } else {
      yield second.value;
      second = others.next();
    }
  }
}

function* recordsIn(file: string): Generator<FileRecord> {
  let path: string | undefined;
  for (const field of fieldsIn(file)) {
    if (path === undefined) {
      path = field;
    } else {
      yield [path, field];
      path = undefined;
    }
  }
}

function* fieldsIn(file: string): Generator<string> {
  const opened = openSync(file, "r");
  try {
    const portion = Buffer.allocUnsafe(PORTION);
    const decoder = new TextDecoder();
    let rest = "";
    for (let read = readSync(opened, portion); read > 0; read = readSync(opened, portion)) {
      const fields = (rest + decoder.decode(portion.subarray(0, read), { stream: true })).split("\0");
      rest = fields.pop() ?? "";
      yield* fields;
    }
  } finally {
    closeSync(opened);
  }
}
