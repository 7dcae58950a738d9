/** The current project as it is stored: its id and name, and when it becomes the draft. */

import type { Shared } from "../share.ts";
import type { OpenProject } from "../storage/drafts.ts";
import type { PageParts } from "./page-parts.ts";

/** The pause before a draft is stored, in milliseconds. */
const PAUSE = 300;

/** The id, name and flags of a project: everything but the content that a link holds. */
export type Label = Omit<OpenProject, keyof Shared>;

export class Drafting {
  readonly #page: Pick<PageParts, "project" | "open" | "viewState" | "store">;
  #label: Label = { id: "", name: "", changed: false, preview: false };
  /** True if this project is to replace the draft, and the store does not know it yet. */
  #claims = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(page: Pick<PageParts, "project" | "open" | "viewState" | "store">) {
    this.#page = page;
  }

  /** Another project becomes the current one. */
  begin(label: Label): void {
    this.#claims ||= this.#label.preview && !label.preview;
    this.#label = label;
  }

  /** A new project of that name becomes the current one. */
  beginNew(name: string): void {
    this.#label = { ...labelOf(name), preview: this.#label.preview };
  }

  /** Notes that the project is changed by hand: from now on it is the draft. */
  touch(): void {
    this.#claims ||= this.#label.preview;
    this.#label = { ...this.#label, changed: true, preview: false };
  }

  current(): OpenProject {
    return { ...this.shared(), ...this.#label };
  }

  /** Returns the content of a link to the project: its files, the open ones, and the current view. */
  shared(): Shared {
    const { project, open, viewState } = this.#page;
    return { project, tabs: open.tabs, active: open.active, ...(viewState && { seen: viewState }) };
  }

  /** Moves the current project to the earlier ones, if it was changed. An unchanged project can be opened again. */
  moveToEarlier(): boolean {
    this.keepNow();
    const { rules, files } = this.#page.project;
    const isWork = this.#label.changed && rules.size + files.size > 0;
    if (isWork) {
      this.#page.store.moveToEarlier(this.current());
    }
    return isWork;
  }

  /** Stores the draft after a pause. */
  keep(): void {
    clearTimeout(this.#timer);
    this.#timer = this.#label.preview ? undefined : setTimeout(() => this.keepNow(), PAUSE);
  }

  /** Stores the draft without a pause; synchronously if the page is about to close. */
  keepNow(leaving = false): void {
    const work = this.#timer === undefined ? undefined : this.current();
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const { store } = this.#page;
    if (leaving) {
      store.saveOnExit(work, !this.#claims);
    } else if (work !== undefined) {
      void store.keep(work, !this.#claims);
    }
    // Once it is stored, the project is the draft, and replaces only itself.
    this.#claims &&= work === undefined;
  }
}

/** Returns a project that was not on the page before. */
export function newProject(name: string, shared: Shared): OpenProject {
  return { ...shared, ...labelOf(name) };
}

function labelOf(name: string): Label {
  const id = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
  return { id, name, changed: false, preview: false };
}
