/**
 * Object storage that speaks the protocol of S3.
 *
 * The engine needs answers at once, so another thread asks the storage, and this thread waits. The other thread reads
 * files ahead, several at a time.
 */

import { MessageChannel, receiveMessageOnPort, Worker } from "node:worker_threads";
import type { ObjectAnswer, ObjectRequest } from "./bucket-messages.js";
import { PassingError } from "./exit-codes.js";

/** The beginning of the address of a bucket. */
const SCHEME = "s3://";

/** Returns true if a path is the address of a bucket: `s3://bucket/prefix`. */
export function isBucket(path: string): boolean {
  return path.startsWith(SCHEME);
}

/** The time after which an answer is given up, in milliseconds: longer than all attempts at it take. */
const LONGEST = 15 * 60_000;

/** The error that an object is not the one that was listed. */
export class ObjectChanged extends Error {
  override name = "ObjectChanged";
}

/** The threads that ask, by the name of their bucket. They end with the process. */
const threads = new Map<string, BucketThread>();

export class Bucket {
  readonly #prefix: string;
  readonly #thread: BucketThread;

  /** Opens the bucket at an address such as `s3://bucket/prefix`. Nothing is requested yet. */
  constructor(address: string) {
    const [name = "", ...prefix] = address.slice(SCHEME.length).replace(/\/+$/, "").split("/");
    this.#prefix = prefix.length === 0 ? "" : `${prefix.join("/")}/`;
    this.#thread = threads.get(name) ?? new BucketThread(name);
    threads.set(name, this.#thread);
  }

  /**
   * Returns the bytes of an object, or null if it does not exist. With a `tag`, the object must be the one with this tag.
   *
   * @throws {ObjectChanged} When it is another one.
   */
  read(name: string, tag?: string): Uint8Array | null {
    return this.#thread.ask({ do: "read", key: this.#key(name), tag }).bytes ?? null;
  }

  /** Like {@link read}, for some bytes from `from` on, fewer at the end. */
  readSome(name: string, tag: string, from: number, length: number): Uint8Array | null {
    return this.#thread.ask({ do: "read", key: this.#key(name), tag, range: [from, from + length - 1] }).bytes ?? null;
  }

  /** Begins to read objects, because {@link read} will probably be called for them. */
  readAhead(objects: readonly (readonly [name: string, tag: string])[]): void {
    const keys = objects.map(([name, tag]): [string, string] => [this.#key(name), tag]);
    this.#thread.send({ do: "read-ahead", objects: keys });
  }

  has(name: string): boolean {
    return this.#thread.ask({ do: "has", key: this.#key(name) }).missing !== true;
  }

  write(name: string, bytes: Uint8Array): void {
    this.#thread.ask({ do: "write", key: this.#key(name), bytes });
  }

  remove(name: string): void {
    this.#thread.ask({ do: "remove", key: this.#key(name) });
  }

  names(folder: string): string[] {
    const below = `${this.#key(folder)}/`;
    return [...this.#list(below)].map(([key]) => key.slice(below.length));
  }

  /** Yields all objects in the order of their names, each with its size and its tag. */
  *list(): Generator<[name: string, size: number, tag: string]> {
    for (const [key, size, tag] of this.#list(this.#prefix)) {
      // Some programs make an object for each folder, whose name ends in `/`.
      if (!key.endsWith("/")) {
        yield [key.slice(this.#prefix.length), size, tag];
      }
    }
  }

  *#list(prefix: string): Generator<[key: string, size: number, tag: string]> {
    let after: string | undefined;
    do {
      const { objects = [], next }: ObjectAnswer = this.#thread.ask({ do: "list", prefix, after });
      yield* objects;
      after = next;
    } while (after !== undefined);
  }

  #key(name: string): string {
    return this.#prefix + name;
  }
}

/** A thread that asks the storage about the objects of one bucket. */
class BucketThread {
  readonly #worker: Worker;
  readonly #answers;
  /** Counts the answers. */
  readonly #signal = new Int32Array(new SharedArrayBuffer(4));

  constructor(bucket: string) {
    const { port1, port2 } = new MessageChannel();
    this.#answers = port1;
    this.#worker = new Worker(new URL("./bucket-worker.js", import.meta.url), {
      workerData: { bucket, signal: this.#signal, answers: port2 },
      transferList: [port2],
    });
    // The process may end while this thread waits for requests.
    this.#worker.unref();
  }

  /** Sends a request that has no answer. */
  send(request: ObjectRequest): void {
    this.#worker.postMessage(request);
  }

  /**
   * Sends a request, and waits for the answer.
   *
   * @throws {ObjectChanged} When the object is not the one with the tag of the request.
   * @throws {PassingError} When the storage does not answer correctly after several attempts.
   */
  ask(request: ObjectRequest): ObjectAnswer {
    const before = Atomics.load(this.#signal, 0);
    this.send(request);
    if (Atomics.wait(this.#signal, 0, before, LONGEST) === "timed-out") {
      throw new PassingError("the storage did not answer");
    }
    const answer = receiveMessageOnPort(this.#answers)?.message as ObjectAnswer;
    if (answer.changed === true) {
      throw new ObjectChanged("it has changed since the files were listed; list them again");
    }
    if (answer.error !== undefined) {
      throw answer.isPassing === true ? new PassingError(answer.error) : new Error(answer.error);
    }
    return answer;
  }
}
