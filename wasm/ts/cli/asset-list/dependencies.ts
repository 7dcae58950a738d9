/** The dependencies of assets: a JSON file that maps the path of each asset to the paths of its direct dependencies. */

import { explain } from "../../node/explain.js";
import { readWhole } from "../pipes.js";
import { Refusal, stat } from "../refusal.js";
import type { Catalog } from "./catalog.js";
import type { Lists } from "./lists.js";

/** The direct dependencies of each asset, by path as the catalog spells it. */
export type Dependencies = ReadonlyMap<string, readonly string[]>;

export const NONE: Dependencies = new Map();

const FORM = 'the file must map paths to lists of paths: {"a.xml": ["b.dds", "c.dds"]}';

/** Reads dependencies. Throws a {@link Refusal} if they have another form, or name an asset that does not exist. */
export function readDependencies(file: string, catalog: Catalog, lists: Lists): Dependencies {
  const found = (path: string): string => {
    const asset = catalog.find(path);
    if (asset === undefined) {
      throw new Refusal(`\`${file}\` names \`${path}\`, but no such asset exists in \`${catalog.root}\``);
    }
    return asset;
  };
  const dependencies = new Map<string, string[]>();
  for (const [path, needed] of Object.entries(parse(file, lists))) {
    if (!Array.isArray(needed) || !needed.every((item) => typeof item === "string")) {
      throw new Refusal(`\`${file}\`: \`${path}\` does not have a list of paths`, FORM);
    }
    dependencies.set(found(path), needed.map(found));
  }
  return dependencies;
}

function parse(file: string, lists: Lists): object {
  if (stat(file, "there are no dependencies at").isDirectory()) {
    throw new Refusal(`\`${file}\` is a folder, not a file of dependencies`);
  }
  // Kept for the second attempt, because a pipe can be read only once.
  let content: Uint8Array = new Uint8Array();
  let parsed: unknown;
  try {
    content = readWhole(file);
    parsed = JSON.parse(new TextDecoder().decode(content));
  } catch (error) {
    if (error instanceof SyntaxError) {
      // The messages of Node differ by version, and some have no position, so the engine reads the file again.
      lists.readGot(file, content);
    }
    throw new Refusal(`the dependencies \`${file}\` cannot be read: ${explain(error)}`);
  }
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) {
    throw new Refusal(`\`${file}\` is not a file of dependencies`, FORM);
  }
  return parsed;
}
