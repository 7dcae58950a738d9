/**
 * `assay step serve`: runs steps that come as lines of JSON on the standard input, so that a worker of a cluster starts
 * Assay only once.
 *
 * A request is `{"step": "check", "dir": "DIR", "blocks": "1-16"}`. The events of the step follow, and then
 * `{"event": "exit", "code": 0}`.
 */

import { createInterface } from "node:readline";
import { explain } from "../../node/explain.js";
import type { Engine } from "../engine.js";
import { CANNOT_RUN } from "../exit.js";
import { print, reportError } from "../output.js";
import { Refusal } from "../refusal.js";
import { check, follow, index } from "./block-steps.js";
import { asStep } from "./exit-codes.js";
import { mergeIndex } from "./merge-index.js";
import { StepProject } from "./project.js";

interface StepRequest {
  step: string;
  dir: string;
  /** The blocks, or the groups of `follow`; without it, all of them. */
  blocks?: string;
}

const STEPS: Readonly<Record<string, (project: StepProject, blocks: string | undefined) => Promise<number>>> = {
  index,
  "merge-index": mergeIndex,
  check,
  follow,
};

/** Runs the requested steps until the input ends, and returns the exit code. */
export async function serve(engine: Engine): Promise<number> {
  const module = await engine();
  let project: StepProject | undefined;
  for await (const line of createInterface({ input: process.stdin })) {
    const code = await asStep(async () => {
      const { step, dir, blocks } = JSON.parse(line) as StepRequest;
      const work = STEPS[step];
      if (work === undefined) {
        throw new Refusal(`there is no step \`${step}\``, `the steps are ${Object.keys(STEPS).join(", ")}`);
      }
      // The plan and the list of files may have been made again.
      const fresh = new StepProject(dir, module);
      project = project?.isSame(fresh) ? project : fresh;
      return work(project, blocks);
    }).catch((error: unknown) => {
      reportError(
        error instanceof Refusal ? error.message : `the step failed: ${explain(error)}`,
        error instanceof Refusal ? error.help : undefined,
      );
      return CANNOT_RUN;
    });
    await print(`${JSON.stringify({ event: "exit", code })}\n`);
  }
  return 0;
}
