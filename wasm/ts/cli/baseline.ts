/** The baseline of a check: findings that are known already, and are not told again. */

import { existsSync } from "node:fs";
import { Option } from "commander";
import type { RuleFile } from "../api.js";
import { type Core, guarded } from "../core.js";
import { codeOf, explain } from "../node/explain.js";
import type { CoreReport, Least } from "../report.js";
import { CANNOT_RUN } from "./exit.js";
import { colorsOn, complain, note, tell, width } from "./output.js";
import { writeAtOnce } from "./outputs.js";
import { readWhole, refusePipes } from "./pipes.js";
import { Refusal } from "./refusal.js";
import { decode } from "./rules.js";

/** The version of the form of baselines that is written and read. */
const VERSION = "1";

/** What is asked for. */
export interface BaselineOptions {
  /** The file; no finding is known without one. */
  baseline: string | undefined;
  /** Whether the file is written anew: what is found now is known from then on. */
  updateBaseline: boolean;
}

/** The options that say so. */
export function baselineOptions(): Option[] {
  return [
    new Option("--baseline <FILE>", "the file that lists known findings, which are not told again"),
    new Option("--no-baseline", "none is known, whatever the configuration says"),
    new Option("--update-baseline", "write that file anew: all that is found now is known from then on").default(false),
  ];
}

/** The known findings of one check. */
export class Baseline {
  /** Its path. */
  readonly path: string;
  readonly #updates: boolean;
  #known: RuleFile | undefined;
  /** What the file held that is to be written anew; nothing where there is none. */
  #old: string | undefined;
  /** What is written: the text, and how many findings it lists; or why it could not be. */
  #made: { text: string; count: number } | Refusal | undefined;

  /**
   * The baseline that `options` ask for; nothing when they ask for none.
   *
   * @throws {Refusal} When it cannot be read, or no file is named that could be written.
   */
  static of({ baseline: path, updateBaseline }: BaselineOptions): Baseline | undefined {
    if (path !== undefined) {
      return new Baseline(path, updateBaseline);
    }
    if (updateBaseline) {
      throw new Refusal(
        "there is no baseline to write",
        "name its file: --baseline assay-baseline.json --update-baseline, or `baseline:` in the configuration",
      );
    }
    return undefined;
  }

  private constructor(path: string, updates: boolean) {
    this.path = path;
    this.#updates = updates;
    if (updates) {
      refusePipes([path], "a baseline is written in the place of the old one", "name a file");
      this.#old = textOf(path);
    } else {
      this.#known = readBaseline(path);
    }
  }

  /**
   * Looks at what was read, before anything is checked.
   *
   * @throws {Refusal} When it is no baseline. All mistakes have been told then.
   */
  refuse(core: Core): void {
    if (this.#known === undefined) {
      return;
    }
    const { path, text } = this.#known;
    const mistakes = guarded(core, () => core.renderBaselineMistakes(path, text, colorsOn(process.stderr), width()));
    if (mistakes !== "") {
      tell(mistakes, colorsOn(process.stderr));
      throw new Refusal(`the baseline \`${path}\` cannot be used`, "nothing is checked before it is right");
    }
  }

