/** Asset lists in the memory of the engine. */

import { type Core, release } from "../../core.js";
import type { Home } from "../../home.js";
import { parse } from "../../report.js";
import type { AssetEntry } from "../../types.js";
import { EngineObject, indexOf, paged } from "../engine-object.js";

/** The key by which entries of lists are compared: the asset id, or the path. */
export type AssetKey = "id" | "path";

/** The format of a written list: XML as O3DE's asset bundler writes it, or JSON. */
export type AssetListForm = "xml" | "json";

type CoreList = Core["AssetList"]["prototype"];

/** The number of bytes that are written at a time. */
const PART = 1 << 20;

/** @internal The messages for a list that can no longer be used. */
export const LOST_LIST = {
  ended: "the engine was stopped, so this list is lost: read it again",
  disposed: "this list has been disposed of",
};

/** An asset list, in the memory of the engine. It never changes. */
export class AssetList {
  /** The number of entries. */
  readonly length: number;
  /** True if every entry has an id. */
  readonly haveIds: boolean;
  /** The number of entries with an id. */
  readonly withId: number;
  readonly #object: EngineObject<CoreList>;

  /** @internal Made by {@link AssetLists}. */
  constructor(home: Home, core: Core, inner: CoreList) {
    this.#object = new EngineObject(home, core, inner, LOST_LIST);
    this.length = inner.length();
    this.haveIds = inner.haveIds();
    this.withId = inner.withId();
  }

  /** Returns the entries from one index up to another, from 0. */
  entries(from = 0, to = this.length): AssetEntry[] {
    const text = this.#object.do((list) => list.entries(indexOf(from), indexOf(to)));
    return parse(text) as AssetEntry[];
  }

  /** Yields all entries, in order. */
  *[Symbol.iterator](): IterableIterator<AssetEntry> {
    yield* paged(this.length, (from, to) => this.entries(from, to));
  }

  /** Returns the paths of the entries from one index up to another, from 0. */
  paths(from = 0, to = this.length): string[] {
    const text = this.#object.do((list) => list.paths(indexOf(from), indexOf(to)));
    return text === "" ? [] : text.split("\0");
  }

  /**
   * Returns, for each entry of `other`, the index of the entry with the same key in this list, or -1 without such an
   * entry. This distinguishes changed entries from new ones.
   *
   * @throws {AssayError} `asset-list-duplicate`, `asset-list-no-id`.
   */
  places(other: AssetList, key?: AssetKey): Int32Array {
    return this.#object.do((list) => list.places(other.in(this.#object.core), key));
  }

  /**
   * Describes the first entry without an id, such as "entry 3, `a.dds`, has no id". Returns undefined if all have ids.
   */
  lacksId(): string | undefined {
    return this.#object.do((list) => list.lacksId());
  }

  /** Yields the list as UTF-8 in parts of about a megabyte. */
  *write(form: AssetListForm): IterableIterator<Uint8Array> {
    const writer = this.#object.do((list) => list.writer(form));
    try {
      for (;;) {
        const part = this.#object.do(() => writer.next(PART));
        if (part === undefined) {
          return;
        }
        yield part;
      }
    } finally {
      release(this.#object.core, writer);
    }
  }

  /**
   * Frees the memory of the list, which cannot be used afterwards. Otherwise it is freed when nothing refers to the
   * list.
   */
  dispose(): void {
    this.#object.dispose();
  }

  /** @internal Returns the list in the memory of `core`. */
  in(core: Core): CoreList {
    return this.#object.in(core);
  }
}
