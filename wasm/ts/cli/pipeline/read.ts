/** The conversion rules of a folder. */

import { type Core, guarded, instantiate } from "../../core.js";
import { homeOf } from "../../home.js";
import { reader } from "../../node/folder.js";
import type { Tree } from "../../node/walk.js";
import { type Pipeline, readPipeline } from "../../pipeline.js";
import type { Engine } from "../engine.js";
import { CANNOT_RUN } from "../exit.js";
import { list } from "../files.js";
import { colorsOn, width } from "../output.js";
import { Refusal } from "../refusal.js";
import type { RootOptions } from "./options.js";

/** Conversion rules, with what they are about. */
export interface Read {
  /** The rules. */
  pipeline: Pipeline;
  /** What lies below the root. */
  tree: Tree;
}

/**
 * Reads the rule files below the root; `prepare` is called before.
 *
 * @throws {Refusal} When the folder cannot be read, or there is no rule file in it.
 */
export async function read({ root }: RootOptions, engine: Engine, prepare?: (core: Core) => void): Promise<Read> {
  const compiling = engine();
  const tree = list(root);
  const core = instantiate(await compiling);
  prepare?.(core);
  const source = { paths: () => tree.files, problems: () => tree.problems, ...reader(root, tree.outside) };
  const pipeline = readPipeline(
    homeOf((of, work) => guarded(of, work)),
    core,
    source,
  );
  if (pipeline.ruleFiles.length === 0) {
    throw new Refusal(
      `there is no \`asset_rules.xml\` in \`${root}\` or below`,
      "name the folder that paths start from: --root DIR",
    );
  }
  return { pipeline, tree };
}

/** Tells problems and warnings on the standard error; the exit code that follows. */
export function tellOf(pipeline: Pipeline, { color }: RootOptions): number {
  process.stderr.write(pipeline.remarks(colorsOn(process.stderr, color), width()));
  return pipeline.diagnostics.problems.length > 0 ? CANNOT_RUN : 0;
}
