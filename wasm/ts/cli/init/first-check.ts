/** The first check of a project, at the end of `assay init`: its whole report if it is short, otherwise its summary. */

import { Command as Commander } from "commander";
import { checkWith } from "../check.js";
import { command } from "../command.js";
import type { Engines } from "../engine.js";
import { type CheckRequest, checkForm } from "../options/check.js";
import type { ReportConclusion } from "../reports.js";

/** The result of a first check. */
export interface FirstCheck {
  /** The report, or its summary. */
  text: string;
  /** True if `text` is the whole report. */
  isWhole: boolean;
  /** True if there are assets whose content no rule reads. */
  hasGaps: boolean;
  /** The exit code of the check. */
  code: number;
}

/** The maximum number of lines of a report that is shown as a whole. */
const MOST_LINES = 60;

/** Checks a project with the configuration at a path. */
export async function firstCheck(configuration: string, engines: Engines): Promise<FirstCheck> {
  let text = "";
  let hasGaps = false;
  const code = await checkWith(requestFor(configuration), engines, async (_, conclusion) => {
    hasGaps = conclusion.hasGaps;
    text = textOf(conclusion);
    return conclusion.code;
  });
  // The summary is the last paragraph.
  const isWhole = text.split("\n").length <= MOST_LINES;
  return { text: isWhole ? text : text.slice(text.lastIndexOf("\n\n") + 2), isWhole, hasGaps, code };
}

function textOf(conclusion: ReportConclusion): string {
  try {
    const [report = []] = conclusion.texts;
    return Buffer.concat([...report]).toString();
  } finally {
    conclusion.done();
  }
}

/** Returns the options of `assay check --config PATH`. */
function requestFor(path: string): CheckRequest {
  let request: CheckRequest | undefined;
  // Parsed like a command line, so that defaults are the same as for `assay check`.
  const program = new Commander();
  const add = command(checkForm(), async (options) => {
    request = options;
    return 0;
  });
  add(program, (run) => void run({} as Engines));
  program.parse(["check", `--config=${path}`, "--format=text"], { from: "user" });
  if (request === undefined) {
    throw new Error("the options of `assay check` were not read");
  }
  return request;
}
