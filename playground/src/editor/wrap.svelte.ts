/** The setting for wrapping long lines: as chosen on an earlier visit, or else on for narrow pages. */

import { narrow } from "../narrow.svelte.ts";
import { readSetting, writeSetting } from "../storage/settings.ts";

class Wrap {
  /** True if long lines are wrapped. */
  on: boolean = $state((readSetting("wrap") ?? (narrow.current ? "yes" : "no")) === "yes");

  /** Switches the setting, and stores it. */
  toggle(): void {
    this.on = !this.on;
    writeSetting("wrap", this.on ? "yes" : "no");
  }
}

export const wrap = new Wrap();
