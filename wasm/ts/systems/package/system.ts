/** Portable asset packages as a system of this package. */

import type { System } from "../system.js";
import { AssetPackages } from "./package.js";
import { lookInto, memberOf } from "./packed.js";
import type { PackageTasks } from "./tasks.js";

export type { AssetPackage, AssetPackages, MadePackage, PackageHash, PackageLimits } from "./package.js";
export type * from "./tasks.js";

/** What packages add to an engine. */
export interface PackageMethods {
  /** Portable asset packages: opens, checks and makes them. */
  readonly packages: AssetPackages;
}

/** @internal The system. */
export const PACKAGES: System<PackageMethods, PackageTasks> = {
  methods: (home) => ({ packages: new AssetPackages(home) }),
  handlers: {
    packages: ({ packages }, task, files) => lookInto(packages, task, files),
    member: ({ packages }, task, files) => memberOf(packages, task, files),
  },
};
