/** The files of a group as rows of a tree, folders first. */

import { BY_NAME } from "../project.ts";
import type { TreeRow } from "./tree-row.ts";

export interface FileRow extends TreeRow {
  path: string;
  name: string;
  folder: boolean;
}

interface FileNode {
  folders: Map<string, FileNode>;
  files: string[];
}

/** Returns the rows of these paths, without those inside the folders in `closed`. */
export function fileRows(paths: Iterable<string>, closed: ReadonlySet<string>): FileRow[] {
  const root: FileNode = { folders: new Map(), files: [] };
  for (const path of paths) {
    const parts = path.split("/");
    const name = parts.pop() ?? "";
    parts.reduce(folderIn, root).files.push(name);
  }
  const rows: FileRow[] = [];
  list(root, "", 1, closed, rows);
  return rows;
}

function folderIn({ folders }: FileNode, name: string): FileNode {
  const folder = folders.get(name) ?? { folders: new Map(), files: [] };
  folders.set(name, folder);
  return folder;
}

function list(
  { folders, files }: FileNode,
  under: string,
  level: number,
  closed: ReadonlySet<string>,
  rows: FileRow[],
) {
  const siblings = folders.size + files.length;
  let position = 0;
  const row = (name: string, open?: boolean): FileRow => {
    position += 1;
    const path = under + name;
    return { key: path, path, name, folder: open !== undefined, level, open, position, siblings };
  };
  for (const [name, node] of [...folders].sort(([one], [two]) => BY_NAME.compare(one, two))) {
    const added = row(name, !closed.has(under + name));
    rows.push(added);
    if (added.open) {
      list(node, `${added.path}/`, level + 1, closed, rows);
    }
  }
  rows.push(...files.sort(BY_NAME.compare).map((name) => row(name)));
}
