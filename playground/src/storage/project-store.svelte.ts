/** Stores the current project as the draft, and the projects that it replaced as earlier ones. */

import { formatWhen } from "../format.ts";
import {
  draftOf,
  isProjectOfTab,
  loadEarlier,
  loadOne,
  type OpenProject,
  recoverLate,
  saveDraft,
  saveOnExit,
  summaryOf,
} from "./drafts.ts";
import { type EarlierProject, titleOf, withEarlier } from "./earlier.ts";

/** The time, in milliseconds, within which the browser releases the locks of a page that is loaded again. */
const PATIENCE = 1000;

/** The actions of the page that {@link ProjectStore} calls. */
interface StoreListener {
  notify(text: string): void;
  /** Warns that the browser stores nothing or has no space: the project exists only on the page. */
  alarm(): void;
}

export class ProjectStore {
  /** The summaries of the earlier projects, newest first. */
  list: readonly EarlierProject[] = $state.raw([]);
  readonly #listener: StoreListener;
  /** Earlier projects that the browser does not store completely, by id. */
  readonly #here = new Map<string, { work: OpenProject; summary: EarlierProject }>();
  /** Projects that are being stored, in the order of the requests, by id. */
  readonly #underway = new Map<string, OpenProject>();
  /** For each project that this page changes, whether it has the lock of the project. */
  readonly #locks = new Map<string, Promise<boolean>>();
  #alarmed = false;

  constructor(listener: StoreListener) {
    this.#listener = listener;
  }

  async load(): Promise<void> {
    this.#list(await loadEarlier());
  }

  /** Recovers the projects that pages wrote when they were closed. */
  async begin(): Promise<void> {
    this.#reportLost(await recoverLate(), []);
  }

  /** Returns true if no other page has the lock of a project: of two pages, one would lose its changes. */
  async holds(id: string): Promise<boolean> {
    if (!this.#locks.has(id)) {
      this.#locks.set(id, hold(id, isProjectOfTab(id)));
    }
    return this.#locks.get(id) ?? true;
  }

  /**
   * Stores projects that are still being stored, and `work` if there is one, before the page is closed. If the page
   * stays, they are stored as {@link ProjectStore.keep} does.
   */
  saveOnExit(work: OpenProject | undefined, known = true): void {
    const underway = [...this.#underway.values()];
    saveOnExit(work === undefined ? underway : [...underway, work]);
    // If the page stays open, the copy that was written at once is replaced by the one in the database.
    for (const one of underway) {
      void this.#keep(one, true);
    }
    if (work !== undefined) {
      void this.keep(work, known);
    }
  }

  /** Stores a project as the draft. `known` is false if it is not known yet which project it replaces. */
  async keep(work: OpenProject, known = true): Promise<void> {
    void this.holds(work.id);
    // The current project is not an earlier one. It may become one again before the browser has stored it.
    this.#here.delete(work.id);
    await this.#keep(work, known);
  }

  async #keep(work: OpenProject, known: boolean): Promise<void> {
    // It moves to the end, even if it was in the map before.
    this.#underway.delete(work.id);
    this.#underway.set(work.id, work);
    try {
      const { earlier, replaced, dropped } = await saveDraft(work);
      this.#forget(earlier);
      this.#list(earlier);
      const moved =
        known || replaced === undefined ? [] : [`\`${titleOf(replaced)}\` is under “Open” now, as an earlier project.`];
      this.#reportLost(dropped, moved);
    } catch {
      if (work.changed && !this.#alarmed) {
        this.#alarmed = true;
        this.#listener.alarm();
      }
    } finally {
      if (this.#underway.get(work.id) === work) {
        this.#underway.delete(work.id);
      }
    }
  }

  /** Moves a project to the earlier ones, before the browser has stored it. */
  moveToEarlier(work: OpenProject): void {
    const draft = draftOf(work);
    if (draft.left > 0) {
      // Of projects that are too large for the browser, only the newest stays in memory.
      for (const [id, { summary }] of this.#here) {
        if (summary.left > 0) {
          this.#here.delete(id);
        }
      }
    }
    this.#here.set(work.id, { work, summary: summaryOf(draft) });
    this.#list(this.list);
  }

  /** Returns an earlier project, and the number of its files that were too much to be stored. */
  async find(id: string): Promise<{ work: OpenProject; left: number } | undefined> {
    const here = this.#here.get(id);
    if (here !== undefined) {
      return { work: here.work, left: 0 };
    }
    const draft = await loadOne(id);
    return draft && { work: { ...draft, preview: false }, left: draft.left };
  }

  /** Returns true if an earlier project can be restored completely. */
  isWhole({ id, left }: EarlierProject): boolean {
    return left === 0 || this.#here.has(id);
  }

  #reportLost(dropped: readonly EarlierProject[], before: readonly string[]): void {
    const lost = dropped.map((one) => `\`${titleOf(one)}\` of ${formatWhen(one.at)} was removed to free space.`);
    if (before.length + lost.length > 0) {
      this.#listener.notify([...before, ...lost].join(" "));
    }
  }

  #list(kept: readonly EarlierProject[]): void {
    const here = [...this.#here.values()].map(({ summary }) => summary);
    const missing = here.filter(({ id }) => !kept.some((earlier) => earlier.id === id));
    this.list = missing.reduce((list, one) => withEarlier(list, one).list, kept);
  }

  /** Releases the earlier projects that the browser stores completely. */
  #forget(kept: readonly EarlierProject[]): void {
    for (const { id, left } of kept) {
      if (left === 0) {
        this.#here.delete(id);
      }
    }
  }
}

/**
 * Locks a project while this page is open, so that no other page can. Without support for locks, every page succeeds.
 * If `patient` is true, it waits a moment for a page that is about to release the lock.
 */
async function hold(id: string, patient: boolean): Promise<boolean> {
  if (navigator.locks === undefined) {
    return true;
  }
  const options = patient ? { signal: AbortSignal.timeout(PATIENCE) } : { ifAvailable: true };
  return new Promise((resolve) => {
    const request = navigator.locks.request(`assay-${id}`, options, (lock) => {
      resolve(lock !== null);
      // The lock is held until this promise settles, which it never does: the browser releases it with the page.
      return lock && new Promise(() => {});
    });
    request.catch(() => resolve(false));
  });
}
