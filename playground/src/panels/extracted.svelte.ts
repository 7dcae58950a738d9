/** What the rule that one writes takes out of the file to see: asked for when one pauses. */

import { Latest, type Trace, trace } from "../engine.ts";
import type { Content, Project } from "../project.ts";
import { ruleAt } from "../rule-text/rule-at.ts";
import type { OpenFiles } from "../state/open-files.svelte.ts";

/** It may wait, in milliseconds, until one pauses. */
const PAUSE = 150;

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
}

/** What one rule takes out of one file after the other. */
export class Extracted {
  /** What it takes. */
  values: Values | undefined = $state.raw();

  readonly #asked = new Latest<Values>(({ result, failure }) => {
    // Of what was ended, another one is on its way.
    this.values = failure?.kind === "cancelled" ? this.values : result;
  });

  /** Asks for it. Returns what takes that back, as long as it was not begun. */
  want({ project, revision, open: { writing } }: Writing, path: string): () => void {
    const timer = setTimeout(() => {
      const text = writing && project.rules.get(writing.path);
      const rule = writing && typeof text === "string" ? ruleAt(text, writing.offset) : undefined;
      this.#asked.ask(revision, async (running) => {
        const parts = rule === undefined ? [] : partsOf(await trace(project, rule, path, running));
        return { path, of: project.files.get(path), parts };
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
