/** The files of a project for download, in folders that the command line can use as they are. */

import type { Entry } from "../archive/pack.ts";
import { PROJECT, type Project } from "../project.ts";
import { configAmong } from "../systems/definitions/definition-files.ts";
import { CHECK, CONFIG } from "./command.ts";

/** The name of a downloaded zip. */
export const ZIP_NAME = "assay-project.zip";

const readme = (check: string) => `# A project for Assay

The rules are in \`${PROJECT.rules}\`, what they check in \`${PROJECT.files}\`:

\`\`\`
${check}
\`\`\`

Dropped onto the playground, the zip opens as it was.
`;

/**
 * Returns the files of a zip that the command line can check after unpacking, as its README says, and that the page can
 * open.
 */
export async function entriesOf({ rules, files }: Project): Promise<Entry[]> {
  const inside = (folder: string, from: Project[keyof Project]) => {
    return [...from].map(([path, content]): Entry => [folder + path, content]);
  };
  const config = configAmong(files);
  const said = config === undefined ? "" : await new Blob([files.get(config) ?? ""]).text();
  // One among the files says which definitions are loaded, where there is no other.
  const top: Entry[] = /\bdefinitions\b/.test(said)
    ? [["README.md", readme(CHECK.replace("check", "check --no-ignore"))]]
    : [
        ["README.md", readme("assay check")],
        ["assay.yaml", CONFIG],
      ];
  return [...top, ...inside(PROJECT.rules, rules), ...inside(PROJECT.files, files)];
}
