/**
 * What is not looked at: patterns as in `.gitignore`, of files in the folders of a tree and of a project's configuration.
 *
 * Knows patterns and paths only; who reads the files that hold patterns is the host's business.
 */

import ignore, { type Ignore } from "ignore";

/** Files that hold patterns for their folder and those below; what the last one says counts. */
export const IGNORE_FILES: readonly string[] = [".gitignore", ".assayignore"];

/** A pattern, and where it stands: `.gitignore:3`. */
export interface IgnorePattern {
  pattern: string;
  from: string;
}

/** The patterns of an ignore file. */
export function patternsOf(text: string, path: string): IgnorePattern[] {
  return text.split(/\r\n|\n|\r/).map((pattern, at) => ({ pattern, from: `${path}:${at + 1}` }));
}

/** What is said of a path, and by what. */
export interface Verdict extends IgnorePattern {
  /** Whether it is left out; else it is kept, whatever others say. */
  isIgnored: boolean;
}

/** Where patterns hold: in a folder of the tree, or around the tree, `inside` being the way from there to its root. */
export type Place = { folder: string } | { inside: string };

/** What patterns say of the files of one folder and those below. Those of a deeper folder count over those of one above. */
export class Ignored {
  /** What the paths begin with of which they speak. */
  readonly #folder: string;
  /** What stands before paths of the tree where the patterns are. */
  readonly #inside: string;
  readonly #rules: Ignore;
  readonly #above: Ignored | undefined;
  readonly #isEmpty: boolean;

  /** What `patterns` say at `place`; what they do not speak of, `above` says. */
  constructor(patterns: readonly IgnorePattern[], place: Place, above?: Ignored) {
    this.#folder = "folder" in place ? slashed(place.folder) : "";
    this.#inside = "inside" in place ? slashed(place.inside) : "";
    this.#above = above;
    this.#rules = rules();
    // A folder that somebody names is looked at, whatever is said of itself.
    const isOfRoot = (pattern: string) => this.#inside !== "" && rules().add(pattern).ignores(this.#inside);
    const kept = patterns.filter(({ pattern }) => !isOfRoot(pattern));
    this.#isEmpty = kept.length === 0;
    this.#rules.add(kept.map(({ pattern, from }) => ({ pattern, mark: from })));
  }

  /** What is said of a path of the tree, if anything is; the folders that it lies in are not left out. */
  of(path: string, isFolder: boolean): Verdict | undefined {
    if (!this.#isEmpty && path.startsWith(this.#folder)) {
      const inside = this.#inside + path.slice(this.#folder.length);
      const { ignored, unignored, rule } = this.#rules.test(isFolder ? `${inside}/` : inside);
      if (ignored || unignored) {
        return { isIgnored: ignored, pattern: rule?.pattern ?? "", from: rule?.mark ?? "" };
      }
    }
    return this.#above?.of(path, isFolder);
  }
}

/** No rules yet. Letter case counts, as it does for git: what a pattern means must not depend on the machine. */
function rules(): Ignore {
  return ignore({ ignorecase: false });
}

function slashed(folder: string): string {
  return folder === "" ? "" : `${folder}/`;
}
