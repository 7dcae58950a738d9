/**
 * Adds suggestions to remarks about rules that extract nothing or match no file. They come from the steps of the rule
 * for the first file that it looks at, and from the paths of the files.
 */

import { bytesIn } from "../editor/positions.ts";
import { namesIn, patternsFor } from "../editor/words/present.ts";
import { type Running, trace } from "../engine.ts";
import type { Remark } from "../place.ts";
import { BY_NAME, type Content, type Project } from "../project.ts";
import { nearest } from "./nearest.ts";
import { ruleNamed } from "./outline.ts";
import { unmatchedFiles } from "./pattern.ts";
import { textAt } from "./replacement.ts";
import { findTypo } from "./typo.ts";

/**
 * The maximum number of remarks that get a suggestion: where more rules extract nothing, a typing error is not the
 * cause.
 */
const MOST = 5;

/** Returns true if a remark reports that a rule extracts nothing or matches no file, and has no help yet. */
export function lacksSuggestion({ item, help }: Remark): boolean {
  return "code" in item && (item.code === "rule-no-value" || item.code === NO_FILE) && help === undefined;
}

const NO_FILE = "rule-no-file";

/** Returns the remarks of a project, with help where the cause is known. */
export async function withSuggestions(
  remarks: readonly Remark[],
  project: Project,
  running: Running,
): Promise<readonly Remark[]> {
  const selected = new Set(remarks.filter(lacksSuggestion).slice(0, MOST));
  return Promise.all(
    remarks.map((remark) => (selected.has(remark) ? withSuggestion(remark, project, running) : remark)),
  );
}

/** Returns a suggestion for an attribute that the nodes do not have, or an empty string if no name is similar. */
async function suggestAttribute(help: string, path: string, content: Content): Promise<string> {
  const [, above, wrong = ""] = /^`([^`]+)` has no attribute `([^`]+)`$/.exec(help) ?? [];
  const names = above === undefined ? [] : await namesIn(path, content, { above: above.split("/"), attribute: true });
  const suggested = nearest(wrong, names);
  return suggested === undefined ? "" : `; did you mean \`${suggested}\`?`;
}

/**
 * Returns the remark with a suggestion for a pattern that matches no file. The remark is unchanged if no pattern is
 * similar.
 */
function withPattern(remark: Remark, project: Project): Remark {
  const written = (remark.place && textAt(project, remark.place)) ?? "";
  const [, quote = "", pattern = ""] = /^(['"]?)(.*)\1$/.exec(written) ?? [];
  const suggested = nearest(
    pattern,
    patternsFor([...project.files.keys()]).map(({ label }) => label),
  );
  const isKept = quote === '"' && suggested?.includes("\\");
  return suggested === undefined || isKept
    ? remark
    : { ...remark, help: `did you mean \`${suggested}\`?`, suggestion: quote + suggested + quote };
}

async function withSuggestion(remark: Remark, project: Project, running: Running): Promise<Remark> {
  const { rule: name = "", place, item } = remark;
  if ("code" in item && item.code === NO_FILE) {
    return withPattern(remark, project);
  }
  const rule = ruleNamed(project.rules, name);
  const paths = [...project.files.keys()].sort(BY_NAME.compare);
  const quiet = rule && unmatchedFiles(paths, [rule]);
  const path = quiet && paths.find((one) => !quiet.has(one));
  if (place === undefined || path === undefined) {
    return remark;
  }
  const { steps } = await trace(project, name, path, running);
  const found = steps.find((step) => step.help !== undefined)?.help;
  const help = found && found + (await suggestAttribute(found, path, project.files.get(path) ?? ""));
  const written = textAt(project, place) ?? "";
  const typo = help && findTypo(written, help);
  if (!typo) {
    return help ? { ...remark, help: `in \`${path}\`, ${help}` } : remark;
  }
  const start = place.start + bytesIn(written, 0, typo.at);
  const end = start + bytesIn(typo.wrong, 0, typo.wrong.length);
  return {
    ...remark,
    help: `in \`${path}\`, ${help}`,
    suggestion: typo.name,
    place: { ...place, start, end, column: place.column + typo.at },
  };
}
