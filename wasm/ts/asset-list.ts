/** Asset lists: what the package promises of them, and how it keeps that with an instance of the engine. */

import { type Core, guarded, release, using } from "./core.js";
import { AssayError } from "./errors.js";
import { parse } from "./report.js";
import type { Reader } from "./source.js";
import type { AssetEntry, AssetSeed, PlanStep, Problem } from "./types.js";

/** What lists are compared by: the asset id, or the path. */
export type AssetKey = "id" | "path";

/** How a list is written: XML as O3DE's asset bundler writes it, or JSON. */
export type AssetListForm = "xml" | "json";

/** How a pattern is written: `*` and `?`, whatever the letter case, or a POSIX extended regular expression. */
export type AssetPatternType = "wildcard" | "regex";

/** The operations on two lists. */
export type AssetComparison = "delta" | "union" | "intersection" | "complement";

/** What a list, a seed list or a plan is read from: its content, or something that reads the file of that name. */
export type AssetContent = string | Uint8Array | Reader;

/** What was read, and what is to be said of it. */
export interface AssetReading<T> {
  /** What was read. */
  value: T;
  /** What was read all the same, and somebody should look at. */
  warnings: Problem[];
}

/** The result of a step of a plan. */
export interface AssetOutput {
  /** What it is called: a variable, which begins with `$`, or a file. */
  name: string;
  /** The step, from 1. */
  step: number;
  /** The list. */
  list: AssetList;
}

/** How a plan is run. */
export interface AssetRunOptions {
  /** What lists are compared by: the id when every entry of both has one, else the path, unless it is said. */
  key?: AssetKey | undefined;
  /** Whether a list without entries may be read, and may be written; `"results"`: only the latter. */
  allowEmpty?: boolean | "results";
}

/** A name that files have a number for. */
export interface AssetOperation {
  /** Its name. */
  name: string;
  /** Its number. */
  number: number;
  /** What it gives, in one sentence. */
  doc: string;
}

/** A platform, or a group of them. */
export interface AssetPlatform {
  /** Its name. */
  name: string;
  /** Its bit in a seed's `platformFlags`. */
  flag: number;
}

type CoreList = Core["AssetList"]["prototype"];
type CorePlan = Core["AssetPlan"]["prototype"];
type CoreSeeds = Core["SeedList"]["prototype"];

/** @internal What an object of the engine's memory lives in. */
export interface Home {
  /** Runs `work`; an engine that dies of it is replaced, and its objects are of no use any more. */
  run<T>(core: Core, work: () => T): T;
}

/** So many entries are brought over at a time. */
const ROWS = 4096;

/** So many bytes are written at a time. */
const PART = 1 << 20;

/** An asset list, in the memory of the engine. It never changes. */
export class AssetList {
  /** How many entries there are. */
  readonly length: number;
  /** Whether every entry has an id. */
  readonly haveIds: boolean;
  readonly #home: Home;
  readonly #core: Core;
  readonly #inner: CoreList;
  #disposed = false;

