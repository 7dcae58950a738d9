/** A project as it is taken away: as files in folders that the command line takes as they are. */

import type { Entry } from "../archive/pack.ts";
import { PROJECT } from "../drop/arrange.ts";
import type { Project } from "../project.ts";
import { CHECK } from "./command.ts";

/** What a zip is called. */
export const ZIP_NAME = "assay-project.zip";

const README = `# A project for Assay

The rules are in \`${PROJECT.rules}\`, the files that they check in \`${PROJECT.files}\`. To check them, here:

\`\`\`
${CHECK}
\`\`\`

Dropped onto the playground, the zip opens as it was.
`;

/** The files of a zip that `assay check` takes once it is unpacked, and that the page opens again. */
export function entriesOf({ rules, files }: Project): Entry[] {
  const inside = (folder: string, from: Project[keyof Project]) => {
    return [...from].map(([path, content]): Entry => [folder + path, content]);
  };
  return [["README.md", README], ...inside(PROJECT.rules, rules), ...inside(PROJECT.files, files)];
}
