/** Whether editors wrap long lines: as was chosen on an earlier visit, else where the page is narrow. */

import { narrow } from "../narrow.svelte.ts";
import { readSetting, writeSetting } from "../storage/settings.ts";

class Wrap {
  /** Whether they do. */
  on: boolean = $state(false);

  constructor() {
    const kept = readSetting("wrap");
    this.on = kept === undefined ? narrow.current : kept === "yes";
  }

  /** Turns it, and remembers that. */
  toggle(): void {
    this.on = !this.on;
    writeSetting("wrap", this.on ? "yes" : "no");
  }
}

/** How the editors of the page do it. */
export const wrap = new Wrap();
