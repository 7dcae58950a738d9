/** The rule files of a folder. */

import { readdirSync, realpathSync, type Stats, statSync } from "node:fs";
import { attempt } from "../attempt.js";
import { explain } from "../node/explain.js";
import type { SourceProblem } from "../source.js";
import { type Boundary, OutsideError } from "./boundary.js";
import { typed } from "./typed.js";

export const RULE_FILE = /\.(?:ya?ml|json)$/i;

/** Folders that a search for rule files does not enter. */
export const SKIPPED = new Set([".git", "node_modules"]);

/** Matches names that are nearly those of rule files: other dialects of JSON, and extensions that programs add. */
const NEARLY = /\.(?:json[c5]|(?:ya?ml|json)\.(?:txt|bak|orig|disabled))$/i;

interface FoundRuleFile {
  path: string;
  isLinked: boolean;
}

/**
 * A folder that is searched for rule files, with the folders below it. Links are followed as far as rules may be read.
 * Everything that looks like a rule file and is skipped is reported.
 */
export class RuleFolder {
  readonly #folder: string;
  readonly #readable: Boundary;
  readonly #problems: SourceProblem[];
  readonly #found: FoundRuleFile[] = [];
  /** Links, which are followed after all files have been found: a file that is also linked is known by its path. */
  readonly #links: { path: string; name: string; around: readonly string[] }[] = [];
  /** The real paths of folders that have been searched. */
  readonly #entered = new Set<string>();

  /** Creates the folder at a path. Files that cannot be read or are skipped are added to `problems`. */
  constructor(folder: string, readable: Boundary, problems: SourceProblem[]) {
    this.#folder = folder;
    this.#readable = readable;
    this.#problems = problems;
  }

  /** Returns the paths of the files in order: first files, then linked files. */
  files(): string[] {
    this.#enter(this.#folder, realOf(this.#folder), [], false);
    for (const { path, name, around } of this.#links) {
      this.#follow(path, name, around);
    }
    const sorted = this.#found.sort((one, other) => (one.path < other.path ? -1 : 1));
    return [...sorted.filter(({ isLinked }) => !isLinked), ...sorted.filter(({ isLinked }) => isLinked)].map(
      ({ path }) => path,
    );
  }

  /** Searches a folder; `around` are the real paths of the folders on the way to it. */
  #enter(folder: string, real: string, around: readonly string[], isLinked: boolean): void {
    if (this.#entered.has(real)) {
      return;
    }
    this.#entered.add(real);
    try {
      for (const entry of readdirSync(folder, { withFileTypes: true })) {
        const path = folder === "." ? entry.name : `${folder}/${entry.name}`;
        if (entry.isSymbolicLink()) {
          this.#links.push({ path, name: entry.name, around: [...around, real] });
        } else if (entry.isDirectory()) {
          this.#below(path, entry.name, [...around, real], isLinked);
        } else {
          this.#take(path, entry.name, isLinked);
        }
      }
    } catch (error) {
      this.#problem(folder, `the folder of rules cannot be read: ${explain(error)}`);
    }
  }

  #below(path: string, name: string, around: readonly string[], isLinked: boolean): void {
    // False for a folder that cannot be read.
    const isEmpty = () => attempt(() => readdirSync(path))?.length === 0;
    if (!SKIPPED.has(name)) {
      this.#enter(path, realOf(path), around, isLinked);
    } else if (name !== ".git" && !isEmpty()) {
      // A skipped folder is reported, because rules in it would never run. `.git` contains no rules.
      this.#passOver(path, `\`${name}\` is not searched for rules; to include it: --rules ${typed(path)}`);
    }
  }

  #take(path: string, name: string, isLinked: boolean): void {
    if (RULE_FILE.test(name)) {
      this.#found.push({ path, isLinked });
    } else if (NEARLY.test(name)) {
      this.#passOver(path, "the file is not read: rule files end in .yaml, .yml or .json");
    }
  }

  #follow(path: string, name: string, around: readonly string[]): void {
    let target: Stats;
    try {
      target = statSync(path);
    } catch (error) {
      this.#problem(path, `the link in the folder of rules cannot be followed: ${explain(error)}`);
      return;
    }
    if (!target.isDirectory()) {
      this.#take(path, name, true);
      return;
    }
    try {
      const real = this.#readable.enter(path);
      if (around.includes(real)) {
        this.#problem(path, "the link in the folder of rules forms a cycle");
      } else {
        this.#below(path, name, around, true);
      }
    } catch (error) {
      const help = error instanceof OutsideError ? error.help : undefined;
      this.#problem(path, `the link in the folder of rules is not followed: ${explain(error)}`, help);
    }
  }

  #problem(path: string, message: string, help?: string): void {
    this.#problems.push({
      inRules: true,
      code: "unreadable-rules",
      message,
      path,
      ...(help === undefined ? {} : { help }),
    });
  }

  #passOver(path: string, message: string): void {
    this.#problems.push({ inRules: true, code: "skipped-rules", message, path, warning: true });
  }
}

/** Returns the path of a folder without links, or unchanged if it cannot be resolved. */
function realOf(folder: string): string {
  return attempt(() => realpathSync.native(folder)) ?? folder;
}
