/**
 * The only file that uses WebAssembly directly: instances of the compiled module, and their crashes.
 *
 * A panic or a trap leaves an instance in an undefined state. Such a crash is distinguished from an error that the
 * engine returns, and the instance is dropped. A new instance costs a millisecond.
 */

import { type Core, createCore } from "./core-glue.js";
import { encodingsInUse } from "./encodings.js";
import { AssayError, type ErrorPlace, messageOf } from "./errors.js";
import { gltfValidator } from "./gltf.js";
import { lifeListener } from "./life.js";
import { loadedRest, RestNeeded } from "./rest.js";

export type { Core };

/** The error for a crash of the engine; its instance is lost. The message is the reason, if known. */
export class Crash extends Error {
  override name = "Crash";
  /** The rule file whose tests were running, if any. */
  readonly path: string | undefined;

  /** Creates the error. */
  constructor(message: string, { path, ...options }: ErrorOptions & { path?: string | undefined } = {}) {
    super(message, options);
    this.path = path;
  }
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
  const listener = lifeListener();
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
    const crash = new Crash(lastWords(core, error), { cause: error });
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

/** Returns the message of a crash: that of the panic, or else that of the host about the trap. */
function lastWords(core: Core, error: unknown): string {
  const trap = messageOf(error);
  try {
    return core.panicMessage() ?? trap;
  } catch {
    return trap;
  }
}

/** Returns the result of `work` on an object of the instance `core`, and frees the object. */
export function using<O extends { free(): void }, T>(core: Core, object: O, work: (object: O) => T): T {
  let result: T;
  try {
    result = work(object);
  } catch (error) {
    freeIfPossible(core, object);
    throw error;
  }
  release(core, object);
  return result;
}

/** Frees an object after an error. If the engine crashed, the object stays in use for ever; that error is ignored. */
function freeIfPossible(core: Core, object: { free(): void }): void {
  try {
    release(core, object);
  } catch {
    // The earlier error is more useful.
  }
}
