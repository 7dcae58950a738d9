/** The first check of a project, at the end of `assay init`: its whole report if it is short, otherwise its summary. */

import { checkWith } from "../check.js";
import { optionsIn } from "../command.js";
import type { Engines } from "../engine.js";
import { checkForm } from "../options/check.js";
import type { ReportConclusion } from "../reports.js";

export interface FirstCheck {
  /** The report, or its summary. */
  text: string;
  /** True if `text` is the whole report. */
  isWhole: boolean;
  /** True if there are assets whose content no rule reads. */
  hasGaps: boolean;
  code: number;
}

/** The maximum number of lines of a report that is shown as a whole. */
const MOST_LINES = 60;

/** Checks a project with the configuration at a path. */
export async function firstCheck(configuration: string, engines: Engines): Promise<FirstCheck> {
  let text = "";
  let hasGaps = false;
  const request = optionsIn([`--config=${configuration}`, "--format=text"], checkForm());
  const code = await checkWith(request, engines, async (_, conclusion) => {
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
