/** The configuration that a project begins with. */

import { posix } from "node:path";

/** A pack or a folder of rules, with the reason why a project uses it. */
export interface ChosenRules {
  /** The reference in `rules`: `assay:PACK`, or a folder. */
  reference: string;
  /** The reason, in one line. */
  reason: string;
}

export interface FirstSettings {
  rules: readonly ChosenRules[];
  /** Folders of tools to ignore, as patterns of an ignore file. */
  tools: readonly string[];
  /** Folders of packages, which rules read but do not report. Nothing else in the folder above each is an asset. */
  packages: readonly string[];
  /** The rules that are switched off at first. */
  off: readonly string[];
  hasComments: boolean;
  definitions: readonly string[];
}

export function firstConfiguration({ rules, tools, packages, off, hasComments, definitions }: FirstSettings): string {
  const ignored = [...tools, ...packages.flatMap(onlyPackages)];
  const ignore = ignored.length === 0 ? "# ignore: ['*.bak', wip/]" : `ignore: [${ignored.map(quoted).join(", ")}]`;
  const width = Math.max(...rules.map(({ reference }) => quoted(reference).length));
  const list = rules.map(({ reference, reason }) => `  - ${quoted(reference).padEnd(width)}  # ${commented(reason)}\n`);
  return `# The configuration of Assay. \`assay config\` shows the settings in force, \`assay schema config\` lists all keys.

# The folder to check. Paths in rules start here.
root: .

# The packs and the rule files to use. \`assay rules\` lists all packs.
rules:
${list.join("")}
# Files that are not checked, in addition to the files that .gitignore ignores. The patterns have the same form.
${ignore}

${packages.length === 0 ? "" : silentPackages(packages)}${hasComments ? FORMATS : ""}# Severities that replace those of the rules. \`off\` switches a rule off.
${off.length === 0 ? "# severity: {json-readable: error}" : `severity: {${off.map((rule) => `${rule}: off`).join(", ")}}`}

# The lowest severity that makes \`assay check\` fail: error, warning, info or hint.
fail_on: error

# \`true\` makes the check fail also if a rule has nothing to check.
# strict: true
${definitions.length === 0 ? "" : sectionOf(definitions)}`;
}

/** The setting for JSON files with comments, which strict JSON does not allow. */
const FORMATS = `# How files are read. Some JSON files of this project have comments.
formats: {'\\.json$': jsonc}

`;

/** Returns the patterns that leave out everything in the folder around `packages` but the packages. */
function onlyPackages(packages: string): string[] {
  const escaped = packages.replaceAll(/[\\*?[\]]/g, "\\$&");
  const around = posix.dirname(escaped);
  // A pattern cannot keep something in a folder that is ignored, so the folder above is kept first.
  return [`!/${around}/`, `/${around}/*`, `!/${escaped}/`, `!/${escaped}/**`];
}

/** Returns the setting that lets rules read packages without findings in them. */
function silentPackages(packages: readonly string[]): string {
  const patterns = packages.map((folder) => `^/${folder.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&")}/`);
  const lines = patterns.map((pattern) => `  - {files: ${quoted(pattern)}, severity: off}\n`);
  return `# References may lead into packages, so rules read them. Nothing in them is reported.
overrides:
${lines.join("")}
`;
}

/** Returns the section that names the folders of the base game and of its mods. */
function sectionOf(files: readonly string[]): string {
  const folderOfMod = (path: string) => /^(?:.*\/)?mods\/[^/]+(?=\/)/i.exec(path)?.[0];
  const mods = [...new Set(files.map(folderOfMod).filter((folder) => folder !== undefined))].sort();
  const base = commonFolder(files.filter((path) => folderOfMod(path) === undefined));
  const lines = [
    ...(base === undefined ? [] : [`  base: ${quoted(base)}\n`]),
    ...(mods.length === 0
      ? []
      : [`  # Put the mods in the load order of the game.\n  mods: [${mods.map(quoted).join(", ")}]\n`]),
  ];
  return `\n# The folders of definitions.\ndefinitions:\n${lines.join("")}`;
}

/** Returns the deepest folder that contains all files, \`.\` for that of the project; undefined without files. */
function commonFolder(files: readonly string[]): string | undefined {
  const [first, ...others] = files.map((path) => posix.dirname(path).split("/"));
  return (
    first
      ?.filter((_, at) => others.every((other) => first.slice(0, at + 1).every((part, n) => other[n] === part)))
      .join("/") ||
    (first && ".")
  );
}

/** Returns a string of YAML, without quotes if it can be written so. */
function quoted(text: string): string {
  return /^[A-Za-z_.][\w./:-]*$/.test(text) && !text.endsWith(":") ? text : `'${text.replaceAll("'", "''")}'`;
}

/** Returns a string that can be a comment: names of files may have line ends. */
function commented(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, " ");
}
