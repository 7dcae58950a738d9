/** The version of the package, as in its `package.json`; inserted by the build. */

declare const ASSAY_VERSION: string;

/** The package's version. */
export const version: string = ASSAY_VERSION;
