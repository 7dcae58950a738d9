/** The options of `assay explain`. */

import { Argument } from "commander";
import type { PackageLimits } from "../../systems/package/package.js";
import { archiveLimit } from "../archive-limits.js";
import type { Boundary } from "../boundary.js";
import type { CommandForm } from "../command.js";
import { allowPath, config, noIgnore, rootOption } from "../usage.js";
import {
  type Configured,
  type FileOptions,
  type ParsedOptions,
  type Running,
  rules,
  type Showing,
  scriptLimit,
  showing,
  timings,
} from "./common.js";

export interface ExplainOptions extends Showing, Running, Configured {
  rule: string;
  path: string;
  /** Rule files, and folders of them. */
  rules: string[];
  readable: Boundary;
  /** The folder that the paths in rules start from. */
  root: string;
  limit: PackageLimits;
  /** True if the output lists how long each step took. */
  timings: boolean;
}

/** The options of `assay explain` on the command line, before the configuration is applied. */
export type ExplainRequest = ParsedOptions &
  Omit<ExplainOptions, "root" | "readable" | "config" | "ignoring" | "outputs"> &
  FileOptions;

export const EXPLAIN: CommandForm<ExplainRequest> = {
  name: "explain",
  usage: "[OPTIONS] --rules PATH RULE FILE",
  summary: "show what a rule does with a file, step by step",
  description: "Shows what one rule does with one file, step by step, and what happens to each value.",
  arguments: {
    rule: new Argument("<RULE>", "the name of the rule"),
    path: new Argument("<FILE>", "the file: its path in the root folder, or relative to the current folder"),
  },
  options: () => [
    rules(),
    rootOption("the folder that the paths in rules start from"),
    config(),
    allowPath(),
    noIgnore(),
    scriptLimit(),
    archiveLimit("each archive that is checked"),
    ...showing(),
    timings(),
  ],
  details: `
Exit codes:
  0  the rule passes, or has no value to check in the file
  1  the rule has findings, in the file or in a file that it refers to
  2  the rule could not be checked, or does not match the file`,
  examples: [
    "assay explain --rules rules faces-at-most-5000 assets/city.xml --root assets",
    "assay explain --rules rules/naming.yaml --format json lower-case Textures/Wall.dds",
    "assay explain --rules rules --script-limit milliseconds=20000 no-gaps assets/city.xml",
  ],
};
