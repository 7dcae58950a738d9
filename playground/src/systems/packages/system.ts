/** Packages on the page. */

import { type PackagesData, packageClient, type Running } from "../../engine.ts";
import { BY_NAME, type Folder } from "../../project.ts";
import { folderOf, type PageSystem, selecting } from "../system.ts";
import { faultsOfPackages } from "./package-faults.ts";
import { ofPackages, whole, withoutArchives } from "./unpacked.ts";

const pathsIn = selecting((paths) => ofPackages(paths).sort(BY_NAME.compare));

/**
 * The system. The report has the facts of each package and which packages need which. Its first part has no problems,
 * because finding them needs all files in the packages.
 */
export const PACKAGES: PageSystem<Folder, PackagesData> = {
  id: "packages",
  title: "Packages",
  load: (page, before) => folderOf(pathsIn(page), page.project, before),
  async ask(files, _, running, onPart) {
    const packages = await whole(files, running);
    onPart(await report(packages, false, running));
    return withoutArchives(await report(packages, true, running), files);
  },
  faults: faultsOfPackages,
};

function report(packages: Folder, check: boolean, running: Running): Promise<PackagesData> {
  const files = Object.fromEntries(packages);
  return packageClient.packages({ files, packages: [...packages.keys()], check, ...running });
}