  /**
   * Takes known findings out of a report, and writes the file where that is asked for: one that cannot be written hides nothing. Of a
   * report that is incomplete no baseline is made.
   */
  settle(report: CoreReport, least: Least): void {
    this.#made = undefined;
    if (this.#updates && report.exitCode("error", least) !== CANNOT_RUN) {
      const text = report.baseline(this.#old);
      const failure = writtenOr(this.path, text);
      this.#made = failure ?? { text, count: report.hide(this.path, text) };
    }
    if (this.#known !== undefined) {
      report.hide(this.#known.path, this.#known.text);
    }
  }

  /** Says what became of the file, where it was to be written, and tells whether that went well; if not, the old one is there still. */
  tell(quiet: boolean): boolean {
    if (!this.#updates) {
      return true;
    }
    if (this.#made === undefined) {
      complain(
        `the baseline \`${this.path}\` is not written, as not everything was checked`,
        "mend what the problems say, or leave its files out: `.assayignore`, `ignore:`",
      );
      return false;
    }
    if (this.#made instanceof Refusal) {
      complain(
        this.#made.message,
        "the baseline is not written, so that nothing is hidden: what it would list is in the report",
      );
      return false;
    }
    const { text, count } = this.#made;
    if (!quiet) {
      const changes = changesOf(this.#old, text);
      note(`baseline: ${count} finding${count === 1 ? " is" : "s are"} listed in \`${this.path}\`${changes}`);
    }
    return true;
  }
}

/** Writes the file, and tells why that cannot be. */
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
 * What the file holds that is to be written anew.
 *
 * @throws {Refusal} When there is a file which is none of these: it would be lost. One that a merge has damaged is.
 */
function textOf(path: string): string | undefined {
  if (!existsSync(path)) {
    return undefined;
  }
  const { text } = readBaseline(path);
  if (text.trim() !== "" && !isBaseline(text)) {
    throw new Refusal(
      `\`${path}\` is no baseline, and would be replaced`,
      "delete it if it was a baseline, or name another file",
    );
  }
  const version = /"version"\s*:\s*(\d+)/.exec(text)?.[1] ?? VERSION;
  if (version !== VERSION) {
    throw new Refusal(
      `\`${path}\` is a baseline of version ${version}, and would be replaced by one of version ${VERSION}`,
      "use the Assay that wrote it, or delete it",
    );
  }
  return text;
}

/** Whether a text is that of a baseline, also of one that a merge has damaged, or the beginning of such a text. A report has a summary. */
export function isBaseline(text: string): boolean {
  return /^\s*\{[^{[]*"findings"\s*:\s*\[(?![\s\S]*"summary"\s*:)/.test(withoutMarks(text));
}

/** How the findings that `now` lists differ from those that `old` did, in words behind a sentence. */
function changesOf(old: string | undefined, now: string): string {
  if (old === undefined || old.trim() === "") {
    return "";
  }
  const before = countsIn(old);
  if (before === undefined) {
    return "; what was listed before could not be read";
  }
  let added = 0;
  for (const [key, count] of countsIn(now) ?? []) {
    let left = count;
    // One that did not say what a script says is the same when it does.
    for (const known of new Set([key, keyOf({ ...JSON.parse(key), message: undefined })])) {
      const there = before.get(known) ?? 0;
      const same = Math.min(left, there);
      before.set(known, there - same);
      left -= same;
    }
    added += left;
  }
  const dropped = [...before.values()].reduce((sum, count) => sum + count, 0);
  return added + dropped === 0 ? ", as before" : `: ${added} added, ${dropped} taken out`;
}

/** How often a baseline lists what, as far as it can be read. */
function countsIn(text: string): Map<string, number> | undefined {
  try {
    const { findings } = JSON.parse(text.replace(/^\ufeff/, "")) as { findings: Record<string, unknown>[] };
    const counts = new Map<string, number>();
    for (const finding of findings) {
      const key = keyOf(finding);
      counts.set(key, (counts.get(key) ?? 0) + Number(finding.count ?? 1));
    }
    return counts;
  } catch {
    return undefined;
  }
}

/** What an entry is about. */
function keyOf({ path, rule, value, message }: Record<string, unknown>): string {
  return JSON.stringify({ path, rule, value, message });
}

/** A text without the lines that a merge puts around what it could not decide. */
function withoutMarks(text: string): string {
  return text.replace(/^(?:<<<<<<<|=======|>>>>>>>|\|\|\|\|\|\|\|).*$/gm, "");
}

function readBaseline(path: string): RuleFile {
  try {
    return { path, text: decode(readWhole(path)) };
  } catch (error) {
    const help = codeOf(error) === "ENOENT" ? "write it: --update-baseline" : undefined;
    throw new Refusal(`the baseline \`${path}\` cannot be read: ${explain(error)}`, help);
  }
}
