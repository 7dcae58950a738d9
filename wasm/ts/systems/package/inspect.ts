/** Reads packages for display: their content, their errors and their dependencies. */

import { messageOf } from "../../errors.js";
import type { Reader } from "../../source.js";
import type { AssetPackage, AssetPackages } from "./package.js";
import type { MemberTask, PackageFacts, PackagesData, PackagesTask } from "./tasks.js";

/** Opens packages in `files` and, if requested, checks them. */
export function inspectPackages(
  packages: AssetPackages,
  { packages: paths, check = false }: Pick<PackagesTask, "packages" | "check">,
  files: Reader,
): PackagesData {
  const opened = new Map<string, AssetPackage>();
  const failed: PackagesData["failed"] = [];
  try {
    for (const path of paths) {
      try {
        opened.set(path, packages.open(path, files));
      } catch (error) {
        failed.push({ path, message: messageOf(error) });
      }
    }
    // Only on request, because checking unpacks all files.
    const diagnostics = check ? { told: packages.check(opened.values()) } : {};
    const facts = [...opened].map(([path, one]): PackageFacts => ({ path, ...one.about, members: [...one] }));
    return { packages: facts, failed, graph: packages.graph(opened.values()), ...diagnostics };
  } finally {
    for (const one of opened.values()) {
      one.dispose();
    }
  }
}

/** Returns a file in an archive in `files`; undefined if it does not exist, or is longer than the limit. */
export function memberOf(
  packages: AssetPackages,
  { archive, member, most }: Pick<MemberTask, "archive" | "member" | "most">,
  files: Reader,
): Uint8Array<ArrayBuffer> | undefined {
  const opened = packages.open(archive, files);
  try {
    const isAvailable = [...opened].some(({ path, size }) => path === member && size <= most);
    return (isAvailable ? (opened.read(member) as Uint8Array<ArrayBuffer> | null) : null) ?? undefined;
  } finally {
    opened.dispose();
  }
}
