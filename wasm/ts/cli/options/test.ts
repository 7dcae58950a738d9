/** The options of `assay test`. */

import { Argument, Option } from "commander";
import type { Boundary } from "../boundary.js";
import type { CommandForm } from "../command.js";
import { namedOptionsOf } from "../named-options.js";
import { allowPath, config } from "../usage.js";
import { type ParsedOptions, type Running, type Showing, scriptLimit, showing } from "./common.js";

export interface TestOptions extends Showing, Running {
  /** Rule files, and folders of them. */
  paths: string[];
  readable: Boundary;
  /** A string that the name of a test, or of a rule that it expects, contains; undefined to run all tests. */
  filter: string | undefined;
  /** True if every rule needs a test. */
  coverage: boolean;
}

/** The options of `assay test` on the command line, before the configuration is applied. */
export type TestRequest = ParsedOptions & Omit<TestOptions, "readable">;

export const TEST: CommandForm<TestRequest> = {
  name: "test",
  usage: "[OPTIONS] [PATH]...",
  summary: "run the tests in rule files",
  description: "Runs the tests in rule files, and shows the differences for tests that fail.",
  arguments: {
    paths: new Argument(
      "[PATH...]",
      "a rule file, a folder of them, or a pack; by default the files of the configuration, or else `rules`",
    ),
  },
  options: () => [
    new Option("--filter <TEXT>", "run only tests whose name, or the name of a rule they expect, contains this text"),
    new Option("--coverage", "list the rules that no test covers, and fail if there are any").default(false),
    config(),
    allowPath(),
    scriptLimit(),
    ...showing(),
  ],
  complete: (read, command) => ({ ...read, given: namedOptionsOf(command, { rules: read.paths }) }),
  details: `
Exit codes:
  0  every test found exactly the findings that it expects
  1  a test failed or, with --coverage, a rule has no test
  2  a test could not be run, there are no tests, or the rules have errors`,
  examples: [
    "assay test rules",
    "assay test --coverage rules/naming.yaml rules/textures",
    "assay test --filter lower-case --script-limit depth=32",
  ],
};
