/** What the package promises: an engine, the rules compiled by it, the checks run with them. */

import type { WasmInput } from "./module.js";
import type { AsyncSource, Source } from "./source.js";
import type { Report, ScriptLimits, TestReport, Trace } from "./types.js";

/** What an engine is made of. */
export interface EngineOptions {
  /** The engine's module, in place of the one that lies beside this package's code. */
  wasm?: WasmInput;
}

/** A rule file: where it is, for messages and for what it names, and what is in it. */
export interface RuleFile {
  /** Its path, with `/` between parts. */
  path: string;
  /** Its text, YAML or JSON. */
  text: string;
}

/** The rules of a checker. */
export interface CheckerOptions {
  /** The rule files. */
  rules: readonly RuleFile[];
  /** The text of a further file that a rule file names (`extends:`, `collections:`), or null when there is none. */
  read?: (path: string) => string | null | undefined;
  /**
   * What scripts may use up, where it is not to be what it is without being set. {@link Engine.checker} throws an
   * {@link AssayError} `unknown-limit` for a name that is none, `limit-out-of-bounds` for a value that a limit does not
   * take.
   */
  limits?: ScriptLimits | undefined;
  /** Whether reports say how long each step and each rule took; not unless asked for, so that equal runs stay equal. */
  timings?: boolean;
}

/** The rules whose tests are run, and which of their tests. */
export interface TestOptions extends Pick<CheckerOptions, "rules" | "read" | "limits"> {
  /** Only the tests whose name, or that of a rule which they expect something of, holds this text in any letter case. */
  filter?: string | undefined;
  /** Whether a rule without a test is as bad as a test that fails; not unless asked for. */
  coverage?: boolean;
}

/** A format that reports are rendered in. */
export interface ReportFormat {
  /** What `render` and the command line call it. */
  name: string;
  /** What it is for, in one sentence. */
  doc: string;
}

/** How a report is rendered, where its format leaves a choice. */
export interface Style {
  /** Whether to use terminal colours; not unless asked for. */
  color?: boolean;
  /** Columns that a line should fit in. */
  width?: number;
  /** Whether long lists are shown to their end. */
  all?: boolean;
}

/** The engine, ready to compile rules. */
export interface Engine {
  /** Version of the engine. */
  readonly version: string;
  /** The formats that {@link Engine.render} knows, the default first. */
  readonly formats: readonly ReportFormat[];
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
  /**
   * Renders a report of {@link Checker.check}.
   *
   * @throws {AssayError} `unknown-format`, or `unknown-report` for an object that no check returned.
   */
  render(report: Report, format: string, style?: Style): string;
}

/** How far a run is: files done, of those known so far to be wanted. */
export interface Progress {
  /** Files done. */
  done: number;
  /** Files that rules want, as far as is known yet. */
  total: number;
}

/** What a caller wants to hear of, and to say, while a run goes on. */
export interface Listener {
  /** Called after every batch. */
  onProgress?: ((progress: Progress) => void) | undefined;
  /** Ends the run before its next batch. */
  signal?: AbortSignal | undefined;
}

/** What is to be said of rules before they have checked anything. */
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
  check(source: Source | AsyncSource, listener?: Listener): Promise<Report>;
  /**
   * What one rule does with one file, step by step. `timings` says whether the steps are measured.
   *
   * @throws {AssayError} `unknown-rule`, `switched-off`, `unknown-path`. What the source's `paths` throws.
   */
  trace(rule: string, path: string, source: Source): Trace;
  /** The same for a source that answers later; it rejects with what the other one throws. */
  trace(rule: string, path: string, source: AsyncSource): Promise<Trace>;
  /** Frees the memory of the compiled rules; the checker is of no use afterwards. */
  dispose(): void;
}
