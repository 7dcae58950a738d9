/**
 * Packages that were unpacked on the page. Their files have the same paths for rules as those in the archive, and are
 * checked as one package.
 */

import { packed } from "../../archive/archive.ts";
import type { Diagnostics, PackagesData, Running } from "../../engine.ts";
import { type Content, type Folder, fileOf, INSIDE, isArchive } from "../../project.ts";

/** Returns the paths that are archives, or files of an unpacked package. */
export function ofPackages(paths: readonly string[]): string[] {
  const opened = new Set(paths.filter((path) => path === `${fileOf(path)}${INSIDE}metadata.json`).map(fileOf));
  return paths.filter((path) => isArchive(path) || opened.has(fileOf(path)));
}

/** Returns packages as archives. An unpacked one is packed again, unless its archive is there as well. */
export async function whole(files: Folder, { signal }: Running): Promise<Folder> {
  const archives = new Map<string, Content>();
  for (const path of files.keys()) {
    const archive = fileOf(path);
    if (!archives.has(archive)) {
      const top = archive + INSIDE;
      const members = [...files].filter(([one]) => one.startsWith(top));
      const entries = members.map(([one, content]) => [one.slice(top.length), content] as const);
      archives.set(archive, files.get(archive) ?? (await packed(entries, { signal, report: () => {} })));
    }
  }
  return archives;
}

/**
 * The codes of problems that are about the original archive: its format, and sizes and hashes of files that may
 * have been changed here.
 */
const OF_ARCHIVES = /^(?:zip-.*|package-(?:size|hash))$/;

/** Returns the result for packages without problems of {@link OF_ARCHIVES} about archives that are not in `files`. */
export function withoutArchives({ told, ...data }: PackagesData, files: Folder): PackagesData {
  const kept = Object.entries(told ?? {}).map(([kind, list]) => {
    return [kind, list.filter(({ code, path = "" }) => files.has(fileOf(path)) || !OF_ARCHIVES.test(code))];
  });
  return told === undefined ? data : { ...data, told: Object.fromEntries(kept) as Diagnostics };
}
