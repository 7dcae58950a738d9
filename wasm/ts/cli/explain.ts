/** `assay explain`: what one rule does with one file, step by step. */

import { compileRules } from "../compiled.js";
import { instantiate } from "../core.js";
import { tracing } from "../drive.js";
import { reader } from "../node/folder.js";
import { runNow } from "../now.js";
import type { CoreTrace } from "../report.js";
import type { Engine } from "./engine.js";
import { CANNOT_RUN } from "./exit.js";
import { list, under, without } from "./files.js";
import type { ExplainOptions } from "./options.js";
import { colorsOn, width, write } from "./output.js";
import { readFurther, readRules, tellUnread } from "./rules.js";

/** Explains, and returns the exit code. */
export async function explain(options: ExplainOptions, engine: Engine): Promise<number> {
  const compiling = engine();
  const rules = readRules(options.rules);
  const { root, rule, scriptLimit: limits, limit: packageLimits, timings } = options;
  const tree = list(root);
  const module = await compiling;
  const read = (path: string) => readFurther(rules, path);
  const ruled = { rules: rules.files, read, limits, packageLimits, timings };
  const compiled = compileRules(instantiate(module), ruled);
  const paths = without(tree.files, compiled.checker.ruleFiles(), root);
  const path = under(root, options.path, new Set(paths));
  const goal = tracing(rule, path, { paths, problems: tree.problems }, (trace) => conclude(trace, options));
  const { code, text } = runNow(compiled, { module, options: ruled }, reader(root, tree.outside), goal);
  const isWritten = await write(text);
  return tellUnread(rules) && isWritten ? code : CANNOT_RUN;
}

function conclude(trace: CoreTrace, { format, color, all }: ExplainOptions): { code: number; text: Uint8Array } {
  const text = trace.render(format, colorsOn(process.stdout, color), width(), all);
  return { code: trace.exitCode(), text };
}
