/** `assay assetlist`: which of its commands runs. */

import type { Engine } from "../engine.js";
import { create } from "./create.js";
import { diff } from "./diff.js";
import { operate } from "./operate.js";
import type { AssetListTask } from "./options.js";
import { run } from "./run.js";
import { show } from "./show.js";

/** Does what is asked for, and returns the exit code. */
export function assetList(task: AssetListTask, engine: Engine): Promise<number> {
  switch (task.name) {
    case "operate":
      return operate(task.options, engine);
    case "create":
      return create(task.options, engine);
    case "run":
      return run(task.options, engine);
    case "show":
      return show(task.options, engine);
    case "diff":
      return diff(task.options, engine);
  }
}
