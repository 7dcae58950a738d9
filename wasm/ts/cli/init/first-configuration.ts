/** The configuration that a project begins with. */

import { posix } from "node:path";
import type { DetectedFiles } from "./detect.js";

/** A configuration that names `rules`; `seen` is what lies in its folder. */
export function firstConfiguration(rules: string, { definitions, tools }: DetectedFiles): string {
  const ignore = tools.length === 0 ? "# ignore: ['*.bak', wip/]" : `ignore: [${tools.map(quoted).join(", ")}]`;
  return `# What \`assay\` checks here, by which rules. \`assay config\` shows what is in force, \`assay schema config\` all keys.

# The folder that is checked, and the paths in rules start from.
root: .

# Rule files, and folders of them.
rules: [${quoted(rules)}]

# What is not checked, besides what .gitignore names: patterns as there.
${ignore}

# How much a rule matters here, whatever it says itself; \`off\` switches it off.
# severity: {file-not-empty: warning}

# From which severity on a finding makes \`assay check\` fail: error, warning, info or hint.
fail_on: error

# Whether a rule that has nothing to check, as what it is about was renamed or not exported, makes it fail, too.
# strict: true
${definitions.length === 0 ? "" : sectionOf(definitions)}`;
}

/** The section that says which folders hold the base game and its mods. */
function sectionOf(files: readonly string[]): string {
  const folderOfMod = (path: string) => /^(?:.*\/)?mods\/[^/]+(?=\/)/i.exec(path)?.[0];
  const mods = [...new Set(files.map(folderOfMod).filter((folder) => folder !== undefined))].sort();
  const base = commonFolder(files.filter((path) => folderOfMod(path) === undefined));
  const lines = [
    ...(base === undefined ? [] : [`  base: ${quoted(base)}\n`]),
    ...(mods.length === 0
      ? []
      : [`  # In load order: put the folders in the order of the game.\n  mods: [${mods.map(quoted).join(", ")}]\n`]),
  ];
  return `\n# The folders of definitions.\ndefinitions:\n${lines.join("")}`;
}

/** The deepest folder that all files lie in, if there are any; \`.\` for the one of the project. */
function commonFolder(files: readonly string[]): string | undefined {
  const [first, ...others] = files.map((path) => posix.dirname(path).split("/"));
  return (
    first
      ?.filter((_, at) => others.every((other) => first.slice(0, at + 1).every((part, n) => other[n] === part)))
      .join("/") ||
    (first && ".")
  );
}

/** A text of YAML; plain where that is read as one. */
function quoted(text: string): string {
  return /^[A-Za-z_.][\w./-]*$/.test(text) ? text : `'${text.replaceAll("'", "''")}'`;
}
