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
  const said = new Blob([files.get("assay.yaml") ?? ""]);
  if (isProject && (await said.text().catch(() => "")) === CONFIG) {
    return [];
  }
  const paths = [...files.keys()].filter((path) => !(isProject && path.startsWith(PROJECT.rules)));
  return paths.flatMap((path) => {
    // Of a project, what lies beside its folders has no place here.
    const imported = !isProject || path.includes("/");
    if (IGNORES.test(path)) {
      return [{ path, imported, reason: "it leaves nothing out here: every file is checked" }];
    }
    const counts = imported ? "of it only `definitions` counts here" : "it does not count here";
    return CONFIGS.includes(path) ? [{ path, imported, reason: `${counts}: ${BY_THESE}` }] : [];
  });
}

const BY_THESE = "every file is checked, by the rules on this page";

/**
 * Returns a sentence which says that files with these names have no effect on the page, or an empty string if there are
 * no names. The sentence begins with a space.
 */
export function describeIneffective(names: readonly string[]): string {
  const [one, ...others] = names.map((name) => `\`${name}\``).reverse();
  const all = others.length === 0 ? `${one} says` : `${others.reverse().join(", ")} and ${one} say`;
  return one === undefined ? "" : ` Whatever ${all}, here ${BY_THESE}.`;
}
