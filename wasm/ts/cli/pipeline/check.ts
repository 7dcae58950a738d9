/** `assay pipeline check`: reports errors in conversion rules, and files that contradict them. */

import { CommandOutputs } from "../command-outputs.js";
import type { Engine } from "../engine.js";
import { reportIgnored } from "../files.js";
import { conclude, deliver, filesOf, refuseReports } from "../reports.js";
import type { PipelineCheckOptions } from "./options.js";
import { read } from "./read.js";

/** Checks, writes the reports and returns the exit code. */
export async function check(options: PipelineCheckOptions, engine: Engine): Promise<number> {
  const { pipeline, tree, force, root } = await read(options, engine, (core) => refuseReports(core, options.format));
  new CommandOutputs({ reports: filesOf(options.format) }).refuseAssets(root, tree.files);
  const failOn = force.failOn(options.failOn).value;
  // Warnings about skipped files are printed even if there are no findings.
  const quiet = options.quiet && pipeline.diagnostics.warnings.length === 0;
  for (const { setting } of force.only("conversion.severity")) {
    pipeline.judge(setting.of ?? "", setting.value);
  }
  pipeline.leaveOut([...tree.ignored.keys()].filter((path) => !path.endsWith("/")));
  const code = await deliver(
    { ...options, quiet, strict: false },
    // Built-in checks that have nothing to do are not reported.
    pipeline.checked((report, core) => ({
      ...conclude(core, report, { ...options, failOn, strict: false }),
      unchecked: undefined,
    })),
  );
  if (!options.quiet) {
    reportIgnored(tree);
  }
  return code;
}