  /** @internal Made by {@link AssetLists}. */
  constructor(home: Home, core: Core, inner: CoreList) {
    [this.#home, this.#core, this.#inner] = [home, core, inner];
    this.length = inner.length();
    this.haveIds = inner.haveIds();
  }

  /** The entries from one place up to another, from 0. */
  entries(from = 0, to = this.length): AssetEntry[] {
    const text = this.#do((list) => list.entries(place(from), place(to)));
    return parse(text) as AssetEntry[];
  }

  /** All entries, in order. */
  *[Symbol.iterator](): IterableIterator<AssetEntry> {
    for (let from = 0; from < this.length; from += ROWS) {
      yield* this.entries(from, from + ROWS);
    }
  }

  /** The paths of the entries from one place up to another, from 0. */
  paths(from = 0, to = this.length): string[] {
    const text = this.#do((list) => list.paths(place(from), place(to)));
    return text === "" ? [] : text.split("\0");
  }

  /**
   * For each entry of `other` the place of the entry with the same key in this list, -1 where there is none: what tells a
   * changed entry from a new one.
   *
   * @throws {AssayError} `asset-list-duplicate`, `asset-list-no-id`.
   */
  places(other: AssetList, key?: AssetKey): Int32Array {
    return this.#do((list) => list.places(other.in(this.#core), key));
  }

  /** The list as UTF-8 in parts of about a megabyte. */
  *write(form: AssetListForm): IterableIterator<Uint8Array> {
    const writer = this.#do((list) => list.writer(form));
    try {
      for (;;) {
        const part = this.#do(() => writer.next(PART));
        if (part === undefined) {
          return;
        }
        yield part;
      }
    } finally {
      release(this.#core, writer);
    }
  }

  /** Frees its memory at once, and the list is of no use any more; without it that is done when nothing refers to it. */
  dispose(): void {
    if (!this.#disposed) {
      this.#disposed = true;
      release(this.#core, this.#inner);
    }
  }

  /** @internal The list in the memory of `core`. */
  in(core: Core): CoreList {
    if (core !== this.#core || core.retired()) {
      throw new AssayError("crashed", "the engine ended, and the list with it: read it again");
    }
    if (this.#disposed) {
      throw new AssayError("disposed", "this list has been disposed of");
    }
    return this.#inner;
  }

  #do<T>(work: (list: CoreList) => T): T {
    return this.#home.run(this.#core, () => work(this.in(this.#core)));
  }
}

/** A seed list. */
export class SeedList {
  readonly #home: Home;
  readonly #core: Core;
  readonly #inner: CoreSeeds;

  /** @internal Made by {@link AssetLists}. */
  constructor(home: Home, core: Core, inner: CoreSeeds) {
    [this.#home, this.#core, this.#inner] = [home, core, inner];
  }

  /** The seeds, in order. */
  get seeds(): AssetSeed[] {
    return parse(this.#do((list) => list.seeds())) as AssetSeed[];
  }

  /**
   * Adds a seed; one that there is gets the platforms as well, and the hint unless that is empty. Whether it is new.
   *
   * @throws {AssayError} `asset-id`, `unknown-platform`.
   */
  add(id: string, platforms: readonly string[], pathHint = ""): boolean {
    return this.#do((list) => list.add(id, [...platforms], pathHint));
  }

  /**
   * Takes platforms from a seed; one that is for none any more goes. Whether there was such a seed.
   *
   * @throws {AssayError} `asset-id`, `unknown-platform`.
   */
  remove(id: string, platforms: readonly string[]): boolean {
    return this.#do((list) => list.remove(id, [...platforms]));
  }

  /** Adds platforms to all seeds. */
  addPlatforms(platforms: readonly string[]): void {
    this.#do((list) => list.addPlatforms([...platforms]));
  }

  /** Takes platforms from all seeds; those that are for none any more go. How many went. */
  removePlatforms(platforms: readonly string[]): number {
    return this.#do((list) => list.removePlatforms([...platforms]));
  }

  /** Puts a hint in the place of a seed's; an empty one removes it. Whether there is such a seed. */
  hint(id: string, pathHint: string): boolean {
    return this.#do((list) => list.hint(id, pathHint));
  }

  /** The list as UTF-8: JSON as O3DE writes it today, or XML as it did before. */
  write(form: AssetListForm): Uint8Array {
    return this.#do((list) => list.write(form));
  }

  #do<T>(work: (list: CoreSeeds) => T): T {
    return this.#home.run(this.#core, () => work(this.#inner));
  }
}

/** Reads lists, compares them, runs plans. */
export class AssetLists {
  /** The operations, by their numbers. */
  readonly operations: readonly AssetOperation[];
  /** The platforms that seeds are for. */
  readonly platforms: readonly AssetPlatform[];
  /** Groups of platforms. */
  readonly platformGroups: readonly AssetPlatform[];
  readonly #home: Home;
  readonly #core: () => Core;

  /** @internal Made by the engine. */
  constructor(home: Home, core: () => Core) {
    [this.#home, this.#core] = [home, core];
    const { operations, platforms, platformGroups } = JSON.parse(core().assetListTables());
    [this.operations, this.platforms, this.platformGroups] = [operations, platforms, platformGroups];
  }

  /**
   * Reads the list called `path`: ObjectStream XML or JSON, plain JSON, or a text with a path on each line.
   *
   * @throws {AssayError} With the place of what is wrong: `asset-list-duplicate`, `asset-list-kind`, `asset-list-value`,
   * `asset-list-entry`, `asset-list-form`, `asset-list-binary`, `file-unreadable`, and the codes of malformed XML and JSON.
   */
  read(path: string, content: AssetContent): AssetReading<AssetList> {
    return this.#read(
      path,
      content,
      (core) => core.AssetList,
      (core, list) => new AssetList(this.#home, core, list),
    );
  }

  /** A list of these entries. */
  of(entries: Iterable<AssetEntry>): AssetList {
    const plain = ({ path, hash, id, modified }: AssetEntry) => {
      const rest = JSON.stringify({ path, hash, id });
      return modified === undefined ? rest : `${rest.slice(0, -1)},"modified":${modified}}`;
    };
    return this.read("entries.json", `{"assets":[${Array.from(entries, plain).join(",\n")}]}`).value;
  }

  /**
   * What an operation makes of two lists.
   *
   * @throws {AssayError} `asset-list-duplicate`, `asset-list-no-id`.
   */
  compare(operation: AssetComparison, first: AssetList, second: AssetList, key?: AssetKey): AssetList {
    return this.#made((core) => first.in(core).compare(operation, second.in(core), key));
  }

  /** What is new in the second list, or has another hash there. */
  delta(first: AssetList, second: AssetList, key?: AssetKey): AssetList {
    return this.compare("delta", first, second, key);
  }

  /** What is in either list; of what is in both, the second list's. */
  union(first: AssetList, second: AssetList, key?: AssetKey): AssetList {
    return this.compare("union", first, second, key);
  }

  /** What is in both lists, as the second one has it. */
  intersection(first: AssetList, second: AssetList, key?: AssetKey): AssetList {
    return this.compare("intersection", first, second, key);
  }

  /** What is in the second list only. */
  complement(first: AssetList, second: AssetList, key?: AssetKey): AssetList {
    return this.compare("complement", first, second, key);
  }

  /**
   * The entries whose whole path a pattern matches.
   *
   * @throws {AssayError} `pattern-…`, with the column in the pattern.
   */
  pattern(list: AssetList, pattern: string, type: AssetPatternType = "wildcard"): AssetList {
    return this.#made((core) => list.in(core).matching(pattern, type));
  }

  /**
   * What is in at least `count` of the lists, as the earliest one has it.
   *
   * @throws {AssayError} `asset-list-count`, `asset-list-duplicate`, `asset-list-no-id`.
   */
  count(lists: Iterable<AssetList>, count: number, key?: AssetKey): AssetList {
    const given = [...lists];
    return this.#made((core) =>
      using(core, new core.AssetLists(), (all) => {
        for (const list of given) {
          all.push(list.in(core));
        }
        return core.inAtLeast(count, all, key);
      }),
    );
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
   * Steps as a file.
   *
   * @throws {AssayError} `plan-unwritable` for steps that XML has no place for.
   */
  writePlan(steps: readonly PlanStep[], form: AssetListForm): Uint8Array {
    return this.#withPlan(steps, (_, plan) => plan.write(form));
  }

  /**
   * The files that steps read, each once; fails when they cannot come to an end whatever these hold.
   *
   * @throws {AssayError} `plan-no-steps`, `plan-missing`, `plan-unknown-variable`, `plan-not-written-yet`, `plan-pattern`,
   * `plan-count-in-series`; its `path` is the list concerned.
   */
  filesOfPlan(steps: readonly PlanStep[]): string[] {
    return this.#withPlan(steps, (_, plan) => plan.files());
  }

  /**
   * Does steps, one after the other; `list` gives each file of {@link AssetLists.filesOfPlan}. The results are those of all
   * steps, variables as well, in order. Nothing is written.
   *
   * @throws {AssayError} As {@link AssetLists.filesOfPlan}, and `plan-empty-input`, `plan-empty-result`, `plan-no-list`,
   * `plan-incomparable`. What `list` throws.
   */
  run(
    steps: readonly PlanStep[],
    list: (path: string) => AssetList | undefined,
    { key, allowEmpty = false }: AssetRunOptions = {},
  ): AssetOutput[] {
    const files = this.filesOfPlan(steps).map((path) => ({ path, list: list(path) }));
    return this.#withPlan(steps, (core, plan) => {
      for (const { path, list } of files) {
        if (list !== undefined) {
          plan.give(path, list.in(core));
        }
      }
      const made = JSON.parse(plan.run(key, allowEmpty === true, allowEmpty !== false)) as Omit<AssetOutput, "list">[];
      return made.map((output, at) => {
        const inner = plan.output(at) as CoreList;
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

  /** A list without seeds. */
  newSeeds(): SeedList {
    const core = this.#core();
    return new SeedList(this.#home, core, new core.SeedList());
  }

  #read<I extends { warnings(): string }, T>(
    path: string,
    content: AssetContent,
    of: (core: Core) => { read(path: string, source: Reader): I },
    made: (core: Core, inner: I) => T,
  ): AssetReading<T> {
    const core = this.#core();
    return this.#home.run(core, () => {
      const inner = of(core).read(path, readerOf(content));
      const warnings = parse(inner.warnings()) as Problem[];
      return { value: made(core, inner), warnings };
    });
  }

  #made(work: (core: Core) => CoreList): AssetList {
    const core = this.#core();
    return new AssetList(
      this.#home,
      core,
      this.#home.run(core, () => work(core)),
    );
  }

  #withPlan<T>(steps: readonly PlanStep[], work: (core: Core, plan: CorePlan) => T): T {
    const core = this.#core();
    const text = JSON.stringify({ steps });
    return this.#home.run(core, () =>
      using(core, core.AssetPlan.read("plan.json", readerOf(text)), (plan) => work(core, plan)),
    );
  }
}

/** @internal The engine that objects live in: one that revives after a crash. */
export function homeOf(reviving: <T>(core: Core, work: () => T) => T): Home {
  return { run: (core, work) => reviving(core, () => guarded(core, work)) };
}

/** @internal Content as something that reads the one file that it is. */
export function readerOf(content: AssetContent): Reader {
  if (typeof content !== "string" && !(content instanceof Uint8Array)) {
    return content;
  }
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  return {
    read: () => bytes,
    size: () => bytes.length,
    fill(_, view, offset) {
      const part = bytes.subarray(offset, offset + view.length);
      view.set(part);
      return part.length;
    },
  };
}

/** A place in a list as the engine takes it. */
function place(at: number): number {
  return Math.max(0, Math.min(at, 0xffffffff));
}
