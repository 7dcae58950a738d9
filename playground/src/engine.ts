/** The only file that knows the engine: two workers, of whose tasks the newest wins. */

import {
  AssayError,
  type Client,
  type ClientResult,
  createClient,
  type Outline,
  type Progress,
  type Rendering,
  type Report,
  type TestReport,
  type Trace,
  type XPaths,
} from "assay/client";
import { type Content, isRuleFile, type Project } from "./project.ts";
// A part of this script, as a worker that is started again must not be asked of the server.
import EngineWorker from "./worker.ts?worker&inline";

export type * from "assay/client";

/** What scripts may use up: a function that does not end is stopped while one is still looking. */
const LIMITS = { milliseconds: 400 };
/** A worker from which nothing was heard for so long, in milliseconds, is ended. */
const SILENCE = 8_000;
/** So long, in milliseconds, a run may go on that a newer one waits for; then its worker is ended. */
const PATIENCE = 300;

/** Why there is no result. */
export interface Failure {
  /** What happened. */
  kind: "cancelled" | "time-limit" | "broken";
  /** The same, as a sentence. */
  message: string;
}

/** What came of a task: its result or why there is none, and what it was asked about. */
export type Answer<T> = { revision: number; milliseconds: number } & (
  | { result: T; failure?: never }
  | { result?: never; failure: Failure }
);

/** How a task says that it goes on, and hears that it is to end. */
interface Running {
  signal: AbortSignal;
  onProgress: (progress: Progress) => void;
}

/** Begins a task. */
type Start<T> = (running: Running) => Promise<T>;

/** A task at work. */
interface AtWork {
  controller: AbortController;
  since: number;
}

/** A task that was asked for. */
interface Order<T> {
  revision: number;
  start: Start<T>;
}

/** Does the task that was asked for last. Of those that come in while one is at work, all but the last are left out. */
export class Latest<T> {
  readonly #tell: (answer: Answer<T>) => void;
  readonly #onProgress: (progress: Progress | undefined) => void;
  #next: Order<T> | undefined;
  #atWork = false;
  #current: AtWork | undefined;

  /** `tell` hears what came of each task, `onProgress` how far one is, and nothing when it is over. */
  constructor(tell: (answer: Answer<T>) => void, onProgress: (progress: Progress | undefined) => void = () => {}) {
    this.#tell = tell;
    this.#onProgress = onProgress;
  }

  /** Does this task, as soon as the one at work is over or has had its time. */
  ask(revision: number, start: Start<T>): void {
    this.#next = { revision, start };
    if (!this.#atWork) {
      void this.#work();
    } else if (this.#current !== undefined) {
      this.#hurry(this.#current);
    }
  }

  /** Ends what is at work; it is told as cancelled. */
  cancel(): void {
    this.#current?.controller.abort(new AssayError("cancelled", "the run was cancelled"));
  }

  async #work(): Promise<void> {
    this.#atWork = true;
    for (let order = this.#take(); order !== undefined; order = this.#take()) {
      this.#tell(await this.#perform(order));
    }
    this.#atWork = false;
  }

  #take(): Order<T> | undefined {
    const order = this.#next;
    this.#next = undefined;
    return order;
  }

  #hurry(current: AtWork): void {
    const left = Math.max(0, current.since + PATIENCE - performance.now());
    setTimeout(() => {
      if (this.#current === current && this.#next !== undefined) {
        current.controller.abort(new AssayError("cancelled", "a newer run took its place"));
      }
    }, left);
  }

  async #perform({ revision, start }: Order<T>): Promise<Answer<T>> {
    const controller = new AbortController();
    // Loading the engine is not the task's time.
    await loaded;
    const since = performance.now();
    this.#current = { controller, since };
    const watch = new Watch(() => controller.abort(tooLong()));
    try {
      const result = await start({
        signal: controller.signal,
        onProgress: (progress) => {
          watch.heard();
          this.#onProgress(progress);
        },
      });
      return { revision, milliseconds: performance.now() - since, result };
    } catch (error) {
      return { revision, milliseconds: performance.now() - since, failure: failureOf(error) };
    } finally {
      watch.end();
      this.#current = undefined;
      this.#onProgress(undefined);
    }
  }
}

