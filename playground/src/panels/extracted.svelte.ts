/** What the rule that one writes takes out of the file to see: asked for when one pauses. */

import { Latest, type Trace, trace } from "../engine.ts";
import type { Content, Project } from "../project.ts";
import { ruleAt } from "../rule-text/rule-at.ts";
import type { Checking } from "../state/checking.svelte.ts";
import type { OpenFiles } from "../state/open-files.svelte.ts";

/** It may wait, in milliseconds, until one pauses. */
const PAUSE = 150;
/** Where checks take less, in milliseconds, a rule is followed as one writes it; else it waits until they are over. */
const QUICK = 200;
/** Where they take more, in milliseconds, nobody waits for it: what else is asked about the file would have to wait, too. */
const LONG = 3_000;

/** Values of a file, in bytes of its text, in ascending order. */
export interface Values {
  /** The file. */
  path: string;
  /** What it was when they were taken. */
  of: Content | undefined;
  /** Where they are. */
  parts: readonly { start: number; end: number }[];
}

/** The page, as far as rules are written on it. */
interface Writing {
  readonly project: Project;
  readonly revision: number;
  readonly open: Pick<OpenFiles, "writing">;
  readonly checking: Pick<Checking, "answer" | "current">;
}

/** What is taken out of what. */
interface Wanted {
  project: Project;
  rule: string | undefined;
  path: string;
}

/** What one rule takes out of one file after the other. */
export class Extracted {
  /** What it takes; nothing as long as that is not known, once a check takes its time. */
  values: Values | undefined = $state.raw();

  /** What they are to be of. */
  #wanted: Wanted | undefined;
  readonly #asked = new Latest<Values & { wanted: Wanted }>(({ result, failure }) => {
    // Of what was ended, or is not wanted any more, another one is on its way, or will be.
    if (failure?.kind !== "cancelled" && (result === undefined || result.wanted === this.#wanted)) {
      this.values = result;
    }
  });

  /** Asks for it, when it is time. Returns what takes that back, as long as it was not begun. */
  want({ project, revision, open: { writing }, checking }: Writing, path: string): () => void {
    const took = checking.answer?.milliseconds ?? QUICK;
    const isTime = took < QUICK || (took < LONG && checking.current);
    const timer = setTimeout(() => {
      const text = writing && project.rules.get(writing.path);
      const rule = writing && typeof text === "string" ? ruleAt(text, writing.offset) : undefined;
      const before = this.#wanted;
      if (before?.project === project && before.rule === rule && before.path === path) {
        // Only the cursor went elsewhere, or a check is over.
        return;
      }
      if (took >= QUICK) {
        // What was taken before the rule was changed would be taken for what it takes now.
        this.values = undefined;
      }
      if (!isTime) {
        this.#wanted = undefined;
        return;
      }
      const wanted = { project, rule, path };
      this.#wanted = wanted;
      this.#asked.ask(revision, async (running) => {
        const parts = rule === undefined ? [] : partsOf(await trace(project, rule, path, running));
        return { path, of: project.files.get(path), parts, wanted };
      });
    }, PAUSE);
    return () => clearTimeout(timer);
  }
}

/** Where the values are that a rule takes out of the file that it looks at, but for those that its filters drop. */
export function partsOf({ path, steps }: Trace): Values["parts"] {
  const own = steps.filter((step) => step.path === path && step.via === undefined);
  const dropped = new Set(
    own.flatMap(({ values }) => values.flatMap(({ fate, offset }) => (fate === "dropped" ? (offset ?? []) : []))),
  );
  const found = own.find(({ kind }) => kind === "xpath")?.values ?? [];
  return found
    .flatMap(({ offset, end_offset }) => {
      return offset === undefined || end_offset === undefined || dropped.has(offset)
        ? []
        : { start: offset, end: end_offset };
    })
    .sort((one, other) => one.start - other.start);
}
