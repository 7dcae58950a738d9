/** Changes of the current project, and how they are undone. */

import { type IncomingFiles, withIncoming } from "../drop/incoming.ts";
import { afterChange, undoAction } from "../notice.ts";
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
import type { PageParts } from "./page-parts.ts";

/** A new text for a file, which its editor inserts. */
interface Rewriting {
  spot: Spot;
  /** The text; if undefined, the editor undoes its last change. */
  text: string | undefined;
  /** The part of the new text to select. */
  chosen: string;
}

export class Changes {
  /** The text that an editor is to insert, so that the change can be undone there. */
  rewriting: Rewriting | undefined = $state.raw();
  /** The last move of a file or folder. The editor moves the undo history of the file along with it. */
  move: (Spot & { to: string }) | undefined = $state.raw();

  readonly #page: PageParts;

  constructor(page: PageParts) {
    this.#page = page;
  }

  /** Stores text that the user typed. */
  edit(spot: Spot, content: Content): void {
    const page = this.#page;
    page.drafting.touch();
    page.open.keepOpen(spot);
    // The notice about a rewritten text must not lose its “Undo” when that text arrives.
    if (this.rewriting === undefined) {
      page.notice = page.notice && afterChange(page.notice);
    }
    page.put(put(page.project, spot, content), "text");
  }

  /** Replaces the text of a file by an edit that can be undone, selects `chosen`, and shows `message`. */
  rewrite(spot: Spot, text: string, chosen: string, message: string): void {
    this.#rewrite({ spot, text, chosen });
    const action = undoAction(() => this.#rewrite({ spot, text: undefined, chosen: "" }));
    this.#page.notice = { text: message, action };
  }

  /** Like {@link Changes.rewrite}, for a file that may not exist yet. A file that was created is deleted by “Undo”. */
  write(spot: Spot, text: string, chosen: string, message: string): void {
    const isNew = !this.#page.project[spot.side].has(spot.path);
    if (isNew) {
      this.add(spot.side, [[spot.path, ""]]);
    }
    this.rewrite(spot, text, chosen, message);
    if (isNew) {
      this.#page.notice = { text: message, action: undoAction(() => this.remove(spot)) };
    }
  }

  #rewrite(rewriting: Rewriting): void {
    this.#page.open.show(rewriting.spot);
    this.rewriting = rewriting;
  }

  /** Adds files. They replace files at the same paths. */
  add(side: Side, files: Iterable<readonly [string, Content]>): void {
    const { project } = this.#page;
    this.#change({ ...project, [side]: new Map([...project[side], ...files]) });
  }

  /**
   * Imports files by group. If `whole` is given, they replace all files of their groups, and become a project of that
   * name. Shows the first file of each group, and returns the number of replaced files.
   */
  take(files: IncomingFiles, whole: string | undefined): number {
    const { open, checking, drafting, deletions } = this.#page;
    if (whole !== undefined) {
      // The current project is stored before its id and its name are replaced.
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

  /** Deletes a file or a folder, and offers to undo that. */
  remove(spot: Spot): void {
    this.#page.deletions.add(spot, this.discard(spot));
  }

  /** Deletes without a notice. Returns a function that restores it, or returns the path that is in the way. */
  discard(spot: Spot): () => string | undefined {
    const { project, open } = this.#page;
    const { side, path } = spot;
    const before = project[side];
    const removed = [...before.keys()].filter((file) => isAtOrIn(file, path));
    const closed = open.tabs[side].filter((tab) => isAtOrIn(tab, path));
    const active = open.active[side];
    this.#change(remove(project, spot));
    for (const tab of closed) {
      open.close({ side, path: tab });
    }
    return () => {
      // Only the deletion is undone: other files may have changed since, or a new file may be in the way.
      const now = this.#page.project;
      const inWay = firstInWay(now[side], removed);
      if (inWay === undefined) {
        open.reopen(side, closed, active);
        this.#page.put({ ...now, [side]: restored(now[side], before, path) }, "files");
      }
      return inWay;
    };
  }

  /** Moves a file or a folder, and offers to undo that. */
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

  /** Moves a file or a folder without a notice. */
  name(spot: Spot, to: string): void {
    const { side, path } = spot;
    this.move = { side, path, to };
    this.#page.open.follow(side, (tab) => moved(tab, path, to));
    this.#change(rename(this.#page.project, spot, to));
  }

  /** Adds the name of their folder to the paths of files that still exist. */
  nameFolder(folder: string, files: IncomingFiles): void {
    let { project } = this.#page;
    for (const side of SIDES) {
      const named = (path: string) => (files[side]?.has(path) ? `${folder}/${path}` : path);
      this.#page.open.follow(side, named);
      project = { ...project, [side]: new Map([...project[side]].map(([path, content]) => [named(path), content])) };
    }
    this.#change(project);
  }

  /** Stores a change of the files by the user. */
  #change(project: Project): void {
    this.#page.drafting.touch();
    this.#page.put(project, "files");
  }
}
