/** The baseline of a check: known findings, which are not reported again. */

import { existsSync } from "node:fs";
import { Option } from "commander";
import type { RuleFile } from "../api.js";
import { attempt } from "../attempt.js";
import { type Core, guarded } from "../core.js";
import { codeOf, explain } from "../node/explain.js";
import type { CoreReport, Least } from "../report.js";
import { CANNOT_RUN } from "./exit.js";
import { colorsOn, note, reportError, width, writeMessage } from "./output.js";
import { writeAtOnce } from "./outputs.js";
import { readWhole, refusePipes } from "./pipes.js";
import { Refusal } from "./refusal.js";
import { decode } from "./rules.js";

const VERSION = "1";

export interface BaselineOptions {
  /** The path of the baseline; without one, no finding is known. */
  baseline: string | undefined;
  /** True if the file is rewritten, so that all current findings are known from then on. */
  updateBaseline: boolean;
}

export function baselineOptions(): Option[] {
  return [
    new Option("--baseline <FILE>", "the file with known findings, which are not reported again"),
    new Option("--no-baseline", "use no baseline, even if the configuration names one"),
    new Option("--update-baseline", "rewrite the baseline, so that it lists all current findings").default(false),
  ];
}

/** The known findings of one check. */
export class Baseline {
  readonly path: string;
  readonly #updates: boolean;
  #known: RuleFile | undefined;
  /** The old content of a file that is to be rewritten; undefined if the file does not exist. */
  #old: string | undefined;
  /** The new content with the number of findings that it lists, or the reason why it could not be written. */
  #content: { text: string; count: number } | Refusal | undefined;

  /**
   * Returns the baseline that the options name, or undefined if they name none.
   *
   * @throws {Refusal} When the file cannot be read, or a baseline is to be written and no file is named.
   */
  static of({ baseline: path, updateBaseline }: BaselineOptions): Baseline | undefined {
    if (path !== undefined) {
      return new Baseline(path, updateBaseline);
    }
    if (updateBaseline) {
      throw new Refusal(
        "the file of the baseline is missing",
        "name the file: --baseline assay-baseline.json --update-baseline, or `baseline:` in the configuration",
      );
    }
    return undefined;
  }

  private constructor(path: string, updates: boolean) {
    this.path = path;
    this.#updates = updates;
    if (updates) {
      refusePipes([path], "a baseline must be a file that can be replaced", "name a file");
      this.#old = textOf(path);
    } else {
      this.#known = readBaseline(path);
    }
  }

  /**
   * Validates the baseline that was read, before anything is checked.
   *
   * @throws {Refusal} When the file is not a valid baseline. All its errors have been reported then.
   */
  refuse(core: Core): void {
    if (this.#known === undefined) {
      return;
    }
    const { path, text } = this.#known;
    const errors = guarded(core, () => core.renderBaselineMistakes(path, text, colorsOn(process.stderr), width()));
    if (errors !== "") {
      writeMessage(errors, colorsOn(process.stderr));
      throw new Refusal(`the baseline \`${path}\` cannot be used`, "fix its errors; nothing has been checked");
    }
  }

