/** The messages between a client and its worker. */

import type {
  CheckerOptions,
  CheckOptions,
  Progress,
  ReportFormat,
  RuleFile,
  Style,
  TestOptions,
  XPaths,
} from "./api.js";
import type { ErrorPlace } from "./errors.js";
import type { Changes, Contents } from "./file-store.js";
import type { WasmModule } from "./module.js";
import type { OutlineData } from "./outline.js";
import type { Portion } from "./portions.js";
import type { ResultOf, TaskListener, TaskOf, WithoutFiles } from "./systems/system.js";
import type { SystemTasks } from "./systems/systems.js";
import type { CatalogPack, FormatName, Report, TestReport, Trace, Word } from "./types.js";

/** A format in which the report is also rendered. */
export interface Rendering {
  /** One of the engine's formats. */
  format: FormatName;
  /** The style of the rendering. */
  style?: Style;
}

export interface Ruled extends Pick<CheckerOptions, "limits" | "packageLimits"> {
  /** The rule files, which may name each other. */
  rules: readonly RuleFile[];
  /** Further files that rule files name (libraries, lists of names), by path. */
  library?: Readonly<Record<string, string>>;
}

/** Files to check with rules. */
export interface CheckTask extends Ruled, Pick<CheckOptions, "named" | "mostFindings" | "mostFindingsOfFile"> {
  /** The files under check. */
  files: Contents;
  /** The files to check, as if no others existed. Default: all files. */
  only?: readonly string[];
  /** The formats in which the report is rendered. */
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

/** Rule files whose tests are run. */
export interface TestTask extends Ruled, Pick<TestOptions, "filter" | "coverage" | "withFiles"> {}

/** Rule files to describe. */
export type CatalogTask = Pick<Ruled, "rules" | "library">;

/** A document to read. */
export interface OutlineTask {
  /** Its path, whose extension may decide its format. */
  path: string;
  /** Its content, a string or bytes. */
  content: string | Uint8Array;
}

/** A node of a document to select. */
export interface XPathsTask extends OutlineTask {
  /** Its number in the outline. */
  node: number;
}

/** A file whose findings are not all listed in the object of a report. */
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
  /** The rendered reports, in the order of the requested formats. */
  texts: string[];
  /** The files that have more findings than `mostFindingsOfFile`, and the number of those that are not listed. */
  unlisted: readonly Unlisted[];
}

/** The tasks that belong to no system, by kind. */
interface CoreTasks {
  /** Checks files with rules. */
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

export type TaskKind = keyof Tasks;

/** The result of a task of any kind. */
export type TaskResult = { [Kind in TaskKind]: ResultOf<Tasks, Kind> }[TaskKind];

export type Task<Kinds extends TaskKind = TaskKind> = {
  [Kind in Kinds]: { kind: Kind; task: TaskOf<Tasks, Kind> };
}[Kinds];

/** A task as it is sent: the changes of its files are sent separately. */
export type Sent = { [Kind in TaskKind]: { kind: Kind; task: WithoutFiles<TaskOf<Tasks, Kind>> } }[TaskKind];

/** A portion of the files for the store, if there are too many for one message. The task follows. */
export interface Supply {
  kind: "supply";
  changes: Changes;
}

/**
 * A request to a worker: a task, with the engine's module, `rest.wasm` if it has been loaded, and the address of the
 * glTF validator. The module of the first request is used for all.
 */
export type Request = Sent & {
  wasm: WasmModule;
  rest: WasmModule | undefined;
  gltfValidator: string;
  changes: Changes;
};

/** The reason why there is no result: an error of the engine, or any other error with the code `failed`. */
export interface Failure extends ErrorPlace {
  /** The code of the error. */
  code: string;
  /** The message of the error, as a sentence. */
  message: string;
}

/** A message from a worker to its client. */
export type Answer =
  | { kind: "progress"; progress: Progress }
  | { kind: "portion"; portion: Portion }
  /** The task needs `rest.wasm`, and has to be requested again with it. */
  | { kind: "rest" }
  | { kind: "done"; result: TaskResult }
  | { kind: "failed"; error: Failure };
