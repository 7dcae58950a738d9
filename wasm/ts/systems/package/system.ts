/** The properties and methods of an engine for portable asset packages. */

import type { Home } from "../../home.js";
import { AssetPackages } from "./package.js";

export type { AssetPackage, AssetPackages, MadePackage, PackageHash, PackageLimits } from "./package.js";

/** The properties and methods of an engine for packages. */
export interface PackageMethods {
  /** Opens, checks and makes packages. */
  readonly packages: AssetPackages;
}

/** @internal Returns the properties and methods of an engine whose memory is `home`. */
export function packageMethods(home: Home): PackageMethods {
  return { packages: new AssetPackages(home) };
}
