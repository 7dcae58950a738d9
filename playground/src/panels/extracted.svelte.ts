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

/** Values of a file, in bytes of its text. */
export interface Values {
  /** The file. */
  path: string;
  /** What it was when they were taken. */
  of: Content | undefined;
  /** Where they are, and whether the condition is not kept there. */
  parts: readonly { start: number; end: number; failed: boolean }[];
  /** How many there are more, which the trace does not list. */
  unlisted: number;
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
      const wanted = isTime ? { project, rule, path } : undefined;
      this.#wanted = wanted;
      if (wanted === undefined) {
        return;
      }
      this.#asked.ask(revision, async (running) => {
        const taken = takenIn(rule === undefined ? { path, steps: [] } : await trace(project, rule, path, running));
        return { path, of: project.files.get(path), ...taken, wanted };
      });
    }, PAUSE);
    return () => clearTimeout(timer);
  }
}

/** What a rule takes out of the file that it looks at, but for what its filters drop. */
function takenIn({ path, steps }: Pick<Trace, "path" | "steps">): Pick<Values, "parts" | "unlisted"> {
  const parts = new Map<number, Values["parts"][number]>();
  let unlisted = 0;
  for (const step of steps.filter((step) => step.path === path && step.via === undefined)) {
    unlisted = step.kind === "xpath" ? step.unlisted : unlisted;
    for (const { fate, offset = -1, end_offset: end = -1 } of step.values) {
      const failed = fate === "failed";
      if (fate === "dropped") {
        parts.delete(offset);
      } else if (end >= 0 && (fate === "found" || (failed && (unlisted > 0 || parts.has(offset))))) {
        // Of a long list only the first are told, but what fails is told by the condition.
        unlisted -= failed && !parts.has(offset) ? 1 : 0;
        parts.set(offset, { start: offset, end, failed });
      }
    }
  }
  return { parts: [...parts.values()], unlisted };
}
