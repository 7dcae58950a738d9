/** The public interface of the package: an engine, the rules that it compiled, and checks that run these rules. */

import type { WasmInput } from "./module.js";
import type { AsyncSource, Source } from "./source.js";
import type { PackageLimits, SystemMethods } from "./systems/systems.js";
import type {
  CatalogPack,
  Finding,
  FormatName,
  Problem,
  Report,
  ScriptLimits,
  Severity,
  TestReport,
  Trace,
  Word,
} from "./types.js";

/** The options for creating an engine. */
export interface EngineOptions {
  /** The engine's module. Default: the module next to this package's code. */
  wasm?: WasmInput;
}

/** A rule file. Its path is used in messages, and to resolve the names of other files in it. */
export interface RuleFile {
  /** Its path, with `/` between parts. */
  path: string;
  /** Its content, YAML or JSON. */
  text: string;
}

/** The configuration of a project, and where it is. */
export interface ProjectConfig extends RuleFile {
  /**
   * The folder that its paths start from, and the folder under check, both relative to the same folder. Default: the
   * file is one of the files under check, at its `path`.
   */
  at?: { folder: string; root: string } | undefined;
  /**
   * True if the rules are not those that the configuration names. It may then name rules that are not loaded. Default:
   * false.
   */
  hasOtherRules?: boolean | undefined;
}

/** A choice of rules. A rule runs if it has one of the names and one of the tags, and none of the names to skip. */
export interface RuleChoice {
  /** The source of the choice, for messages. */
  by: string;
  /** Names of rules, with `*` for any characters; all rules if it is missing or empty. */
  rules?: readonly string[];
  /** Tags of rules; all rules if it is missing or empty. */
  tags?: readonly string[];
  /** Names of rules that do not run. */
  skip?: readonly string[];
}

/** The rules of a checker. */
export interface CheckerOptions {
  /** The rule files. */
  rules: readonly RuleFile[];
  /**
   * Returns the content of a further file that a rule file names (`extends:`, `collections:`), or null if it does not
   * exist.
   */
  read?: (path: string) => string | null | undefined;
  /**
   * The limits of scripts. A limit that is left out keeps its default. {@link Engine.checker} throws an
   * {@link AssayError} `unknown-limit` for an unknown name, `limit-out-of-bounds` for a value that a limit does not
   * allow.
   */
  limits?: ScriptLimits | undefined;
  /**
   * The limits of archives under check. A limit that is left out keeps its default. {@link Engine.checker} throws an
   * {@link AssayError} `unknown-limit` for an unknown name.
   */
  packageLimits?: PackageLimits | undefined;
  /**
   * The configuration of the project, `assay.yaml`. Its `severity`, `limits` and `definitions` are used;
   * {@link CheckerOptions.limits} take precedence over its limits. Its errors are problems in
   * {@link Checker.diagnostics}. Without it, a file `assay.yaml` at the root of the files under check decides which
   * definitions are loaded.
   */
  config?: ProjectConfig | undefined;
  /**
   * Choices of rules. A rule runs only if all choices select it. A choice that selects no rule is a problem in
   * {@link Checker.diagnostics}.
   */
  choices?: readonly RuleChoice[] | undefined;
  /**
   * True if reports list how long each step and each rule took. Default: false, so that equal runs make equal reports.
   */
  timings?: boolean;
  /**
   * True if the source can read the previous versions of files, at their paths below `@before/`, so that functions get
   * them by `before(path)`. Its `paths()` must not list them. Default: false, then `before(path)` is the path itself.
   */
  hasPrevious?: boolean;
}

/** The rules whose tests are run, and which of their tests. */
export interface TestOptions extends Pick<CheckerOptions, "rules" | "read" | "limits"> {
  /** Runs only tests whose name, or the name of a rule that they expect, contains this string in any letter case. */
  filter?: string | undefined;
  /** True if a rule without a test is a failure. Default: false. */
  coverage?: boolean;
  /** True if the result of each test contains its files. Default: false. */
  withFiles?: boolean;
}

