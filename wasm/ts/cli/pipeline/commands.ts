/** The commands of `assay pipeline`. */

import { Argument, Option } from "commander";
import { command, commandGroup } from "../command.js";
import { failOn, reports, targetsOf } from "../reports.js";
import { allowPath, color, config, format, noIgnore, rootOption } from "../usage.js";
import type { ListOptions, PipelineCheckOptions, PipelineExplainOptions } from "./options.js";

const CODES = `
Exit codes:
  0  done
  2  incomplete: wrong usage, or a folder, a rule file or a rule that cannot be used`;

const EXPLAIN = command<PipelineExplainOptions>(
  {
    name: "explain",
    summary: "show how a file is converted, and which rule sets each field",
    description:
      "Shows how a source file or a built file is converted, with the file and the line of the rule that sets each field. " +
      "The file does not have to exist.",
    arguments: { path: new Argument("<PATH>", "the file, relative to the root or to the current folder") },
    options: () => [...where(), format(["text", "json"]), color()],
    details: CODES,
    examples: [
      "assay pipeline explain shaders/custom/fire.fx",
      "assay pipeline explain --root game --format json shaders/fire.01.fxo",
    ],
  },
  async (options, { fast }) => (await import("./explain.js")).explain(options, fast),
);

const LIST = command<ListOptions>(
  {
    name: "list",
    summary: "show how every file is converted",
    description: "Shows how every file below the root is converted.",
    options: () => [
      ...where(),
      new Option("--root-only", "show only root assets").default(false),
      format(["table", "json", "csv"]),
      color(),
    ],
    details: CODES,
    examples: ["assay pipeline list --root-only", "assay pipeline list --root game --format csv > assets.csv"],
  },
  async (options, { fast }) => (await import("./list.js")).list(options, fast),
);

const CHECK = command<PipelineCheckOptions>(
  {
    name: "check",
    summary: "report errors in the rules, and files that contradict them",
    description:
      "Reports rules that cannot be used, match nothing or have no effect, and built files without a source or with two.",
    options: () => [
      ...where(),
      reports(),
      failOn(),
      color(),
      new Option("-q, --quiet", "print no text report if there are no findings").default(false),
    ],
    complete: (read) => ({ ...read, format: targetsOf(read.format) }),
    details: `
Exit codes:
  0  no findings at or above --fail-on
  1  findings at or above --fail-on
  2  wrong usage, or a folder, a rule file or a rule that cannot be used`,
    examples: ["assay pipeline check --root game", "assay pipeline check --fail-on warning --format sarif=found.sarif"],
  },
  async (options, { fast }) => (await import("./check.js")).check(options, fast),
);

export const PIPELINE = commandGroup(
  {
    name: "pipeline",
    summary: "show which files are assets, and what converts them",
    description: "Shows how the conversion rules of an asset pipeline (asset_rules.xml) apply to files.",
    details: `
Any folder may contain an asset_rules.xml. Its rules apply to the files in that folder and below.
Rules in a deeper folder override those above, field by field.`,
    examples: ["assay pipeline explain shaders/custom/fire.fx", "assay pipeline help list", "assay pipeline check"],
  },
  [EXPLAIN, LIST, CHECK],
);

function where(): Option[] {
  return [rootOption("the folder that paths start from"), config(), allowPath(), noIgnore()];
}
