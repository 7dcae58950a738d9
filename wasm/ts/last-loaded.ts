/** Keeps the object that was loaded for a task, for later tasks that need the same object. */

/** Keeps the last loaded object. */
export class LastLoaded<T extends { dispose(): void }> {
  #last: { by: string; loaded: T } | undefined;

  /** Runs `work` with the last loaded object if it was loaded with the same `by`, else with that of `load`. */
  use<R>(by: string, load: () => T, work: (loaded: T) => R): R {
    if (this.#last?.by !== by) {
      this.#forget();
      this.#last = { by, loaded: load() };
    }
    try {
      return work(this.#last.loaded);
    } catch (error) {
      // The engine may have crashed, so the object may be unusable.
      this.#forget();
      throw error;
    }
  }

  #forget(): void {
    this.#last?.loaded.dispose();
    this.#last = undefined;
  }
}
