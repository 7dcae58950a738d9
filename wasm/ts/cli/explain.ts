/** `assay explain`: what one rule does with one file, step by step. */

import { compileRules } from "../compiled.js";
import { instantiate } from "../core.js";
import { tracing } from "../drive.js";
import { reader } from "../node/folder.js";
import { runSync } from "../run-sync.js";
import { inForce } from "./config/in-force.js";
import { explainOptions } from "./config/options.js";
import type { Engine } from "./engine.js";
import { CANNOT_RUN } from "./exit.js";
import { leftOut, list, under, without } from "./files.js";
import type { ExplainRequest } from "./options/explain.js";
import { colorsOn, width, write } from "./output.js";
import { Refusal } from "./refusal.js";
import { readFurther, readRules, reportUnread } from "./rules.js";

export async function explain(request: ExplainRequest, engine: Engine): Promise<number> {
  // The engine compiles on other threads while the configuration is read.
  const compiling = engine();
  const options = explainOptions(
    request,
    await inForce(request.given, async () => instantiate(await compiling), request.root),
  );
  const rules = readRules(options.rules, options.readable);
  const { root, rule, scriptLimit: limits, limit: packageLimits, config, timings } = options;
  const tree = list(root, options.ignoring);
  const module = await compiling;
  const read = (path: string) => readFurther(rules, path);
  const ruled = { rules: rules.files, read, limits, packageLimits, config, timings };
  const compiled = compileRules(instantiate(module), ruled);
  const files = without([...tree.files, ...tree.others], compiled.checker.ruleFiles(), root);
  const paths = without(files, options.outputs, root);
  const known = new Set(paths);
  const path = under(root, options.path, (path) => known.has(path) || leftOut(path, tree) !== undefined);
  const ignored = known.has(path) ? undefined : leftOut(path, tree);
  if (ignored !== undefined) {
    throw new Refusal(
      `\`${path}\` is ignored by \`${ignored.pattern}\` (${ignored.from})`,
      "use `--no-ignore` to include it",
    );
  }
  if (!known.has(path) && files.includes(path)) {
    throw new Refusal(`\`${path}\` is not checked: \`assay check\` writes it, as the configuration says`);
  }
  const goal = tracing(rule, path, { paths, problems: tree.problems }, (trace) => ({
    code: trace.exitCode(),
    text: trace.render(options.format, colorsOn(process.stdout, options.color), width(), options.all),
  }));
  const { code, text } = runSync(compiled, { module, options: ruled }, reader(root, tree.outside), goal);
  const isWritten = await write(text);
  return reportUnread(rules) && isWritten ? code : CANNOT_RUN;
}
