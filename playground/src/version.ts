/** Which engine is at work; both are put in by the build. */

declare const ASSAY_VERSION: string;
declare const ASSAY_COMMIT: string;

/** The version of the package that the engine is of. */
export const version: string = ASSAY_VERSION;

/** The commit that the page was built from. */
export const commit: string = ASSAY_COMMIT;
