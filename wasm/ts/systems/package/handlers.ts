/** Does the tasks of workers on packages. */

import type { Handlers } from "../system.js";
import { lookInto, memberOf } from "./packed.js";
import type { PackageMethods } from "./system.js";
import type { PackageTasks } from "./tasks.js";

/** The functions that do the tasks, by kind. */
export const PACKAGE_HANDLERS: Handlers<PackageMethods, PackageTasks> = {
  packages: ({ packages }, task, files) => lookInto(packages, task, files),
  member: ({ packages }, task, files) => memberOf(packages, task, files),
};
