/** The options of `assay explain`. */

import { Argument } from "commander";
import type { PackageLimits } from "../../systems/package/package.js";
import { archiveLimit } from "../archive-limits.js";
import type { Boundary } from "../boundary.js";
import type { CommandForm } from "../command.js";
import { allowPath, config, noIgnore, rootOption } from "../usage.js";
import {
  type Asked,
  type AskedFiles,
  type Configured,
  type Running,
  rules,
  type Showing,
  scriptLimit,
  showing,
  timings,
} from "./common.js";

/** The options of `assay explain`. */
export interface ExplainOptions extends Showing, Running, Configured {
  /** Name of the rule. */
  rule: string;
  /** The file. */
  path: string;
  /** Rule files, and folders of them. */
  rules: string[];
  /** The folders that rules may read. */
  readable: Boundary;
  /** The folder that the paths in rules start from. */
  root: string;
  /** The limits for archives. */
  limit: PackageLimits;
  /** True if the output lists how long each step took. */
  timings: boolean;
}

/** The options of `assay explain` on the command line, before the configuration is applied. */
export type ExplainRequest = Asked &
  Omit<ExplainOptions, "root" | "readable" | "config" | "ignoring" | "outputs"> &
  AskedFiles;

/** The form of `assay explain`. */
export const EXPLAIN: CommandForm<ExplainRequest> = {
  name: "explain",
  usage: "[OPTIONS] --rules PATH RULE FILE",
  summary: "show what a rule does with a file, step by step",
  description: "Shows what one rule does with one file: each step, with what became of every value.",
  arguments: {
    rule: new Argument("<RULE>", "the name of the rule"),
    path: new Argument("<FILE>", "the file, as the rules see it or as seen from here"),
  },
  options: () => [
    rules(),
    rootOption("the folder that the paths in rules start from"),
    config(),
    allowPath(),
    noIgnore(),
    scriptLimit(),
    archiveLimit("an archive under check"),
    ...showing(),
    timings(),
  ],
  details: `
Exit codes:
  0  the rule passes on that file, or found no value in it that it could judge
  1  it has findings, in the file or in one that the file names
  2  it could not be checked, or the rule does not look at that file`,
  examples: [
    "assay explain --rules rules faces-at-most-5000 assets/city.xml --root assets",
    "assay explain --rules rules/naming.yaml --format json lower-case Textures/Wall.dds",
    "assay explain --rules rules --script-limit milliseconds=20000 no-gaps assets/city.xml",
  ],
};
