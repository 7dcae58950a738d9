/** The messages between a client and its worker. */

import type { CheckerOptions, Progress, ReportFormat, RuleFile, Style, TestOptions, XPaths } from "./api.js";
import type { ErrorPlace } from "./errors.js";
import type { Changes, Contents } from "./file-store.js";
import type { WasmModule } from "./module.js";
import type { OutlineData } from "./outline.js";
import type { Portion } from "./portions.js";
import type { ResultOf, TaskListener, TaskOf, WithoutFiles } from "./systems/system.js";
import type { SystemTasks } from "./systems/systems.js";
import type { CatalogPack, FormatName, Report, TestReport, Trace, Word } from "./types.js";

/** A report that is wanted as a text, too. */
export interface Rendering {
  /** One of the engine's formats. */
  format: FormatName;
  /** How it is rendered. */
  style?: Style;
}

/** Rules to work by. */
export interface Ruled extends Pick<CheckerOptions, "limits" | "packageLimits"> {
  /** The rule files. One may name another. */
  rules: readonly RuleFile[];
  /** Further files that rule files name (libraries, lists of names), by path. */
  library?: Readonly<Record<string, string>>;
}

/** Files to check by rules. */
export interface CheckTask extends Ruled {
  /** The files under check. */
  files: Contents;
  /** Of the files, those to check, as if there were no others; all when it is left out. */
  only?: readonly string[];
  /** The files that alone are checked, all of them without it: the others count for what these are compared with. */
  named?: readonly string[];
  /** At most so many findings are listed in the report, the first ones; all of them count in its summary. All, when it is left out. */
  mostFindings?: number;
  /** The largest number of findings listed for one file. */
  mostFindingsOfFile?: number;
  /** The texts that are wanted of the report. */
  formats?: readonly Rendering[];
}

/** A rule to explain on a file. */
export interface TraceTask extends Ruled, Pick<CheckerOptions, "timings"> {
  /** The files under check. */
  files: Contents;
  /** The name of the rule. */
  rule: string;
  /** The file. */
  path: string;
}

/** Rule files whose tests are to be run. */
export interface TestTask extends Ruled, Pick<TestOptions, "filter" | "coverage" | "withFiles"> {}

/** Rule files to describe. */
export type CatalogTask = Pick<Ruled, "rules" | "library">;

/** A document to look at. */
export interface OutlineTask {
  /** Its path, by whose ending its format may be known. */
  path: string;
  /** Its text, or its bytes. */
  content: string | Uint8Array;
}

/** A node of a document to be reached. */
export interface XPathsTask extends OutlineTask {
  /** Its number in the outline. */
  node: number;
}

/** A file of which a report's object does not list all findings. */
export interface Unlisted {
  /** Its path. */
  path: string;
  /** The number of its findings that are not listed. */
  count: number;
}

/** The result of a check. */
export interface CheckResult {
  /** The report. */
  report: Report;
  /** The texts that were asked for, in the same order. */
  texts: string[];
  /** The files that have more findings than `mostFindingsOfFile`, and the number of those that are not listed. */
  unlisted: readonly Unlisted[];
}

/** The tasks that belong to no system, by kind. */
interface CoreTasks {
  /** Checks files by rules. */
  check(task: CheckTask & TaskListener): Promise<CheckResult>;
  /**
   * Traces one rule on one file, step by step.
   *
   * @throws {AssayError} `unknown-rule`, `switched-off`, `unknown-path`.
   */
  trace(task: TraceTask & TaskListener): Promise<Trace>;
  /**
   * Runs the tests in rule files.
   *
   * @throws {AssayError} `crashed` if the engine crashed in a test, which the message names.
   */
  test(task: TestTask & TaskListener): Promise<TestReport>;
  /** Describes the packs and rules of rule files. */
  catalog(task: CatalogTask & TaskListener): Promise<CatalogPack[]>;
  /** Returns the nodes of a document, as rules see them. */
  outline(task: OutlineTask & TaskListener): Promise<OutlineData>;
  /** Returns the extractions that reach a node of an outline; undefined for a node that the document does not have. */
  xpaths(task: XPathsTask & TaskListener): Promise<XPaths | undefined>;
  /** Returns the formats of reports, the default first. */
  formats(task?: TaskListener): Promise<readonly ReportFormat[]>;
  /** Returns the words that rule files are written in, by kind. */
  vocabulary(task?: TaskListener): Promise<readonly Word[]>;
}

/** The tasks of a worker, as methods: each kind with its input and its result. */
export interface Tasks extends CoreTasks, SystemTasks {}

/** The kinds of tasks. */
export type TaskKind = keyof Tasks;

/** The result of a task of any kind. */
export type TaskResult = { [Kind in TaskKind]: ResultOf<Tasks, Kind> }[TaskKind];

/** A task with its kind. */
export type Task<Kinds extends TaskKind = TaskKind> = {
  [Kind in Kinds]: { kind: Kind; task: TaskOf<Tasks, Kind> };
}[Kinds];

/** A task as it is sent: what has changed of its files stands beside it. */
export type Sent = { [Kind in TaskKind]: { kind: Kind; task: WithoutFiles<TaskOf<Tasks, Kind>> } }[TaskKind];

/** Files for the store, of which there are too many for one message: the task follows. */
export interface Supply {
  kind: "supply";
  changes: Changes;
}

/**
 * A request to a worker: a task, with the engine's module, the rest of the engine if it has been loaded, and the address of the
 * glTF validator. The module of the first request is used for all.
 */
export type Request = Sent & {
  wasm: WasmModule;
  rest: WasmModule | undefined;
  gltfValidator: string;
  changes: Changes;
};

/** Why there is no result: an error of the engine, or with the code `failed` any other. */
export interface Failure extends ErrorPlace {
  /** The kind. */
  code: string;
  /** The message of the error, as a sentence. */
  message: string;
}

/** A message from a worker to its client. */
export type Answer =
  | { kind: "progress"; progress: Progress }
  | { kind: "portion"; portion: Portion }
  /** The task needs the rest of the engine, and has to be requested again with it. */
  | { kind: "rest" }
  | { kind: "done"; result: TaskResult }
  | { kind: "failed"; error: Failure };
