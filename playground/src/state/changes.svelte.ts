/** Changes of the project at hand, and what takes them back. */

import { type IncomingFiles, withIncoming } from "../drop/incoming.ts";
import type { Example } from "../examples/example.ts";
import { afterChange, type NoticeHost } from "../notice.ts";
import {
  type Content,
  faultOf,
  firstInWay,
  isAtOrIn,
  moved,
  type Project,
  put,
  remove,
  rename,
  restored,
  SIDES,
  type Side,
  type Spot,
} from "../project.ts";
import type { Checking } from "./checking.svelte.ts";
import type { Deletions } from "./deletions.svelte.ts";
import type { Drafting } from "./drafting.ts";
import type { OpenFiles, Pane } from "./open-files.svelte.ts";

/** A text for a file, for its editor to put in. */
interface Rewriting {
  /** The file. */
  spot: Spot;
  /** The text; without one the editor is to undo its last change. */
  text: string | undefined;
  /** The part of the new text to select. */
  chosen: string;
}

/** The page, as {@link Changes} uses it. */
export interface Changed extends NoticeHost {
  /** All files. */
  readonly project: Project;
  /** The open ones. */
  readonly open: OpenFiles;
  /** The results of the last check. */
  readonly checking: Pick<Checking, "forget" | "unselect">;
  /** The stored draft of the project. */
  readonly drafting: Drafting;
  /** The deletions that can be undone. */
  readonly deletions: Pick<Deletions, "add" | "forget">;
  /** The example that the project was opened from, as long as the project still is that example. */
  example: Pick<Example, "title" | "note"> | undefined;
  /** The part of a narrow page to see. */
  pane: Pane;
  /** Puts a project in place of the one at hand: with another text in one of its files, or with other files. */
  put(project: Project, other: "text" | "files"): void;
}

/** The ways in which one changes a project. */
export class Changes {
  /** A text that an editor is to put in place of a file's, so that it can be undone there. */
  rewriting: Rewriting | undefined = $state.raw();
  /** The last move of a file or folder. The editor moves the undo history of the file along with it. */
  move: (Spot & { to: string }) | undefined = $state.raw();

  readonly #page: Changed;

  constructor(page: Changed) {
    this.#page = page;
  }

  /** Takes in what was typed. */
  edit(spot: Spot, content: Content): void {
    const page = this.#page;
    page.drafting.touch();
    page.open.keepOpen(spot);
    if (this.rewriting === undefined) {
      page.notice = page.notice && afterChange(page.notice);
    }
    page.put(put(page.project, spot, content), "text");
  }

  /** Puts another text in place of a file's by its editor, where it can be undone, and tells of it. `chosen` is to be selected. */
  rewrite(spot: Spot, text: string, chosen: string, told: string): void {
    this.#rewrite({ spot, text, chosen });
    const run = () => this.#rewrite({ spot, text: undefined, chosen: "" });
    this.#page.notice = { text: told, action: { label: "Undo", run, until: "change" } };
  }

  /** Like {@link Changes.rewrite}, for a file that may not exist yet. A file that was created is deleted by “Undo”. */
  write(spot: Spot, text: string, chosen: string, told: string): void {
    const isNew = !this.#page.project[spot.side].has(spot.path);
    if (isNew) {
      this.add(spot.side, [[spot.path, ""]]);
    }
    this.rewrite(spot, text, chosen, told);
    if (isNew) {
      this.#page.notice = { text: told, action: { label: "Undo", run: () => this.remove(spot), until: "change" } };
    }
  }

  #rewrite(rewriting: Rewriting): void {
    this.#page.open.show(rewriting.spot);
    this.rewriting = rewriting;
  }

  /** Adds files, in place of those at the same paths. */
  add(side: Side, files: Iterable<readonly [string, Content]>): void {
    const { project } = this.#page;
    this.#change({ ...project, [side]: new Map([...project[side], ...files]) });
  }

  /**
   * Takes files in, by their groups; a whole takes the place of all that a group has, and becomes a project of that name.
   * Shows the first of each group, and returns how many files gave way.
   */
  take(files: IncomingFiles, whole: string | undefined): number {
    const { open, checking, drafting, deletions } = this.#page;
    if (whole !== undefined) {
      drafting.moveToEarlier();
      drafting.beginNew(whole);
      this.#page.example = undefined;
      checking.forget();
      deletions.forget();
    }
    const { shared, replaced } = withIncoming(drafting.shared(), files, whole !== undefined);
    open.tabs = shared.tabs;
    open.active = shared.active;
    checking.unselect();
    this.#page.pane = "results";
    this.#change(shared.project);
    return replaced;
  }

  /** Takes away a file or a folder, and offers to take that back. */
  remove(spot: Spot): void {
    this.#page.deletions.add(spot, this.discard(spot));
  }

  /** Takes away a file or a folder without a word, and returns what puts it back, or says what is in the way. */
  discard(spot: Spot): () => string | undefined {
    const { project, open } = this.#page;
    const { side, path } = spot;
    const before = project[side];
    const gone = [...before.keys()].filter((file) => isAtOrIn(file, path));
    const closed = open.tabs[side].filter((tab) => isAtOrIn(tab, path));
    const seen = open.active[side];
    this.#change(remove(project, spot));
    for (const tab of closed) {
      open.close({ side, path: tab });
    }
    return () => {
      // Nothing but this is taken back: something else may have changed since, or stands there now.
      const now = this.#page.project;
      const inWay = firstInWay(now[side], gone);
      if (inWay === undefined) {
        open.reopen(side, closed, seen);
        this.#page.put({ ...now, [side]: restored(now[side], before, path) }, "files");
      }
      return inWay;
    };
  }

  /** Moves a file or a folder, and offers to take that back. */
  rename(spot: Spot, to: string): void {
    const { side, path } = spot;
    this.name(spot, to);
    this.#page.deletions.add({ side, path, to }, () => {
      const now = this.#page.project[side];
      const inWay = faultOf(now, path, to);
      if (inWay === undefined && [...now.keys()].some((file) => isAtOrIn(file, to))) {
        this.name({ side, path: to }, path);
      }
      return inWay;
    });
  }

  /** Moves a file or a folder without a word. */
  name(spot: Spot, to: string): void {
    const { side, path } = spot;
    this.move = { side, path, to };
    this.#page.open.follow(side, (tab) => moved(tab, path, to));
    this.#change(rename(this.#page.project, spot, to));
  }

  /** Puts the name of their folder before the paths of files, as far as they are still there. */
  nameFolder(folder: string, files: IncomingFiles): void {
    let { project } = this.#page;
    for (const side of SIDES) {
      const named = (path: string) => (files[side]?.has(path) ? `${folder}/${path}` : path);
      this.#page.open.follow(side, named);
      project = { ...project, [side]: new Map([...project[side]].map(([path, content]) => [named(path), content])) };
    }
    this.#change(project);
  }

  /** Takes in a change of the files by hand. */
  #change(project: Project): void {
    this.#page.drafting.touch();
    this.#page.put(project, "files");
  }
}
