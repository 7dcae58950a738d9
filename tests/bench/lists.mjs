// Reads two asset lists, applies each operation to them and writes the union. Prints the time of each step in
// milliseconds and the number of entries in its result, like tests/peers/compare_lists.py in Python.

import { closeSync, fstatSync, openSync, readSync, writeSync } from "node:fs";
import { createEngine } from "../../wasm/dist/node.js";

const [first, second, output] = process.argv.slice(2);
const { assetLists } = await createEngine();
const measured = {};
const STEP = { op: "delta", first: "a", second: "b", output: "$changed" };

const lists = timed(
  "read",
  () => [first, second].map(read),
  ([a, b]) => a.length + b.length,
);
const [a, b] = lists;
const changed = timed("delta", () => assetLists.delta(a, b));
const both = timed("union", () => assetLists.union(a, b));
timed("intersection", () => assetLists.intersection(a, b));
timed("complement", () => assetLists.complement(a, b));
timed("pattern", () => assetLists.pattern(a, "*.dds"));
timed("count", () => assetLists.count(lists, 2));
// Lists with ids are compared by path for the first time, a result is compared, and there are many lists.
timed(
  "delta by path",
  () => assetLists.run([STEP], (name) => (name === STEP.first ? a : b), { key: "path" }),
  ([made]) => made.list.length,
);
timed("delta of results", () => assetLists.delta(changed, both));
const many = lists.flatMap(portions);
timed("count of 200 lists", () => assetLists.count(many, 2));
timed(
  "write",
  () => write(both),
  () => both.length,
);
process.stdout.write(JSON.stringify(measured));

function timed(name, work, counted = (list) => list.length) {
  const start = performance.now();
  const made = work();
  measured[name] = { time: performance.now() - start, entries: counted(made) };
  return made;
}

/** Returns a hundred lists of a thousand entries each, from the beginning of a list. */
function portions(list) {
  return Array.from({ length: 100 }, (_, at) => assetLists.of(list.entries(at * 1000, (at + 1) * 1000)));
}

/** Returns a list, whose file is read in parts. */
function read(path) {
  const file = openSync(path);
  const source = {
    read: () => null,
    size: () => fstatSync(file).size,
    fill: (_, view, offset) => readSync(file, view, 0, view.length, offset),
  };
  try {
    return assetLists.read(path, source).value;
  } finally {
    closeSync(file);
  }
}

function write(list) {
  const file = openSync(output, "w");
  try {
    for (const part of list.write("json")) {
      writeSync(file, part);
    }
  } finally {
    closeSync(file);
  }
}
