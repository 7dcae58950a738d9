/** Progress signals of the engine while it works, for callers that detect a hanging engine. */

/** Receives the progress signals. The methods must not throw. */
export interface LifeListener {
  /** Called now and then while a script is running. */
  working(): void;
  /** Called before each test, with the number of tests that have been run and the number of tests known so far. */
  testing(done: number, total: number): void;
}

let listener: LifeListener | undefined;

/** Makes instances of the engine that are created later report to `by`. */
export function listenToLife(by: LifeListener): void {
  listener = by;
}

/** Returns the receiver for new instances, if there is one. */
export function lifeListener(): LifeListener | undefined {
  return listener;
}
