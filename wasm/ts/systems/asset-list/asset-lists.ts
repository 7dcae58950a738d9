/** Asset lists: reads them, compares them, and runs plans of several steps. */

import { type AssetContent, readerOf } from "../../content.js";
import { type Core, using } from "../../core.js";
import { expected, isObject, mustBe } from "../../expected.js";
import type { Home } from "../../home.js";
import { parse } from "../../report.js";
import type { Reader } from "../../source.js";
import type { AssetEntry, PlanStep, Problem } from "../../types.js";
import { type AssetKey, AssetList, type AssetListForm } from "./asset-list.js";
import type { ComparisonName } from "./asset-operations.js";
import { SeedList } from "./seed-list.js";

/** The syntax of a pattern: `*` and `?`, in any letter case, or a POSIX extended regular expression. */
export type AssetPatternType = "wildcard" | "regex";

/** The operations on two lists. */
export type AssetComparison = ComparisonName;

/** A value that was read from a file, with warnings about the file. */
export interface AssetReading<T> {
  /** The value. */
  value: T;
  /** Warnings about content that was accepted but should be reviewed. */
  warnings: Problem[];
}

/** The result of a step of a plan. */
export interface AssetOutput {
  /** The name of the result: a variable, which begins with `$`, or a file. */
  name: string;
  /** The step, from 1. */
  step: number;
  /** The reason why the step compared by path, although some of its lists have ids. */
  fallback?: string;
  /** The list. */
  list: AssetList;
}

/** The options for comparing lists. */
export interface AssetCompareOptions {
  /** The key that lists are compared by. Default: the id if every entry of all lists has one, otherwise the path. */
  key?: AssetKey | undefined;
  /** True to allow lists without entries, which are refused by default. */
  allowEmpty?: boolean | undefined;
}

/** The options for running a plan. */
export interface AssetRunOptions {
  /** The key that lists are compared by. Default: the id if every entry of both lists has one, otherwise the path. */
  key?: AssetKey | undefined;
  /** True if a list without entries may be read. */
  allowEmptyInputs?: boolean | undefined;
  /** True if a result with the name of a file may have no entries. */
  allowEmptyResults?: boolean | undefined;
}

/** An operation of plans. */
export interface AssetOperation {
  /** Its name. */
  name: string;
  /** Its number in files. */
  number: number;
  /** The result of the operation, in one sentence. */
  doc: string;
}

/** A platform, or a group of them. */
export interface AssetPlatform {
  /** Its name. */
  name: string;
  /** Its bit in a seed's `platformFlags`. */
  flag: number;
}

/** The tables of operations and platforms. */
type AssetTables = Pick<AssetLists, "operations" | "platforms" | "platformGroups">;

type CoreAssetList = Core["AssetList"]["prototype"];
type CorePlan = Core["AssetPlan"]["prototype"];

/** Reads lists, compares them, runs plans. */
export class AssetLists {
  readonly #home: Home;
  #known: AssetTables | undefined;

  /** @internal Made by the engine. */
  constructor(home: Home) {
    this.#home = home;
  }