/** The rule files to describe. */
export type CatalogOptions = Pick<CheckerOptions, "rules" | "read">;

/** A format that reports are rendered in. */
export interface ReportFormat {
  /** The name of the format, for {@link Engine.render} and on the command line. */
  name: FormatName;
  /** The purpose of the format, in one sentence. */
  doc: string;
  /** The name of the format for people. */
  title: string;
  /** The extension of its files, without the full stop in front. */
  extension: string;
  /** The MIME type of its files. */
  mediaType: string;
}

/** The style in which a report is rendered, for formats that have a choice. */
export interface Style {
  /** True to use terminal colours. Default: false. */
  color?: boolean;
  /** The maximum width of lines, in columns, where possible. */
  width?: number;
  /** True to show long lists completely. */
  all?: boolean;
  /** The lowest severity of findings that fail a run, which `junit` reports as failures. Default: errors. */
  failOn?: Severity;
}

/** The options that decide which exit code a report becomes. */
export interface Demands {
  /** The lowest severity of findings that make the exit code 1. Default: errors. */
  failOn?: Severity;
  /**
   * True to make the exit code 2 for warnings, and for rules that had nothing to check or gave no reliable result.
   * Default: false.
   */
  strict?: boolean;
  /** True to allow the exit code 0 if no rule selected any file. By default it is 2 then. */
  allowEmpty?: boolean;
}

/**
 * The exit code of the command line. 0: everything was checked, without findings that fail the run. 1: such findings
 * exist. 2: not everything could be checked; takes precedence over 1.
 */
export type ExitCode = 0 | 1 | 2;

/** The engine, ready to compile rules. */
export interface Engine extends SystemMethods {
  /** The version of the engine. */
  readonly version: string;
  /** The formats of {@link Engine.render}, the default first. */
  readonly formats: readonly ReportFormat[];
  /** The words that rule files are written in, kind by kind. */
  readonly vocabulary: readonly Word[];
  /**
   * Compiles rules. Errors in the rules are not thrown, but listed in {@link Checker.diagnostics}.
   *
   * @throws {AssayError} `unknown-limit`, `limit-out-of-bounds`.
   */
  checker(options: CheckerOptions): Checker;
  /**
   * Runs the tests in rule files, and in the files that they extend. Each file is tested with its own rules.
   *
   * @throws {AssayError} `unknown-limit`, `limit-out-of-bounds`; `crashed` if the engine crashed in a test, which the
   *   message names.
   */
  test(options: TestOptions): TestReport;
  /**
   * Describes the packs and rules of rule files, to search for rules. Files with errors are described as far as
   * possible.
   */
  catalog(options: CatalogOptions): CatalogPack[];
  /** Returns the nodes of the document at `path`, as rules see them. `content` is a string or bytes. */
  outline(path: string, content: string | Uint8Array): Outline;
  /**
   * Returns the extractions that select a node of {@link Engine.outline}, which are tested on the document. Returns
   * undefined if the document does not have the node.
   */
  xpaths(path: string, content: string | Uint8Array, node: number): XPaths | undefined;
  /**
   * Returns a baseline that lists all findings of a report of {@link Checker.check}: the content of a file for
   * {@link Engine.hideKnown}. Do not pass a report from `hideKnown`, which no longer contains the known findings.
   *
   * @throws {AssayError} `unknown-report` for an object that no check returned.
   */
  baselineOf(report: Report): string;
  /**
   * Returns a report without the findings that a baseline lists. `summary.hidden` is their number. Each entry of the
   * baseline that no longer occurs is a warning.
   *
   * @throws {AssayError} For an invalid baseline, with the place of the error; `unknown-report` for an object that no
   *   check returned.
   */
  hideKnown(report: Report, baseline: RuleFile): Report;
  /**
   * Reads a report from JSON that was rendered from a report, as a string or as portions of UTF-8. It can be rendered
   * again.
   *
   * @throws {AssayError} `unknown-report` if the JSON is not a report, is of another version, or is incomplete, with
   *   the line and the column of the error.
   */
  readReport(json: string | Iterable<Uint8Array>, options?: ReadOptions): Report;
  /**
   * Yields all findings of a report of {@link Checker.check} or {@link Engine.readReport}, in lists of at most `size`,
   * including those that the report does not list because of `mostFindings`. A report may have more findings than fit
   * into an array or a string of JSON.
   *
   * @throws {AssayError} `unknown-report` for an object that no check returned.
   */
  findings(report: Report, size?: number): Iterable<Finding[]>;
  /**
   * Renders a report of {@link Checker.check} or {@link Engine.readReport}.
   *
   * @throws {AssayError} `unknown-format`, or `unknown-report` for an object that no check returned.
   */
  render(report: Report, format: FormatName, style?: Style): string;
  /**
   * Like {@link Engine.render}, but returns the report in portions of UTF-8, to be written to a file or sent one after
   * the other. A report with millions of findings is too large for a string.
   *
   * @throws {AssayError} As {@link Engine.render}, once the first portion is requested.
   */
  renderPortions(report: Report, format: FormatName, style?: Style): Iterable<Uint8Array>;
  /**
   * Returns the exit code of the command line for this report.
   *
   * @throws {AssayError} `unknown-report` for an object that no check returned, `misuse` for an unknown severity.
   */
  exitCode(report: Report, demands?: Demands): ExitCode;
}

