/** `assay assetlist delta`, `union`, `intersection`, `complement`, `pattern` and `count`: one list from others. */

import type { AssetList } from "../../asset-list.js";
import { AssayError } from "../../errors.js";
import type { Engine } from "../engine.js";
import { Refusal } from "../refusal.js";
import { keyOf, Lists } from "./lists.js";
import type { OperateOptions } from "./options.js";
import { deliver, refuseResults } from "./results.js";

/** Makes the list, writes it and returns the exit code. */
export async function operate(options: OperateOptions, engine: Engine): Promise<number> {
  const { output } = options;
  refuseResults([output], options);
  const list = listOf(options, await Lists.load(engine));
  return deliver([{ path: output, list }], options);
}

function listOf({ op, lists: paths, pattern = "", regex, count = 1, key }: OperateOptions, lists: Lists): AssetList {
  const { engine } = lists;
  const inputs = paths.map((path) => lists.read(path));
  const [first, second] = inputs as [AssetList, AssetList];
  switch (op) {
    case "filepattern":
      return matching(first, pattern, regex, lists);
    case "intersectioncount":
      return engine.count(inputs, count, keyOf(key));
    default:
      return engine.compare(op, first, second, keyOf(key));
  }
}

/** What a pattern matches; of one that cannot be read, it says where. */
function matching(list: AssetList, pattern: string, regex: boolean, { engine }: Lists): AssetList {
  try {
    return engine.pattern(list, pattern, regex ? "regex" : "wildcard");
  } catch (error) {
    if (error instanceof AssayError && error.column !== undefined) {
      throw new Refusal(`the pattern \`${pattern}\` cannot be read at column ${error.column}: ${error.message}`);
    }
    throw error;
  }
}
