/** Which files are open, and where one is in them. */

import type { NoticeHost } from "../notice.ts";
import type { Part } from "../place.ts";
import { originOf, type Project, type Side, type Spot } from "../project.ts";

/** The parts of the page, of which a narrow one shows one at a time. */
export type Pane = "tree" | Side | "results";

/** Where an editor is to go, and whether the focus goes there. Each is a new object, so that the same place can be gone to twice. */
type Jump = Readonly<{ place: Part; focus: boolean; step?: number }>;

/** The page, as far as files are opened on it. */
interface Opening extends NoticeHost {
  /** All files. */
  readonly project: Project;
  /** The part of a narrow page to see. */
  pane: Pane;
  /** Keeps which files are open. */
  readonly drafting: { keep(): void };
}

/** The open files. */
export class OpenFiles {
  /** Their paths, in the order of their tabs. */
  tabs: Record<Side, readonly string[]> = $state.raw({ rules: [], files: [] });
  /** Of these, the ones to see. */
  active: Record<Side, string | undefined> = $state.raw({ rules: undefined, files: undefined });
  /** Of the open ones, those that were only looked at: the next that is looked at takes their place. */
  passing: Record<Side, string | undefined> = $state.raw({ rules: undefined, files: undefined });
  /** Where the cursor of the editor is that had it last, in bytes of the file's text. */
  cursor: (Spot & { offset: number }) | undefined = $state.raw();
  /** Where the cursor of the rules' editor was last. */
  writing: { path: string; offset: number } | undefined = $state.raw();
  /** Where an editor is to go. */
  jump: Jump | undefined = $state.raw();

  readonly #page: Opening;

  constructor(page: Opening) {
    this.#page = page;
  }

  /** Shows a file in its editor: in a tab of its own, or in place of the one that was only looked at before. */
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

  /** Keeps the tab of a file that was only looked at. */
  keepOpen({ side, path }: Spot): void {
    if (this.passing[side] === path) {
      this.passing = { ...this.passing, [side]: undefined };
    }
  }

  /** Closes the tab of a file, and shows the one beside it. */
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

  /** Closes all tabs of a group but that of a file. */
  closeOthers({ side, path }: Spot): void {
    for (const other of this.tabs[side].filter((tab) => tab !== path)) {
      this.close({ side, path: other });
    }
    this.show({ side, path });
  }

  /** Opens files again that were closed, and shows the one of them that was seen, if one was. */
  reopen(side: Side, closed: readonly string[], seen: string | undefined): void {
    this.tabs = { ...this.tabs, [side]: [...new Set([...this.tabs[side], ...closed])] };
    if (seen !== undefined && closed.includes(seen)) {
      this.active = { ...this.active, [side]: seen };
    }
  }

  /** Goes along with files of a group that are at other paths now. */
  follow(side: Side, renamed: (path: string) => string): void {
    const active = this.active[side];
    this.tabs = { ...this.tabs, [side]: this.tabs[side].map(renamed) };
    this.active = { ...this.active, [side]: active === undefined ? undefined : renamed(active) };
    this.passing = { ...this.passing, [side]: undefined };
  }

  /**
   * Shows a place in its editor, which takes the focus unless that is to stay where it is. With a step, what is said next from
   * there on is shown, or, with -1, before.
   */
  goTo(place: Part, focus = true, step = 0): void {
    if (originOf(this.#page.project[place.side], place.path) === undefined) {
      // What systems make up, such as definitions, never was.
      if (!place.path.startsWith("@")) {
        this.#page.notice = { text: `\`${place.path}\` is not here any more.` };
      }
      return;
    }
    this.show(place, true);
    this.jump = { place, focus, step };
  }
}
