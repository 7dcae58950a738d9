/** Conversion rules: their public interface, and its implementation with an instance of the engine. */

import type { Diagnostics } from "../../api.js";
import { type Core, using } from "../../core.js";
import { AssayError } from "../../errors.js";
import { expectedSource, kindOf } from "../../expected.js";
import type { Home } from "../../home.js";
import { type CoreReport, parse, toObject } from "../../report.js";
import { listedNow, problemsOf, type Source } from "../../source.js";
import type { ConversionEntry, Report } from "../../types.js";
import { EngineObject, paged } from "../engine-object.js";

type CorePipeline = Core["Pipeline"]["prototype"];

const LOST_RULES = {
  ended: "the engine was stopped, so these conversion rules are lost: read them again",
  disposed: "these conversion rules have been disposed of",
};

/** The conversion rules of a root, with the paths of its files. Returns how an asset pipeline converts each file. */
export class Pipeline {
  /** The paths of the rule files, `asset_rules.xml`, in order. */
  readonly ruleFiles: readonly string[];
  /** The number of files that are not rule files. */
  readonly length: number;
  /**
   * The problems, warnings and hints about the rule files, sorted by file and place. Rules that cannot be used are
   * ignored.
   */
  readonly diagnostics: Diagnostics;
  readonly #object: EngineObject<CorePipeline>;

  /** @internal Made by {@link readPipeline}. */
  constructor(home: Home, core: Core, inner: CorePipeline) {
    this.#object = new EngineObject(home, core, inner, LOST_RULES);
    this.ruleFiles = inner.ruleFiles();
    this.length = inner.length();
    this.diagnostics = parse(inner.diagnostics()) as Diagnostics;
  }

  /**
   * Returns the result of the rules for the file at `path`, with the rule that sets each field and the rules that it
   * overrides. The file is a source or a built file, and may not exist.
   *
   * @throws {AssayError} `path-outside` if the path leaves the root, or names it; `no-path` if it is not a string.
   */
  explain(path: string): ConversionEntry {
    if (typeof path !== "string") {
      throw new AssayError("no-path", `the path must be a string, not ${kindOf(path)}`);
    }
    return parse(this.#object.do((inner) => inner.explain(path))) as ConversionEntry;
  }

  /**
   * Returns the results for the files from one place up to another, from 0, in the order of their paths; with
   * `rootOnly` only for root assets. Places out of range are replaced by the nearest ones.
   */
  rows(from = 0, to = this.length, { rootOnly = false } = {}): ConversionEntry[] {
    // The engine would misinterpret numbers outside of its range.
    const place = (number: number) => Math.min(Math.max(Math.trunc(number) || 0, 0), this.length);
    return parse(this.#object.do((inner) => inner.rows(place(from), place(to), rootOnly))) as ConversionEntry[];
  }

  /** Yields the results for all files. */
  *[Symbol.iterator](): IterableIterator<ConversionEntry> {
    yield* this.entries();
  }

  /** Yields the results for all files; with `rootOnly` only for root assets. */
  *entries(options: { rootOnly?: boolean } = {}): IterableIterator<ConversionEntry> {
    yield* paged(this.length, (from, to) => this.rows(from, to, options));
  }

  /**
   * Checks the rules and the files together. The report has rule files that cannot be read, built files without a
   * source or with two, and rules that match nothing, set nothing, or are always overridden.
   */
  check(): Report {
    return this.checked((report, core) => using(core, report, (one) => toObject(one)));
  }

  /**
   * @internal Sets the files that are not checked, so that rules which match only these files are not reported as
   * unused.
   */
  leaveOut(paths: readonly string[]): void {
    this.#object.do((inner) => inner.leaveOut(paths.join("\0")));
  }

  /** @internal Sets the severity of the findings of a check of the rules, or `off`. */
  judge(check: string, level: string): void {
    this.#object.do((inner) => inner.judge(check, level));
  }

  /** @internal Returns the result of `conclude`, which owns the report of a check. */
  checked<T>(conclude: (report: CoreReport, core: Core) => T): T {
    return this.#object.do((inner) => conclude(inner.check(), this.#object.core));
  }

  /** @internal Returns the problems and warnings as text. */
  remarks(color: boolean, width: number): string {
    return this.#object.do((inner) => inner.remarks(color, width));
  }

  /** Frees the memory of the rules, which cannot be used afterwards. */
  dispose(): void {
    this.#object.dispose();
  }
}

/** @internal Reads the rule files of a source. Their errors are in {@link Pipeline.diagnostics}. */
export function readPipeline(home: Home, source: Source): Pipeline {
  expectedSource(source);
  const core = home.core();
  return home.run(core, () => {
    const inner = core.Pipeline.read(listedNow(source.paths()).join("\0"), source);
    for (const { code, message, path, help, warning } of problemsOf(source)) {
      inner.problem(code, message, path, help, warning ?? false);
    }
    return new Pipeline(home, core, inner);
  });
}
