/** The open files, and the positions of the cursor. */

import type { Part } from "../place.ts";
import { originOf, type Side, type Spot } from "../project.ts";
import type { PageParts } from "./page-parts.ts";

/** The parts of the page. A narrow page shows one at a time. */
export type Pane = "tree" | Side | "results";

/**
 * A place to show in an editor, and whether the editor takes the focus. Each is a new object, so that the same place
 * can be shown twice.
 */
type Jump = Readonly<{ place: Part; focus: boolean; step?: number }>;

export class OpenFiles {
  /** Their paths, in the order of their tabs. */
  tabs: Record<Side, readonly string[]> = $state.raw({ rules: [], files: [] });
  /** The shown file of each group. */
  active: Record<Side, string | undefined> = $state.raw({ rules: undefined, files: undefined });
  /** The previews: open files that the next preview replaces. */
  passing: Record<Side, string | undefined> = $state.raw({ rules: undefined, files: undefined });
  /** The position of the cursor in the editor that had it last, in bytes of the file's text. */
  cursor: (Spot & { offset: number }) | undefined = $state.raw();
  /** The last position of the cursor in the editor of the rules. */
  writing: { path: string; offset: number } | undefined = $state.raw();
  /** The place that an editor is to show. */
  jump: Jump | undefined = $state.raw();

  readonly #page: PageParts;

  constructor(page: PageParts) {
    this.#page = page;
  }

  /** Shows a file in its editor: in its own tab, or as a preview in place of the previous one. */
  show({ side, path }: Spot, passing = false): void {
    const tabs = this.tabs[side];
    if (!tabs.includes(path)) {
      const before = passing ? this.passing[side] : undefined;
      const others = tabs.some((tab) => tab === before)
        ? tabs.map((tab) => (tab === before ? path : tab))
        : [...tabs, path];
      this.tabs = { ...this.tabs, [side]: others };
      if (passing) {
        this.passing = { ...this.passing, [side]: path };
      }
    }
    this.active = { ...this.active, [side]: path };
    this.#page.pane = side;
    this.#page.drafting.keep();
  }

  /** Turns the preview of a file into a tab that stays. */
  keepOpen({ side, path }: Spot): void {
    if (this.passing[side] === path) {
      this.passing = { ...this.passing, [side]: undefined };
    }
  }

  /** Closes the tab of a file, and shows the next one. */
  close({ side, path }: Spot): void {
    const tabs = this.tabs[side];
    const at = tabs.indexOf(path);
    const left = tabs.filter((tab) => tab !== path);
    this.keepOpen({ side, path });
    this.tabs = { ...this.tabs, [side]: left };
    if (this.active[side] === path) {
      this.active = { ...this.active, [side]: left[Math.min(at, left.length - 1)] };
    }
    this.#page.drafting.keep();
  }

  closeOthers({ side, path }: Spot): void {
    for (const other of this.tabs[side].filter((tab) => tab !== path)) {
      this.close({ side, path: other });
    }
    this.show({ side, path });
  }

  /** Opens closed files again, and shows the one that was shown, if there was one. */
  reopen(side: Side, closed: readonly string[], last: string | undefined): void {
    this.tabs = { ...this.tabs, [side]: [...new Set([...this.tabs[side], ...closed])] };
    if (last !== undefined && closed.includes(last)) {
      this.active = { ...this.active, [side]: last };
    }
  }

  /** Updates the paths of files of a group that have moved. */
  follow(side: Side, renamed: (path: string) => string): void {
    const active = this.active[side];
    this.tabs = { ...this.tabs, [side]: this.tabs[side].map(renamed) };
    this.active = { ...this.active, [side]: active === undefined ? undefined : renamed(active) };
    this.passing = { ...this.passing, [side]: undefined };
  }

  /**
   * Shows a place in its editor. With `focus`, the editor takes the focus. A `step` of 1 goes from there to the next
   * remark, and -1 to the previous one.
   */
  goTo(place: Part, focus = true, step = 0): void {
    if (originOf(this.#page.project[place.side], place.path) === undefined) {
      // Files that systems generate, such as definitions, never existed.
      if (!place.path.startsWith("@")) {
        this.#page.notice = { text: `\`${place.path}\` no longer exists.` };
      }
      return;
    }
    // In the preview, because users go from finding to finding through many files.
    this.show(place, true);
    this.jump = { place, focus, step };
  }
}
