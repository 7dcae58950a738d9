/** Compares two asset lists for display: the kind of each entry, and the result of an operation on the lists. */

import { unread } from "../../gone.js";
import type { AssetEntry, PlanStep, Problem } from "../../types.js";
import type { AssetKey, AssetList } from "./asset-list.js";
import type { AssetLists, AssetReading } from "./asset-lists.js";
import { LIST_KINDS, type ListData, type ListKind, type ListsData, SHORT } from "./list-comparison.js";
import { filledIn } from "./plan.js";
import type { CompareListsTask, ListFile } from "./tasks.js";

/** Reads two lists and compares them. Throws the errors of {@link AssetLists}. */
export async function compareLists(lists: AssetLists, task: CompareListsTask): Promise<ListsData> {
  const comparison = new ListComparison(lists, task);
  try {
    return await comparison.run();
  } finally {
    comparison.dispose();
  }
}

class ListComparison {
  readonly #lists: AssetLists;
  readonly #task: CompareListsTask;
  /** The lists that have to be disposed of. */
  readonly #created: AssetList[] = [];
  /** Warnings about files besides the two lists. */
  readonly #warnings: Problem[] = [];
  #steps: PlanStep[] = [];

  constructor(lists: AssetLists, task: CompareListsTask) {
    this.#lists = lists;
    this.#task = task;
  }

  async run(): Promise<ListsData> {
    const [one, two] = [await this.#read(this.#task.first), await this.#read(this.#task.second)];
    const [first, second] = [one.value, two.value];
    const { form } = this.#task;
    const key = this.#task.key ?? (first.haveIds && second.haveIds ? "id" : "path");
    const result = this.#keep(await this.#result(first, second, key));
    const [before, now] = [[...first], [...second]];
    const [inSecond, inFirst] = [second.places(first, key), first.places(second, key)];
    const { places, further } = origins(result, { list: first, entries: before }, { list: second, entries: now }, key);
    return {
      key,
      first: { ...columnsOf(before, inSecond, now, "removed"), warnings: one.warnings },
      second: { ...columnsOf(now, inFirst, before, "added"), warnings: two.warnings },
      further: {
        ...columnsOf(further, new Int32Array(further.length).fill(-1), [], "elsewhere"),
        warnings: this.#warnings,
      },
      result: places,
      steps: this.#steps,
      ...(form !== undefined && { written: new Blob([...result.write(form)] as Uint8Array<ArrayBuffer>[]) }),
    };
  }

  dispose(): void {
    for (const list of this.#created) {
      list.dispose();
    }
  }

  #keep(list: AssetList): AssetList {
    this.#created.push(list);
    return list;
  }

  async #read({ path, content }: ListFile): Promise<AssetReading<AssetList>> {
    const reading = this.#lists.read(path, await bytesOf(content));
    this.#keep(reading.value);
    return reading;
  }

  async #readFurther(file: ListFile): Promise<AssetList> {
    const { value, warnings } = await this.#read(file);
    this.#warnings.push(...warnings);
    return value;
  }

  async #result(first: AssetList, second: AssetList, key: AssetKey): Promise<AssetList> {
    const { operation, pattern = "", patternType, count = 2, further = [] } = this.#task;
    switch (operation) {
      case "filepattern":
        return this.#lists.pattern(first, pattern, patternType, ALLOWED);
      case "intersectioncount": {
        const all = [first, second];
        for (const file of further) {
          all.push(await this.#readFurther(file));
        }
        return this.#lists.count(all, count, { key: this.#task.key, ...ALLOWED });
      }
      case "plan":
        return this.#planned(first, second);
      default:
        return this.#lists.compare(operation, first, second, { key, ...ALLOWED });
    }
  }

  /** Returns the result of the requested step of the plan, or of its last step if there is no such step. */
  async #planned(first: AssetList, second: AssetList): Promise<AssetList> {
    const { plan, step, further = [], key } = this.#task;
    const [one, two] = [this.#task.first.path, this.#task.second.path];
    const { value, warnings } = this.#lists.readPlan(
      plan?.path ?? "",
      plan === undefined ? "" : await bytesOf(plan.content),
    );
    this.#warnings.push(...warnings);
    this.#steps = filledIn(value, [one, two]);
    const known = new Map([
      [one, first],
      [two, second],
    ]);
    for (const path of this.#lists.filesOfPlan(this.#steps)) {
      const file = further.find((file) => file.path === path);
      if (!known.has(path) && file !== undefined) {
        known.set(path, await this.#readFurther(file));
      }
    }
    const outputs = this.#lists.run(this.#steps, (path) => known.get(path), {
      key,
      allowEmptyInputs: true,
      allowEmptyResults: true,
    });
    for (const { list } of outputs) {
      this.#keep(list);
    }
    const output = outputs.find((output) => output.step === step) ?? outputs.at(-1);
    return (output as (typeof outputs)[number]).list;
  }
}

async function bytesOf(content: ListFile["content"]): Promise<string | Uint8Array> {
  return content instanceof Blob ? new Uint8Array(await content.arrayBuffer().catch(unread)) : content;
}

/** Lists without entries are shown like any other. */
const ALLOWED = { allowEmpty: true } as const;

interface ComparedSide {
  list: AssetList;
  entries: readonly AssetEntry[];
}

/** Returns the places of a result's entries for {@link ListsData}, and those that neither list has in this form. */
function origins(
  result: AssetList,
  first: ComparedSide,
  second: ComparedSide,
  key: AssetKey,
): { places: Int32Array; further: AssetEntry[] } {
  const further: AssetEntry[] = [];
  const hasKeys = key === "path" || result.haveIds;
  const [inFirst, inSecond] = [first, second].map(({ list }) => (hasKeys ? list.places(result, key) : undefined));
  const places = new Int32Array(result.length);
  for (const [at, entry] of [...result].entries()) {
    const [there, here] = [inFirst?.[at] ?? -1, inSecond?.[at] ?? -1];
    if (hasState(second.entries[here], entry)) {
      places[at] = here;
    } else if (hasState(first.entries[there], entry)) {
      places[at] = ~there;
    } else {
      places[at] = second.entries.length + further.length;
      further.push(entry);
    }
  }
  return { places, further };
}

function hasState(known: AssetEntry | undefined, entry: AssetEntry): boolean {
  return known !== undefined && known.path === entry.path && known.hash === entry.hash;
}

/** Returns a list in columns. `alone` is the kind of entries that the other list does not have. */
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

/** Returns the kind of an entry with the counterpart `other` in the other list; `alone` without a counterpart. */
export function kindOf<K extends ListKind>(
  entry: AssetEntry,
  other: AssetEntry | undefined,
  alone: K,
): K | "changed" | "moved" | "same" {
  if (other === undefined) {
    return alone;
  }
  if (other.hash !== entry.hash) {
    return "changed";
  }
  return other.path === entry.path ? "same" : "moved";
}
