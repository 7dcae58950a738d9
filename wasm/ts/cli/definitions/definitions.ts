/** `assay definitions`: which of its commands runs. */

import type { Engine } from "../engine.js";
import { check } from "./check.js";
import { explain } from "./explain.js";
import type { DefinitionTask } from "./options.js";
import { order } from "./order.js";
import { resolve } from "./resolve.js";
import { schema } from "./schema.js";

/** Does what is asked for, and returns the exit code. */
export function definitions(task: DefinitionTask, engine: Engine): Promise<number> {
  switch (task.name) {
    case "resolve":
      return resolve(task.options, engine);
    case "explain":
      return explain(task.options, engine);
    case "check":
      return check(task.options, engine);
    case "order":
      return order(task.options, engine);
    case "schema":
      return schema(task.options, engine);
  }
}
