/** Objects in the memory of the engine that callers use. */

import { type Core, release } from "../core.js";
import { AssayError } from "../errors.js";
import type { Home } from "../home.js";

/** The messages of errors about an object that can no longer be used. */
export interface LostMessages {
  /** The engine crashed, and the object was lost. */
  ended: string;
  /** The caller has disposed of the object. */
  disposed: string;
}

/** @internal An object of an instance of the engine: usable until it is disposed of, or until the engine crashes. */
export class EngineObject<Inner extends { free(): void }> {
  readonly core: Core;
  readonly #home: Home;
  readonly #inner: Inner;
  readonly #messages: LostMessages;
  #disposed = false;

  /** Wraps `inner`, an object of the instance `core` in `home`. */
  constructor(home: Home, core: Core, inner: Inner, messages: LostMessages) {
    this.core = core;
    this.#home = home;
    this.#inner = inner;
    this.#messages = messages;
  }

  /** Returns the result of `work` on the object. */
  do<T>(work: (inner: Inner) => T): T {
    const inner = this.in(this.core);
    return this.#home.run(this.core, () => work(inner));
  }

  /** Returns the object for work in the instance `core`. Throws `disposed`, or `crashed` for another one. */
  in(core: Core): Inner {
    if (core !== this.core || core.retired()) {
      throw new AssayError("crashed", this.#messages.ended);
    }
    if (this.#disposed) {
      throw new AssayError("disposed", this.#messages.disposed);
    }
    return this.#inner;
  }

  /** Frees the memory of the object, once. */
  dispose(): void {
    if (!this.#disposed) {
      this.#disposed = true;
      release(this.core, this.#inner);
    }
  }
}

/**
 * @internal Yields the rows of an object that has `length` of them. They are copied from the engine in pages of `size`;
 * `page` returns those from one index up to another.
 */
export function* paged<T>(length: number, page: (from: number, to: number) => Iterable<T>, size = 4096): Generator<T> {
  for (let from = 0; from < length; from += size) {
    yield* page(from, from + size);
  }
}

/** @internal Converts an index of a caller to a number that the engine accepts. */
export function indexOf(at: number): number {
  // WebAssembly would reduce other numbers to 32 bits, so that -1 would become a very large index.
  return Math.max(0, Math.min(at, 0xffffffff));
}
