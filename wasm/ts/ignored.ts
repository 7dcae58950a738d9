/**
 * Patterns of ignored files, as in `.gitignore`: in the folders of a tree, and in the configuration of a project.
 *
 * This module handles only patterns and paths. The host reads the files with patterns.
 */

import ignore, { type Ignore, type TestResult } from "ignore";
import { attempt } from "./attempt.js";

/** Assay's own ignore file. */
export const OWN_IGNORE_FILE = ".assayignore";

/** The names of files with patterns for their folder and the folders below; later names take precedence. */
export const IGNORE_FILES: readonly string[] = [".gitignore", OWN_IGNORE_FILE];

/** A pattern, and its origin: `.gitignore:3`. */
export interface IgnorePattern {
  pattern: string;
  from: string;
}

/** The length up to which a pattern can always be used, in characters. */
const SHORT = 10_000;

/** Returns the patterns of an ignore file. As in git, a line ends with LF or CR LF. Throws for an unusable pattern. */
export function patternsOf(text: string, path: string): IgnorePattern[] {
  return text
    .replace(/\r$/, "")
    .split(/\r?\n/)
    .map((pattern, at) => {
      const reason = unusable(pattern);
      if (reason !== undefined) {
        throw new Error(`line ${at + 1}: ${reason}`);
      }
      return { pattern, from: `${path}:${at + 1}` };
    });
}

/** Returns why a pattern cannot be used, or undefined: JavaScript may be unable to compile a long one. */
export function unusable(pattern: string): string | undefined {
  const isUsable = pattern.length <= SHORT || attempt(() => rules([{ pattern, from: "" }]).ignores("a")) !== undefined;
  return isUsable
    ? undefined
    : `the pattern \`${pattern.slice(0, 20)}…\` is too long to be used, with ${pattern.length} characters`;
}

/** Returns a description of a probable mistake in a pattern, or undefined: the pattern may be right. */
export function slipIn(pattern: string): string | undefined {
  if (pattern.startsWith("#")) {
    return undefined;
  }
  const path = pattern.trim().replace(/^!/, "");
  if (/^(?:\/+|\.\.?(?:\/.*)?)$/.test(path)) {
    return "matches no files: patterns start from the folder of this file, as in .gitignore";
  }
  // Matches a `\` before a letter or digit, which needs no `\`, after any characters and sets.
  return /^(?:\\[^\p{L}\p{N}]|\[[!^]?(?:\][^\]]*|[^\]]+)\]|[^\\[])*\\[\p{L}\p{N}]/u.test(pattern)
    ? "has a `\\`, which escapes the next character: use `/` between folders"
    : undefined;
}

/** A decision about a path, and the pattern that it comes from. */
export interface IgnoredVerdict extends IgnorePattern {
  /** True if the path is ignored; false if it is kept even if other patterns match it. */
  isIgnored: boolean;
}

/** The place of patterns: a folder of the tree, or the path from a folder above it to the root. */
export type IgnoredPlace = { folder: string } | { inside: string };

/** The patterns for the files in one folder and below. Patterns of a deeper folder take precedence. */
export class Ignored {
  /** The beginning of the paths that the patterns apply to; empty for all paths. */
  readonly #folder: string;
  /** The beginning that is put before paths of the tree, so that they start from the folder of the patterns. */
  readonly #inside: string;
  readonly #patterns: readonly IgnorePattern[];
  readonly #names: MatchableNames;
  readonly #rules: Ignore;
  /** The rules for the content of folders that these patterns ignore, and patterns with precedence keep. */
  readonly #kept = new Map<string, Ignore>();
  readonly #above: Ignored | undefined;

  /** Creates a set of `patterns` for `place`. For paths that they do not match, `above` decides. */
  constructor(patterns: readonly IgnorePattern[], place: IgnoredPlace, above?: Ignored) {
    this.#folder = "folder" in place ? slashed(place.folder) : "";
    this.#inside = "inside" in place ? slashed(place.inside) : "";
    this.#above = above;
    // A folder that a user names is checked even if a pattern matches the folder; patterns for its files still apply.
    this.#patterns = patterns.length === 0 ? [] : [...patterns, ...keeping(this.#inside.slice(0, -1))];
    this.#names = new MatchableNames(this.#patterns);
    this.#rules = rules(this.#patterns);
  }

