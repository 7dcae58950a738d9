/** Asset lists on the page. */

import { BY_NAME, type Folder } from "../../project.ts";
import { folderOf, type PageSystem, selecting } from "../system.ts";
import { type ListFault, ListFaults } from "./list-faults.ts";
import { isList } from "./list-files.ts";

const pathsIn = selecting((paths) => paths.filter(isList).sort(BY_NAME.compare));
const listFaults = new ListFaults();

/** The system. Its report has the faults in the lists of the project. */
export const LISTS: PageSystem<Folder, readonly ListFault[]> = {
  id: "lists",
  title: "Lists",
  load: (page, before) => folderOf(pathsIn(page), page.project, before),
  ask: (lists, _, running) => listFaults.of(lists, running),
  faults: (faults) => faults,
};
