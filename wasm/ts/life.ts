/** Signs of life from the engine while it works, for callers that want to know that it goes on. */

/** Receives the signs of life. Must not throw. */
export interface LifeListener {
  /** Called now and then while a script is running. */
  working(): void;
  /** Called before each test, with the number of tests that have been run and the number of tests known so far. */
  testing(done: number, total: number): void;
}

let listener: LifeListener | undefined;

/** From now on, instances of the engine that are made here report to `by`. */
export function listenToLife(by: LifeListener): void {
  listener = by;
}

/** Returns the receiver for new instances, if there is one. */
export function lifeListener(): LifeListener | undefined {
  return listener;
}
