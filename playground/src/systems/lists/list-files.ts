/** The files of asset lists: lists, and plans of several steps. */

/** Whether a file is an asset list, as far as its name tells. */
export function isList(path: string): boolean {
  return /\.assetlist(?:\.json)?$/i.test(path);
}

/** Whether a file is a plan, as far as its name tells. */
export function isPlan(path: string): boolean {
  return /\.rules(?:\.json)?$|(?:^|[./_-])plan\.json$/i.test(path);
}
