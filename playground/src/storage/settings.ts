/** Small settings that the browser stores, such as the theme. The page works without them. */

import { attempt } from "../../../wasm/ts/attempt.js";

/** The store of a setting: that of all pages of the browser, or that of the tab, which has it after a reload. */
type SettingStorage = "localStorage" | "sessionStorage";

/** Returns a setting; undefined if it was never written. */
export function readSetting(name: string, storage: SettingStorage = "localStorage"): string | undefined {
  return attempt(() => window[storage].getItem(`assay-${name}`)) ?? undefined;
}

/** Writes a setting, if the browser allows it. */
export function writeSetting(name: string, value: string, storage: SettingStorage = "localStorage"): void {
  attempt(() => window[storage].setItem(`assay-${name}`, value));
}
