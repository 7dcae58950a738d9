/** The engine in a web worker, for pages that must stay responsive: with progress, cancellation and a time limit. */

import type { Outline, Progress } from "./api.js";
import { AssayError } from "./errors.js";
import { expected, isBlob, isBytes, isPlain, mustBe } from "./expected.js";
import { type Content, type Contents, changesTo, portionsOf } from "./file-store.js";
import type { Answer, Failure, OutlineTask, Request, Supply, Task, TaskKind, TaskResult, Tasks } from "./messages.js";
import { compile, type WasmInput } from "./module.js";
import { ColumnOutline } from "./outline.js";
import { type Portion, putBack } from "./portions.js";
import { type ComparedLists, comparedLists } from "./systems/asset-list/list-comparison.js";
import type { CompareListsTask } from "./systems/asset-list/tasks.js";
import type { ResultOf, TaskListener } from "./systems/system.js";

export type {
  Diagnostics,
  NodeKind,
  NodeValueKind,
  Outline,
  Reading,
  ReportFormat,
  RuleFile,
  Style,
  XPaths,
} from "./api.js";
export { AssayError } from "./errors.js";
export type {
  CatalogTask,
  CheckResult,
  CheckTask,
  OutlineTask,
  Rendering,
  Tasks,
  TestTask,
  TraceTask,
  XPathsTask,
} from "./messages.js";
export type { WasmInput } from "./module.js";
export type { AssetKey, AssetListForm } from "./systems/asset-list/asset-list.js";
export type { AssetComparison, AssetPatternType } from "./systems/asset-list/asset-lists.js";
export type { OperationName } from "./systems/asset-list/asset-operations.js";
export {
  type ComparedList,
  type ComparedLists,
  LIST_KINDS,
  type ListKind,
} from "./systems/asset-list/list-comparison.js";
export type * from "./systems/asset-list/tasks.js";
export {
  type ConversionDetail,
  type ConversionKind,
  type ConversionRemark,
  type ConversionRow,
  isConversionRules,
  type PipelineSurvey,
} from "./systems/conversion/pipeline-survey.js";
export type * from "./systems/conversion/tasks.js";
export type * from "./systems/definition/tasks.js";
export type { PackageLimits } from "./systems/package/package.js";
export type * from "./systems/package/tasks.js";
export type { TaskListener } from "./systems/system.js";
export type { SystemTasks } from "./systems/systems.js";
export type * from "./types.js";
export type { Content, Contents, Progress };

/** The type of a page's worker, if the types of the program have one: those of the DOM do, those of Node do not. */
export type PageWorker = typeof globalThis extends { Worker: { prototype: infer Page } } ? Page : never;

/** The options for creating a client. */
export interface ClientOptions {
  /**
   * The engine's module. Default: the module next to this package's code. `assay/first.wasm` has less than half its
   * size: it contains the functions that first tasks use. It needs `rest`.
   */
  wasm?: WasmInput;
  /**
   * The address of `assay/rest.wasm`, which contains the functions that `assay/first.wasm` does not. It is loaded after
   * the first task, or when a task needs it, which is then repeated.
   */
  rest?: URL;
  /**
   * The address of `assay/gltf-validator.js`, which is loaded when rules need it. Default: the file next to this
   * package's code.
   */
  gltfValidator?: URL;
  /** Starts a worker that runs `assay/worker`. Default: runs the script next to this package's code. */
  worker?: () => PageWorker;
  /** The time limit of a task, in milliseconds; without it there is no limit. */
  timeLimit?: number;
  /** The longest time without a message about the running task, in milliseconds; without it there is no limit. */
  silenceLimit?: number;
}

/**
 * An engine in a worker. Tasks are processed one after the other.
 *
 * All methods reject with the reason of an aborted signal, or with an {@link AssayError}: `time-limit`,
 * `unknown-limit`, `limit-out-of-bounds` or `wasm-unusable`. The code is `failed` if the worker cannot run, for example
 * in Node, which has no web workers.
 */
