/** The files that definitions are loaded of, and the folders that they are loaded from where no file says so. */

import { BY_NAME } from "../../project.ts";

/** The names of project configurations, which may set the folders that definitions are loaded from. */
export const CONFIGS = ["assay.yaml", "assay.yml", "assay.json"];

/** Whether a file holds definitions, as far as its name tells. */
export function isDefinitions(path: string): boolean {
  return /\.sbc$/i.test(path);
}

/** Whether definitions may be other ones when that file is: a schema may lie anywhere. */
export function matters(path: string): boolean {
  return /\.(?:sbc|ya?ml|json)$/i.test(path);
}

/** The file that may say which folders are loaded. */
export function configAmong(paths: ReadonlyMap<string, unknown>): string | undefined {
  return CONFIGS.find((path) => paths.has(path));
}

/** Folders that look like that of the base game, and those that mods are in. */
const [BASE, MODS] = [/^(?:base|content|game|vanilla)$/i, /^mods?$/i];

/**
 * The folders that definitions are probably loaded from, the base game first, then mods by name; none when there are not two
 * of them. `base` says which one is the base game.
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
  const tests = [(folder: string) => folder === base, (folder: string) => BASE.test(folder), isOnTop, () => true];
  const first = tests.flatMap((test) => inOrder.filter(test))[0];
  return folders.size < 2 || first === undefined ? [] : [first, ...inOrder.filter((folder) => folder !== first)];
}

function isOnTop(folder: string): boolean {
  return !folder.includes("/");
}

/** Returns the text of an `assay.yaml` that loads exactly these folders, the base game first. */
export function configOf([base = "", ...mods]: readonly string[]): string {
  const text = (folder: string) => JSON.stringify(folder || ".");
  return `definitions:\n  base: ${text(base)}\n  mods: [${mods.map(text).join(", ")}]\n`;
}