  /** Returns the decision about a path in folders that are not ignored, or undefined if no pattern matches it. */
  of(path: string, isFolder: boolean): IgnoredVerdict | undefined {
    if (path.startsWith(this.#folder) && this.#names.admit(path.slice(path.lastIndexOf("/") + 1))) {
      const inside = this.#inside + path.slice(this.#folder.length);
      const { ignored, unignored, rule } = this.#test(isFolder ? `${inside}/` : inside, inside);
      if (ignored || unignored) {
        return { isIgnored: ignored, pattern: rule?.pattern ?? "", from: rule?.mark ?? "" };
      }
    }
    return this.#above?.of(path, isFolder);
  }

  #test(path: string, bare: string): TestResult {
    const found = this.#rules.test(path);
    const folder = bare.slice(0, Math.max(bare.lastIndexOf("/"), 0));
    if (!found.ignored || folder === "" || !this.#rules.ignores(`${folder}/`)) {
      return found;
    }
    // The pattern matches the folder, but another pattern with precedence keeps it.
    const kept = this.#kept.get(folder) ?? rules([...this.#patterns, ...keeping(folder)]);
    this.#kept.set(folder, kept);
    return kept.test(path);
  }
}

/** Returns patterns that keep a folder and the folders above it, without an effect on their content. */
function keeping(folder: string): IgnorePattern[] {
  const names = folder === "" ? [] : folder.split("/");
  const parts = names.map((part) => part.replace(/[\\*?[\]!# ]/g, "\\$&"));
  return parts.map((_, at) => ({ pattern: `!/${parts.slice(0, at + 1).join("/")}/`, from: "" }));
}

/** The names that patterns can match. Most files have others, and testing the name is faster than each pattern. */
class MatchableNames {
  readonly #names = new Set<string>();
  /** The names by their last characters. */
  readonly #endings = new Map<string, string[]>();
  /** True if any name may match. */
  readonly #isAny: boolean;

  /** Collects the names that `patterns` can match. */
  constructor(patterns: readonly IgnorePattern[]) {
    let isAny = false;
    for (const { pattern } of patterns) {
      const { name, ending, other } = LAST.exec(pattern)?.groups ?? {};
      isAny ||= other !== undefined;
      if (name !== undefined) {
        this.#names.add(name);
      } else if (ending !== undefined) {
        const last = ending.slice(-1);
        this.#endings.set(last, [...(this.#endings.get(last) ?? []), ending]);
      }
    }
    this.#isAny = isAny;
  }

  /** Returns true if one of the patterns can match a path with this name. */
  admit(name: string): boolean {
    if (this.#isAny || this.#names.has(name)) {
      return true;
    }
    return this.#endings.get(name.slice(-1))?.some((ending) => name.endsWith(ending)) ?? false;
  }
}

/**
 * Matches any pattern, and captures the last part of a path that it can match: a `name`, an `ending`, or `other` if
 * only the whole pattern can tell. Comments and empty lines have none of these groups.
 */
const LAST =
  /^(?:#.*|\s*|!?(?:[^\\]*\/)?(?:(?<name>[^*?[\]\\/\s\ufeff!#]+)|\*(?<ending>[^*?[\]\\/\s]+))\/?|(?<other>.*))$/s;

/** Compiles patterns. Letter case matters, so that the meaning of a pattern does not depend on the machine. */
function rules(patterns: readonly IgnorePattern[]): Ignore {
  return ignore({ ignorecase: false }).add(
    patterns.map(({ pattern, from }) => ({ pattern: spelled(pattern), mark: from })),
  );
}

/** Escapes whitespace at the end of a pattern that git does not remove: git removes only spaces. */
function spelled(pattern: string): string {
  const end = pattern.trimEnd().length;
  // A space after `\` is escaped already.
  const from = pattern.endsWith("\\", end) ? end + 1 : end;
  return pattern.slice(0, from) + pattern.slice(from).replace(/[^\S ]/g, "[$&]");
}

function slashed(folder: string): string {
  return folder === "" ? "" : `${folder}/`;
}
