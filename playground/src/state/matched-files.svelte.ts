/** The files under check that no rule of the last check looks at. */

import type { RuleStats } from "../engine.ts";
import { isArchive } from "../project.ts";
import type { WrittenRule } from "../rule-text/outline.ts";
import { type Patterns, unmatchedFiles } from "../rule-text/pattern.ts";
import { WrittenRules } from "../rule-text/written.ts";
import type { PageParts } from "./page-parts.ts";

/** Finds files under check that no rule looks at, and rules that are switched off. */
export class MatchedFiles {
  readonly #page: Pick<PageParts, "paths" | "checking">;
  readonly #writing = new WrittenRules();
  /** The rules of the last check. */
  readonly #ran: readonly Pick<RuleStats, "name">[] = $derived.by(
    () => this.#page.checking.answer?.result?.stats.rules ?? [],
  );
  /** The rules as they were written then. */
  readonly #written: readonly WrittenRule[] = $derived.by(() => {
    return this.#ran.length === 0 ? [] : this.#writing.of(this.#page.checking.of.rules);
  });
  /** The names of the rules that are switched off. */
  readonly off: readonly string[] = $derived.by(() => {
    const ran = new Set(this.#ran.map(({ name }) => name));
    return this.#written.flatMap(({ name, off }) => (off && !ran.has(name) ? name : []));
  });
  /** The path patterns of the rules that ran last, as JSON. Comparing a string ignores edits elsewhere in the rules. */
  readonly #patterns: string = $derived.by(() => {
    const written = new Map(this.#written.map((rule) => [rule.name, rule]));
    return JSON.stringify(
      this.#ran.map(({ name }) => ({ rpath: written.get(name)?.rpath, notRpath: written.get(name)?.notRpath })),
    );
  });
  readonly #unmatched: ReadonlySet<string> | undefined = $derived.by(() =>
    unmatchedFiles(this.#page.paths.files, JSON.parse(this.#patterns) as Patterns[]),
  );

  constructor(page: Pick<PageParts, "paths" | "checking">) {
    this.#page = page;
  }

  /** Returns true if no rule looks at a file under check. Returns false if that is not known. */
  isUnmatched(path: string): boolean {
    return this.#unmatched?.has(path) === true;
  }

  /** Returns the number of files that rules look at; undefined if it is not known. */
  get count(): number | undefined {
    // The number of files in archives is not known here.
    return this.#unmatched && !this.#page.paths.files.some(isArchive)
      ? this.#page.paths.files.length - this.#unmatched.size
      : undefined;
  }
}
