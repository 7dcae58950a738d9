/** `assay test`: the tests that rule files carry. */

import { instantiate } from "../core.js";
import { runTests } from "../run-tests.js";
import { inForce } from "./config/in-force.js";
import { testOptions } from "./config/options.js";
import type { Engine } from "./engine.js";
import { CANNOT_RUN } from "./exit.js";
import type { TestRequest } from "./options/test.js";
import { colorsOn, width, write } from "./output.js";
import { readFurther, readRules, reportUnread } from "./rules.js";

/** Runs the tests, shows their results, and returns the exit code. */
export async function test(request: TestRequest, engine: Engine): Promise<number> {
  // The engine compiles on other threads while the configuration is read.
  const compiling = engine();
  const options = testOptions(request, await inForce(request.given, async () => instantiate(await compiling)));
  const rules = readRules(options.paths, options.readable);
  const core = instantiate(await compiling);
  const { scriptLimit: limits, filter, coverage, format, color, all } = options;
  const read = (path: string) => readFurther(rules, path);
  const tests = { rules: rules.files, read, limits, filter, coverage };
  const { code, text } = runTests(core, tests, (report) => {
    const text = report.render(format, colorsOn(process.stdout, color), width(), all);
    return { code: report.exitCode(), text };
  });
  const isWritten = await write(text);
  return reportUnread(rules) && isWritten ? code : CANNOT_RUN;
}
