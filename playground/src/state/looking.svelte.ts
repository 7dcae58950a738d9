/** Which files the rules look at that ran last. */

import { untrack } from "svelte";
import { isArchive, type Project } from "../project.ts";
import { type Patterns, unlooked } from "../rule-text/pattern.ts";
import { WrittenRules } from "../rule-text/written.ts";
import type { Checking } from "./checking.svelte.ts";

/** The page, as far as its files are looked at. */
interface Looked {
  readonly project: Project;
  readonly structure: number;
  readonly checking: Pick<Checking, "answer" | "of">;
}

/** Who looks at what. */
export class Looking {
  readonly #page: Looked;
  readonly #writing = new WrittenRules();
  readonly #paths: readonly string[] = $derived.by(() => {
    void this.#page.structure;
    return untrack(() => [...this.#page.project.files.keys()]);
  });
  /** What the rules say of the paths that they look at. A text, so that what is typed elsewhere in them changes nothing. */
  readonly #patterns: string = $derived.by(() => {
    const { answer, of } = this.#page.checking;
    const ran = answer?.result?.stats.rules ?? [];
    const written = new Map(ran.length === 0 ? [] : this.#writing.of(of.rules).map((rule) => [rule.name, rule]));
    return JSON.stringify(
      ran.map(({ name }) => ({ rpath: written.get(name)?.rpath, notRpath: written.get(name)?.notRpath })),
    );
  });
  readonly #quiet: ReadonlySet<string> | undefined = $derived(
    unlooked(this.#paths, JSON.parse(this.#patterns) as Patterns[]),
  );

  constructor(page: Looked) {
    this.#page = page;
  }

  /** Whether no rule looks at a file under check, as far as one knows. */
  isQuiet(path: string): boolean {
    return this.#quiet?.has(path) === true;
  }

  /** How many files rules look at; nothing where nobody knows. */
  get count(): number | undefined {
    return this.#quiet && !this.#paths.some(isArchive) ? this.#paths.length - this.#quiet.size : undefined;
  }
}
