/** `assay pipeline`: which of its commands runs. */

import type { Engine } from "../engine.js";
import { check } from "./check.js";
import { explain } from "./explain.js";
import { list } from "./list.js";
import type { PipelineTask } from "./options.js";

/** Does what is asked for, and returns the exit code. */
export function pipeline(task: PipelineTask, engine: Engine): Promise<number> {
  switch (task.name) {
    case "explain":
      return explain(task.options, engine);
    case "list":
      return list(task.options, engine);
    case "check":
      return check(task.options, engine);
  }
}
