/** The engine in a worker of its own, for pages that must stay quick: with progress, an end to long checks, and a limit. */

import type { Progress, RuleFile } from "./api.js";
import { AssayError } from "./errors.js";
import type { Answer, Rendering } from "./messages.js";
import { compile, type WasmInput } from "./module.js";
import type { Files } from "./source.js";
import type { Report } from "./types.js";

export { AssayError } from "./errors.js";
export type { Rendering } from "./messages.js";
export type * from "./types.js";
export type { Files, Progress };

/** What a client is made of. */
export interface ClientOptions {
  /** The engine's module, in place of the one that lies beside this package's code. */
  wasm?: WasmInput;
  /** Starts a worker that runs `assay/worker`, in place of the one that lies beside this package's code. */
  worker?: () => Worker;
  /** How long a check may take, in milliseconds; without it there is no limit. */
  timeLimit?: number;
}

/** A check in a worker. */
export interface ClientCheck {
  /** The rule files. One may name another. */
  rules: readonly RuleFile[];
  /** The files under check. */
  files: Files;
  /** The texts that are wanted of the report. */
  formats?: readonly Rendering[];
  /** Called while the check goes on. */
  onProgress?: (progress: Progress) => void;
  /** Ends the check at once, and its worker with it. */
  signal?: AbortSignal;
}

/** What came of a check. */
export interface ClientResult {
  /** The report. */
  report: Report;
  /** The texts that were asked for, in the same order. */
  texts: string[];
}

/** An engine in a worker. */
export interface Client {
  /**
   * Checks files by rules. Checks wait for each other.
   *
   * @throws The reason of an aborted signal; {@link AssayError} `time-limit`, or `wasm-unusable`, or `failed` when the
   * worker cannot run.
   */
  check(check: ClientCheck): Promise<ClientResult>;
  /** Ends the worker. The next check starts another one. */
  dispose(): void;
}

/** Makes a client; its worker starts with the first check. */
export function createClient(options: ClientOptions = {}): Client {
  return new OneClient(options);
}

class OneClient implements Client {
  readonly #options: ClientOptions;
  #module: Promise<WebAssembly.Module> | undefined;
  #worker: Worker | undefined;
  /** Gives up the check that the worker is at. */
  #reject: ((reason: unknown) => void) | undefined;
  /** The end of the check before, whatever it was. */
  #before: Promise<unknown> = Promise.resolve();

  constructor(options: ClientOptions) {
    this.#options = options;
  }

  check(check: ClientCheck): Promise<ClientResult> {
    const result = this.#before.then(() => this.#next(check));
    this.#before = result.catch(() => {});
    return result;
  }

  dispose(): void {
    this.#abandon(new AssayError("disposed", "the client has been disposed of"));
  }

  /** Ends the worker and the check that it is at. */
  #abandon(reason: unknown): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#reject?.(reason);
  }

  async #next(check: ClientCheck): Promise<ClientResult> {
    check.signal?.throwIfAborted();
    this.#module ??= compile(this.#options.wasm ?? new URL("./core_bg.wasm", import.meta.url));
    const wasm = await this.#module.catch((error) => {
      // The next check tries again.
      this.#module = undefined;
      throw error;
    });
    check.signal?.throwIfAborted();
    this.#worker ??= this.#start();
    return this.#ask(this.#worker, wasm, check);
  }

  #start(): Worker {
    return this.#options.worker?.() ?? new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  }

  #ask(worker: Worker, wasm: WebAssembly.Module, check: ClientCheck): Promise<ClientResult> {
    const { rules, files, formats = [], onProgress, signal } = check;
    const { timeLimit } = this.#options;
    const ended = new AbortController();
    const result = new Promise<ClientResult>((resolve, reject) => {
      this.#reject = reject;
      const listener = { signal: ended.signal };
      signal?.addEventListener("abort", () => this.#abandon(signal.reason), listener);
      worker.addEventListener(
        "error",
        (event) => this.#abandon(new AssayError("failed", workerFailed(event))),
        listener,
      );
      worker.addEventListener(
        "message",
        ({ data }: MessageEvent<Answer>) => {
          switch (data.kind) {
            case "progress":
              return onProgress?.(data.progress);
            case "done":
              return resolve({ report: data.report, texts: data.texts });
            case "failed":
              return reject(new AssayError(data.error.code, data.error.message));
          }
        },
        listener,
      );
      if (timeLimit !== undefined) {
        const timer = setTimeout(() => this.#abandon(new AssayError("time-limit", tookTooLong(timeLimit))), timeLimit);
        ended.signal.addEventListener("abort", () => clearTimeout(timer));
      }
      worker.postMessage({ wasm, rules, files, formats });
    });
    return result.finally(() => {
      this.#reject = undefined;
      ended.abort();
    });
  }
}

function workerFailed(event: ErrorEvent): string {
  return `the worker failed: ${event.message || "its script cannot be loaded"}`;
}

function tookTooLong(limit: number): string {
  return `the check was ended, as it took longer than ${limit} ms`;
}
