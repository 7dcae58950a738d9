/**
 * The engine in a worker: the script behind `assay/client`.
 *
 * It answers one request after the other. Whoever cannot wait ends the worker and starts another one.
 */

import type { Engine, Progress, Reading } from "./api.js";
import { engineOf } from "./engine.js";
import { AssayError } from "./errors.js";
import { expected } from "./expected.js";
import { Kept } from "./kept.js";
import { hear } from "./life.js";
import type {
  Answer,
  CheckResult,
  CheckTask,
  DefinitionsTask,
  Failure,
  PipelineTask,
  Request,
  RequestKind,
  ResultOf,
  Ruled,
  Supply,
  TaskOf,
  TraceTask,
} from "./messages.js";
import { dataOf } from "./outline.js";
import { takeOut } from "./portions.js";
import { unlistedIn } from "./report.js";
import { Shelf } from "./shelf.js";
import { compareLists } from "./systems/asset-list/compared.js";
import type { Pipeline } from "./systems/conversion/pipeline.js";
import { explanationOf, surveyOf } from "./systems/conversion/pipeline-survey.js";
import type { Definitions } from "./systems/definition/definitions.js";
import { lookInto, memberOf } from "./systems/package/packed.js";
import type { Trace } from "./types.js";

/** The part of a worker's global scope that this file uses. */
interface Scope {
  onmessage: ((event: { data: Request | Supply }) => void) | null;
  onmessageerror: (() => void) | null;
  postMessage(answer: Answer): void;
}

/** A task without its files, which are on the shelf. */
type Unfiled<T> = Omit<T, "files">;

const scope = globalThis as unknown as Scope;
const shelf = new Shelf(tellReading);
let engine: Promise<Engine> | undefined;

/** The minimum time between two progress messages inside of a batch, in milliseconds. */
const EVERY = 100;
/** The size, in bytes, above which the progress in a file is reported. */
const LONG = 10_000_000;
/** The progress of the task that was reported last, and the time of that report. */
let progress: Progress = { done: 0, total: 0 };
let toldAt = 0;
/** The files that were read since then. */
let readSince = new Set<string>();

function begin(): void {
  progress = { done: 0, total: 0 };
  readSince = new Set();
  toldAt = performance.now();
}

function tellProgress(now: Progress): void {
  begin();
  progress = now;
  scope.postMessage({ kind: "progress", progress });
}

/** A batch of many files can take longer than anyone waits for a sign of life, and so can a long file. */
function tellReading(reading: Reading): void {
  readSince.add(reading.path);
  tellNow(reading.total > LONG ? { reading } : {});
}

/** Reports the progress of the task, unless it was reported just now. */
function tellNow(more: Pick<Progress, "reading">): void {
  const now = performance.now();
  if (now - toldAt > EVERY) {
    toldAt = now;
    const { done, total } = progress;
    const soFar = Math.min(done + Math.max(0, readSince.size - 1), total);
    scope.postMessage({ kind: "progress", progress: { done: soFar, total, ...more } });
  }
}

// Where somebody imports this that is no worker, nobody sends requests, and nobody takes an answer.
if (typeof scope.postMessage === "function" && !("document" in globalThis)) {
  scope.onmessage = async ({ data: request }) => {
    try {
      if (request.kind === "supply") {
        shelf.change(request.changes);
        return;
      }
      await answer(request);
    } catch (error) {
      scope.postMessage({ kind: "failed", error: describe(error) });
    }
  };

  scope.onmessageerror = () => {
    scope.postMessage({
      kind: "failed",
      error: { code: "failed", message: "what was sent to the worker cannot be read" },
    });
  };

  hear({
    working: () => tellNow({}),
    testing: (done, total) => {
      progress = { done, total };
      tellNow({});
    },
  });
}