  /**
   * Removes known findings from a report and, if requested, writes the baseline. A baseline that cannot be written
   * hides nothing, and no baseline is made from an incomplete report.
   */
  settle(report: CoreReport, least: Least): void {
    this.#content = undefined;
    if (this.#updates && report.exitCode("error", least) !== CANNOT_RUN) {
      const text = report.baseline(this.#old);
      const failure = writtenOr(this.path, text);
      this.#content = failure ?? { text, count: report.hide(this.path, text) };
    }
    if (this.#known !== undefined) {
      report.hide(this.#known.path, this.#known.text);
    }
  }

  /** Removes known findings from a report on earlier files. `moved` has the current path of each file, with the earlier one. */
  hideEarlier(report: CoreReport, moved: ReadonlyMap<string, string>): void {
    if (this.#known !== undefined) {
      report.hideMoved(
        this.#known.text,
        [...moved].flatMap(([now, before]) => [before, now]),
      );
    }
  }

  /**
   * Reports the result of writing the baseline. Returns false if it could not be written; the old file still exists
   * then.
   */
  reportSaved(quiet: boolean): boolean {
    if (!this.#updates) {
      return true;
    }
    if (this.#content === undefined) {
      reportError(
        `the baseline \`${this.path}\` was not written, because not everything was checked`,
        "fix the problems, or accept their files by the code in brackets, in `assay.yaml`: `severity: {CODE: warning}`",
      );
      return false;
    }
    if (this.#content instanceof Refusal) {
      reportError(this.#content.message, "the baseline was not written, so the report contains all findings");
      return false;
    }
    const { text, count } = this.#content;
    if (!quiet) {
      const changes = changesOf(this.#old, text);
      note(`baseline: ${count} finding${count === 1 ? " is" : "s are"} listed in \`${this.path}\`${changes}`);
    }
    return true;
  }
}

/** Writes the file, and returns the error if that fails. */
function writtenOr(path: string, text: string): Refusal | undefined {
  try {
    writeAtOnce(path, new TextEncoder().encode(text));
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) {
      return error;
    }
    throw error;
  }
}

/**
 * Returns the old content of a file that is to be rewritten, or undefined if the file does not exist.
 *
 * @throws {Refusal} When the file is not a baseline, or one of another version: it would be lost. A baseline that a
 * merge has damaged is accepted.
 */
function textOf(path: string): string | undefined {
  if (!existsSync(path)) {
    return undefined;
  }
  const { text } = readBaseline(path);
  if (text.trim() !== "" && !isBaseline(text)) {
    throw new Refusal(
      `\`${path}\` is not a baseline, and would be overwritten`,
      "delete it if it was a baseline, or name another file",
    );
  }
  const version = /"version"\s*:\s*(\d+)/.exec(text)?.[1] ?? VERSION;
  if (version !== VERSION) {
    throw new Refusal(
      `\`${path}\` is a baseline of version ${version}, and would be overwritten with version ${VERSION}`,
      "use the version of Assay that wrote it, or delete it",
    );
  }
  return text;
}

/**
 * Returns true if `text` is a baseline or the beginning of one, even if a merge has damaged it. A report is not a
 * baseline, as it has a summary.
 */
export function isBaseline(text: string): boolean {
  const withoutMarks = text.replace(/^(?:<<<<<<<|=======|>>>>>>>|\|\|\|\|\|\|\|).*$/gm, "");
  return /^\s*\{[^{[]*"findings"\s*:\s*\[(?![\s\S]*"summary"\s*:)/.test(withoutMarks);
}

/** Returns how the findings that `now` lists differ from those in `old`, as the end of a sentence. */
function changesOf(old: string | undefined, now: string): string {
  if (old === undefined || old.trim() === "") {
    return "";
  }
  const before = countsIn(old);
  if (before === undefined) {
    return "; the old baseline could not be read";
  }
  let added = 0;
  for (const [key, count] of countsIn(now) ?? []) {
    let left = count;
    // An entry that was written without the message of a script is the same as one with it.
    for (const known of new Set([key, keyOf({ ...JSON.parse(key), message: undefined })])) {
      const there = before.get(known) ?? 0;
      const same = Math.min(left, there);
      before.set(known, there - same);
      left -= same;
    }
    added += left;
  }
  const dropped = [...before.values()].reduce((sum, count) => sum + count, 0);
  return added + dropped === 0 ? ", as before" : `: ${added} added, ${dropped} removed`;
}

/** Returns how often a baseline lists each finding, or undefined if it cannot be parsed. */
function countsIn(text: string): Map<string, number> | undefined {
  return attempt(() => {
    const { findings } = JSON.parse(text.replace(/^\ufeff/, "")) as { findings: Record<string, unknown>[] };
    const counts = new Map<string, number>();
    for (const finding of findings) {
      const key = keyOf(finding);
      counts.set(key, (counts.get(key) ?? 0) + Number(finding.count ?? 1));
    }
    return counts;
  });
}

/** Returns the key of an entry: its path, rule, value and message. */
function keyOf({ path, rule, value, message }: Record<string, unknown>): string {
  return JSON.stringify({ path, rule, value, message });
}

function readBaseline(path: string): RuleFile {
  try {
    return { path, text: decode(readWhole(path)) };
  } catch (error) {
    const help = codeOf(error) === "ENOENT" ? "write it: --update-baseline" : undefined;
    throw new Refusal(`the baseline \`${path}\` cannot be read: ${explain(error)}`, help);
  }
}
