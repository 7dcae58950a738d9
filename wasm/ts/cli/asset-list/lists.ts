/** Lists of assets, of seeds and of steps as the command line has them: files in front, the package's lists behind. */

import type { AssetList } from "../../asset-list.js";
import type { AssetLists, AssetReading } from "../../asset-lists.js";
import type { AssetContent } from "../../content.js";
import { engineOf } from "../../engine.js";
import { AssayError } from "../../errors.js";
import { DISK } from "../../node/disk.js";
import { explain } from "../../node/explain.js";
import type { SeedList } from "../../seed-list.js";
import type { PlanStep, Problem } from "../../types.js";
import type { Engine } from "../engine.js";
import { warn } from "../output.js";
import { readWhole } from "../pipes.js";
import { Refusal, stat } from "../refusal.js";
import type { Key } from "./options.js";

/** How a list is written. */
export type Form = "xml" | "json";

/** How the endings of names say it. */
const FORMS: Readonly<Record<string, Form>> = { assetlist: "xml", json: "json" };

/** What stands for the standard input where the name of a file is expected. */
const STANDARD_INPUT = "-";

/** Entries that come over from the engine at once. */
const ROWS = 8192;

/**
 * How a list is written to a file of that name.
 *
 * @throws {Refusal} When its ending does not say it.
 */
export function formOf(path: string): Form {
  const [, ending = ""] = /\.([^./\\]*)$/.exec(path.toLowerCase()) ?? [];
  const form = FORMS[ending];
  if (form === undefined) {
    throw new Refusal(`the ending of \`${path}\` does not say how to write a list`, "end it in .assetlist or .json");
  }
  return form;
}

/** The key that is named, or the one that suits the lists. */
export function keyOf(key: Key): "id" | "path" | undefined {
  return key === "auto" ? undefined : key;
}

/** A list, and the file that it is in. */
export interface Named {
  /** The file. */
  path: string;
  /** The list. */
  list: AssetList;
}

/**
 * What lists are compared by. When that is the path although there are ids, a warning says why.
 *
 * @throws {Refusal} When they cannot be compared, with their files.
 */
export function comparedBy(named: readonly Named[], key: Key, { engine }: Lists): "id" | "path" {
  const lists = named.map(({ list }) => list);
  const lacking = named.find(({ list }) => list.lacksId() !== undefined);
  const found = naming(named, () => engine.comparedBy(lists, keyOf(key)));
  if (key === "auto" && lacking !== undefined && lists.some(({ withId }) => withId > 0)) {
    warn(`the lists are compared by path: in \`${lacking.path}\` ${lacking.list.lacksId()}`);
  }
  return found;
}

/** Does `work` with lists, and names their files when they cannot be compared. */
function naming<T>(named: readonly Named[], work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof AssayError && /^asset-list-(?:duplicate|no-id)$/.test(error.code)) {
      const files = named.map(({ path }, at) => `${at + 1} \`${path}\``).join(", ");
      throw new Refusal(`${error.message}; the lists are ${files}`, HELP[error.code]);
    }
    throw error;
  }
}

/** What helps when lists cannot be compared. */
const HELP: Readonly<Record<string, string>> = {
  "asset-list-duplicate": "each asset is in a list once; if all of them have ids: --key id",
  "asset-list-no-id": "give each asset an id, or compare by path: --key path",
};

/** The paths of a list, in order. */
export function* pathsOf(list: AssetList): Iterable<string> {
  for (let from = 0; from < list.length; from += ROWS) {
    yield* list.paths(from, from + ROWS);
  }
}

/** Lists in files. */
export class Lists {
  /** What is done with lists. */
  readonly engine: AssetLists;
  readonly #onWarning: (warning: string) => void;
  #isInputTaken = false;

  private constructor(engine: AssetLists, onWarning: (warning: string) => void) {
    this.engine = engine;
    this.#onWarning = onWarning;
  }

  /** Loads the engine. What should be looked at in a file goes to `onWarning`, or to the standard error. */
  static async load(engine: Engine, onWarning = warn): Promise<Lists> {
    const { assetLists } = await engineOf(await engine());
    return new Lists(assetLists, onWarning);
  }

  /**
   * Reads a list of assets.
   *
   * @throws {Refusal} When the file cannot be read, or is none.
   */
  read(path: string): AssetList {
    return this.#read(path, "list", (content) => this.engine.read(path, content));
  }

  /**
   * Reads a list of assets that has been got already, from `path`.
   *
   * @throws {Refusal} When it is none.
   */
  readGot(path: string, content: Uint8Array): AssetList {
    return this.#told(() => this.engine.read(path, content));
  }

  /**
   * Reads a list of seeds.
   *
   * @throws {Refusal} When the file cannot be read, or is none.
   */
  readSeeds(path: string): SeedList {
    return this.#read(path, "list of seeds", (content) => this.engine.readSeeds(path, content));
  }

  /**
   * Reads a file of steps.
   *
   * @throws {Refusal} When the file cannot be read, or is none.
   */
  readPlan(path: string): PlanStep[] {
    return this.#read(path, "file of steps", (content) => this.engine.readPlan(path, content));
  }

  /** Which paths match a wildcard. */
  pathsMatching(paths: readonly string[], pattern: string): string[] {
    const hash = "0".repeat(40);
    const all = this.engine.of(paths.map((path) => ({ path, hash })));
    return [...pathsOf(this.engine.pattern(all, pattern))];
  }

  #standardInput(): Uint8Array {
    if (this.#isInputTaken) {
      throw new Refusal(`the standard input, \`${STANDARD_INPUT}\`, can be read once only`, "write it to a file first");
    }
    this.#isInputTaken = true;
    return readThrough(0);
  }

  #read<T>(path: string, what: string, work: (content: AssetContent) => AssetReading<T>): T {
    const content = path === STANDARD_INPUT ? this.#standardInput() : contentAt(path, what);
    return this.#told(() => work(content));
  }

  #told<T>(work: () => AssetReading<T>): T {
    const { value, warnings } = placed(work);
    for (const warning of warnings) {
      this.#onWarning(toldAt(warning));
    }
    return value;
  }
}

/** What is in a file: the file itself, which is read part by part, or all that comes through a pipe. */
function contentAt(path: string, what: string): AssetContent {
  const found = stat(path, `there is no ${what} at`);
  if (found.isDirectory()) {
    throw new Refusal(`\`${path}\` is a folder, not a ${what}`);
  }
  return found.isFile() ? DISK : readThrough(path);
}

/** All that a pipe, or what is open as a number, gives until its end. It can be read once, and from its beginning only. */
function readThrough(from: string | number): Uint8Array {
  try {
    return readWhole(from);
  } catch (error) {
    const name = typeof from === "number" ? "the standard input" : `\`${from}\``;
    throw new Refusal(`${name} cannot be read: ${explain(error)}`);
  }
}

/** The text of what is said, behind its place. */
function toldAt({ message, path, line, column }: Pick<Problem, "message" | "path" | "line" | "column">): string {
  const place = [path, line, column].filter((part) => part !== undefined && part !== null);
  return place.length === 0 ? message : `${place.join(":")}: ${message}`;
}

/** Does `work`, and refuses what it fails of with the place. */
function placed<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof AssayError) {
      // What rules can do about such a file is nothing that can be done about a list.
      const message = error.code === "file-binary" ? "the file is binary, not text" : error.message;
      throw new Refusal(toldAt({ ...(error as Problem), message }));
    }
    throw error;
  }
}