async function answer(request: Request): Promise<void> {
  engine ??= engineOf(request.wasm);
  begin();
  shelf.change(request.changes);
  const handle = HANDLERS[request.kind] as (ready: Engine, task: typeof request.task) => ResultOf | Promise<ResultOf>;
  const result = await handle(await engine, request.task);
  for (const portion of takeOut(result)) {
    scope.postMessage({ kind: "portion", portion });
  }
  scope.postMessage({ kind: "done", result });
}

/** The functions that do the tasks, by their kinds. */
const HANDLERS: {
  [K in RequestKind]: (ready: Engine, task: Unfiled<TaskOf<K>>) => ResultOf<K> | Promise<ResultOf<K>>;
} = {
  check,
  trace,
  test: (ready, task) => ready.test({ ...task, read: among(task) }),
  outline: (ready, { path, content }) => dataOf(ready.outline(path, content)),
  xpaths: (ready, { path, content, node }) => ready.xpaths(path, content, node),
  lists: (ready, task) => compareLists(ready.assetLists, task),
  packages: (ready, task) => lookInto(ready.packages, task, shelf),
  definitions: (ready, task) => inDefinitions(ready, task, (definitions) => definitions.survey()),
  definition: (ready, task) => inDefinitions(ready, task, (definitions) => definitions.explainAt(task.at)),
  pipeline: (ready, task) => inPipeline(ready, task, surveyOf),
  conversion: (ready, task) => inPipeline(ready, task, (pipeline) => explanationOf(pipeline, task.path)),
  member: (ready, task) => memberOf(ready.packages, task, shelf),
  formats: (ready) => ready.formats,
  vocabulary: (ready) => ready.vocabulary,
};

async function check(ready: Engine, task: Unfiled<CheckTask>): Promise<CheckResult> {
  const { rules, limits, packageLimits, only, named, mostFindings, mostFindingsOfFile, formats = [] } = task;
  expected(Array.isArray(formats), "`formats` as a list", formats);
  expected(only === undefined || Array.isArray(only), "`only` as a list of paths", only);
  const checker = ready.checker({ rules, limits, packageLimits, read: among(task) });
  try {
    const report = await checker.check(only === undefined ? shelf : shelf.part(only), {
      named,
      mostFindings,
      mostFindingsOfFile,
      onProgress: tellProgress,
    });
    const texts = formats.map(({ format, style }) => ready.render(report, format, style));
    return { report, texts, unlisted: unlistedIn(report) };
  } finally {
    checker.dispose();
  }
}

function trace(ready: Engine, task: Unfiled<TraceTask>): Trace {
  const { rules, limits, packageLimits, timings = false, rule, path } = task;
  const checker = ready.checker({ rules, limits, packageLimits, timings, read: among(task) });
  try {
    return checker.trace(rule, path, shelf);
  } finally {
    checker.dispose();
  }
}

const definitions = new Kept<Definitions>();
const pipelines = new Kept<Pipeline>();

function inDefinitions<T>(ready: Engine, task: Unfiled<DefinitionsTask>, work: (definitions: Definitions) => T): T {
  const { load, folders = [] } = task;
  const read = () => ready.projectDefinitions({ files: shelf.paths(), source: shelf, folders });
  return definitions.use(JSON.stringify([load, folders]), read, work);
}

function inPipeline<T>(ready: Engine, { load }: Unfiled<PipelineTask>, work: (pipeline: Pipeline) => T): T {
  return pipelines.use(String(load), () => ready.readPipeline(shelf), work);
}

/** Returns a function that reads files which a rule file may name: those of the library, and other rule files. */
function among({ rules, library = {} }: Ruled): (path: string) => string | undefined {
  return (path) => (Object.hasOwn(library, path) ? library[path] : rules.find((file) => file.path === path)?.text);
}

function describe(error: unknown): Failure {
  if (error instanceof AssayError) {
    const { code, message, path, line, column } = error;
    // What is undefined is left out.
    return JSON.parse(JSON.stringify({ code, message, path, line, column }));
  }
  return { code: "failed", message: error instanceof Error ? error.message : String(error) };
}
