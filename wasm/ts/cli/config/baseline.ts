/** Chooses the baseline: that of the command line, or that of the configuration if it is for the same folder. */

import { relative } from "node:path";
import { leadsOut, slashed } from "../../node/around.js";
import { quoted } from "../../quoted.js";
import type { BaselineOptions } from "../baseline.js";
import { warn } from "../output.js";
import { realTarget } from "../real-target.js";
import { Refusal } from "../refusal.js";
import { type Chosen, describeOrigin, type InForce } from "./in-force.js";

/**
 * Returns the baseline for the findings in `root`. A baseline of the configuration belongs to the folder that the
 * configuration checks, as its paths start there. For another folder it hides nothing, which is reported.
 *
 * @throws {Refusal} When the baseline would be rewritten for another folder, so that its content would be lost, or
 * would apply to shards of a check of another folder.
 */
export function baselineFor(
  root: string,
  { baseline, updateBaseline, shard }: BaselineOptions & { shard: unknown },
  force: InForce,
): Chosen<string | undefined> {
  const chosen = updateBaseline
    ? force.output("baseline", "baseline", baseline)
    : force.path("baseline", "baseline", baseline);
  const { value, from } = chosen;
  const { ownRoot = root } = force;
  if (value === undefined || from.kind !== "config" || realTarget(root) === realTarget(ownRoot)) {
    return chosen;
  }
  const what = `the baseline \`${value}\` (${describeOrigin(from)}) is for \`${ownRoot}\``;
  const always = `if you always check \`${root}\`, set \`root:\` in the configuration`;
  if (updateBaseline) {
    throw new Refusal(
      `${what}, and would be overwritten with the findings of \`${root}\``,
      `check without naming a folder, or name another baseline: --baseline FILE; ${always}`,
    );
  }
  if (shard !== undefined) {
    throw new Refusal(
      `${what}, and cannot be used for parts of a check of \`${root}\``,
      `check without naming a folder, or use \`--no-baseline\`, also when you merge the parts; ${always}`,
    );
  }
  const way = relative(realTarget(ownRoot), realTarget(root));
  const asPart = leadsOut(slashed(way))
    ? ""
    : `; to check this folder with the baseline: assay check ${quoted(ownRoot)} ${quoted(root)}`;
  warn(`${what}, so it is not used for \`${root}\`${asPart}; ${always}`);
  return { ...chosen, value: undefined };
}
