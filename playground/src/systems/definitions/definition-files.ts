/** The files of definitions, and the folders that are loaded if no file sets them. */

import { BY_NAME } from "../../project.ts";

/** The names of project configurations, which may set the folders that definitions are loaded from. */
export const CONFIGS = ["assay.yaml", "assay.yml", "assay.json"];

/** Returns true if a file contains definitions, judging by its name. */
export function isDefinitions(path: string): boolean {
  return /\.sbc$/i.test(path);
}

/** Returns true if a change of a file may change definitions. Schemas may be in any folder. */
export function matters(path: string): boolean {
  return /\.(?:sbc|ya?ml|json)$/i.test(path);
}

/** Returns the file that may set the loaded folders. */
export function configAmong(paths: ReadonlyMap<string, unknown>): string | undefined {
  return CONFIGS.find((path) => paths.has(path));
}

/** Match the names of folders of the base game, and of folders that contain mods. */
const [BASE, MODS] = [/^(?:base|content|game|vanilla)$/i, /^mods?$/i];

/**
 * Returns the folders from which definitions are probably loaded: the base game first, then mods by name. Returns an
 * empty list if there are fewer than two. `base` is the folder of the base game, if it is known.
 */
export function guessed(paths: Iterable<string>, base?: string): string[] {
  const folders = new Set<string>();
  for (const path of paths) {
    const parts = path.split("/");
    const depth = MODS.test(parts[0] ?? "") && parts.length > 2 ? 2 : 1;
    if (isDefinitions(path)) {
      folders.add(parts.length === 1 ? "" : parts.slice(0, depth).join("/"));
    }
  }
  const inOrder = [...folders].sort(BY_NAME.compare);
  const first =
    inOrder.find((folder) => folder === base) ??
    inOrder.find((folder) => BASE.test(folder)) ??
    inOrder.find((folder) => !folder.includes("/")) ??
    inOrder[0];
  return folders.size < 2 || first === undefined ? [] : [first, ...inOrder.filter((folder) => folder !== first)];
}

/** Returns the text of an `assay.yaml` that loads exactly these folders, the base game first. */
export function configOf([base = "", ...mods]: readonly string[]): string {
  const text = (folder: string) => JSON.stringify(folder || ".");
  return `definitions:\n  base: ${text(base)}\n  mods: [${mods.map(text).join(", ")}]\n`;
}