export interface Client extends Omit<Tasks, "outline" | "lists"> {
  /** Returns the nodes of a document, as rules see them. */
  outline(task: OutlineTask & TaskListener): Promise<Outline>;
  /** Like {@link Tasks.lists}, with the lists side by side. */
  compareLists(task: CompareListsTask & TaskListener): Promise<ComparedLists>;
  /** Ends the worker and rejects its tasks with `disposed`. The next task starts another worker. */
  dispose(): void;
}

/**
 * Creates a client; its worker starts with the first task.
 *
 * @throws {AssayError} `misuse` if a limit is not a number above 0, or `rest` is not an address.
 */
export function createClient(options: ClientOptions = {}): Client {
  return new OneClient(options);
}

/**
 * The modules by their addresses. Each is fetched and compiled once for all clients; `result` is set when that is done.
 */
const compiled = new Map<string, { module: Promise<WebAssembly.Module>; result?: WebAssembly.Module }>();

function compileOnce(address: URL): Promise<WebAssembly.Module> {
  const known = compiled.get(address.href);
  if (known !== undefined) {
    return known.module;
  }
  const entry: { module: Promise<WebAssembly.Module>; result?: WebAssembly.Module } = { module: compile(address) };
  compiled.set(address.href, entry);
  entry.module.then(
    (result) => {
      entry.result = result;
    },
    // The next task tries again.
    () => compiled.delete(address.href),
  );
  return entry.module;
}

/** Starts a worker that runs the script next to this code. */
function packagedWorker(): Worker {
  if (typeof Worker === "undefined") {
    const help = "use `createEngine` of `assay`, or set `worker` to a function that starts one";
    throw new AssayError("failed", `this host has no web workers, such as Node: ${help}`);
  }
  return new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
}

/** Replaces the result of a task that needs `rest.wasm`. */
const NEEDS_REST = Symbol("`rest.wasm` is needed");

class OneClient implements Client {
  readonly #options: ClientOptions;
  #module: Promise<WebAssembly.Module> | undefined;
  #worker: Worker | undefined;
  /** The files that the worker has. */
  #sent = new Map<string, Content>();
  /** Rejects the current task of the worker. */
  #reject: ((reason: unknown) => void) | undefined;
  /** Resolves when the previous task has ended, even if it failed. */
  #before: Promise<unknown> = Promise.resolve();
  /** Aborts the tasks that were requested before the client was disposed of. */
  #disposal = new AbortController();

  constructor(options: ClientOptions) {
    mustBe(isPlain(options), "options", "an object", options);
    for (const name of ["timeLimit", "silenceLimit"] as const) {
      const limit = options[name];
      mustBe(limit === undefined || (typeof limit === "number" && limit > 0), `\`${name}\``, "a number above 0", limit);
    }
    const { rest, gltfValidator } = options;
    const isAddress = gltfValidator === undefined || gltfValidator instanceof URL;
    mustBe(isAddress, "`gltfValidator`", "the address of a script (a `URL`)", gltfValidator);
    mustBe(rest === undefined || rest instanceof URL, "`rest`", "the address of a module (a `URL`)", rest);
    this.#options = options;
  }

  readonly #outline = this.#call("outline");
  readonly #lists = this.#call("lists");

  readonly check = this.#call("check");
  readonly trace = this.#call("trace");
  readonly test = this.#call("test");
  readonly catalog = this.#call("catalog");
  readonly xpaths = this.#call("xpaths");
  readonly packages = this.#call("packages");
  readonly definitions = this.#call("definitions");
  readonly definition = this.#call("definition");
  readonly pipeline = this.#call("pipeline");
  readonly conversion = this.#call("conversion");
  readonly member = this.#call("member");
  readonly vocabulary = this.#call("vocabulary");
  readonly formats = this.#call("formats");

