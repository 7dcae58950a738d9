/** Files that the command line obeys and this page does not: all that is here is checked, by the rules that are here. */

import type { Skipped } from "../archive/unpack.ts";
import { type Folder, PROJECT } from "../project.ts";
import { CONFIGS } from "../systems/definition-files.ts";
import { CONFIG } from "../takeaway/command.ts";

/** What leaves files out. */
const IGNORES = /(?:^|\/)\.(?:git|assay)ignore$/;

/** Those among what was dropped; none in a project that was taken away from here, as its configuration says what the page does. */
export async function unheededIn(files: Folder, isProject: boolean): Promise<Skipped[]> {
  const said = new Blob([files.get("assay.yaml") ?? ""]);
  if (isProject && (await said.text().catch(() => "")) === CONFIG) {
    return [];
  }
  const paths = [...files.keys()].filter((path) => !(isProject && path.startsWith(PROJECT.rules)));
  return paths.flatMap((path) => {
    // Of a project, what lies beside its folders has no place here.
    const taken = !isProject || path.includes("/");
    if (IGNORES.test(path)) {
      return [{ path, taken, reason: "it leaves nothing out here: every file is checked" }];
    }
    const counts = taken ? "of it only `definitions` counts here" : "it does not count here";
    return CONFIGS.includes(path) ? [{ path, taken, reason: `${counts}: ${BY_THESE}` }] : [];
  });
}

const BY_THESE = "every file is checked, by the rules on this page";

/** What is told of files with these names. */
export function saidOfUnheeded(names: readonly string[]): string {
  const [one, ...others] = names.map((name) => `\`${name}\``).reverse();
  const all = others.length === 0 ? `${one} says` : `${others.reverse().join(", ")} and ${one} say`;
  return one === undefined ? "" : ` Whatever ${all}, here ${BY_THESE}.`;
}