/**
 * The kind of a node. `root` is the top value of a JSON or YAML document; if that is a list, each of its elements is a
 * `root`. `element` and `attribute` belong to XML. `member` is the value of a key. `item` is an element of a list that
 * is the value of a key, and has the name of that key.
 */
export type NodeKind = "root" | "element" | "attribute" | "member" | "item";

/**
 * The kind of a node's value: `none` for a node that only contains other nodes, `start` for the beginning of a value
 * that is too long to be stored.
 */
export type NodeValueKind = "none" | "null" | "boolean" | "number" | "text" | "start";

/**
 * The nodes of a document as a flat list, in the order of the document: what rules extract values from.
 *
 * A node is a number from 0 on. A node is followed by its attributes and by its descendants. Places are byte offsets in
 * {@link Outline.text} as UTF-8, from 0, as in reports. A document with an error has the nodes before the error. The
 * nodes of a YAML alias have the place of the alias.
 */
export interface Outline {
  /** The number of nodes. */
  readonly size: number;
  /** The number of nodes that are not listed: an outline lists at most a million nodes. */
  readonly omitted: number;
  /** The error after which the document cannot be read. Rules extract nothing from such a document. */
  readonly fault: Problem | undefined;
  /** The text of the document, including a byte order mark of UTF-8: the given string, or the decoded bytes. */
  readonly text: string;
  /** For each node, its parent; 0xffffffff for nodes without a parent. */
  readonly parents: Uint32Array;
  /** For each node, the first node after it and its descendants. */
  readonly ends: Uint32Array;
  /** For each node, its position, from 1, in the run of consecutive siblings with the same name. */
  readonly ordinals: Uint32Array;
  /** The start of each node. */
  readonly starts: Uint32Array;
  /** The end of each node. */
  readonly stops: Uint32Array;
  /**
   * The start of each node's value, as in findings and traces; for a node without a value, the start of its tag or key.
   */
  readonly valueStarts: Uint32Array;
  /** The end of each node's value. */
  readonly valueStops: Uint32Array;
  /** Returns the kind of a node. */
  kind(node: number): NodeKind;
  /** Returns the name of a node as written, with its prefix; empty for a root without a name. */
  name(node: number): string;
  /** Returns the decoded value of a node; for a long value, its first 120 characters. */
  value(node: number): string;
  /** Returns the kind of a node's value. */
  valueKind(node: number): NodeValueKind;
  /** Returns the parent of a node. */
  parent(node: number): number | undefined;
  /** Yields the nodes without a parent. */
  roots(): Iterable<number>;
  /** Yields the children of a node, attributes first. */
  children(node: number): Iterable<number>;
  /**
   * Returns the shortest plain `xpath` that selects a node. It also selects other nodes with the same path of names.
   */
  xpath(node: number): string;
  /** Returns the innermost node that contains a range of offsets, such as that of a value in a finding or a trace. */
  at(from: number, to?: number): number | undefined;
}

