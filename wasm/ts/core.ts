/**
 * The only file that knows WebAssembly: instances of the compiled module, and how one of them ends.
 *
 * A panic or a trap leaves an instance in a state that nothing may be built on. It is told from an error that the
 * engine returned, and its instance is thrown away; a fresh one costs a millisecond.
 */

import { type Core, createCore } from "./core-glue.js";
import { encodingsInUse } from "./encodings.js";
import { AssayError, type ErrorPlace } from "./errors.js";
import { gltfValidator } from "./gltf.js";
import { lifeListener } from "./life.js";
import { loadedRest, RestNeeded } from "./rest.js";

export type { Core };

/** The engine ended in the middle of its work, and its instance with it. The message says how, as far as is known. */
export class Crash extends Error {
  override name = "Crash";
  /** The rule file whose tests it was at, if it was at any. */
  readonly path: string | undefined;

  /** A crash, as far as is known. */
  constructor(message: string, { path, ...options }: ErrorOptions & { path?: string | undefined } = {}) {
    super(message, options);
    this.path = path;
  }
}

/**
 * A fresh instance of the compiled module. Instances share nothing.
 *
 * @throws {AssayError} `wasm-unusable` when there is no memory for one.
 */
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
  const listener = lifeListener();
  if (listener !== undefined) {
    core.setListener(listener);
  }
  return core;
}

/**
 * Runs `work` on the instance `core`.
 *
 * @throws {Crash} When the engine panicked or trapped: the instance is of no more use.
 * @throws {AssayError} When the engine refused what it was given.
 * @throws {RestNeeded} When the engine needed its rest: the instance is of no more use.
 */
export function guarded<T>(core: Core, work: () => T): T {
  if (core.retired()) {
    throw new Crash("the engine had ended before");
  }
  try {
    return work();
  } catch (error) {
    if (error instanceof RestNeeded) {
      core.retire();
      throw error;
    }
    if (error instanceof Error && "code" in error) {
      throw new AssayError(String(error.code), error.message, error as ErrorPlace);
    }
    const crash = new Crash(lastWords(core, error), { cause: error });
    core.retire();
    throw crash;
  }
}

/** Frees an object of the instance `core`, unless the engine died in it and took the object along. */
export function release(core: Core, object: { free(): void }): void {
  if (!core.retired()) {
    object.free();
  }
}

/** Returns the message of a crash: that of the panic, or else that of the host about the trap. */
function lastWords(core: Core, error: unknown): string {
  const trap = error instanceof Error ? error.message : String(error);
  try {
    return core.panicMessage() ?? trap;
  } catch {
    return trap;
  }
}

/** Returns the result of `work` on an object of the instance `core`, and frees the object. */
export function using<O extends { free(): void }, T>(core: Core, object: O, work: (object: O) => T): T {
  let made: T;
  try {
    made = work(object);
  } catch (error) {
    freeIfPossible(core, object);
    throw error;
  }
  release(core, object);
  return made;
}

/** Frees an object at which something failed. Where that was the engine's end, the object is still in use for ever: nothing is told of that. */
function freeIfPossible(core: Core, object: { free(): void }): void {
  try {
    release(core, object);
  } catch {
    // What failed before says more.
  }
}
