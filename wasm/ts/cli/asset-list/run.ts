/** `assay assetlist run`: runs several steps, which may use the results of earlier steps. */

import { AssayError } from "../../errors.js";
import type { AssetList } from "../../systems/asset-list/asset-list.js";
import type { PlanStep } from "../../types.js";
import type { Engine } from "../engine.js";
import { FAULTY } from "../exit.js";
import { reportError, warn } from "../output.js";
import { Refusal } from "../refusal.js";
import { FileAssignment } from "./assign-files.js";
import { keyOf, Lists, type NamedList } from "./lists.js";
import type { AssetListRunOptions } from "./options.js";
import { deliver, refuseResults } from "./results.js";
import { stepOf } from "./step-text.js";

/** Runs the steps, writes their lists and returns the exit code. */
export async function run(options: AssetListRunOptions, engine: Engine): Promise<number> {
  if ((options.plan === undefined) === (options.step.length === 0)) {
    throw new Refusal(
      "name either a file of steps or `--step`",
      "for example: --step 'delta v1.json v2.json -o new.json'",
    );
  }
  const lists = await Lists.load(engine);
  const written = options.plan === undefined ? options.step.map(stepOf) : lists.readPlan(options.plan);
  const { steps, files } = new FileAssignment(options.set).assign(written);
  refuseResults([...files.values()], options);
  if (steps.length > 0 && files.size === 0) {
    throw new Refusal("no step writes a file", "name a file for a variable: --set '$result=FILE'");
  }
  const results = listsOf(steps, options, lists);
  if (results === undefined) {
    return FAULTY;
  }
  const named = [...files].map(([name, path]): NamedList => ({ path, list: results.get(name) as AssetList }));
  return deliver(named, options);
}

/** Returns the results of the steps by name; undefined after reporting a list that must not be empty. */
function listsOf(
  steps: readonly PlanStep[],
  { key, allowEmpty }: Pick<AssetListRunOptions, "key" | "allowEmpty">,
  lists: Lists,
): Map<string, AssetList> | undefined {
  try {
    const outputs = lists.engine.run(steps, (path) => lists.read(path), {
      key: keyOf(key),
      allowEmptyInputs: allowEmpty,
      allowEmptyResults: allowEmpty,
    });
    for (const { step, fallback } of outputs) {
      if (fallback !== undefined) {
        warn(`in step ${step}, ${fallback}`);
      }
    }
    return new Map(outputs.map(({ name, list }) => [name, list]));
  } catch (error) {
    if (error instanceof AssayError && /^plan-empty-(?:input|result)$/.test(error.code)) {
      reportError(error.message, "to allow empty lists: --allow-empty");
      return undefined;
    }
    if (error instanceof AssayError && error.code === "plan-unknown-variable") {
      throw new Refusal(error.message, `to use a file for it: --set '${error.path}=FILE'`);
    }
    throw error;
  }
}
