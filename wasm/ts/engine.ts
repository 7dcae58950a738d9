/** The engine: an instance of its module, which is replaced after a crash, and the rules compiled in it. */

import type {
  CatalogOptions,
  Checker,
  CheckerOptions,
  CheckOptions,
  Demands,
  Diagnostics,
  Engine,
  ExitCode,
  Listener,
  Outline,
  ReadOptions,
  ReportFormat,
  RuleFile,
  Style,
  TestOptions,
  XPaths,
} from "./api.js";
import { type Compiled, compileRules } from "./compiled.js";
import { type Core, Crash, guarded, instantiate, release, using } from "./core.js";
import { checking, type Goal, type ListedFiles, runWith, tracing } from "./drive.js";
import { AssayError } from "./errors.js";
import { OwnInstanceExecutor, SameInstanceExecutor } from "./executor.js";
import {
  expected,
  expectedOptions,
  expectedRules,
  expectedSource,
  isNow,
  isObject,
  isText,
  type Kinds,
  mustBe,
} from "./expected.js";
import { FORMATS } from "./formats.js";
import { prepareValidator } from "./gltf.js";
import type { Home } from "./home.js";
import { compile, type WasmInput } from "./module.js";
import { ColumnOutline } from "./outline.js";
import { outlineOf, xpathsOf } from "./read-outline.js";
import {
  bytesOf,
  type CoreReport,
  type CoreTrace,
  joined,
  leastOf,
  pagesOf,
  parse,
  portionsOf,
  type RenderingStyle,
  readPortions,
  toObject,
} from "./report.js";
import { RestNeeded } from "./rest.js";
import { runSync } from "./run-sync.js";
import { runTests } from "./run-tests.js";
import { type AsyncSource, AtOnce, listed, listedNow, type Paths, problemsOf, type Source } from "./source.js";
import { type SystemMethods, systemMethods } from "./systems/systems.js";
import type { CatalogPack, Finding, FormatName, Report, TestReport, Trace, Word } from "./types.js";

/** The types of options that callers may set. */
const STYLE = { color: "boolean", width: "number", all: "boolean", failOn: "string" } satisfies Kinds<Style>;
const DEMANDS = { failOn: "string", strict: "boolean", allowEmpty: "boolean" } satisfies Kinds<Demands>;

export async function engineOf(wasm: WasmInput): Promise<Engine> {
  const module = await compile(wasm);
  try {
    const engine = new OneEngine(module);
    return Object.assign(engine, systemMethods(engine.home));
  } catch (error) {
    if (error instanceof AssayError || error instanceof RestNeeded) {
      throw error;
    }
    throw new AssayError("wasm-unusable", `the WebAssembly module is not that of this engine: ${String(error)}`);
  }
}

/** Creates an engine from a complete module, for callers that cannot load `rest.wasm` later, or throws. */
export async function completeEngineOf(wasm: WasmInput): Promise<Engine> {
  const compiled = await compile(wasm);
  if (WebAssembly.Module.imports(compiled).some(({ module }) => module === "rest")) {
    const help = "`createEngine` needs `assay/core.wasm` or `assay/small.wasm`";
    throw new AssayError("wasm-unusable", `\`first.wasm\` is only a part of the engine, for \`createClient\`; ${help}`);
  }
  return engineOf(compiled);
}

class OneEngine implements Omit<Engine, keyof SystemMethods> {
  readonly module: WebAssembly.Module;
  readonly version: string;
  readonly formats: readonly ReportFormat[] = FORMATS;
  #core: Core;
  #vocabulary: readonly Word[] | undefined;

  constructor(module: WebAssembly.Module) {
    this.module = module;
    this.#core = instantiate(module);
    this.version = this.#core.version();
  }

  /** The current instance, which is replaced after a crash. */
  get core(): Core {
    return this.#core;
  }

