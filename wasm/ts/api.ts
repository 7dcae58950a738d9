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
  /** The engine's module, in place of the one next to this package's code. */
  wasm?: WasmInput;
}

/** A rule file: its path, for messages and for the names of other files in it, and its text. */
export interface RuleFile {
  /** Its path, with `/` between parts. */
  path: string;
  /** Its text, YAML or JSON. */
  text: string;
}

/** The configuration of a project, and where it is. */
export interface ProjectConfig extends RuleFile {
  /**
   * The folder that its paths start from, and the one under check, both seen from one place; when left out, it lies among the
   * files under check, at its `path`.
   */
  at?: { folder: string; root: string } | undefined;
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
  /** The text of a further file that a rule file names (`extends:`, `collections:`), or null when there is none. */
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
   * The configuration of the project, `assay.yaml`: its `severity`, its `limits` and its `definitions` are in force, those of
   * {@link CheckerOptions.limits} over its limits. What is wrong with it is a problem in {@link Checker.diagnostics}. Without
   * one, a file of that name at the root of what is checked says which definitions are loaded.
   */
  config?: ProjectConfig | undefined;
  /**
   * Choices of rules; only rules run that each of them selects. A choice that selects nothing is a problem in
   * {@link Checker.diagnostics}.
   */
  choices?: readonly RuleChoice[] | undefined;
  /** Whether reports say how long each step and each rule took; not unless asked for, so that equal runs stay equal. */
  timings?: boolean;
}

/** The rules whose tests are run, and which of their tests. */
export interface TestOptions extends Pick<CheckerOptions, "rules" | "read" | "limits"> {
  /** Only the tests whose name, or that of a rule which they expect something of, holds this text in any letter case. */
  filter?: string | undefined;
  /** Whether a rule without a test is as bad as a test that fails; not unless asked for. */
  coverage?: boolean;
  /** Whether each test tells the files that it holds; not unless asked for. */
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
  /** Whether to use terminal colours; not unless asked for. */
  color?: boolean;
  /** Columns that a line should fit in. */
  width?: number;
  /** Whether long lists are shown to their end. */
  all?: boolean;
  /** The severity from which findings fail a run: `junit` calls these failures. Errors, unless another one is named. */
  failOn?: Severity;
}

/** The options that decide which exit code a report becomes. */
export interface Demands {
  /** The lowest severity of findings that make the exit code 1. Default: errors. */
  failOn?: Severity;
  /**
   * True to make the exit code 2 for warnings, and for rules that had nothing to check or cannot tell right from wrong.
   * Default: false.
   */
  strict?: boolean;
  /** True to allow the exit code 0 if no rule selected any file. By default it is 2 then. */
  allowEmpty?: boolean;
}

/** 0: all was checked, and nothing that counts was found. 1: something was. 2: not all could be checked, which wins over 1. */
export type ExitCode = 0 | 1 | 2;

