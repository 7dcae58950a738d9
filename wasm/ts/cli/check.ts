/** `assay check`: the files of a folder against rules. */

import { resolve } from "node:path";
import type { Listener } from "../api.js";
import { type Compiled, compileRules } from "../compiled.js";
import { Crash, guarded, instantiate } from "../core.js";
import { type Crew, checking, runWith } from "../drive.js";
import { reader } from "../node/folder.js";
import type { Tree } from "../node/walk.js";
import type { CoreReport } from "../report.js";
import type { SourceProblem } from "../source.js";
import type { Engine } from "./engine.js";
import { CANNOT_RUN, INTERRUPTED } from "./exit.js";
import { list, without } from "./files.js";
import { Frugal } from "./frugal.js";
import type { CheckOptions, Target } from "./options.js";
import { colorsOn, width, write, writeFile } from "./output.js";
import { Pool } from "./pool.js";
import { ProgressLine } from "./progress.js";
import { Refusal } from "./refusal.js";
import { type Rules, readFurther, readRules } from "./rules.js";

/** Everything a check is made of, read and compiled. */
interface Job {
  options: CheckOptions;
  module: WebAssembly.Module;
  rules: Rules;
  tree: Tree;
  progress: ProgressLine;
}

/** What a check ends with. */
interface Conclusion {
  /** The process's exit code. */
  code: number;
  /** The reports, in the order in which they were asked for. */
  texts: Uint8Array[];
}

/** Checks, writes the reports and returns the exit code. */
export async function check(options: CheckOptions, engine: Engine): Promise<number> {
  // Compiles on other threads while this one reads and lists.
  const compiling = engine();
  const rules = readRules(options.rules);
  const tree = list(options.root);
  const job = { options, rules, tree, module: await compiling, progress: new ProgressLine(!options.quiet) };
  const conclusion = await perform(job);
  const code = await deliver(options, conclusion);
  job.progress.tellTime();
  return code;
}

/** Checks; once more, and then on other threads only, when the engine died on this one. */
async function perform(job: Job): Promise<Conclusion> {
  const { options, tree } = job;
  const compiled = lead(job);
  refuseTargets(compiled, options.format);
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

function run({ options, rules, tree, progress }: Job, compiled: Compiled, crew: Crew): Promise<Conclusion> {
  const paths = without(tree.files, compiled.checker.ruleFiles(), options.root);
  const problems: SourceProblem[] = [...rules.problems, ...tree.problems];
  const listener: Listener = { onProgress: (state) => progress.update(state) };
  const goal = checking({ paths, problems }, (report) => conclude(report, options));
  return runWith(compiled, crew, goal, listener);
}

/** The rules in a fresh instance, from which a run is led. */
function lead({ module, rules, options: { scriptLimit: limits, timings } }: Job): Compiled {
  const read = (path: string) => readFurther(rules, path);
  return compileRules(instantiate(module), { rules: rules.files, read, limits, timings });
}

/** A pool of workers, which leaves this thread free to hear of an interruption. */
function hirePool({ options, module, rules, tree, progress }: Job): Pool {
  process.once("SIGINT", () => {
    progress.erase();
    process.exit(INTERRUPTED);
  });
  const { files, further } = rules;
  const { root, scriptLimit: limits, timings } = options;
  return new Pool(options.jobs, { module, rules: files, further, root, limits, timings, outside: tree.outside });
}

/**
 * Looks at the reports that are asked for, before anything is done for them.
 *
 * @throws {AssayError} When there is no such format.
 * @throws {Refusal} When two of them would be mixed up.
 */
function refuseTargets({ core }: Compiled, targets: readonly Target[]): void {
  for (const { format } of targets) {
    guarded(core, () => core.requireFormat(format));
  }
  const places = targets.map(({ file }) => (file === undefined ? undefined : resolve(file)));
  const double = places.find((place, index) => places.indexOf(place) !== index);
  if (double !== undefined || places.filter((place) => place === undefined).length > 1) {
    const where = double === undefined ? "the standard output" : "the same file";
    throw new Refusal(`two reports cannot go to ${where}`, "name a file for each: --format json=FILE");
  }
}

function conclude(report: CoreReport, { format, failOn, allowEmpty, color }: CheckOptions): Conclusion {
  const texts = format.map((target) => {
    const colored = target.file === undefined && colorsOn(process.stdout, color);
    return report.render(target.format, colored, width(), false);
  });
  return { code: report.exitCode(failOn, allowEmpty), texts };
}

/** Writes the reports to where they were asked for, and returns the exit code: one that is not written is missed. */
async function deliver({ format, quiet }: CheckOptions, { code, texts }: Conclusion): Promise<number> {
  let missed = false;
  for (const [place, { file, format: name }] of format.entries()) {
    const text = texts[place] ?? new Uint8Array();
    if (file !== undefined) {
      missed = !writeFile(file, text) || missed;
    } else if (!(quiet && code === 0 && name === "text")) {
      missed = !(await write(text)) || missed;
    }
  }
  return missed ? CANNOT_RUN : code;
}
