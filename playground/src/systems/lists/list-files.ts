/** The files of asset lists: lists, and plans of several steps. */

/** Returns true if a file is an asset list, judging by its name. */
export function isList(path: string): boolean {
  return /\.assetlist(?:\.json)?$/i.test(path);
}

/** Returns true if a file is a plan, judging by its name. */
export function isPlan(path: string): boolean {
  return /\.rules(?:\.json)?$|(?:^|[./_-])plan\.json$/i.test(path);
}
