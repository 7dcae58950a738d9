/** Reads the conversion rules of a folder. */

import { existsSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { type Core, instantiate } from "../../core.js";
import { homeIn } from "../../home.js";
import { reader } from "../../node/folder.js";
import { isMisnamed, MISNAMED } from "../../node/misnamed.js";
import type { WalkTree } from "../../node/walk.js";
import { type Pipeline, readPipeline } from "../../systems/conversion/pipeline.js";
import { withoutConfigured } from "../command-outputs.js";
import { type InForce, inForce } from "../config/in-force.js";
import { configuredOutputs, readLocation } from "../config/options.js";
import type { Engine } from "../engine.js";
import { CANNOT_RUN } from "../exit.js";
import { list, reportIgnored } from "../files.js";
import { colorsOn, warn, width, writeMessage } from "../output.js";
import { Refusal } from "../refusal.js";
import type { RootOptions } from "./options.js";

/** Conversion rules, and the files to which they apply. */
export interface PipelineInput {
  pipeline: Pipeline;
  tree: WalkTree;
  root: string;
  force: InForce;
}

/** Reads the rule files below the root after `prepare`, as far as `check` reads files, or throws a {@link Refusal}. */
export async function read(
  request: RootOptions,
  engine: Engine,
  prepare?: (core: Core) => void,
): Promise<PipelineInput> {
  const core = instantiate(await engine());
  const force = await inForce(request.given, async () => core, request.root);
  const { root, ignoring } = readLocation(request, force);
  const found = list(root, ignoring);
  // Other entries with this name, such as pipes, are reported when they are read.
  const all = [...found.files, ...found.others.filter((path) => basename(path) === RULES)];
  const tree = named({ ...found, files: withoutConfigured(all, configuredOutputs(force), root) }, root);
  prepare?.(core);
  const source = { paths: () => tree.files, problems: () => tree.problems, ...reader(root, tree.outside) };
  const pipeline = readPipeline(homeIn(core), source);
  const above = rulesAbove(root);
  if (pipeline.ruleFiles.length === 0) {
    reportDiagnostics(pipeline, request);
    reportIgnored(tree);
    throw new Refusal(
      `there is no \`${RULES}\` in \`${root}\` or below`,
      `name the folder that paths start from: --root ${above ?? "DIR"}`,
    );
  }
  if (above !== undefined) {
    warn(`there is an \`${RULES}\` above \`${root}\`, whose rules are not used; to use them: --root ${above}`);
  }
  return { pipeline, tree, root, force };
}

const RULES = "asset_rules.xml";

/** Returns the tree with problems instead of files whose names cannot be represented, as rules are about names. */
function named(tree: WalkTree, root: string): WalkTree {
  const misnamed = new Set(tree.files.filter((path) => isMisnamed(`${root}/${path}`)));
  const message = `no rule can match the file: ${MISNAMED}`;
  const problems = [...misnamed].map((path) => ({ code: "misnamed-file", message, path }));
  return {
    ...tree,
    files: tree.files.filter((path) => !misnamed.has(path)),
    problems: [...tree.problems, ...problems],
  };
}

/** Returns the uppermost folder above the root that contains conversion rules, relative to the current folder. */
function rulesAbove(root: string): string | undefined {
  let found: string | undefined;
  for (let folder = resolve(root), up = dirname(folder); up !== folder; folder = up, up = dirname(folder)) {
    found = existsSync(join(up, RULES)) ? up : found;
  }
  return found && (relative("", found) || ".");
}

/** Reports problems and warnings on the standard error; returns the exit code. */
export function reportDiagnostics(pipeline: Pipeline, { color }: RootOptions): number {
  const isColored = colorsOn(process.stderr, color);
  writeMessage(pipeline.remarks(isColored, width()), isColored);
  return pipeline.diagnostics.problems.length > 0 ? CANNOT_RUN : 0;
}
