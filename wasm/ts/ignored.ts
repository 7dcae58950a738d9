/**
 * Patterns of files that are left out, as in `.gitignore`: those in the folders of a tree, and those of a project's
 * configuration.
 *
 * This module knows only patterns and paths. The host reads the files that hold patterns.
 */

import ignore, { type Ignore, type TestResult } from "ignore";

/** The one that is not git's. */
export const OWN_IGNORE_FILE = ".assayignore";

/** Files that hold patterns for their folder and those below; what the last one says counts. */
export const IGNORE_FILES: readonly string[] = [".gitignore", OWN_IGNORE_FILE];

/** A pattern, and where it stands: `.gitignore:3`. */
export interface IgnorePattern {
  pattern: string;
  from: string;
}

/** Patterns up to so many characters can always be used. */
const SHORT = 10_000;

/**
 * The patterns of an ignore file. As for git, a line ends with LF or CR LF, and a CR elsewhere is a character of a name.
 *
 * @throws When one cannot be used.
 */
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

/**
 * Returns the reason why a pattern cannot be used, or undefined: the translation of a long pattern may be too much for
 * JavaScript.
 */
export function unusable(pattern: string): string | undefined {
  if (pattern.length <= SHORT) {
    return undefined;
  }
  try {
    rules([{ pattern, from: "" }]).ignores("a");
    return undefined;
  } catch {
    return `the pattern \`${pattern.slice(0, 20)}…\` is too long to be used, with ${pattern.length} characters`;
  }
}

/**
 * Returns a description of a probable mistake in a pattern, with the reason. Returns undefined if the pattern may be
 * right.
 */
export function slipIn(pattern: string): string | undefined {
  const reason = idleness(pattern);
  if (reason !== undefined) {
    return `leaves nothing out: ${reason}`;
  }
  // Behind characters and sets of them, one that needs no `\`.
  const isEscaped = /^(?:\\[^\p{L}\p{N}]|\[[!^]?(?:\][^\]]*|[^\]]+)\]|[^\\[])*\\[\p{L}\p{N}]/u.test(pattern);
  return isEscaped && !pattern.startsWith("#")
    ? "names nothing in a folder by its `\\`, which makes the next character itself: folders are parted by `/`"
    : undefined;
}

/**
 * Returns the reason why a pattern can match no file, or undefined: it leads out of its folder, names nothing, or is
 * not complete.
 */
function idleness(pattern: string): string | undefined {
  if (pattern.startsWith("#")) {
    return undefined;
  }
  // A blank at the end may be one of the name.
  const written = pattern.trimStart().replace(/^!/, "");
  const path = written.trimEnd();
  if (/^(?:\/+|\.\.?(?:\/.*)?)$/.test(path)) {
    return "patterns start from the folder of this file, as in .gitignore";
  }
  if (path === "" && pattern.trim() !== "") {
    return "no name stands behind `!`";
  }
  // What is left behind whole characters and sets of them.
  switch (written.replace(/^(?:\\.|\[[!^]?(?:\][^\]]*|[^\]]+)\]|[^\\[]+)*/, "")[0]) {
    case "[":
      return "its `[` is not closed by `]`; `\\[` is the character itself";
    case "\\":
      return "nothing stands behind its last `\\`; `\\\\` is the character itself";
    default:
      return undefined;
  }
}

/** A decision about a path, and the pattern that it comes from. */
export interface IgnoredVerdict extends IgnorePattern {
  /** True if the path is left out; otherwise it is kept, whatever other patterns say. */
  isIgnored: boolean;
}

/** Where patterns hold: in a folder of the tree, or around the tree, `inside` being the way from there to its root. */
export type IgnoredPlace = { folder: string } | { inside: string };

/**
 * The patterns for the files of one folder and those below. Patterns of a deeper folder take precedence over those of
 * one above.
 */
export class Ignored {
  /** The beginning of the paths that the patterns apply to; empty for all paths. */
  readonly #folder: string;
  /** The beginning that is put before paths of the tree, so that they start from the folder of the patterns. */
  readonly #inside: string;
  readonly #patterns: readonly IgnorePattern[];
  readonly #names: MatchableNames;
  readonly #rules: Ignore;
  /** The rules for what lies in folders of which they say that they are left out, and others that they are not. */
  readonly #kept = new Map<string, Ignore>();
  readonly #above: Ignored | undefined;

  /** Creates a set of `patterns` for `place`. For paths that they do not match, `above` decides. */
  constructor(patterns: readonly IgnorePattern[], place: IgnoredPlace, above?: Ignored) {
    this.#folder = "folder" in place ? slashed(place.folder) : "";
    this.#inside = "inside" in place ? slashed(place.inside) : "";
    this.#above = above;
    // A folder that somebody names is looked at, whatever is said of itself; what is said of its files counts.
    this.#patterns = patterns.length === 0 ? [] : [...patterns, ...keeping(this.#inside.slice(0, -1))];
    this.#names = new MatchableNames(this.#patterns);
    this.#rules = rules(this.#patterns);
  }

  /**
   * Returns the decision about a path of the tree, or undefined if no pattern matches it. The folders that contain the
   * path must not be left out.
   */
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
    // That is said of the folder, and something that counts over it says otherwise.
    const kept = this.#kept.get(folder) ?? rules([...this.#patterns, ...keeping(folder)]);
    this.#kept.set(folder, kept);
    return kept.test(path);
  }
}

/** Patterns by which a folder is not left out, nor those that it lies in; of what is in them they say nothing. */
function keeping(folder: string): IgnorePattern[] {
  const names = folder === "" ? [] : folder.split("/");
  const parts = names.map((part) => part.replace(/[\\*?[\]!# ]/g, "\\$&"));
  return parts.map((_, at) => ({ pattern: `!/${parts.slice(0, at + 1).join("/")}/`, from: "" }));
}

/**
 * The names that patterns can match. Most files have another name; that is found sooner than the result of each
 * pattern.
 */
class MatchableNames {
  readonly #names = new Set<string>();
  /** By their last characters. */
  readonly #endings = new Map<string, string[]>();
  /** Whether it may be any name. */
  readonly #isAny: boolean;

  /** The names of which `patterns` can speak. */
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

/** Rules. Letter case counts, as it does for git: what a pattern means must not depend on the machine. */
function rules(patterns: readonly IgnorePattern[]): Ignore {
  return ignore({ ignorecase: false }).add(
    patterns.map(({ pattern, from }) => ({ pattern: spelled(pattern), mark: from })),
  );
}

/** A pattern in which blanks at the end that are none for git, such as a tab, are none: it leaves out spaces only. */
function spelled(pattern: string): string {
  const end = pattern.trimEnd().length;
  // A blank behind `\` is itself already.
  const from = pattern.endsWith("\\", end) ? end + 1 : end;
  return pattern.slice(0, from) + pattern.slice(from).replace(/[^\S ]/g, "[$&]");
}

function slashed(folder: string): string {
  return folder === "" ? "" : `${folder}/`;
}
