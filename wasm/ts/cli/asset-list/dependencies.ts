/** What assets need: a JSON file that maps the path of each to the paths of those that it needs itself. */

import { explain } from "../../node/explain.js";
import { readWhole } from "../pipes.js";
import { Refusal, stat } from "../refusal.js";
import type { Catalog } from "./catalog.js";
import type { Lists } from "./lists.js";

/** The assets that each asset needs itself, by path as the catalog has it. */
export type Dependencies = ReadonlyMap<string, readonly string[]>;

/** Nothing needs anything. */
export const NONE: Dependencies = new Map();

const FORM = 'it maps paths to lists of paths: {"a.xml": ["b.dds", "c.dds"]}';

/**
 * Reads the file.
 *
 * @throws {Refusal} When it cannot be read, has another form, or names an asset that there is not.
 */
export function readDependencies(file: string, catalog: Catalog, lists: Lists): Dependencies {
  const found = (path: string): string => {
    const asset = catalog.find(path);
    if (asset === undefined) {
      throw new Refusal(`\`${file}\` names \`${path}\`, and there is no such asset under \`${catalog.root}\``);
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
  let content: Uint8Array = new Uint8Array();
  let parsed: unknown;
  try {
    content = readWhole(file);
    parsed = JSON.parse(new TextDecoder().decode(content));
  } catch (error) {
    if (error instanceof SyntaxError) {
      // Every version of Node has other words for it, and some do not say where: the engine reads JSON as well.
      lists.readGot(file, content);
    }
    throw new Refusal(`the dependencies \`${file}\` cannot be read: ${explain(error)}`);
  }
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) {
    throw new Refusal(`\`${file}\` is no file of dependencies`, FORM);
  }
  return parsed;
}