/** The engine, ready to compile rules. */
export interface Engine extends SystemMethods {
  /** Version of the engine. */
  readonly version: string;
  /** The formats that {@link Engine.render} knows, the default first. */
  readonly formats: readonly ReportFormat[];
  /** The words that rule files are written in, kind by kind. */
  readonly vocabulary: readonly Word[];
  /**
   * Compiles rules; what is wrong with them is in {@link Checker.diagnostics}, not thrown.
   *
   * @throws {AssayError} `unknown-limit`, `limit-out-of-bounds`.
   */
  checker(options: CheckerOptions): Checker;
  /**
   * Runs the tests that rule files carry, and those of the files that they extend. Each file is tested by its own rules.
   *
   * @throws {AssayError} `unknown-limit`, `limit-out-of-bounds`; `crashed` when the engine died of a test, which it names.
   */
  test(options: TestOptions): TestReport;
  /** Describes the packs and rules of rule files, for people who look for a rule. Files with mistakes are described as far as possible. */
  catalog(options: CatalogOptions): CatalogPack[];
  /** The nodes of the document at `path`, as rules see them. `content` is its text, or its bytes. */
  outline(path: string, content: string | Uint8Array): Outline;
  /**
   * The extractions that reach a node of {@link Engine.outline}, found by trying them on the document; undefined for a
   * node that it does not have.
   */
  xpaths(path: string, content: string | Uint8Array, node: number): XPaths | undefined;
  /**
   * A baseline that lists all findings of a report of {@link Checker.check}: the text of a file for {@link Engine.hideKnown}. A report
   * that comes from there has the others only, so that its baseline would list no more than these.
   *
   * @throws {AssayError} `unknown-report` for an object that no check returned.
   */
  baselineOf(report: Report): string;
  /**
   * A report without the findings that a baseline lists; `summary.hidden` says how many these are, and a warning each what no
   * longer occurs of it.
   *
   * @throws {AssayError} What is wrong with the baseline, with its place; `unknown-report` for an object that no check returned.
   */
  hideKnown(report: Report, baseline: RuleFile): Report;
  /**
   * Reads a report from the JSON that it was rendered in, as a string or as UTF-8 in portions; it can be rendered again.
   *
   * @throws {AssayError} `unknown-report` when the text is something else, of another version, or not whole, with the line and the column
   *   where that shows.
   */
  readReport(json: string | Iterable<Uint8Array>, options?: ReadOptions): Report;
  /**
   * All findings of a report of {@link Checker.check} or {@link Engine.readReport}, in lists of at most `size`: also those that
   * `mostFindings` has left out of the report's own list. A report may have more of them than an array, or a string of JSON, can hold.
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
   * the other: no string can hold a report on millions of findings.
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
 * The kind of a node: `root` is a document of JSON or YAML, or an element of the list that the document is; `element`
 * and `attribute` belong to XML; `member` is the value of a key; `item` is an element of the list that is the value of
 * a key, and has the name of that key.
 */
export type NodeKind = "root" | "element" | "attribute" | "member" | "item";

/**
 * The kind of a node's value: `none` for a node that only holds other nodes, `start` for a value that is too long to be
 * kept whole.
 */
export type NodeValueKind = "none" | "null" | "boolean" | "number" | "text" | "start";

/**
 * The nodes of a document as a flat list, in the order of the document: what rules extract values from.
 *
 * A node is a number from 0 on; attributes follow their element, and all that lies in a node follows it. Places are
 * byte offsets in {@link Outline.text} as UTF-8, from 0, as in reports. Of a document with a fault there are the nodes up
 * to it. What an alias of YAML brings stands where the alias does.
 */
export interface Outline {
  /** How many nodes there are. */
  readonly size: number;
  /** How many more the document has, beyond the million that is listed. */
  readonly omitted: number;
  /** Why the document cannot be read to its end. No rule gets anything from it then. */
  readonly fault: Problem | undefined;
  /** The text of the document, byte order mark of UTF-8 included: that which was given, or what its bytes say. */
  readonly text: string;
  /** For each node the one that it lies in, 0xffffffff when there is none. */
  readonly parents: Uint32Array;
  /** For each node the first one behind it and all that lies in it. */
  readonly ends: Uint32Array;
  /** For each node how many of its name, with it, stand in a row in its parent up to it. */
  readonly ordinals: Uint32Array;
  /** Where each node starts. */
  readonly starts: Uint32Array;
  /** Where each node ends. */
  readonly stops: Uint32Array;
  /** Where the value of each node starts, by which findings and traces know it; of none, where its start tag or key does. */
  readonly valueStarts: Uint32Array;
  /** Where the value of each node ends. */
  readonly valueStops: Uint32Array;
  /** The kind of a node. */
  kind(node: number): NodeKind;
  /** The name of a node as written, prefix included; empty for a root that has none. */
  name(node: number): string;
  /** The value of a node, decoded; of a long one the first 120 characters. */
  value(node: number): string;
  /** The kind of a node's value. */
  valueKind(node: number): NodeValueKind;
  /** The node that a node lies in. */
  parent(node: number): number | undefined;
  /** The nodes that lie in no other. */
  roots(): Iterable<number>;
  /** The nodes right below a node, attributes first. */
  children(node: number): Iterable<number>;
  /** The shortest plain `xpath` that reaches a node, and all others that are called so down from the root. */
  xpath(node: number): string;
  /** The innermost node around what stands between two offsets, such as those of a value in a finding or a trace. */
  at(from: number, to?: number): number | undefined;
}

/** The extractions that reach one node. */
export interface XPaths {
  /** The shortest plain one: it yields the values of all nodes that are called so down from the root. */
  plain: string;
  /** How many values it yields; none while the document has a fault. */
  values: number;
  /** One that yields the value of the node alone: the plain one, or with a test of what is known of the node. */
  exact?: string;
  /** Why there is none. */
  reason?: string;
}

/**
 * How far a run is: files done, of those known so far to be wanted. A file that is gone over again is not done until that is over,
 * so `done` may fall between two stages.
 */
export interface Progress {
  /** Files done, or tests. */
  done: number;
  /** Files that rules want, or tests to be run, as far as is known yet. */
  total: number;
  /** The long file that is being read, where a worker tells of it. */
  reading?: Reading;
}

/** How far the reading of a file is. A file may be read again around the places that are found. */
export interface Reading {
  /** The file. */
  path: string;
  /** Up to where it was read, in bytes. */
  done: number;
  /** How long it is, in bytes. */
  total: number;
}

/** The progress callback of a run, and the signal that cancels it. */
export interface Listener {
  /** Called before the first batch of a stage, and after every batch. */
  onProgress?: ((progress: Progress) => void) | undefined;
  /**
   * Ends the run before its next file: what has this thread to itself is over within some milliseconds, but for a long file. What a
   * source still owes is not waited for.
   */
  signal?: AbortSignal | undefined;
}

/** The options of a check, besides its rules and files. */
export interface CheckOptions extends Listener {
  /**
   * Of the source's paths, those that alone are checked, all of them without it: the other files count for what these are compared
   * with. What is in an archive that is named, or in a folder of one (`a.zip!/b`), is checked, too. A path that the source does not have
   * is a problem (`file-missing`).
   */
  named?: readonly string[] | undefined;
  /**
   * At most so many findings are listed in the report that is returned, the first ones: a million objects take 600 MB. All of them count in
   * its `summary`, and {@link Engine.findings}, {@link Engine.render} and baselines have all.
   */
  mostFindings?: number | undefined;
  /** The largest number of findings listed for one file, so that a file with very many leaves room for the others. */
  mostFindingsOfFile?: number | undefined;
}

/** How a saved report is read. */
export interface ReadOptions {
  /** As {@link CheckOptions.mostFindings}. */
  mostFindings?: number | undefined;
}

/** Problems, warnings and hints about rules before a check, or about packages, metadata or conversion rules. */
export type Diagnostics = Pick<Report, "problems" | "warnings" | "hints">;

/** Compiled rules. */
export interface Checker {
  /** Problems, warnings and hints of the rules themselves. They are part of every report, too. */
  readonly diagnostics: Diagnostics;
  /** The rule files that were used, those that others name included. */
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
  /** Frees the memory of the compiled rules; the checker is of no use afterwards. */
  dispose(): void;
}
