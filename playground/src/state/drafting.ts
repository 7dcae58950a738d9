/** The project at hand as it is kept: what tells it from others, and when it becomes the draft. */

import type { Work } from "../kept/drafts.ts";
import type { Keeper } from "../kept/keeper.svelte.ts";
import type { Project, Side } from "../project.ts";
import type { Seen, Shared } from "../share.ts";

/** The pause before a draft is kept, in milliseconds. */
const PAUSE = 300;

/** The id, name and flags of a project: everything but the content that a link holds. */
export type Label = Omit<Work, keyof Shared>;

/** The page, as {@link Drafting} uses it. */
export interface Drafted {
  /** All files. */
  readonly project: Project;
  /** The open ones. */
  readonly open: { tabs: Record<Side, readonly string[]>; active: Record<Side, string | undefined> };
  /** The current view, steps and selection. */
  readonly seen: Seen | undefined;
  /** The keeper that stores projects. */
  readonly keeper: Pick<Keeper, "keep" | "keepLate" | "putAside">;
}

/** Keeps the project at hand. */
export class Drafting {
  readonly #page: Drafted;
  #label: Label = { id: "", name: "", changed: false, beside: false };
  /** Whether the draft has not been told yet that this project takes its place. */
  #claims = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(page: Drafted) {
    this.#page = page;
  }

  /** From now on, another project is at hand. */
  begin(label: Label): void {
    this.#claims ||= this.#label.beside && !label.beside;
    this.#label = label;
  }

  /** From now on, the project at hand is one of that name that was not here before. */
  beginNew(name: string): void {
    this.#label = { ...labelOf(name), beside: this.#label.beside };
  }

  /** Notes that the project is changed by hand: from now on it is the draft. */
  touch(): void {
    this.#claims ||= this.#label.beside;
    this.#label = { ...this.#label, changed: true, beside: false };
  }

  /** The project at hand, as it is kept. */
  work(): Work {
    return { ...this.shared(), ...this.#label };
  }

  /** Returns the content of a link to the project: its files, the open ones, and the current view. */
  shared(): Shared {
    const { project, open, seen } = this.#page;
    return { project, tabs: open.tabs, active: open.active, ...(seen && { seen }) };
  }

  /** Puts the project at hand among the earlier ones, if it was changed: what was not can be had again. */
  putAside(): boolean {
    this.keepNow();
    const { rules, files } = this.#page.project;
    const isWork = this.#label.changed && rules.size + files.size > 0;
    if (isWork) {
      this.#page.keeper.putAside(this.work());
    }
    return isWork;
  }

  /** Keeps the draft after a pause. */
  keep(): void {
    clearTimeout(this.#timer);
    this.#timer = this.#label.beside ? undefined : setTimeout(() => this.keepNow(), PAUSE);
  }

  /** Keeps the draft without a pause; at once, when the page may be gone in a moment. */
  keepNow(leaving = false): void {
    const work = this.#timer === undefined ? undefined : this.work();
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const { keeper } = this.#page;
    if (leaving) {
      keeper.keepLate(work, !this.#claims);
    } else if (work !== undefined) {
      void keeper.keep(work, !this.#claims);
    }
    this.#claims &&= work === undefined;
  }
}

/** A project that was not here before. */
export function workOf(name: string, shared: Shared): Work {
  return { ...shared, ...labelOf(name) };
}

function labelOf(name: string): Label {
  const id = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
  return { id, name, changed: false, beside: false };
}
