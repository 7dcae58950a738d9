/** The commands. A command is a row: a function that adds it with its options, and a function that runs it. */

import type { Command as Commander } from "commander";
import { addAssetList } from "./asset-list/options.js";
import { check } from "./check.js";
import { addDefinitions } from "./definitions/options.js";
import type { Engines } from "./engine.js";
import { explain } from "./explain.js";
import { migrate } from "./migrate.js";
import { addCheck, addConfig } from "./options/check.js";
import { addCompletion } from "./options/completion.js";
import { addExplain } from "./options/explain.js";
import { addInit } from "./options/init.js";
import { addMigrate } from "./options/migrate.js";
import { addPlayground } from "./options/playground.js";
import { addSchema } from "./options/schema.js";
import { addTest } from "./options/test.js";
import { addPackage } from "./package/options.js";
import { addPipeline } from "./pipeline/options.js";
import { addReport } from "./report/options.js";
import { test } from "./test.js";

/** Runs a command with the options that it was called with, and returns the exit code. */
export type CommandRun = (engines: Engines) => Promise<number>;

/** Adds a command to the program. `choose` is called with the function that runs it, if it is the one that was called. */
export type Add = (program: Commander, choose: (run: CommandRun) => void) => void;

/** Returns a command: `add` adds it with its options, `run` runs it with those that it was called with. */
function row<Options>(
  add: (program: Commander, choose: (options: Options) => void) => void,
  run: (options: Options, engines: Engines) => Promise<number>,
): Add {
  return (program, choose) => add(program, (options) => choose((engines) => run(options, engines)));
}

/** The commands by name, in the order of the help. The code of a command that is not among the most frequent is loaded when it runs. */
export const COMMANDS: Readonly<Record<string, Add>> = {
  check: row(addCheck, check),
  explain: row(addExplain, (options, { fast }) => explain(options, fast)),
  test: row(addTest, (options, { fast }) => test(options, fast)),
  report: row(addReport, async (request, { fast }) => (await import("./report/report.js")).report(request, fast)),
  init: row(addInit, async (options) => (await import("./init/init.js")).init(options)),
  config: row(addConfig, async (options, { fast }) => (await import("./config/config.js")).config(options, fast)),
  migrate: row(addMigrate, migrate),
  schema: row(addSchema, async (options) => (await import("./schema.js")).schema(options)),
  completion: row(addCompletion, async (options) => (await import("./completion/completion.js")).completion(options)),
  playground: row(addPlayground, async (options) => (await import("./playground.js")).playground(options)),
  assetlist: row(addAssetList, async (task, { fast }) =>
    (await import("./asset-list/asset-list.js")).assetList(task, fast),
  ),
  definitions: row(addDefinitions, async (task, { fast }) =>
    (await import("./definitions/definitions.js")).definitions(task, fast),
  ),
  package: row(addPackage, async (task, { fast }) => (await import("./package/package.js")).assetPackage(task, fast)),
  pipeline: row(addPipeline, async (task, { fast }) => (await import("./pipeline/pipeline.js")).pipeline(task, fast)),
};