  /** Replaces `core`, in which the engine crashed, with a new instance, unless that has been done. */
  replace(core: Core): void {
    if (this.#core === core) {
      this.#core = instantiate(this.module);
    }
  }

  /** Runs `work` on the current instance. If the engine crashes, replaces the instance and throws `crashed`. */
  reviving<T>(work: (core: Core) => T): T {
    const core = this.#core;
    return this.#revivingIn(core, () => work(core));
  }

  #revivingIn<T>(core: Core, work: () => T): T {
    try {
      return work();
    } catch (error) {
      if (error instanceof Crash) {
        this.replace(core);
      }
      throw asError(error);
    }
  }

  get vocabulary(): readonly Word[] {
    this.#vocabulary ??= JSON.parse(this.#core.vocabulary()) as readonly Word[];
    return this.#vocabulary;
  }

  /** The memory of this engine, for the objects of systems. */
  get home(): Home {
    return {
      core: () => this.#core,
      run: (core, work) => this.#revivingIn(core, () => guarded(core, work)),
    };
  }

  checker(options: CheckerOptions): Checker {
    return new OneChecker(this, options);
  }

  test(options: TestOptions): TestReport {
    return this.reviving((core) => runTests(core, options, (report) => parse(report.json()) as TestReport));
  }

  catalog(options: CatalogOptions): CatalogPack[] {
    expectedRules(options);
    const rules = options.rules.map(({ path, text }) => ({ path, text }));
    const text = this.reviving((core) => guarded(core, () => core.catalog(rules, options.read)));
    return JSON.parse(text) as CatalogPack[];
  }

  outline(path: string, content: string | Uint8Array): Outline {
    return new ColumnOutline(
      this.reviving((core) => outlineOf(core, path, content)),
      content,
    );
  }

  xpaths(path: string, content: string | Uint8Array, node: number): XPaths | undefined {
    return this.reviving((core) => xpathsOf(core, path, content, node));
  }

  readReport(json: string | Iterable<Uint8Array>, { mostFindings }: ReadOptions = {}): Report {
    expectedCount(mostFindings);
    expected(Symbol.iterator in Object(json), "a string, or its bytes in portions", json);
    const core = this.#core;
    const read = () => (isText(json) ? core.readReport(json) : readPortions(core, json));
    return this.#revivingIn(core, () =>
      guarded(core, () => using(core, read(), (report) => toObject(report, { findings: mostFindings }))),
    );
  }

  *findings(report: Report, size?: number): Generator<Finding[], void, undefined> {
    mustBe(
      size === undefined || (Number.isSafeInteger(size) && size > 0),
      "the number of findings in a list",
      "a number",
      size,
    );
    const [core, packed] = this.#unpacked(report);
    try {
      yield* pagesOf(packed, { size });
    } finally {
      release(core, packed);
    }
  }

  *renderPortions(report: Report, format: FormatName, style: Style = {}): Generator<Uint8Array, void, undefined> {
    expectedOptions(style, STYLE);
    const [core, packed] = this.#unpacked(report);
    try {
      for (const portion of portionsOf(core, packed, format, styleOf(style))) {
        // A portion is valid only until the next one is requested, and the caller may keep it.
        yield portion.slice();
      }
    } catch (error) {
      throw asError(error);
    } finally {
      release(core, packed);
    }
  }

  /** Returns the engine's form of a report, which must be freed in its instance. */
  #unpacked(report: Report): [Core, CoreReport] {
    const bytes = bytesOf(report);
    return this.reviving((core) => [core, guarded(core, () => core.Report.unpack(bytes))]);
  }

  render(report: Report, format: FormatName, style: Style = {}): string {
    expectedOptions(style, STYLE);
    return this.#unpacking(report, (packed, core) => joined(portionsOf(core, packed, format, styleOf(style))));
  }

  exitCode(report: Report, demands: Demands = {}): ExitCode {
    expectedOptions(demands, DEMANDS);
    const { failOn = "error", strict = false, allowEmpty = false } = demands;
    return this.#unpacking(
      report,
      (packed) => packed.exitCode(failOn, leastOf(packed, strict, allowEmpty)) as ExitCode,
    );
  }

  baselineOf(report: Report): string {
    return this.#unpacking(report, (packed) => packed.baseline());
  }

  hideKnown(report: Report, baseline: RuleFile): Report {
    const is = isObject(baseline) && isText(baseline.path) && isText(baseline.text);
    expected(is, "a baseline with the strings `path` and `text`", baseline);
    const { path, text } = baseline;
    return this.#unpacking(report, (packed) => {
      packed.hide(path, text);
      return toObject(packed);
    });
  }

  /** Returns the result of `work` on the engine's form of a report. */
  #unpacking<T>(report: Report, work: (packed: CoreReport, core: Core) => T): T {
    const bytes = bytesOf(report);
    return this.reviving((core) =>
      guarded(core, () => using(core, core.Report.unpack(bytes), (packed) => work(packed, core))),
    );
  }
}

