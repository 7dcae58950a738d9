/** Reads lists of assets, of seeds and of steps from files for the command line. */

import type { AssetContent } from "../../content.js";
import { engineOf } from "../../engine.js";
import { AssayError } from "../../errors.js";
import { DISK } from "../../node/disk.js";
import type { AssetKey, AssetList, AssetListForm } from "../../systems/asset-list/asset-list.js";
import type { AssetLists, AssetReading } from "../../systems/asset-list/asset-lists.js";
import type { SeedList } from "../../systems/asset-list/seed-list.js";
import { paged } from "../../systems/engine-object.js";
import type { PlanStep } from "../../types.js";
import type { Engine } from "../engine.js";
import { warn } from "../output.js";
import { readWhole } from "../pipes.js";
import { withPlace } from "../place.js";
import { orRefuse, Refusal, stat } from "../refusal.js";
import type { KeyChoice } from "./options.js";

/** The format of a list, by the extension of its file. */
const FORMS: Readonly<Record<string, AssetListForm>> = { assetlist: "xml", json: "json" };

/** The file name that means the standard input. */
const STANDARD_INPUT = "-";

/** Returns the format for a list at `path`. Throws a {@link Refusal} for an unknown extension. */
export function formOf(path: string): AssetListForm {
  const [, ending = ""] = /\.([^./\\]*)$/.exec(path.toLowerCase()) ?? [];
  const form = FORMS[ending];
  if (form === undefined) {
    throw new Refusal(`the extension of \`${path}\` is not that of a list`, "use .assetlist or .json");
  }
  return form;
}

/** Returns the key, or undefined to choose the key by the lists. */
export function keyOf(key: KeyChoice): AssetKey | undefined {
  return key === "auto" ? undefined : key;
}

export interface NamedList {
  path: string;
  list: AssetList;
}

/** Returns the key that compares lists, and warns if `auto` cannot use ids, or throws a {@link Refusal}. */
export function comparedBy(named: readonly NamedList[], key: KeyChoice, { engine }: Lists): AssetKey {
  const lists = named.map(({ list }) => list);
  const lacking = named.find(({ list }) => list.lacksId() !== undefined);
  const found = naming(named, () => engine.comparedBy(lists, keyOf(key)));
  if (key === "auto" && lacking !== undefined && lists.some(({ withId }) => withId > 0)) {
    warn(`the lists are compared by path: in \`${lacking.path}\` ${lacking.list.lacksId()}`);
  }
  return found;
}

/** Runs `work` on lists; if they cannot be compared, the error names their files. */
function naming<T>(named: readonly NamedList[], work: () => T): T {
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

/** The help for lists that cannot be compared, by error code. */
const HELP: Readonly<Record<string, string>> = {
  "asset-list-duplicate": "list each asset only once; if all of them have ids: --key id",
  "asset-list-no-id": "give each asset an id, or compare by path: --key path",
};

export function pathsOf(list: AssetList): Iterable<string> {
  return paged(list.length, (from, to) => list.paths(from, to));
}

export class Lists {
  readonly engine: AssetLists;
  readonly #onWarning: (warning: string) => void;
  #isInputTaken = false;

  private constructor(engine: AssetLists, onWarning: (warning: string) => void) {
    this.engine = engine;
    this.#onWarning = onWarning;
  }

  /** Loads the engine. Warnings about a file go to `onWarning`, by default to the standard error. */
  static async load(engine: Engine, onWarning = warn): Promise<Lists> {
    const { assetLists } = await engineOf(await engine());
    return new Lists(assetLists, onWarning);
  }

  /** Reads a list of assets. Throws a {@link Refusal} if that is not possible. */
  read(path: string): AssetList {
    return this.#read(path, "list", (content) => this.engine.read(path, content));
  }

  /** Reads a list of assets from the `content` of `path`. Throws a {@link Refusal} if it is not a list. */
  readGot(path: string, content: Uint8Array): AssetList {
    return this.#reportWarnings(() => this.engine.read(path, content));
  }

  /** Reads a list of seeds. Throws a {@link Refusal} if that is not possible. */
  readSeeds(path: string): SeedList {
    return this.#read(path, "list of seeds", (content) => this.engine.readSeeds(path, content));
  }

  /** Reads a file of steps. Throws a {@link Refusal} if that is not possible. */
  readPlan(path: string): PlanStep[] {
    return this.#read(path, "file of steps", (content) => this.engine.readPlan(path, content));
  }

  pathsMatching(paths: readonly string[], pattern: string): string[] {
    // The engine matches the entries of a list, so that patterns mean the same here as in other commands.
    const hash = "0".repeat(40);
    const all = this.engine.of(paths.map((path) => ({ path, hash })));
    return [...pathsOf(this.engine.pattern(all, pattern))];
  }

  #standardInput(): Uint8Array {
    if (this.#isInputTaken) {
      throw new Refusal(`the standard input, \`${STANDARD_INPUT}\`, can be read only once`, "write it to a file first");
    }
    this.#isInputTaken = true;
    return readThrough(0);
  }

  #read<T>(path: string, what: string, work: (content: AssetContent) => AssetReading<T>): T {
    const content = path === STANDARD_INPUT ? this.#standardInput() : contentAt(path, what);
    return this.#reportWarnings(() => work(content));
  }

  #reportWarnings<T>(work: () => AssetReading<T>): T {
    const { value, warnings } = placed(work);
    for (const warning of warnings) {
      this.#onWarning(withPlace(warning.message, warning));
    }
    return value;
  }
}

/** Returns the content of a file: a reader for a regular file, which is read in parts, or all bytes of a pipe. */
function contentAt(path: string, what: string): AssetContent {
  const found = stat(path, `there is no ${what} at`);
  if (found.isDirectory()) {
    throw new Refusal(`\`${path}\` is a folder, not a ${what}`);
  }
  return found.isFile() ? DISK : readThrough(path);
}

/** Returns all bytes of a pipe or an open file descriptor, which can be read only once and from the beginning. */
function readThrough(from: string | number): Uint8Array {
  const name = typeof from === "number" ? "the standard input" : `\`${from}\``;
  return orRefuse(`${name} cannot be read`, () => readWhole(from));
}

/** Runs `work`; an error of the engine becomes a refusal with its place. */
function placed<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof AssayError) {
      // The advice in this message is for files under check, not for lists.
      const message = error.code === "file-binary" ? "the file is binary, not text" : error.message;
      throw new Refusal(withPlace(message, error));
    }
    throw error;
  }
}
