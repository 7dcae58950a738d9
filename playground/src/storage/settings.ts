/** Small choices of the last visit, such as a theme. */

/** Where they are kept: for all pages of the browser, or for the tab, which has them when it is loaded again. */
type SettingStorage = "localStorage" | "sessionStorage";

/** A choice of the last visit, or nothing. */
export function readSetting(name: string, storage: SettingStorage = "localStorage"): string | undefined {
  try {
    return window[storage].getItem(`assay-${name}`) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a choice, where the browser allows it. */
export function writeSetting(name: string, value: string, storage: SettingStorage = "localStorage"): void {
  try {
    window[storage].setItem(`assay-${name}`, value);
  } catch {
    // The page works without, too.
  }
}
