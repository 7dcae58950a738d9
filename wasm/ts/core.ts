/**
 * The only file that uses WebAssembly directly: instances of the compiled module, their crashes, and how each shows that
 * it still works.
 *
 * A panic or a trap leaves an instance in an undefined state. Such a crash is distinguished from an error that the
 * engine returns, and the instance is dropped. A new instance costs a millisecond.
 */

import { attempt } from "./attempt.js";
import { type Core, createCore } from "./core-glue.js";
import { encodingsInUse } from "./encodings.js";
import { AssayError, type ErrorPlace, messageOf } from "./errors.js";
import { gltfValidator } from "./gltf.js";
import { loadedRest, RestNeeded } from "./rest.js";

export type { Core };

/** The error for a crash of the engine; its instance is lost. The message is the reason, if known. */
export class Crash extends Error {
  override name = "Crash";
  /** The rule file whose tests were running, if any. */
  readonly path: string | undefined;

  constructor(message: string, { path, ...options }: ErrorOptions & { path?: string | undefined } = {}) {
    super(message, options);
    this.path = path;
  }
}

/** Receives signals of the engine while it works, to detect a hanging engine. The methods must not throw. */
interface LifeListener {
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

/** Creates an instance, which shares nothing with others. Throws `wasm-unusable` if there is not enough memory. */
export function instantiate(module: WebAssembly.Module): Core {
  const core = createCore(loadedRest);
  try {
    core.initSync({ module });
  } catch (error) {
    throw error instanceof RangeError
      ? new AssayError("wasm-unusable", `the engine cannot be started: ${error.message}`)
      : error;
  }
  core.setEncodings(encodingsInUse());
  core.setGltfValidator(gltfValidator);
  if (listener !== undefined) {
    core.setListener(listener);
  }
  return core;
}

/**
 * Runs `work` on the instance `core`.
 *
 * @throws {Crash} If the engine panicked or trapped. The instance cannot be used any more.
 * @throws {AssayError} If the engine returned an error.
 * @throws {RestNeeded} If the engine needed its rest. The instance cannot be used any more.
 */
export function guarded<T>(core: Core, work: () => T): T {
  if (core.retired()) {
    throw new Crash("the engine has crashed and cannot be used again: create a new engine");
  }
  try {
    return work();
  } catch (error) {
    // The stub has interrupted the engine in the middle of its work.
    if (error instanceof RestNeeded) {
      core.retire();
      throw error;
    }
    if (error instanceof Error && "code" in error) {
      throw new AssayError(String(error.code), error.message, error as ErrorPlace);
    }
    // The message of the panic, or else that of the host about the trap.
    const crash = new Crash(attempt(() => core.panicMessage()) ?? messageOf(error), { cause: error });
    core.retire();
    throw crash;
  }
}

/** Frees an object of the instance `core`, unless the engine crashed in it. */
export function release(core: Core, object: { free(): void }): void {
  if (!core.retired()) {
    object.free();
  }
}

/** Returns the result of `work` on an object of the instance `core`, and frees the object. */
export function using<O extends { free(): void }, T>(core: Core, object: O, work: (object: O) => T): T {
  let result: T;
  try {
    result = work(object);
  } catch (error) {
    // If the engine crashed, the object stays in use for ever. That error is less useful than the earlier one.
    attempt(() => release(core, object));
    throw error;
  }
  release(core, object);
  return result;
}
