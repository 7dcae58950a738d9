/** `assay check`: the files of a folder against rules. */

import type { Listener } from "../api.js";
import { type Compiled, compileRules } from "../compiled.js";
import { Crash, instantiate } from "../core.js";
import { type Crew, checking, runWith } from "../drive.js";
import { reader } from "../node/folder.js";
import type { Tree } from "../node/walk.js";
import type { SourceProblem } from "../source.js";
import { Baseline } from "./baseline.js";
import { inForce } from "./config/in-force.js";
import { checkOptions } from "./config/options.js";
import type { Engine } from "./engine.js";
import { CANNOT_RUN, INTERRUPTED } from "./exit.js";
import { list, without } from "./files.js";
import { Frugal } from "./frugal.js";
import type { CheckOptions, CheckRequest } from "./options.js";
import { note } from "./output.js";
import { Pool } from "./pool.js";
import { ProgressLine } from "./progress.js";
import { type Conclusion, conclude, deliver, refuseReports } from "./reports.js";
import { type Rules, readFurther, readRules } from "./rules.js";

/** Everything a check is made of, read and compiled. */
interface Job {
  options: CheckOptions;
  module: WebAssembly.Module;
  rules: Rules;
  tree: Tree;
  progress: ProgressLine;
  baseline: Baseline | undefined;
}

/** Checks, writes the reports and returns the exit code. */
export async function check(asked: CheckRequest, engine: Engine): Promise<number> {
  // Compiles on other threads while this one reads and lists.
  const compiling = engine();
  const options = checkOptions(asked, await inForce(asked.given, async () => instantiate(await compiling)));
  const rules = readRules(options.rules);
  const baseline = Baseline.of(options);
  const tree = list(options.root, options.ignoring);
  const job = { options, baseline, rules, tree, module: await compiling, progress: new ProgressLine(!options.quiet) };
  const conclusion = await perform(job);
  const delivered = await deliver(options, conclusion);
  const saved = (await baseline?.save(options.quiet)) ?? true;
  if (conclusion.isEmpty) {
    tellIgnored(tree);
  }
  job.progress.tellTime();
  return saved ? delivered : CANNOT_RUN;
}

/** Says what was left out, which may be why nothing was checked. */
function tellIgnored({ ignored }: Tree): void {
  const [first] = ignored;
  if (first !== undefined) {
    const [path, { pattern, from }] = first;
    const more = ignored.size > 1 ? `, and ${ignored.size - 1} more` : "";
    note(`not looked at: \`${path}\`, by \`${pattern}\` (${from})${more}; \`--no-ignore\` checks all`);
  }
}

/** Checks; once more, and then on other threads only, when the engine died on this one. */
async function perform(job: Job): Promise<Conclusion> {
  const { options, tree } = job;
  const compiled = lead(job);
  refuseReports(compiled.core, options.format);
  job.baseline?.refuse(compiled.core);
  const hire = () => hirePool(job);
  const source = reader(options.root, tree.outside);
  try {
    return await run(job, compiled, new Frugal(options.jobs, compiled, source, hire));
  } catch (error) {
    if (!(error instanceof Crash)) {
      throw error;
    }
    return await run(job, lead(job), hire());
  } finally {
    job.progress.erase();
  }
}

function run({ options, rules, tree, progress, baseline }: Job, compiled: Compiled, crew: Crew): Promise<Conclusion> {
  const apart = options.baseline === undefined ? [] : [options.baseline];
  const paths = without(tree.files, [...compiled.checker.ruleFiles(), ...apart], options.root);
  const problems: SourceProblem[] = [...rules.problems, ...tree.problems];
  const listener: Listener = { onProgress: (state) => progress.update(state) };
  const goal = checking({ paths, problems }, (report) => {
    baseline?.settle(report, options.allowEmpty);
    return conclude(report, options, options.allowEmpty);
  });
  return runWith(compiled, crew, goal, listener);
}

/** The rules in a fresh instance, from which a run is led. */
function lead({ module, rules, options }: Job): Compiled {
  const read = (path: string) => readFurther(rules, path);
  const { scriptLimit: limits, limit: packageLimits, config, timings } = options;
  return compileRules(instantiate(module), { rules: rules.files, read, limits, packageLimits, config, timings });
}

/** A pool of workers, which leaves this thread free to hear of an interruption. */
function hirePool({ options, module, rules, tree, progress }: Job): Pool {
  process.once("SIGINT", () => {
    progress.erase();
    process.exit(INTERRUPTED);
  });
  const { files, further } = rules;
  const { root, scriptLimit: limits, limit: packageLimits, config, timings } = options;
  const ruled = { rules: files, further, limits, packageLimits, config, timings };
  return new Pool(options.jobs, { module, root, outside: tree.outside, ...ruled });
}
