/** Keeps what was loaded for a task, for a next task that needs the same again. */

/** Keeps what was loaded last. */
export class LastLoaded<T extends { dispose(): void }> {
  #last: { by: string; loaded: T } | undefined;

  /** Does `work` with what `load` gives, or with what was loaded last, if that was by the same. */
  use<R>(by: string, load: () => T, work: (loaded: T) => R): R {
    if (this.#last?.by !== by) {
      this.#forget();
      this.#last = { by, loaded: load() };
    }
    try {
      return work(this.#last.loaded);
    } catch (error) {
      // The engine may have ended, and it with it.
      this.#forget();
      throw error;
    }
  }

  #forget(): void {
    this.#last?.loaded.dispose();
    this.#last = undefined;
  }
}
