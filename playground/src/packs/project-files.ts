/** Copies rules of packs into a project. The files of the pack `gltf` are in the folder `gltf` there. */

import type { RuleFile, RulePack } from "assay/packs";
import type { Folder } from "../project.ts";

const PREFIX = /^assay:/;

/** Returns the path that a file of a pack has in a project. */
export function projectPath(path: string): string {
  return path.replace(PREFIX, "");
}

function isDescription(path: string): boolean {
  return path.endsWith("/pack.yaml");
}

export function ruleFilesOf({ rules }: RulePack): string[] {
  return rules.map(({ path }) => path).filter((path) => !isDescription(path));
}

/** Returns true if a project has all these files of packs. */
export function hasAll(rules: Folder, paths: readonly string[]): boolean {
  return paths.every((path) => rules.has(projectPath(path)));
}

/**
 * Returns the files that a project needs for rules of a pack: the rule files at `chosen`, the description of the pack
 * and the libraries that the rules use. Files that the project has are left as they are.
 */
export function filesToAdd({ name, rules, library }: RulePack, chosen: readonly string[], project: Folder): Folder {
  const isChosen = ({ path }: RuleFile) => chosen.includes(path);
  const isAbout = ({ path }: RuleFile) => isDescription(path);
  // The first file is shown.
  const files = [...rules.filter(isChosen), ...rules.filter(isAbout)];
  const texts = files.map(({ path, text }) => [path, text] as const);
  const all = [...texts, ...librariesFor(texts, name, library)];
  return new Map(all.map(([path, text]) => [projectPath(path), text] as const).filter(([path]) => !project.has(path)));
}

/** Returns the libraries of a pack, and the shared libraries that one of the files uses. */
function librariesFor(
  texts: readonly (readonly [path: string, text: string])[],
  name: string,
  library: RulePack["library"],
): [path: string, text: string][] {
  const all = Object.entries(library);
  const own = all.filter(([path]) => path.startsWith(`assay:${name}/`));
  const found = new Map(own);
  const waiting = [...texts, ...own].map(([, text]) => text);
  // The loop appends to the list, because a library may use another one.
  for (const text of waiting) {
    for (const [path, shared] of all) {
      const word = path.slice(path.lastIndexOf("/") + 1).replace(/\.rhai$/, "");
      if (!found.has(path) && new RegExp(`\\b${word}\\b`).test(text)) {
        found.set(path, shared);
        waiting.push(shared);
      }
    }
  }
  return [...found];
}
