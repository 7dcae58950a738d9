/** Where the files under check come from, and the source that lives in memory. */

import { expected, isNow, isPlain } from "./expected.js";

/** Files under one root. Paths are relative to it, with `/` between parts. */
export interface Source {
  /** The paths of all files. */
  paths(): Iterable<string>;
  /** The bytes of the file at `path`, or null when there is none; an exception says why it cannot be read. */
  read(path: string): Uint8Array | null;
  /** The size of the file at `path` in bytes, or null when there is none. Comes with {@link Source.fill}. */
  size?(path: string): number | null;
  /**
   * Puts the bytes of the file at `path` from `offset` on into `view`, and returns how many: fewer than fit only when
   * the file ends there, and -1 when there is no file. Spares copies, and memory: long files are read part by part.
   */
  fill?(path: string, view: Uint8Array, offset: number): number;
  /** The problems that were met while the paths were listed. Called after {@link Source.paths}. */
  problems?(): Iterable<SourceProblem>;
}

/** Like {@link Source}, but each answer may come later. The files that rules need are read first and then checked. */
export interface AsyncSource {
  /** The paths of all files. */
  paths(): Iterable<string> | AsyncIterable<string> | Promise<Iterable<string>>;
  /**
   * The bytes of the file at `path`, or null when there is none; a rejection says why it cannot be read. When one answer comes later,
   * files whose answer was there already may be asked for again.
   */
  read(path: string): Promise<Uint8Array | null> | Uint8Array | null;
  /** The problems that were met while the paths were listed. Called after {@link AsyncSource.paths}. */
  problems?(): Iterable<SourceProblem>;
}

/** The part of a source that is asked while files are checked. */
export type Reader = Pick<Source, "read" | "size" | "fill">;

/** The part of an asynchronous source that is asked while files are checked. */
export type AsyncReader = Pick<AsyncSource, "read">;

/** A part of the source that cannot be used, or should be looked at. It becomes a part of the report. */
export interface SourceProblem {
  /** A short stable name of the kind. */
  code: string;
  /** The problem, in one sentence. */
  message: string;
  /** The file or folder concerned. */
  path: string;
  /** The advice on what to do about it. */
  help?: string;
  /** True if the run is complete all the same. */
  warning?: boolean;
  /** True if the file is one that rules are made of, and not under check. */
  inRules?: boolean;
}

/** Files by path: texts (which become UTF-8) or bytes. */
export type Files = Readonly<Record<string, string | Uint8Array>>;

/**
 * A source of the given files.
 *
 * @throws {AssayError} `misuse`, for what is no object of names and values, such as a `Map`.
 */
export function memory(files: Files): Source {
  expected(isPlain(files), "files as an object with a text or bytes by each path", files);
  const encoder = new TextEncoder();
  return {
    paths: () => Object.keys(files),
    read(path) {
      const file = Object.hasOwn(files, path) ? files[path] : undefined;
      return typeof file === "string" ? encoder.encode(file) : (file ?? null);
    },
  };
}

/** The paths of all files, as a source gives them. */
export type Paths = ReturnType<AsyncSource["paths"]>;

/**
 * Waits for `answer`, but no longer than until `signal` is aborted: a source may never answer.
 *
 * @throws The reason of `signal`, as soon as it is aborted.
 */
export async function unlessAborted<T>(answer: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) {
    return answer;
  }
  let stop = () => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener("abort", stop);
    if (signal.aborted) {
      stop();
    }
  });
  return Promise.race([aborted, answer]).finally(() => signal.removeEventListener("abort", stop));
}

/**
 * The paths of all files in a list.
 *
 * @throws The reason of `signal`, as soon as it is aborted.
 */
export function listed(given: Paths, signal?: AbortSignal): Promise<string[]> {
  return unlessAborted(gathered(given, signal), signal);
}

async function gathered(given: Paths, signal: AbortSignal | undefined): Promise<string[]> {
  const paths = await given;
  if (!(Symbol.asyncIterator in Object(paths))) {
    return listedNow(paths as Iterable<string>);
  }
  const all: string[] = [];
  for await (const path of paths) {
    // Nobody asks for the rest then, which may have no end.
    signal?.throwIfAborted();
    all.push(path);
  }
  return listedNow(all);
}

/** Like {@link listed}, for a source that answers at once. */
export function listedNow(paths: Iterable<string>): string[] {
  expected(typeof paths !== "string" && Symbol.iterator in Object(paths), "the paths of a source as a list", paths);
  const all = [...paths];
  for (const path of all) {
    expected(typeof path === "string" && !path.includes("\0"), "each path of a source as a text without a zero", path);
  }
  return all;
}

/** Returns the problems that a source reports about its list. */
export function problemsOf(source: Pick<AsyncSource, "problems">): SourceProblem[] {
  const problems = source.problems?.() ?? [];
  expected(Symbol.iterator in Object(problems), "the problems of a source as a list", problems);
  return [...problems];
}

/**
 * A synchronous reader of the files that were read from an asynchronous source. It remembers the other files that it
 * was asked for.
 */
export class Held implements Reader {
  readonly #source: AsyncReader;
  readonly #outcomes = new Map<string, () => Uint8Array | null>();
  #missed = new Set<string>();

  /** Holds nothing yet. */
  constructor(source: AsyncReader) {
    this.#source = source;
  }

  /** Reads these files. */
  async fetch(paths: readonly string[]): Promise<void> {
    await Promise.all(paths.map((path) => this.#fetchOne(path)));
  }

  async #fetchOne(path: string): Promise<void> {
    try {
      const bytes = await this.#source.read(path);
      this.#outcomes.set(path, () => bytes);
    } catch (error) {
      this.#outcomes.set(path, () => {
        throw error;
      });
    }
  }

  read(path: string): Uint8Array | null {
    const outcome = this.#outcomes.get(path);
    if (outcome === undefined) {
      this.#missed.add(path);
      throw new Error("it was asked for too late for an asynchronous source");
    }
    return outcome();
  }

  /** The files that were asked for in vain since this was last asked. */
  missed(): string[] {
    const missed = [...this.#missed];
    this.#missed = new Set();
    return missed;
  }
}

/** A source that is asked as if it answered at once, and knows afterwards whether it did. */
export class AtOnce implements Reader {
  readonly #source: AsyncReader;
  #failed = false;

  /** Asks `source`. */
  constructor(source: AsyncReader) {
    this.#source = source;
  }

  /** Whether an answer was to come later. */
  get failed(): boolean {
    return this.#failed;
  }

  read(path: string): Uint8Array | null {
    if (!this.#failed) {
      const answer = this.#source.read(path);
      if (isNow(answer)) {
        return answer;
      }
      this.#failed = true;
    }
    throw new Error("the source answers later");
  }
}