/** Returns the style of a caller in the form of the engine. */
function styleOf({ color = false, width, all = false, failOn }: Style): RenderingStyle {
  return { color, width, all, failOn };
}

function expectedCount(most: number | undefined): void {
  const is = most === undefined || (typeof most === "number" && most >= 0);
  mustBe(is, "`mostFindings`", "a number", most);
}

/** Converts a trace to an object. */
function toTrace(trace: CoreTrace): Trace {
  return parse(trace.json()) as Trace;
}

/** Converts a crash, which is internal, to the error for callers. Returns other errors unchanged. */
function asError(error: unknown): unknown {
  if (!(error instanceof Crash)) {
    return error;
  }
  const { message, path } = error;
  return new AssayError("crashed", `internal error: ${message}`, path === undefined ? {} : { path });
}

class OneChecker implements Checker {
  readonly diagnostics: Diagnostics;
  readonly ruleFiles: readonly string[];
  readonly #engine: OneEngine;
  readonly #options: CheckerOptions;
  #compiled: Compiled | undefined;
  #running = 0;
  #disposed = false;

  constructor(engine: OneEngine, options: CheckerOptions) {
    expectedRules(options);
    this.#engine = engine;
    // Copied, because the rules are compiled again after a crash and the caller may have changed them.
    this.#options = { ...options, rules: options.rules.map(({ path, text }) => ({ path, text })) };
    const { checker } = engine.reviving(() => this.#compile());
    this.diagnostics = parse(checker.diagnostics()) as Diagnostics;
    this.ruleFiles = checker.ruleFiles();
  }

  /** Returns the rules compiled in the engine's current instance; compiles them again if the instance was replaced. */
  #compile(): Compiled {
    if (this.#disposed) {
      throw new AssayError("disposed", "this checker has been disposed of");
    }
    if (this.#compiled?.core !== this.#engine.core) {
      this.#compiled = compileRules(this.#engine.core, this.#options);
    }
    return this.#compiled;
  }