/** Calls when nothing was heard for too long. */
class Watch {
  readonly #call: () => void;
  #timer: ReturnType<typeof setTimeout>;

  constructor(call: () => void) {
    this.#call = call;
    this.#timer = setTimeout(call, SILENCE);
  }

  heard(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#call, SILENCE);
  }

  end(): void {
    clearTimeout(this.#timer);
  }
}

function tooLong(): AssayError {
  return new AssayError("time-limit", `the run was ended, as nothing came of it for ${SILENCE / 1000} seconds`);
}

function failureOf(error: unknown): Failure {
  const { code = "", message = String(error) } = error instanceof AssayError ? error : { message: String(error) };
  const kind = code === "cancelled" || code === "time-limit" ? code : "broken";
  return { kind, message };
}

/** Who checks while one types, and who does what may wait; so that neither waits for the other. */
const front: Client = createClient({ worker: () => new EngineWorker() });
const aside: Client = createClient({ worker: () => new EngineWorker() });

/** Loads the engine before it is needed. What is wrong with it is told by the first check. */
const loaded = front.check({ rules: [], files: {} }).catch(() => {});

/** What the engine is told of a project. */
function taskOf({ rules, files }: Project) {
  const texts = [...rules].filter((entry): entry is [string, string] => typeof entry[1] === "string");
  return {
    rules: texts.filter(([path]) => isRuleFile(path)).map(([path, text]) => ({ path, text })),
    library: Object.fromEntries(texts),
    files: Object.fromEntries(files),
    limits: LIMITS,
  };
}

/** Checks a project. */
export function check(project: Project, running: Running): Promise<Report> {
  return front.check({ ...taskOf(project), ...running }).then(({ report }) => report);
}

/** Checks a project and renders the report in these formats. */
export function render(
  project: Project,
  formats: readonly Rendering[],
  running: Partial<Running>,
): Promise<ClientResult> {
  return aside.check({ ...taskOf(project), formats, ...running });
}

/** What one rule does with one file, step by step. */
export function trace(project: Project, rule: string, path: string, { signal }: Running): Promise<Trace> {
  return aside.trace({ ...taskOf(project), rule, path, timings: true, signal });
}

/** The nodes of a file, as rules see them. */
export async function outline(path: string, content: Content, { signal }: Pick<Running, "signal">): Promise<Outline> {
  return aside.outline({ path, content: await textOrBytes(content), signal });
}

/** The extractions that reach a node of a file. */
export async function xpaths(
  path: string,
  content: Content,
  node: number,
  { signal }: Pick<Running, "signal">,
): Promise<XPaths | undefined> {
  return aside.xpaths({ path, content: await textOrBytes(content), node, signal });
}

async function textOrBytes(content: Content): Promise<string | Uint8Array> {
  return typeof content === "string" ? content : new Uint8Array(await content.arrayBuffer());
}

/** Runs the tests that the rule files carry. */
export function test(project: Project, { signal }: Running): Promise<TestReport> {
  const { rules, library, limits } = taskOf(project);
  return aside.test({ rules, library, limits, signal });
}

/**
 * The names of the rules that look at the file at `path`. Not of those that a value of another file leads to it, or whose
 * `rpath` is a collection.
 */
export function rulesFor(project: Project, path: string, { signal }: Running): Promise<string[]> {
  if (asked?.project !== project || asked.path !== path) {
    const names = namesFor(project, path, signal);
    asked = { project, path, names };
    names.catch(() => {
      // What was ended is asked again.
      asked = asked?.names === names ? undefined : asked;
    });
  }
  return asked.names;
}

/** What was asked last: several parts of the page ask the same. */
let asked: { project: Project; path: string; names: Promise<string[]> } | undefined;

async function namesFor(project: Project, path: string, signal: AbortSignal): Promise<string[]> {
  const { report } = await aside.check({ ...taskOf(project), only: [path], signal });
  return report.stats.rules.filter(({ files }) => files > 0).map(({ name }) => name);
}
