/** `assay package`: which of its commands runs. */

import { check } from "./check.js";
import { create } from "./create.js";
import { deps } from "./deps.js";
import { extract } from "./extract.js";
import { list } from "./list.js";
import type { PackageTask } from "./options.js";

/** Does what is asked for, and returns the exit code. */
export function assetPackage(task: PackageTask): Promise<number> {
  switch (task.name) {
    case "check":
      return check(task.options);
    case "list":
      return list(task.options);
    case "deps":
      return deps(task.options);
    case "create":
      return create(task.options);
    case "extract":
      return extract(task.options);
  }
}
