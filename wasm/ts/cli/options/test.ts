/** The options of `assay test`. */

import { Argument, Option } from "commander";
import type { Boundary } from "../boundary.js";
import type { CommandForm } from "../command.js";
import { namedOptionsOf } from "../named-options.js";
import { allowPath, config } from "../usage.js";
import { type Asked, type Running, type Showing, scriptLimit, showing } from "./common.js";

/** The options of `assay test`. */
export interface TestOptions extends Showing, Running {
  /** Rule files, and folders of them. */
  paths: string[];
  /** The folders that rules may read. */
  readable: Boundary;
  /** A string in the name of each test to run, or in that of a rule that the test expects; undefined for all tests. */
  filter: string | undefined;
  /** True if every rule needs a test. */
  coverage: boolean;
}

/** The options of `assay test` on the command line, before the configuration is applied. */
export type TestRequest = Asked & Omit<TestOptions, "readable">;

/** The form of `assay test`. */
export const TEST: CommandForm<TestRequest> = {
  name: "test",
  usage: "[OPTIONS] [PATH]...",
  summary: "run the tests that rule files carry",
  description: "Runs the tests that rule files carry, and shows how those differ that fail.",
  arguments: {
    paths: new Argument(
      "[PATH...]",
      "a rule file, or a folder of them; those of the configuration unless told otherwise, or else `rules`",
    ),
  },
  options: () => [
    new Option("--filter <TEXT>", "run only tests with this text in their name, or in that of a rule they expect"),
    new Option("--coverage", "name the rules that no test expects anything of, and fail if there are any").default(
      false,
    ),
    config(),
    allowPath(),
    scriptLimit(),
    ...showing(),
  ],
  complete: (read, command) => ({ ...read, given: namedOptionsOf(command, { rules: read.paths }) }),
  details: `
Exit codes:
  0  every test found just what it expects
  1  a test failed, or with --coverage a rule has none
  2  a test could not be run, there is none, or something is wrong with the rules`,
  examples: [
    "assay test rules",
    "assay test --coverage rules/naming.yaml rules/textures",
    "assay test --filter lower-case --script-limit depth=32",
  ],
};
