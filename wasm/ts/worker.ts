/**
 * The engine in a worker: the script that `assay/client` starts.
 *
 * It answers one request after the other. To cancel a request, a client ends the worker and starts another one.
 */

import type { Engine, Progress, Reading } from "./api.js";
import { listenToLife } from "./core.js";
import { engineOf } from "./engine.js";
import { AssayError, messageOf } from "./errors.js";
import { mustBe } from "./expected.js";
import { FileStore } from "./file-store.js";
import { prepareValidator, useValidatorScript } from "./gltf.js";
import type {
  Answer,
  CheckResult,
  CheckTask,
  Failure,
  Request,
  Ruled,
  Supply,
  TaskResult,
  Tasks,
  TraceTask,
} from "./messages.js";
import { dataOf } from "./outline.js";
import { takeOut } from "./portions.js";
import { unlistedIn } from "./report.js";
import { RestNeeded, useRest } from "./rest.js";
import { SYSTEM_HANDLERS } from "./systems/handlers.js";
import type { Handlers, WithoutFiles } from "./systems/system.js";
import type { Trace } from "./types.js";

/** The part of a worker's global scope that this file uses. */
interface WorkerScope {
  onmessage: ((event: { data: Request | Supply }) => void) | null;
  onmessageerror: (() => void) | null;
  postMessage(answer: Answer): void;
}

const scope = globalThis as unknown as WorkerScope;
const store = new FileStore(reportReading);
let engine: Promise<Engine> | undefined;

/** The minimum time between two progress messages inside of a batch, in milliseconds. */
const EVERY = 100;
/** The size, in bytes, above which the progress in a file is reported. */
const LONG = 10_000_000;
/** The progress of the task that was reported last, and the time of that report. */
let progress: Progress = { done: 0, total: 0 };
let reportedAt = 0;
/** The files that were read since then. */
let readSince = new Set<string>();

function begin(): void {
  progress = { done: 0, total: 0 };
  readSince = new Set();
  reportedAt = performance.now();
}

function reportProgress(now: Progress): void {
  begin();
  progress = now;
  scope.postMessage({ kind: "progress", progress });
}

/** Reports that a file was read: a batch, or a long file, may take longer than a client's silence limit. */
function reportReading(reading: Reading): void {
  readSince.add(reading.path);
  reportNow(reading.total > LONG ? { reading } : {});
}

/** Reports the progress of the task, unless it was reported just now. */
function reportNow(more: Pick<Progress, "reading">): void {
  const now = performance.now();
  if (now - reportedAt > EVERY) {
    reportedAt = now;
    const { done, total } = progress;
    const soFar = Math.min(done + Math.max(0, readSince.size - 1), total);
    scope.postMessage({ kind: "progress", progress: { done: soFar, total, ...more } });
  }
}

// If this module is imported outside of a worker, there is no client to answer.
if (typeof scope.postMessage === "function" && !("document" in globalThis)) {
  scope.onmessage = async ({ data: request }) => {
    try {
      if (request.kind === "supply") {
        store.change(request.changes);
        return;
      }
      await answer(request);
    } catch (error) {
      if (error instanceof RestNeeded) {
        // The instance is lost. The next request brings `rest.wasm`.
        engine = undefined;
        scope.postMessage({ kind: "rest" });
      } else {
        scope.postMessage({ kind: "failed", error: describe(error) });
      }
    }
  };

  scope.onmessageerror = () => {
    scope.postMessage({
      kind: "failed",
      error: { code: "failed", message: "the message to the worker cannot be read" },
    });
  };

  listenToLife({
    working: () => reportNow({}),
    testing: (done, total) => {
      progress = { done, total };
      reportNow({});
    },
  });
}

async function answer(request: Request): Promise<void> {
  if (request.rest !== undefined) {
    useRest(request.rest);
  }
  engine ??= engineOf(request.wasm);
  begin();
  store.change(request.changes);
  if ("rules" in request.task) {
    useValidatorScript(() => import(/* @vite-ignore */ request.gltfValidator));
    const { rules, library = {} } = request.task;
    await prepareValidator([...rules, ...Object.values(library).map((text) => ({ text }))]);
  }
  type Handle = (ready: Engine, task: typeof request.task, files: FileStore) => TaskResult | Promise<TaskResult>;
  const handle = HANDLERS[request.kind] as Handle;
  const result = await handle(await engine, request.task, store);
  for (const portion of takeOut(result)) {
    scope.postMessage({ kind: "portion", portion });
  }
  scope.postMessage({ kind: "done", result });
}

/** The functions that run the tasks, by kind. */
const HANDLERS: Handlers<Engine, Tasks> = {
  ...SYSTEM_HANDLERS,
  check,
  trace,
  test: (ready, task) => ready.test({ ...task, read: among(task) }),
  catalog: (ready, task) => ready.catalog({ ...task, read: among(task) }),
  outline: (ready, { path, content }) => dataOf(ready.outline(path, content)),
  xpaths: (ready, { path, content, node }) => ready.xpaths(path, content, node),
  formats: (ready) => [...ready.formats],
  vocabulary: (ready) => [...ready.vocabulary],
};

async function check(ready: Engine, task: WithoutFiles<CheckTask>): Promise<CheckResult> {
  const { rules, limits, packageLimits, only, named, mostFindings, mostFindingsOfFile, formats = [] } = task;
  mustBe(Array.isArray(formats), "`formats`", "a list", formats);
  mustBe(only === undefined || Array.isArray(only), "`only`", "a list of paths", only);
  const checker = ready.checker({ rules, limits, packageLimits, read: among(task) });
  try {
    const report = await checker.check(only === undefined ? store : store.part(only), {
      named,
      mostFindings,
      mostFindingsOfFile,
      onProgress: reportProgress,
    });
    const texts = formats.map(({ format, style }) => ready.render(report, format, style));
    return { report, texts, unlisted: unlistedIn(report) };
  } finally {
    checker.dispose();
  }
}

function trace(ready: Engine, task: WithoutFiles<TraceTask>): Trace {
  const { rules, limits, packageLimits, timings = false, rule, path } = task;
  const checker = ready.checker({ rules, limits, packageLimits, timings, read: among(task) });
  try {
    return checker.trace(rule, path, store);
  } finally {
    checker.dispose();
  }
}

/** Returns a function that reads files which a rule file may name: those of the library, and other rule files. */
function among({ rules, library = {} }: Ruled): (path: string) => string | undefined {
  return (path) => (Object.hasOwn(library, path) ? library[path] : rules.find((file) => file.path === path)?.text);
}

function describe(error: unknown): Failure {
  if (error instanceof AssayError) {
    const { code, message, path, line, column } = error;
    // Removes undefined fields.
    return JSON.parse(JSON.stringify({ code, message, path, line, column }));
  }
  return { code: "failed", message: messageOf(error) };
}
