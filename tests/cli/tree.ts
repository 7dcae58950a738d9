/** A generated tree of many files, always the same, and rules for it. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Rules for the repositories, for files that they name, and for collections from both. */
export const REFERENCE_RULES = `collections:
  suspicious: ["0", "7919", "1583", "2166"]
rules:
  - name: dependency-exists
    rpath: /resource\\.repository$
    xpath: */Items/Item/Deps/GUID
    condition: ["Exist in", artfunc_res_store.res_in_repo]
  - name: guid-unique
    rpath: /resource\\.repository$
    xpath: */Items/Item/GUID
    condition: [Unique]
  - name: model-is-small
    rpath: /resource\\.repository$
    xpath: */Items/Item.Type==Model,GUID
    filter: artfunc_res_filter.guidToResourcePath
    subxpath: Model/NumFaces
    condition: ["<=", 7000]
  - name: not-suspicious
    rpath: /resource\\.repository$
    xpath: */Items/Item.Type==Model,GUID
    filter: artfunc_res_filter.guidToResourcePath
    subxpath: Model/NumFaces
    condition: ["Not exist in", artfunc_suspicious]
`;

/** These rules, and one that needs every file. */
export const RULES = `${REFERENCE_RULES}  - name: faces-at-most-5000
    rpath: /resource\\.xml$
    xpath: Model/NumFaces
    condition: ["<=", 5000]
`;

/**
 * Runs `work` in a new folder with `rules.yaml`, and `assets/` with `folders` times `each` resources. Deletes the
 * folder afterwards.
 */
export async function withTree<T>(folders: number, each: number, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "assay-tree-"));
  try {
    writeFileSync(join(folder, "rules.yaml"), RULES);
    for (let number = 0; number < folders; number += 1) {
      writeRepository(join(folder, "assets", `Repository${number}`), number, each);
    }
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function writeRepository(folder: string, number: number, each: number): void {
  const items: string[] = [];
  for (let item = 0; item < each; item += 1) {
    const guid = guidOf(number * each + item);
    // One in 17 depends on a missing GUID, one in 23 has the GUID of its predecessor.
    const dependency = guidOf(item % 17 === 0 ? 999_999_999 : number * each);
    const own = item % 23 === 22 ? guidOf(number * each + item - 1) : guid;
    items.push(
      `<Item><GUID>${own}</GUID><Name>m${item}</Name><Type>Model</Type><Deps><GUID>${dependency}</GUID></Deps></Item>`,
    );
    mkdirSync(join(folder, guid), { recursive: true });
    const faces = (item * 7919 + number * 104_729) % 9000;
    writeFileSync(join(folder, guid, "resource.xml"), `<Model>\n  <NumFaces>${faces}</NumFaces>\n</Model>\n`);
  }
  writeFileSync(
    join(folder, "resource.repository"),
    `<Repository><Items>\n${items.join("\n")}\n</Items></Repository>\n`,
  );
}

function guidOf(number: number): string {
  const digits = number.toString(16).padStart(32, "0");
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
