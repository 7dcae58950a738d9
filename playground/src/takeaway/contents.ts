/** A project as it is taken away: as files in folders that the command line takes as they are. */

import type { Entry } from "../archive/pack.ts";
import { PROJECT } from "../drop/arrange.ts";
import type { Project } from "../project.ts";
import { configAmong } from "../systems/definition-files.ts";
import { CHECK, FILES, RULES } from "./command.ts";

/** What a zip is called. */
export const ZIP_NAME = "assay-project.zip";

const readme = (check: string) => `# A project for Assay

The rules are in \`${PROJECT.rules}\`, what they check in \`${PROJECT.files}\`:

\`\`\`
${check}
\`\`\`

Dropped onto the playground, the zip opens as it was.
`;

/** All that was on the page is checked, whatever ignore files among it say. */
const CONFIG = `root: ${FILES}\nrules: ${RULES}\nignore: ["!*"]\n`;

/** The files of a zip that `assay check` takes once it is unpacked, and that the page opens again. */
export function entriesOf({ rules, files }: Project): Entry[] {
  const inside = (folder: string, from: Project[keyof Project]) => {
    return [...from].map(([path, content]): Entry => [folder + path, content]);
  };
  // One among the files says which definitions are loaded, where there is no other.
  const top: Entry[] =
    configAmong(files) === undefined
      ? [
          ["README.md", readme("assay check")],
          ["assay.yaml", CONFIG],
        ]
      : [["README.md", readme(CHECK)]];
  return [...top, ...inside(PROJECT.rules, rules), ...inside(PROJECT.files, files)];
}