/** The extractions that select one node. */
export interface XPaths {
  /** The shortest plain extraction, which yields the values of all nodes with the same path of names. */
  plain: string;
  /** The number of values that it yields; 0 if the document has an error. */
  values: number;
  /** An extraction that yields only the value of this node: the plain one, or one with a predicate. */
  exact?: string;
  /** The reason why `exact` does not exist. */
  reason?: string;
}

/**
 * The progress of a run. A file that is processed again in a later stage is not done until then, so `done` may decrease
 * between two stages.
 */
export interface Progress {
  /** The number of files or tests that are done. */
  done: number;
  /** The number of files that rules match, or of tests to run, as far as it is known. */
  total: number;
  /** The long file that is being read, if a worker reports it. */
  reading?: Reading;
}

/** The progress of reading a file. A file may be read again around the places of findings. */
export interface Reading {
  /** The file. */
  path: string;
  /** The number of bytes that were read. */
  done: number;
  /** The size of the file in bytes. */
  total: number;
}

/** The progress callback of a run, and the signal that cancels it. */
export interface Listener {
  /** Called before the first batch of a stage, and after every batch. */
  onProgress?: ((progress: Progress) => void) | undefined;
  /**
   * Ends the run before its next file, usually within some milliseconds. Pending answers of a source are not awaited.
   */
  signal?: AbortSignal | undefined;
}

/** The options of a check, besides its rules and files. */
export interface CheckOptions extends Listener {
  /**
   * The only paths of the source to check. Other files are still read to compare values with them. Default: all paths.
   * Members of a named archive, or of a folder in an archive (`a.zip!/b`), are checked, too. A path that the source
   * does not have is a problem (`file-missing`).
   */
  named?: readonly string[] | undefined;
  /**
   * The maximum number of findings in the list of the report, the first ones: a million objects take 600 MB. The
   * `summary` counts all findings, and {@link Engine.findings}, {@link Engine.render} and baselines contain all.
   */
  mostFindings?: number | undefined;
  /** The maximum number of findings in the list for one file, so that a file with very many does not fill the list. */
  mostFindingsOfFile?: number | undefined;
}

/** The options for reading a saved report. */
export type ReadOptions = Pick<CheckOptions, "mostFindings">;

/** Problems, warnings and hints about rules before a check, or about packages, metadata or conversion rules. */
export type Diagnostics = Pick<Report, "problems" | "warnings" | "hints">;

/** Compiled rules. */
export interface Checker {
  /** Problems, warnings and hints of the rules themselves. They are part of every report, too. */
  readonly diagnostics: Diagnostics;
  /** The rule files that were used, including those that other rule files name. */
  readonly ruleFiles: readonly string[];
  /**
   * Checks the files of `source`.
   *
   * @throws The reason of an aborted `signal`, and what the source's `paths` throws.
   */
  check(source: Source | AsyncSource, options?: CheckOptions): Promise<Report>;
  /**
   * Traces one rule on one file, step by step. The steps are measured if {@link CheckerOptions.timings} is true.
   *
   * @throws {AssayError} `unknown-rule`, `switched-off`, `unknown-path`. Also what the source's `paths` throws.
   */
  trace(rule: string, path: string, source: Source): Trace;
  /**
   * Like the trace of a synchronous source, for a source that may answer later. Returns a promise if it does; the
   * promise rejects with the errors that the synchronous form throws.
   */
  trace(rule: string, path: string, source: AsyncSource): Promise<Trace> | Trace;
  /** Frees the memory of the compiled rules; the checker cannot be used afterwards. */
  dispose(): void;
}
