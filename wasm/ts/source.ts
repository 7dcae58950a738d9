/** Sources of files under check, and the source in memory. */

import { isNow, isPlain, mustBe } from "./expected.js";

/** Files under one root. Paths are relative to it, with `/` between parts. */
export interface Source {
  /** Returns the paths of all files. */
  paths(): Iterable<string>;
  /** Returns the bytes of the file at `path`, or null if it does not exist. Throws the reason if it cannot be read. */
  read(path: string): Uint8Array | null;
  /** Returns the size of the file at `path` in bytes, or null if it does not exist. Requires {@link Source.fill}. */
  size?(path: string): number | null;
  /**
   * Copies the bytes of the file at `path` from `offset` on into `view`, and returns their number, or -1 if the file
   * does not exist. Fills `view` except at the end of the file. Saves copies and memory, as long files are read in
   * parts.
   */
  fill?(path: string, view: Uint8Array, offset: number): number;
  /** Returns the problems that occurred while the paths were listed. Called after {@link Source.paths}. */
  problems?(): Iterable<SourceProblem>;
}

/** Like {@link Source}, but each answer may come later. The files that rules need are read first and then checked. */
export interface AsyncSource {
  /** Returns the paths of all files. */
  paths(): Iterable<string> | AsyncIterable<string> | Promise<Iterable<string>>;
  /**
   * Returns the bytes of the file at `path`, or null if it does not exist. Rejects with the reason if it cannot be
   * read. If an answer is a promise, files that were returned at once before may be requested again.
   */
  read(path: string): Promise<Uint8Array | null> | Uint8Array | null;
  /** Returns the problems that occurred while the paths were listed. Called after {@link AsyncSource.paths}. */
  problems?(): Iterable<SourceProblem>;
}

/** The part of a source that is used while files are checked. */
export type Reader = Pick<Source, "read" | "size" | "fill">;

/** The part of an asynchronous source that is used while files are checked. */
export type AsyncReader = Pick<AsyncSource, "read">;

/** A problem or warning about a part of the source. It becomes a part of the report. */
export interface SourceProblem {
  /** A short stable name of the kind. */
  code: string;
  /** The problem, in one sentence. */
  message: string;
  /** The file or folder concerned. */
  path: string;
  /** The advice on what to do about it. */
  help?: string;
  /** True if the run is complete despite the problem. */
  warning?: boolean;
  /** True if the file belongs to the rules, and is not under check. */
  inRules?: boolean;
}

/** Files by path: strings (which become UTF-8) or bytes. */
export type Files = Readonly<Record<string, string | Uint8Array>>;

/**
 * Returns a source of the given files.
 *
 * @throws {AssayError} `misuse`, if the argument is not a plain object.
 */
export function memory(files: Files): Source {
  mustBe(isPlain(files), "files", "an object with a string or bytes for each path", files);
  const encoder = new TextEncoder();
  return {
    paths: () => Object.keys(files),
    read(path) {
      const file = Object.hasOwn(files, path) ? files[path] : undefined;
      return typeof file === "string" ? encoder.encode(file) : (file ?? null);
    },
  };
}

/** The paths of all files, as a source returns them. */
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
 * Returns the paths of a source as an array.
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
    // The remaining paths are not requested, as they may be infinite.
    signal?.throwIfAborted();
    all.push(path);
  }
  return listedNow(all);
}

/** Like {@link listed}, for a synchronous source. */
export function listedNow(paths: Iterable<string>): string[] {
  mustBe(typeof paths !== "string" && Symbol.iterator in Object(paths), "the paths of a source", "a list", paths);
  const all = [...paths];
  for (const path of all) {
    mustBe(
      typeof path === "string" && !path.includes("\0"),
      "each path of a source",
      "a string without NUL characters",
      path,
    );
  }
  return all;
}

/** Returns the problems that a source reports about its list. */
export function problemsOf(source: Pick<AsyncSource, "problems">): SourceProblem[] {
  const problems = source.problems?.() ?? [];
  mustBe(Symbol.iterator in Object(problems), "the problems of a source", "a list", problems);
  return [...problems];
}

/**
 * A synchronous reader of the files that were read from an asynchronous source. It records requests for other files.
 */
export class BufferedReader implements Reader {
  readonly #source: AsyncReader;
  readonly #outcomes = new Map<string, () => Uint8Array | null>();
  #missed = new Set<string>();

  /** Creates a reader without files. */
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
      throw new Error("it was requested too late for an asynchronous source");
    }
    return outcome();
  }

  /** Returns the files that were requested and not available since the last call. */
  missed(): string[] {
    const missed = [...this.#missed];
    this.#missed = new Set();
    return missed;
  }
}

/** Uses a source as if it were synchronous, and detects promises. */
export class AtOnce implements Reader {
  readonly #source: AsyncReader;
  #failed = false;

  constructor(source: AsyncReader) {
    this.#source = source;
  }

  /** True if an answer was a promise. */
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
