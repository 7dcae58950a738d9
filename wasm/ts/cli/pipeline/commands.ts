/** The commands of `assay pipeline`. */

import { Argument, Option } from "commander";
import { command, commandGroup } from "../command.js";
import { failOn, reports, targetsOf } from "../reports.js";
import { allowPath, color, config, format, noIgnore, rootOption } from "../usage.js";
import type { ListOptions, PipelineCheckOptions, PipelineExplainOptions } from "./options.js";

const CODES = `
Exit codes:
  0  done
  2  wrong usage, or a folder, a rule file or a rule that cannot be used; what is shown does without`;

const EXPLAIN = command<PipelineExplainOptions>(
  {
    name: "explain",
    usage: "[OPTIONS] PATH",
    summary: "show what comes of a file, with the rule behind each field",
    description:
      "Shows what comes of a file, source or built, with the file and the line of the rule behind each field. The " +
      "file need not be there.",
    arguments: { path: new Argument("<PATH>", "the file, from the root on or as seen from here") },
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
    usage: "[OPTIONS]",
    summary: "show what comes of every file",
    description: "Shows what comes of every file below the root.",
    options: () => [
      ...where(),
      new Option("--root-only", "show root assets only").default(false),
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
    usage: "[OPTIONS]",
    summary: "tell what is wrong with the rules, and with files by them",
    description:
      "Tells which rules cannot be used, match nothing or never count, and which built files have no source, or two.",
    options: () => [
      ...where(),
      reports(),
      failOn(),
      color(),
      new Option("-q, --quiet", "no text when nothing is wrong").default(false),
    ],
    complete: (read) => ({ ...read, format: targetsOf(read.format) }),
    details: `
Exit codes:
  0  nothing was found at or above --fail-on
  1  something was found
  2  wrong usage, or a folder, a rule file or a rule that cannot be used`,
    examples: ["assay pipeline check --root game", "assay pipeline check --fail-on warning --format sarif=found.sarif"],
  },
  async (options, { fast }) => (await import("./check.js")).check(options, fast),
);

/** `assay pipeline` with its commands. */
export const PIPELINE = commandGroup(
  {
    name: "pipeline",
    usage: "COMMAND [OPTIONS]",
    summary: "show which files are assets, and what converts them",
    description: "Shows what the conversion rules of an asset pipeline (asset_rules.xml) make of files.",
    details: `
Any folder may hold an asset_rules.xml. Its rules count for the files of that folder and of those
below; what a deeper one says counts over what those above say, field by field.`,
    examples: ["assay pipeline explain shaders/custom/fire.fx", "assay pipeline help list", "assay pipeline check"],
  },
  [EXPLAIN, LIST, CHECK],
);

/** Returns the options that say which files are looked at. */
function where(): Option[] {
  return [rootOption("the folder that paths start from"), config(), allowPath(), noIgnore()];
}