  async check(source: Source | AsyncSource, options: CheckOptions = {}): Promise<Report> {
    expectedSource(source);
    // A caller who passes a signal in place of the options would wait for an abort in vain.
    const is: boolean = isObject(options) && !("aborted" in options);
    expected(is, "options with `named`, `mostFindings`, `onProgress` and `signal`", options);
    const { named, signal, onProgress, mostFindings, mostFindingsOfFile } = options;
    expectedCount(mostFindings);
    expectedCount(mostFindingsOfFile);
    mustBe(named === undefined || Array.isArray(named), "`named`", "a list of paths", named);
    for (const path of named ?? []) {
      mustBe(isText(path) && !path.includes("\0"), "a path in `named`", "a string", path);
    }
    mustBe(onProgress === undefined || typeof onProgress === "function", "`onProgress`", "a function", onProgress);
    mustBe(
      signal === undefined || typeof signal?.throwIfAborted === "function",
      "`signal`",
      "an `AbortSignal`",
      signal,
    );
    signal?.throwIfAborted();
    const loading = prepareValidator(this.#options.rules);
    if (loading !== undefined) {
      await loading;
    }
    const compiled = this.#engine.reviving(() => this.#compile());
    const conclude = (report: CoreReport, core: Core) =>
      using(core, report, (one) => toObject(one, { findings: mostFindings, ofFile: mostFindingsOfFile }));
    return this.#runOver(compiled, source, source.paths(), options, (files) => {
      return checking(files, conclude, (run) => named && run.focus(named.join("\0")));
    });
  }

  /** Lists the files of a source, and runs the goal that `goalOf` returns for them. */
  async #runOver<T>(
    compiled: Compiled,
    source: Source | AsyncSource,
    given: Paths,
    listener: Listener,
    goalOf: (files: ListedFiles) => Goal<T>,
  ): Promise<T> {
    this.#running += 1;
    try {
      const paths = await listed(given, listener.signal);
      return await this.#run(compiled, source, goalOf({ paths, problems: problemsOf(source) }), listener);
    } finally {
      this.#running -= 1;
      this.#free();
    }
  }

  /** Runs a goal; after a crash, runs it again. */
  async #run<T>(compiled: Compiled, source: Source | AsyncSource, goal: Goal<T>, listener: Listener): Promise<T> {
    try {
      return await runWith(compiled, new SameInstanceExecutor(compiled, source), goal, listener);
    } catch (error) {
      if (!(error instanceof Crash)) {
        throw error;
      }
      this.#engine.replace(compiled.core);
    }
    // The run was lost with the instance. The second run is coordinated in a separate instance, which survives a crash.
    const { module } = this.#engine;
    try {
      const leader = compileRules(instantiate(module), this.#options);
      return await runWith(leader, new OwnInstanceExecutor(module, this.#options, source), goal, listener);
    } catch (error) {
      throw asError(error);
    }
  }

  trace(rule: string, path: string, source: Source): Trace;
  trace(rule: string, path: string, source: AsyncSource): Promise<Trace> | Trace;
  trace(rule: string, path: string, source: Source | AsyncSource): Trace | Promise<Trace> {
    expectedSource(source);
    mustBe(isText(rule) && isText(path), "the names of a rule and a file", "strings", isText(rule) ? path : rule);
    const paths = source.paths();
    if (!isNow(paths) || Symbol.asyncIterator in Object(paths)) {
      return this.#traceLater(rule, path, source, paths);
    }
    const files = { paths: listedNow(paths as Iterable<string>), problems: problemsOf(source) };
    const atOnce = new AtOnce(source);
    const trace = this.#runSync(atOnce, tracing(rule, path, files, toTrace));
    // After an answer that came later, the trace is incomplete and has to be repeated.
    return atOnce.failed ? this.#traceLater(rule, path, source, files.paths) : trace;
  }

  #runSync<T>(source: AtOnce, goal: Goal<T>): T {
    const compiled = this.#engine.reviving(() => this.#compile());
    const { module } = this.#engine;
    try {
      return runSync(compiled, { module, options: this.#options }, source, goal);
    } catch (error) {
      throw asError(error);
    } finally {
      if (compiled.core.retired()) {
        this.#engine.replace(compiled.core);
      }
    }
  }

  async #traceLater(rule: string, path: string, source: AsyncSource, given: Paths): Promise<Trace> {
    const compiled = this.#engine.reviving(() => this.#compile());
    return this.#runOver(compiled, source, given, {}, (files) => tracing(rule, path, files, toTrace));
  }

  dispose(): void {
    this.#disposed = true;
    this.#free();
  }

  /** Frees the compiled rules once nothing needs them. */
  #free(): void {
    if (this.#disposed && this.#running === 0 && this.#compiled !== undefined) {
      release(this.#compiled.core, this.#compiled.checker);
      this.#compiled = undefined;
    }
  }
}
