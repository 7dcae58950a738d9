/** `assay package`: runs one of its subcommands. */

import { instantiate } from "../../core.js";
import type { PackageLimits } from "../../systems/package/package.js";
import { inForce } from "../config/in-force.js";
import { archiveLimits } from "../config/options.js";
import type { Engine } from "../engine.js";
import type { Asked } from "../options/common.js";
import { check } from "./check.js";
import { create } from "./create.js";
import { deps } from "./deps.js";
import { extract } from "./extract.js";
import { list } from "./list.js";
import type { PackageTask } from "./options.js";

/** Runs the task, and returns the exit code. */
export async function assetPackage(task: PackageTask, engine: Engine): Promise<number> {
  switch (task.name) {
    case "check":
      return check(await limited(task.options, engine));
    case "list":
      return list(await limited(task.options, engine));
    case "deps":
      return deps(await limited(task.options, engine));
    case "create":
      return create(task.options);
    case "extract":
      return extract(await limited(task.options, engine));
  }
}

/** Returns `options` with the limits in force: those of the command line, else those of the configuration. */
async function limited<T extends Asked & { limit: PackageLimits }>(options: T, engine: Engine): Promise<T> {
  const force = await inForce(options.given, async () => instantiate(await engine()));
  return { ...options, limit: archiveLimits(options.limit, force) };
}
