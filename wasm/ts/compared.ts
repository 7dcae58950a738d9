/** Has the engine compare two asset lists for those who look at them: what became of each entry, and what an operation makes. */

import type { AssetKey, AssetList, AssetLists, AssetReading } from "./asset-list.js";
import { LIST_KINDS, type ListData, type ListKind, type ListsData, SHORT } from "./list-comparison.js";
import type { CompareListsTask, ListFile } from "./messages.js";
import type { AssetEntry } from "./types.js";

/**
 * Reads two lists and compares them.
 *
 * @throws {AssayError} As {@link AssetLists.read}, {@link AssetLists.compare} and {@link AssetLists.pattern}.
 */
export async function compareLists(lists: AssetLists, task: CompareListsTask): Promise<ListsData> {
  const made: AssetList[] = [];
  try {
    const one = await read(lists, task.first);
    made.push(one.value);
    const two = await read(lists, task.second);
    made.push(two.value);
    const key = task.key ?? (one.value.haveIds && two.value.haveIds ? "id" : "path");
    const result = operated(lists, task, one.value, two.value, key);
    made.push(result);
    return dataOf(one, two, result, key, task);
  } finally {
    for (const list of made) {
      list.dispose();
    }
  }
}

async function read(lists: AssetLists, { path, content }: ListFile): Promise<AssetReading<AssetList>> {
  return lists.read(path, content instanceof Blob ? new Uint8Array(await content.arrayBuffer()) : content);
}

function operated(
  lists: AssetLists,
  { operation, pattern = "", patternType }: CompareListsTask,
  first: AssetList,
  second: AssetList,
  key: AssetKey,
): AssetList {
  return operation === "filepattern"
    ? lists.pattern(first, pattern, patternType)
    : lists.compare(operation, first, second, key);
}

function dataOf(
  one: AssetReading<AssetList>,
  two: AssetReading<AssetList>,
  result: AssetList,
  key: AssetKey,
  { operation }: CompareListsTask,
): ListsData {
  const [first, second] = [one.value, two.value];
  const [before, now] = [[...first], [...second]];
  const [inSecond, inFirst] = [second.places(first, key), first.places(second, key)];
  return {
    key,
    first: { ...columnsOf(before, inSecond, now, "removed"), warnings: one.warnings },
    second: { ...columnsOf(now, inFirst, before, "added"), warnings: two.warnings },
    // Of what both lists have, operations give what the second one has.
    result:
      operation === "filepattern"
        ? first.places(result, key).map((place) => ~place)
        : origins(result, first, second, key),
  };
}

/** The places of a result's entries, as {@link ListsData} has them. */
function origins(result: AssetList, first: AssetList, second: AssetList, key: AssetKey): Int32Array {
  const inFirst = first.places(result, key);
  return second.places(result, key).map((place, at) => (place < 0 ? ~(inFirst[at] ?? 0) : place));
}

/** A list in columns; `alone` is what an entry is that the other list does not have. */
function columnsOf(
  entries: readonly AssetEntry[],
  places: Int32Array,
  others: readonly AssetEntry[],
  alone: ListKind,
): Omit<ListData, "warnings"> {
  return {
    paths: entries.map(({ path }) => path).join("\0"),
    ids: entries.map(({ id = "" }) => id).join("\0"),
    hashes: entries.map(({ hash }) => hash.slice(0, SHORT)).join(""),
    kinds: Uint8Array.from(entries, (entry, at) => LIST_KINDS.indexOf(kindOf(entry, others[places[at] ?? -1], alone))),
    others: places,
  };
}

/** What became of an entry; `alone` when the other list does not have it. */
export function kindOf(entry: AssetEntry, other: AssetEntry | undefined, alone: ListKind): ListKind {
  if (other === undefined) {
    return alone;
  }
  if (other.hash !== entry.hash) {
    return "changed";
  }
  return other.path === entry.path ? "same" : "moved";
}
