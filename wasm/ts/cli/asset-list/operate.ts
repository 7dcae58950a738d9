/** `assay assetlist delta`, `union`, `intersection`, `complement`, `pattern` and `count`: make one list from others. */

import { AssayError } from "../../errors.js";
import type { AssetList } from "../../systems/asset-list/asset-list.js";
import type { Engine } from "../engine.js";
import { Refusal } from "../refusal.js";
import { comparedBy, Lists, type NamedList } from "./lists.js";
import type { OperateOptions } from "./options.js";
import { deliver, refuseEmpty, refuseResults } from "./results.js";

/** Makes the list, writes it and returns the exit code. */
export async function operate(options: OperateOptions, engine: Engine): Promise<number> {
  const { output } = options;
  refuseResults([output], options);
  const lists = await Lists.load(engine);
  const inputs = options.lists.map((path) => ({ path, list: lists.read(path) }));
  const empty = inputs.find(({ list }) => list.length === 0);
  if (empty !== undefined && !options.allowEmpty) {
    return refuseEmpty(`\`${empty.path}\` has no entries; nothing was written`);
  }
  return deliver([{ path: output, list: listOf(inputs, options, lists) }], options);
}

function listOf(inputs: readonly NamedList[], options: OperateOptions, lists: Lists): AssetList {
  const { op, pattern = "", regex, count = 1 } = options;
  const { engine } = lists;
  const given = inputs.map(({ list }) => list);
  const [first, second] = given as [AssetList, AssetList];
  if (op === "filepattern") {
    return matching(first, pattern, regex, lists);
  }
  const how = { key: comparedBy(inputs, options.key, lists), allowEmpty: true };
  return op === "intersectioncount" ? engine.count(given, count, how) : engine.compare(op, first, second, how);
}

/** Returns the entries whose paths match a pattern. If the pattern cannot be parsed, the error gives the column. */
function matching(list: AssetList, pattern: string, regex: boolean, { engine }: Lists): AssetList {
  try {
    return engine.pattern(list, pattern, regex ? "regex" : "wildcard", { allowEmpty: true });
  } catch (error) {
    if (error instanceof AssayError && error.column !== undefined) {
      throw new Refusal(`the pattern \`${pattern}\` cannot be read at column ${error.column}: ${error.message}`);
    }
    throw error;
  }
}