  async outline(task: OutlineTask & TaskListener): Promise<Outline> {
    return new ColumnOutline(await this.#outline(task), task.content);
  }

  async compareLists(task: CompareListsTask & TaskListener): Promise<ComparedLists> {
    return comparedLists(await this.#lists(task));
  }

  dispose(): void {
    const reason = new AssayError("disposed", "the client has been disposed of");
    this.#disposal.abort(reason);
    this.#disposal = new AbortController();
    this.#abandon(reason);
  }

  /** Ends the worker and its current task. */
  #abandon(reason: unknown): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    // The next worker has no files yet.
    this.#sent.clear();
    this.#reject?.(reason);
  }

  /** Returns the method for tasks of a kind. */
  #call<Kind extends TaskKind>(kind: Kind): Tasks[Kind] {
    const call = ({ onProgress, signal, ...task }: TaskListener = {}) =>
      this.#queue({ kind, task } as unknown as Task<Kind>, { signal, onProgress });
    return call as Tasks[Kind];
  }

  /** Runs a task after the earlier ones. The worker's result is of the requested kind. */
  #queue<Kind extends TaskKind>(task: Task<Kind>, listener: TaskListener): Promise<ResultOf<Tasks, Kind>> {
    // Read now, because `dispose` replaces the controller for later tasks.
    const { signal: disposed } = this.#disposal;
    const result = this.#before.then(() => this.#next(task as Task, listener, disposed));
    // A task that fails must not fail those that follow.
    this.#before = result.catch(() => {});
    return result as Promise<ResultOf<Tasks, Kind>>;
  }

  async #next(task: Task, listener: TaskListener, disposed: AbortSignal): Promise<TaskResult> {
    const { signal } = listener;
    const { files = {} } = task.task as { files?: unknown };
    mustBe(isPlain(files), "`files`", "an object of contents by path", files);
    for (const [path, content] of Object.entries(files)) {
      const is = typeof content === "string" || isBytes(content) || isBlob(content);
      mustBe(is, `\`${path}\``, "a string, bytes or a `Blob`", content);
    }
    const requireActive = () => {
      signal?.throwIfAborted();
      disposed.throwIfAborted();
    };
    requireActive();
    // The worker reads its script while the module is compiled.
    this.#worker ??= this.#options.worker?.() ?? packagedWorker();
    const worker = this.#worker;
    const { wasm: given = new URL("./core_bg.wasm", import.meta.url) } = this.#options;
    this.#module ??= given instanceof URL ? compileOnce(given) : compile(given);
    const module = this.#module.catch((error) => {
      // The next task tries again.
      this.#module = undefined;
      throw error;
    });
    const wasm = await this.#unlessFailing(worker, module);
    requireActive();
    const { rest } = this.#options;
    const result = await this.#ask(worker, wasm, task, listener);
    // `rest.wasm` is loaded after a task that does not need it. If that fails, a task that needs it tries again.
    const loading = rest && compileOnce(rest);
    loading?.catch(() => {});
    if (result !== NEEDS_REST) {
      return result;
    }
    expected(loading !== undefined, "`rest`, the address of `assay/rest.wasm`, together with `assay/first.wasm`", rest);
    // The task starts again from the beginning, because the worker has lost the instance of the engine.
    await this.#unlessFailing(worker, loading);
    requireActive();
    const again = await this.#ask(worker, wasm, task, listener);
    if (again === NEEDS_REST) {
      throw new AssayError("wasm-unusable", "`rest` is not `rest.wasm` of this engine");
    }
    return again;
  }

  /** Returns the request for a task, with the files that the worker does not have yet. */
  #request({ kind, task }: Task, wasm: WebAssembly.Module): Request {
    const { files, ...sent } = { files: undefined, ...task };
    const changes = files === undefined ? { set: {}, drop: [] } : changesTo(this.#sent, files);
    if (files !== undefined) {
      this.#sent = new Map(Object.entries(files));
    }
    const address = this.#options.rest?.href;
    const rest = address === undefined ? undefined : compiled.get(address)?.result;
    const { gltfValidator = new URL("./gltf-validator/validator.js", import.meta.url) } = this.#options;
    return { kind, task: sent, wasm, rest, gltfValidator: gltfValidator.href, changes } as Request;
  }

  /**
   * Returns the result of `work`. If it fails, or the worker's script cannot be loaded meanwhile, rejects and ends the
   * worker; the next task starts another one.
   */
  async #unlessFailing<T>(worker: Worker, work: Promise<T>): Promise<T> {
    const over = new AbortController();
    const failed = new Promise<never>((_, reject) => {
      const fail = (event: ErrorEvent) => reject(new AssayError("failed", workerFailed(event)));
      worker.addEventListener("error", fail, { signal: over.signal });
    });
    try {
      return await Promise.race([work, failed]);
    } catch (error) {
      this.#abandon(error);
      throw error;
    } finally {
      over.abort();
    }
  }

  #ask(
    worker: Worker,
    wasm: WebAssembly.Module,
    task: Task,
    { signal, onProgress }: TaskListener,
  ): Promise<TaskResult | typeof NEEDS_REST> {
    const { timeLimit, silenceLimit } = this.#options;
    const ended = new AbortController();
    const portions: Portion[] = [];
    const result = new Promise<TaskResult | typeof NEEDS_REST>((resolve, reject) => {
      this.#reject = reject;
      const listener = { signal: ended.signal };
      const end = (why: string) =>
        this.#abandon(new AssayError("time-limit", `the ${task.kind} was stopped, because ${why}`));
      watch(timeLimit, (limit) => end(`it took longer than ${limit} ms`), ended.signal);
      const resetSilence = watch(
        silenceLimit,
        (limit) => end(`it made no progress for ${limit / 1000} seconds`),
        ended.signal,
      );
      signal?.addEventListener("abort", () => this.#abandon(signal.reason), listener);
      worker.addEventListener(
        "error",
        (event) => this.#abandon(new AssayError("failed", workerFailed(event))),
        listener,
      );
      worker.addEventListener("messageerror", () => this.#abandon(new AssayError("failed", UNREADABLE)), listener);
      worker.addEventListener(
        "message",
        ({ data }: MessageEvent<Answer>) => {
          resetSilence();
          switch (data.kind) {
            case "progress":
              return onProgress?.(data.progress);
            case "portion":
              return void portions.push(data.portion);
            case "rest":
              return resolve(NEEDS_REST);
            case "done":
              putBack(data.result, portions);
              return resolve(data.result);
            case "failed":
              return this.#failed(data.error);
          }
        },
        listener,
      );
      // If the request cannot be sent, the worker does not have the files that are recorded as sent.
      send(worker, this.#request(task, wasm), ended.signal).catch((error) => this.#abandon(error));
    });
    return result.finally(() => {
      this.#reject = undefined;
      ended.abort();
    });
  }

  /**
   * Rejects the task with the reason. After an error that is not one of the engine, the files of the worker are
   * unknown.
   */
  #failed({ code, message, ...place }: Failure): void {
    const reason = new AssayError(code, message, place);
    if (code === "failed") {
      this.#abandon(reason);
    } else {
      this.#reject?.(reason);
    }
  }
}

const UNREADABLE = "the answer of the worker cannot be read";

/** Sends a request. Many files are sent in portions, until the task has ended. */
async function send(worker: Worker, { changes, ...request }: Request, ended: AbortSignal): Promise<void> {
  const [first, ...more] = portionsOf(changes);
  let last = first;
  for (const next of more) {
    await nextTask();
    if (ended.aborted) {
      return;
    }
    worker.postMessage({ kind: "supply", changes: last } satisfies Supply);
    last = next;
  }
  worker.postMessage({ ...request, changes: last });
}

/** Resolves in a new task of the event loop, before which the page can draw and handle key presses. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    // Browsers delay repeated timers by some milliseconds, but not messages.
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}

function workerFailed(event: ErrorEvent): string {
  return `the worker failed: ${event.message || "its script cannot be loaded"}`;
}

/** The maximum delay of JavaScript timers, in milliseconds, about 24 days. Timers with a longer delay fire at once. */
const MOST_TIME = 2 ** 31 - 1;

/**
 * Calls `call` when a time limit, in milliseconds, has passed, if there is one. The returned function restarts the
 * time.
 */
function watch(limit: number | undefined, call: (limit: number) => void, ended: AbortSignal): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const begin = () => {
    clearTimeout(timer);
    timer =
      limit === undefined || limit > MOST_TIME || ended.aborted ? undefined : setTimeout(() => call(limit), limit);
  };
  ended.addEventListener("abort", begin);
  begin();
  return begin;
}
