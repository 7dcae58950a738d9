/** Runs the tasks of workers on packages. */

import type { Handlers } from "../system.js";
import { inspectPackages, memberOf } from "./inspect.js";
import type { PackageMethods } from "./system.js";
import type { PackageTasks } from "./tasks.js";

/** The functions that run the tasks, by kind. */
export const PACKAGE_HANDLERS: Handlers<PackageMethods, PackageTasks> = {
  packages: ({ packages }, task, files) => inspectPackages(packages, task, files),
  member: ({ packages }, task, files) => memberOf(packages, task, files),
};
