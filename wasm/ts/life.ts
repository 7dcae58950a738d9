/** Signs of life that the engine gives while it is at work: who waits may want to know that it goes on. */

/** Who hears them. It must not throw. */
export interface Hearer {
  /** A script is at work; told now and then. */
  working(): void;
  /** So many tests have been run, of so many as far as is known; told before each one. */
  testing(done: number, total: number): void;
}

let hearer: Hearer | undefined;

/** From now on, instances of the engine that are made here are heard by `by`. */
export function hear(by: Hearer): void {
  hearer = by;
}

/** Who hears of an instance, if anyone does. */
export function hearerInUse(): Hearer | undefined {
  return hearer;
}
