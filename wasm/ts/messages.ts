/** The messages between a client and its worker. */

import type {
  CheckerOptions,
  Diagnostics,
  Progress,
  ReportFormat,
  RuleFile,
  Style,
  TestOptions,
  XPaths,
} from "./api.js";
import type { WasmModule } from "./module.js";
import type { OutlineData } from "./outline.js";
import type { Portion } from "./portions.js";
import type { Changes, Content, Contents } from "./shelf.js";
import type { AssetKey, AssetListForm } from "./systems/asset-list/asset-list.js";
import type { AssetPatternType } from "./systems/asset-list/asset-lists.js";
import type { OperationName } from "./systems/asset-list/asset-operations.js";
import type { ListsData } from "./systems/asset-list/list-comparison.js";
import type { ConversionDetail, PipelineSurvey } from "./systems/conversion/pipeline-survey.js";
import type {
  DefinitionExplanation,
  DefinitionSurvey,
  FormatName,
  PackageAbout,
  PackageGraph,
  PackageMember,
  Report,
  TestReport,
  Trace,
  Word,
} from "./types.js";

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

/** A file that is an asset list. */
export interface ListFile {
  /** Its path. */
  path: string;
  /** Its text, or its bytes. */
  content: Content;
}

/** Two asset lists to compare. */
export interface CompareListsTask {
  /** The list that there was. */
  first: ListFile;
  /** The list that there is. */
  second: ListFile;
  /**
   * The operation whose result is requested. `filepattern` selects the entries of the first list that the pattern
   * matches, `intersectioncount` those that are in at least `count` of all lists; `plan` returns the result of a step
   * of a plan.
   */
  operation: OperationName | "plan";
  /** The key that entries are compared by. Default: the id if every entry of both lists has one, otherwise the path. */
  key?: AssetKey;
  /** For `filepattern`: the pattern that the whole path has to match. */
  pattern?: string;
  /** For `filepattern`: the syntax of the pattern. Default: `*` and `?`. */
  patternType?: AssetPatternType;
  /** For `intersectioncount`: the least number of lists that an entry has to be in. Default: 2. */
  count?: number;
  /** Lists besides the two: counted as well by `intersectioncount`, and those that a `plan` may name. */
  further?: readonly ListFile[];
  /** For `plan`: the file of steps. What they leave open is the first list, then the second one. */
  plan?: ListFile;
  /** For `plan`: the step whose result is wanted, from 1; the last one, unless it is said. */
  step?: number;
  /** How the result is to be written, as {@link ListsData.written}; without it, it is not. */
  form?: AssetListForm;
}

/** Packages to look into. */
export interface PackagesTask {
  /** The files under check. */
  files: Contents;
  /** The paths of those that are packages. */
  packages: readonly string[];
  /** Whether they are to be checked, too: then each file in them is unpacked and hashed. */
  check?: boolean;
}

/** A package that was looked into. */
export interface PackageFacts extends PackageAbout {
  /** Its path. */
  path: string;
  /** The members of the archive. */
  members: PackageMember[];
}

/** The contents and dependencies of packages, and the problems with them. */
export interface PackagesData {
  /** Those that could be read, in the order in which they were named. */
  packages: PackageFacts[];
  /** Packages that could not be read, each with the reason. */
  failed: { path: string; message: string }[];
  /** The dependencies between the packages. */
  graph: PackageGraph;
  /** The problems, warnings and hints of their check, if a check was requested. */
  told?: Diagnostics;
}

/** The definitions of a project to look at. */
export interface DefinitionsTask {
  /** The files under check. */
  files: Contents;
  /** A number for the files of definitions and what they are loaded by, as they are: with the same one they are not loaded again. */
  load: number;
  /** The folders that are loaded where the project does not say which, in load order. */
  folders?: readonly string[];
}

/** A definition to explain. */
export interface DefinitionTask extends DefinitionsTask {
  /** Its place among all. */
  at: number;
}

/** Conversion rules to look at. */
export interface PipelineTask {
  /** The files under check. */
  files: Contents;
  /** A number for the paths and the rule files, as they are: with the same one they are not read again. */
  load: number;
}

/** A file to look at by them. */
export interface ConversionTask extends PipelineTask {
  /** Its path; it need not be there. */
  path: string;
}

/** A file in an archive. */
export interface MemberTask {
  /** The files under check. */
  files: Contents;
  /** The path of the archive. */
  archive: string;
  /** The path in it. */
  member: string;
  /** A longer one is not read, in bytes. */
  most: number;
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

/** The tasks of a worker, each with its result. */
export interface Requests {
  check: { task: CheckTask; result: CheckResult };
  trace: { task: TraceTask; result: Trace };
  test: { task: TestTask; result: TestReport };
  outline: { task: OutlineTask; result: OutlineData };
  xpaths: { task: XPathsTask; result: XPaths | undefined };
  lists: { task: CompareListsTask; result: ListsData };
  packages: { task: PackagesTask; result: PackagesData };
  definitions: { task: DefinitionsTask; result: DefinitionSurvey };
  definition: { task: DefinitionTask; result: DefinitionExplanation | undefined };
  pipeline: { task: PipelineTask; result: PipelineSurvey };
  conversion: { task: ConversionTask; result: ConversionDetail };
  member: { task: MemberTask; result: Uint8Array<ArrayBuffer> | undefined };
  formats: { task: Record<never, never>; result: readonly ReportFormat[] };
  vocabulary: { task: Record<never, never>; result: readonly Word[] };
}

/** The kinds of tasks. */
export type RequestKind = keyof Requests;

/** The task of a kind. */
export type TaskOf<K extends RequestKind> = Requests[K]["task"];

/** The result of a kind of task. */
export type ResultOf<K extends RequestKind = RequestKind> = Requests[K]["result"];

/** A task with its kind. */
export type Task<K extends RequestKind = RequestKind> = { [Kind in K]: { kind: Kind; task: TaskOf<Kind> } }[K];

/** A task as it is sent: what has changed of its files stands beside it. */
export type Sent = { [Kind in RequestKind]: { kind: Kind; task: Omit<TaskOf<Kind>, "files"> } }[RequestKind];

/** Files for the shelf, of which there are too many for one message: the task follows. */
export interface Supply {
  kind: "supply";
  changes: Changes;
}

/** A request to a worker: a task, with the engine's module. The module of the first request is used for all. */
export type Request = Sent & { wasm: WasmModule; changes: Changes };

/** Why there is no result: an error of the engine, or with the code `failed` any other. */
export interface Failure {
  /** The kind. */
  code: string;
  /** The message of the error, as a sentence. */
  message: string;
  /** The file concerned, if it is one file. */
  path?: string;
  /** Line in it, from 1. */
  line?: number;
  /** Column in UTF-16 units, from 1. */
  column?: number;
}

/** A message from a worker to its client. */
export type Answer =
  | { kind: "progress"; progress: Progress }
  | { kind: "portion"; portion: Portion }
  | { kind: "done"; result: ResultOf }
  | { kind: "failed"; error: Failure };
