/** Whether editors wrap long lines: as was chosen on an earlier visit, else where the page is narrow. */

import { choice, keepChoice } from "../kept/choices.ts";
import { narrow } from "../narrow.svelte.ts";

class Wrap {
  /** Whether they do. */
  on: boolean = $state(false);

  constructor() {
    const kept = choice("wrap");
    this.on = kept === undefined ? narrow.current : kept === "yes";
  }

  /** Turns it, and remembers that. */
  toggle(): void {
    this.on = !this.on;
    keepChoice("wrap", this.on ? "yes" : "no");
  }
}

/** How the editors of the page do it. */
export const wrap = new Wrap();
