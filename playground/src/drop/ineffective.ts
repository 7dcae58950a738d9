/** Files that the command line applies and the page does not: the page checks every file, by the rules on the page. */

import type { Skipped } from "../archive/path.ts";
import { CONFIG } from "../export/command.ts";
import { type Folder, PROJECT } from "../project.ts";
import { CONFIGS } from "../systems/definitions/definition-files.ts";

/** The paths of ignore files: `.gitignore` and `.assayignore`. */
const IGNORES = /(?:^|\/)\.(?:git|assay)ignore$/;

/**
 * Returns the dropped files that have no effect on the page, each with the reason. Returns an empty list for a project
 * that was exported from the page, because its unchanged configuration describes how the page checks.
 */
export async function ineffectiveIn(files: Folder, isProject: boolean): Promise<Skipped[]> {
  const config = new Blob([files.get("assay.yaml") ?? ""]);
  if (isProject && (await config.text().catch(() => "")) === CONFIG) {
    return [];
  }
  const paths = [...files.keys()].filter((path) => !(isProject && path.startsWith(PROJECT.rules)));
  return paths.flatMap((path) => {
    // Files next to the folders of an exported project are not imported.
    const imported = !isProject || path.includes("/");
    if (IGNORES.test(path)) {
      return [{ path, imported, reason: "it has no effect here: this page checks every file" }];
    }
    const counts = imported ? "only its `definitions` have an effect here" : "it has no effect here";
    return CONFIGS.includes(path) ? [{ path, imported, reason: `${counts}: ${BY_THESE}` }] : [];
  });
}

const BY_THESE = "this page checks every file with the rules on the page";

/** Returns a sentence about files without effect, with a leading space; an empty string if all have an effect. */
export function describeIneffective(names: readonly string[]): string {
  const [one, ...others] = names.map((name) => `\`${name}\``).reverse();
  const all = others.length === 0 ? `${one} has` : `${others.reverse().join(", ")} and ${one} have`;
  return one === undefined ? "" : ` ${all} no effect here: ${BY_THESE}.`;
}
