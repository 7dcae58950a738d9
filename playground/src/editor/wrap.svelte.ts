/** The setting for wrapping long lines: as chosen on an earlier visit, or else on for narrow pages. */

import { narrow } from "../narrow.svelte.ts";
import { readSetting, writeSetting } from "../storage/settings.ts";

class Wrap {
  /** True if long lines are wrapped. */
  on: boolean = $state(false);

  constructor() {
    const kept = readSetting("wrap");
    this.on = kept === undefined ? narrow.current : kept === "yes";
  }

  /** Switches the setting, and stores it. */
  toggle(): void {
    this.on = !this.on;
    writeSetting("wrap", this.on ? "yes" : "no");
  }
}

/** The setting for all editors of the page. */
export const wrap = new Wrap();
