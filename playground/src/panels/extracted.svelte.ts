/** The values that the rule at the cursor extracts from the shown file, requested when the user pauses. */

import { Latest, type Trace, trace } from "../engine.ts";
import type { Content, Project } from "../project.ts";
import { ruleAt } from "../rule-text/rule-at.ts";
import type { Page } from "../state.svelte.ts";

/** The delay, in milliseconds, after a change before the values are requested. */
const PAUSE = 150;
/**
 * The duration of a check, in milliseconds, below which the values follow each change of the rule. Above it, they are
 * requested when the check is over.
 */
const QUICK = 200;
/**
 * The duration of a check, in milliseconds, from which no values are requested: other requests about the file would
 * have to wait for them.
 */
const LONG = 3_000;

/** The values that a rule extracts from a file, as byte ranges of its text. */
export interface Values {
  path: string;
  /** The content of the file when the values were extracted. */
  of: Content | undefined;
  /** The byte ranges of the values. `failed` is true where the condition is not met. */
  parts: readonly { start: number; end: number; failed: boolean }[];
  /** The number of further values, which the trace does not list. */
  unlisted: number;
}

/** The rule, and the file from which it is to extract values; no values without a rule. */
interface ValuesRequest {
  project: Project;
  rule: string | undefined;
  path: string;
}

/** Holds the values that the current rule extracts from the shown file. */
export class Extracted {
  /** The values; undefined until they are known. If checks are slow, also undefined while new values are awaited. */
  values: Values | undefined = $state.raw();

  /** The latest request. Results of earlier requests are ignored. */
  #request: ValuesRequest | undefined;
  readonly #latest = new Latest<Values & { request: ValuesRequest }>(({ result, failure }) => {
    // After a cancelled or outdated request, another one follows.
    if (failure?.kind !== "cancelled" && (result === undefined || result.request === this.#request)) {
      this.values = result;
    }
  });

  /**
   * Requests the values after a pause, if checks are fast enough. Returns a function that cancels the request before it
   * starts.
   */
  load({ project, revision, open: { writing }, checking }: Page, path: string): () => void {
    const took = checking.answer?.milliseconds ?? QUICK;
    const isTime = took < QUICK || (took < LONG && checking.current);
    const timer = setTimeout(() => {
      const text = writing && project.rules.get(writing.path);
      const rule = writing && typeof text === "string" ? ruleAt(text, writing.offset) : undefined;
      const before = this.#request;
      if (before?.project === project && before.rule === rule && before.path === path) {
        // Only the cursor moved, or a check is over.
        return;
      }
      if (took >= QUICK) {
        // Values of the previous rule would look like values of the new one.
        this.values = undefined;
      }
      const request = isTime ? { project, rule, path } : undefined;
      this.#request = request;
      if (request === undefined) {
        return;
      }
      this.#latest.ask(revision, async (running) => {
        const taken = takenIn(rule === undefined ? { path, steps: [] } : await trace(project, rule, path, running));
        return { path, of: project.files.get(path), ...taken, request };
      });
    }, PAUSE);
    return () => clearTimeout(timer);
  }
}

/** Returns the values that a rule extracts from the file that was traced, without those that its filters drop. */
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
        // A long list is cut, but the condition reports all values that fail.
        unlisted -= failed && !parts.has(offset) ? 1 : 0;
        parts.set(offset, { start: offset, end, failed });
      }
    }
  }
  return { parts: [...parts.values()], unlisted };
}
