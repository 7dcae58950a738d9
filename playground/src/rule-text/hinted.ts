/** What was probably meant where a rule extracts nothing: its steps say so of the first file that it looks at. */

import { bytesIn } from "../editor/positions.ts";
import { type Running, trace } from "../engine.ts";
import type { Remark } from "../place.ts";
import { BY_NAME, type Project } from "../project.ts";
import { meantIn } from "./meant.ts";
import { writtenAt } from "./mend.ts";
import { ruleNamed } from "./outline.ts";
import { unlooked } from "./pattern.ts";

/** Of so many rules it is asked: where more extract nothing, it is not for want of a letter. */
const MOST = 5;

/** Whether a remark is that a rule extracts nothing, and does not say yet what to do about it. */
export function isMute({ item, help }: Remark): boolean {
  return "code" in item && item.code === "rule-no-value" && help === undefined;
}

/** The remarks of a project with what is known to do about them. */
export async function hinted(
  remarks: readonly Remark[],
  project: Project,
  running: Running,
): Promise<readonly Remark[]> {
  const asked = new Set(remarks.filter(isMute).slice(0, MOST));
  return Promise.all(remarks.map((remark) => (asked.has(remark) ? hintedOne(remark, project, running) : remark)));
}

async function hintedOne(remark: Remark, project: Project, running: Running): Promise<Remark> {
  const { rule: name = "", place } = remark;
  const rule = ruleNamed(project.rules, name);
  const paths = [...project.files.keys()].sort(BY_NAME.compare);
  const quiet = rule && unlooked(paths, [rule]);
  const path = quiet && paths.find((one) => !quiet.has(one));
  if (place === undefined || path === undefined) {
    return remark;
  }
  const { steps } = await trace(project, name, path, running);
  const help = steps.find((step) => step.help !== undefined)?.help;
  const written = writtenAt(project, place) ?? "";
  const meant = help && meantIn(written, help);
  if (!meant) {
    return help ? { ...remark, help: `in \`${path}\`, ${help}` } : remark;
  }
  const start = place.start + bytesIn(written, 0, meant.at);
  const end = start + bytesIn(meant.wrong, 0, meant.wrong.length);
  return {
    ...remark,
    help: `in \`${path}\`, ${help}`,
    suggestion: meant.name,
    place: { ...place, start, end, column: place.column + meant.at },
  };
}
