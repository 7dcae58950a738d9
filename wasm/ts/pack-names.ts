/** The names of the rule packs that ship with the package; inserted by the build. */

declare const ASSAY_PACKS: readonly string[];

/** The names of the packs, in the order of the alphabet. */
export const PACK_NAMES: readonly string[] = ASSAY_PACKS;
