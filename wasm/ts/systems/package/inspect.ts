/** Has the engine look into packages for those who look at them: what they are, what is wrong with them, which needs which. */

import type { Reader } from "../../source.js";
import type { AssetPackage, AssetPackages } from "./package.js";
import type { MemberTask, PackageFacts, PackagesData, PackagesTask } from "./tasks.js";

/** Opens packages that `files` has; checks them, when that is asked for. */
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
        failed.push({ path, message: error instanceof Error ? error.message : String(error) });
      }
    }
    const told = check ? { told: packages.check(opened.values()) } : {};
    const facts = [...opened].map(([path, one]): PackageFacts => ({ path, ...one.about, members: [...one] }));
    return { packages: facts, failed, graph: packages.graph(opened.values()), ...told };
  } finally {
    for (const one of opened.values()) {
      one.dispose();
    }
  }
}

/** A file in an archive that `files` has; undefined when it is not there, or is longer than is wanted. */
export function memberOf(
  packages: AssetPackages,
  { archive, member, most }: Pick<MemberTask, "archive" | "member" | "most">,
  files: Reader,
): Uint8Array<ArrayBuffer> | undefined {
  const opened = packages.open(archive, files);
  try {
    const isWanted = [...opened].some(({ path, size }) => path === member && size <= most);
    return (isWanted ? (opened.read(member) as Uint8Array<ArrayBuffer> | null) : null) ?? undefined;
  } finally {
    opened.dispose();
  }
}
