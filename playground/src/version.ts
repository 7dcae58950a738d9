/** The version of the page. The build inserts both values. */

declare const ASSAY_VERSION: string;
declare const ASSAY_COMMIT: string;

/** The version of the npm package of the engine. */
export const version: string = ASSAY_VERSION;

/** The commit that the page was built from. */
export const commit: string = ASSAY_COMMIT;