  get #tables(): AssetTables {
    this.#known ??= JSON.parse(this.#home.core().assetListTables()) as AssetTables;
    return this.#known;
  }

  /** The operations, by their numbers. */
  get operations(): readonly AssetOperation[] {
    return this.#tables.operations;
  }

  /** The platforms that seeds are for. */
  get platforms(): readonly AssetPlatform[] {
    return this.#tables.platforms;
  }

  /** Groups of platforms. */
  get platformGroups(): readonly AssetPlatform[] {
    return this.#tables.platformGroups;
  }

  /**
   * Reads the list at `path`: ObjectStream XML or JSON, plain JSON, or text with a path on each line.
   *
   * @throws {AssayError} With the place of the error: `asset-list-duplicate`, `asset-list-kind`, `asset-list-value`,
   * `asset-list-entry`, `asset-list-form`, `asset-list-binary`, `file-unreadable`, and the codes of malformed XML and
   * JSON.
   */
  read(path: string, content: AssetContent): AssetReading<AssetList> {
    return this.#read(
      path,
      content,
      (core) => core.AssetList,
      (core, list) => new AssetList(this.#home, core, list),
    );
  }

  /** Creates a list of these entries. */
  of(entries: Iterable<AssetEntry>): AssetList {
    expected(Symbol.iterator in Object(entries), "a list of entries", entries);
    const plain = (entry: AssetEntry) => {
      mustBe(isObject(entry), "an entry", "an object", entry);
      const { path, hash, id, modified } = entry;
      const rest = JSON.stringify({ path, hash, id });
      // `JSON.stringify` refuses a `bigint`, which a time may be.
      return modified === undefined ? rest : `${rest.slice(0, -1)},"modified":${modified}}`;
    };
    return this.read("entries.json", `{"assets":[${Array.from(entries, plain).join(",\n")}]}`).value;
  }

  /**
   * Returns the result of an operation on two lists.
   *
   * @throws {AssayError} `asset-list-no-entries`, `asset-list-duplicate`, `asset-list-no-id`.
   */
  compare(
    operation: AssetComparison,
    first: AssetList,
    second: AssetList,
    options: AssetCompareOptions = {},
  ): AssetList {
    const { key, allowEmpty = false } = options;
    return this.#create((core) => inside(core, first).compare(operation, inside(core, second), key, allowEmpty));
  }

  /** Returns the entries of the second list that are new, or have another hash than in the first list. */
  delta(first: AssetList, second: AssetList, options?: AssetCompareOptions): AssetList {
    return this.compare("delta", first, second, options);
  }

  /** Returns the entries of both lists. An entry that is in both is returned as the second list has it. */
  union(first: AssetList, second: AssetList, options?: AssetCompareOptions): AssetList {
    return this.compare("union", first, second, options);
  }

  /** Returns the entries that are in both lists, as the second list has them. */
  intersection(first: AssetList, second: AssetList, options?: AssetCompareOptions): AssetList {
    return this.compare("intersection", first, second, options);
  }

  /** Returns the entries that are only in the second list. */
  complement(first: AssetList, second: AssetList, options?: AssetCompareOptions): AssetList {
    return this.compare("complement", first, second, options);
  }

  /**
   * Returns the entries whose whole path matches a pattern.
   *
   * @throws {AssayError} `pattern-…`, with the column in the pattern; `asset-list-no-entries`.
   */
  pattern(
    list: AssetList,
    pattern: string,
    type: AssetPatternType = "wildcard",
    { allowEmpty = false }: Pick<AssetCompareOptions, "allowEmpty"> = {},
  ): AssetList {
    return this.#create((core) => inside(core, list).matching(pattern, type, allowEmpty));
  }

  /**
   * Returns the entries that are in at least `count` of the lists, as the earliest list has them.
   *
   * @throws {AssayError} `asset-list-count`, `asset-list-no-entries`, `asset-list-duplicate`, `asset-list-no-id`.
   */
  count(lists: Iterable<AssetList>, count: number, { key, allowEmpty = false }: AssetCompareOptions = {}): AssetList {
    const given = [...lists];
    return this.#create((core) => this.#together(core, given, (all) => core.inAtLeast(count, all, key, allowEmpty)));
  }

  /**
   * Returns the key that lists are compared by: `key` if it is given, otherwise the id if every entry of all lists has
   * one, otherwise the path.
   *
   * @throws {AssayError} `asset-list-duplicate`, `asset-list-no-id`: if the lists cannot be compared by that key.
   */
  comparedBy(lists: Iterable<AssetList>, key?: AssetKey): AssetKey {
    const core = this.#home.core();
    const given = [...lists];
    return this.#home.run(core, () => this.#together(core, given, (all) => core.comparedBy(all, key) as AssetKey));
  }

  /**
   * Reads the plan called `path`: the steps of a `.rules` file, or plain JSON.
   *
   * @throws {AssayError} As {@link AssetLists.read}.
   */
  readPlan(path: string, content: AssetContent): AssetReading<PlanStep[]> {
    return this.#read(
      path,
      content,
      (core) => core.AssetPlan,
      (core, plan) => using(core, plan, () => parse(plan.steps()) as PlanStep[]),
    );
  }

  /**
   * Returns the file of a plan.
   *
   * @throws {AssayError} `plan-unwritable` for steps that XML cannot represent.
   */
  writePlan(steps: readonly PlanStep[], form: AssetListForm): Uint8Array {
    return this.#withPlan(steps, (_, plan) => plan.write(form));
  }

  /**
   * Returns the files that steps read, each once. Throws if the steps cannot succeed with any content of these files.
   *
   * @throws {AssayError} `plan-no-steps`, `plan-missing`, `plan-unknown-variable`, `plan-not-written-yet`,
   * `plan-pattern`, `plan-count-in-series`; its `path` is the list concerned.
   */
  filesOfPlan(steps: readonly PlanStep[]): string[] {
    return this.#withPlan(steps, (_, plan) => plan.files());
  }

  /**
   * Runs steps in order; `list` returns the list for each file of {@link AssetLists.filesOfPlan}. Returns the results
   * of all steps, including variables. Nothing is written.
   *
   * @throws {AssayError} As {@link AssetLists.filesOfPlan}, and `plan-empty-input`, `plan-empty-result`,
   * `plan-no-list`, `plan-incomparable`. Also throws the errors of `list`.
   */
  run(
    steps: readonly PlanStep[],
    list: (path: string) => AssetList | undefined,
    { key, allowEmptyInputs = false, allowEmptyResults = false }: AssetRunOptions = {},
  ): AssetOutput[] {
    // Read before the engine runs, in which an error of the caller's `list` would count as a crash.
    const files = this.filesOfPlan(steps).map((path) => ({ path, list: list(path) }));
    return this.#withPlan(steps, (core, plan) => {
      for (const { path, list } of files) {
        if (list !== undefined) {
          plan.give(path, inside(core, list));
        }
      }
      const outputs = JSON.parse(plan.run(key, allowEmptyInputs, allowEmptyResults)) as Omit<AssetOutput, "list">[];
      return outputs.map((output, at) => {
        const inner = plan.output(at) as CoreAssetList;
        return { ...output, list: new AssetList(this.#home, core, inner) };
      });
    });
  }

  /**
   * Reads the seed list called `path`, JSON or XML.
   *
   * @throws {AssayError} As {@link AssetLists.read}.
   */
  readSeeds(path: string, content: AssetContent): AssetReading<SeedList> {
    return this.#read(
      path,
      content,
      (core) => core.SeedList,
      (core, seeds) => new SeedList(this.#home, core, seeds),
    );
  }

  /** Creates a list without seeds. */
  newSeeds(): SeedList {
    const core = this.#home.core();
    return new SeedList(this.#home, core, new core.SeedList());
  }

  #read<I extends { warnings(): string }, T>(
    path: string,
    content: AssetContent,
    of: (core: Core) => { read(path: string, source: Reader): I },
    work: (core: Core, inner: I) => T,
  ): AssetReading<T> {
    const core = this.#home.core();
    return this.#home.run(core, () => {
      const inner = of(core).read(path, readerOf(content));
      const warnings = parse(inner.warnings()) as Problem[];
      return { value: work(core, inner), warnings };
    });
  }

  #create(work: (core: Core) => CoreAssetList): AssetList {
    const core = this.#home.core();
    return new AssetList(
      this.#home,
      core,
      this.#home.run(core, () => work(core)),
    );
  }

  #together<T>(core: Core, lists: readonly AssetList[], work: (all: Core["AssetLists"]["prototype"]) => T): T {
    return using(core, new core.AssetLists(), (all) => {
      for (const list of lists) {
        all.push(inside(core, list));
      }
      return work(all);
    });
  }

  #withPlan<T>(steps: readonly PlanStep[], work: (core: Core, plan: CorePlan) => T): T {
    const core = this.#home.core();
    const text = JSON.stringify({ steps });
    return this.#home.run(core, () =>
      using(core, core.AssetPlan.read("plan.json", readerOf(text)), (plan) => work(core, plan)),
    );
  }
}

function inside(core: Core, list: AssetList): CoreAssetList {
  expected(list instanceof AssetList, "a list of assets", list);
  return list.in(core);
}
