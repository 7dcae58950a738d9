/** Lists of assets, of seeds and of steps as the command line has them: files in front, the package's lists behind. */

import type { AssetContent, AssetList, AssetLists, AssetReading, SeedList } from "../../asset-list.js";
import { engineOf } from "../../engine.js";
import { AssayError } from "../../errors.js";
import { DISK } from "../../node/disk.js";
import type { Reader } from "../../source.js";
import type { PlanStep, Problem } from "../../types.js";
import type { Engine } from "../engine.js";
import { warn } from "../output.js";
import { Refusal, stat } from "../refusal.js";
import type { Key } from "./options.js";

/** How a list is written. */
export type Form = "xml" | "json";

/** How the endings of names say it. */
const FORMS: Readonly<Record<string, Form>> = { assetlist: "xml", json: "json" };

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

  #read<T>(path: string, what: string, work: (content: AssetContent) => AssetReading<T>): T {
    const found = stat(path, `there is no ${what} at`);
    if (found.isDirectory()) {
      throw new Refusal(`\`${path}\` is a folder, not a ${what}`);
    }
    const { value, warnings } = placed(() => work(found.isFile() ? DISK : PIPES));
    for (const warning of warnings) {
      this.#onWarning(toldAt(warning));
    }
    return value;
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
      throw new Refusal(toldAt(error as Problem));
    }
    throw error;
  }
}

/** Pipes and their like, which can be read once and from their beginning only. */
const PIPES: Reader = { read: DISK.read };
