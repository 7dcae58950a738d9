/** The files of a project for download, in folders that the command line can use as they are. */

import type { Entry } from "../archive/pack.ts";
import { PROJECT, type Project } from "../project.ts";
import { configAmong } from "../systems/definitions/definition-files.ts";
import { CHECK, CONFIG } from "./command.ts";

export const ZIP_NAME = "assay-project.zip";

const readme = (check: string) => `# A project for Assay

The rules are in \`${PROJECT.rules}\`, the files to check in \`${PROJECT.files}\`. To check them, run:

\`\`\`
${check}
\`\`\`

To open the project in the playground again, drop the zip onto the page.
`;

/** Returns the files of a zip that the command line can check after unpacking, and that the page can open. */
export async function entriesOf({ rules, files }: Project): Promise<Entry[]> {
  const inside = (folder: string, from: Project[keyof Project]) => {
    return [...from].map(([path, content]): Entry => [folder + path, content]);
  };
  const config = configAmong(files);
  const configText = config === undefined ? "" : await new Blob([files.get(config) ?? ""]).text();
  // A configuration among the checked files selects the definitions to load. It applies only without another one.
  const top: Entry[] = /\bdefinitions\b/.test(configText)
    ? [["README.md", readme(CHECK.replace("check", "check --no-ignore"))]]
    : [
        ["README.md", readme("assay check")],
        ["assay.yaml", CONFIG],
      ];
  return [...top, ...inside(PROJECT.rules, rules), ...inside(PROJECT.files, files)];
}
