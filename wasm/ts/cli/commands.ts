/** The commands, each a row: its form on the command line, and the function that runs it. */

import { ASSET_LIST } from "./asset-list/commands.js";
import { check } from "./check.js";
import { type Add, command } from "./command.js";
import { DEFINITIONS } from "./definitions/commands.js";
import { explain } from "./explain.js";
import { migrate } from "./migrate.js";
import { CONFIG, checkForm } from "./options/check.js";
import { COMPLETION } from "./options/completion.js";
import { EXPLAIN } from "./options/explain.js";
import { INIT } from "./options/init.js";
import { MIGRATE } from "./options/migrate.js";
import { PLAYGROUND } from "./options/playground.js";
import { RULES } from "./options/rules.js";
import { SCHEMA } from "./options/schema.js";
import { TEST } from "./options/test.js";
import { PACKAGE } from "./package/commands.js";
import { PIPELINE } from "./pipeline/commands.js";
import { REPORT } from "./report/options.js";
import { STEP } from "./step/commands.js";
import { test } from "./test.js";

/** The commands in the order of the help. The code of less frequent ones is loaded when they run. */
export const COMMANDS: Readonly<Record<string, Add>> = {
  check: command(checkForm(), check),
  explain: command(EXPLAIN, (options, { fast }) => explain(options, fast)),
  test: command(TEST, (options, { fast }) => test(options, fast)),
  report: command(REPORT, async (options, { fast }) => (await import("./report/report.js")).report(options, fast)),
  init: command(INIT, async (options, engines) => (await import("./init/init.js")).init(options, engines)),
  rules: command(RULES, async (options, { fast }) => (await import("./catalog.js")).rules(options, fast)),
  config: command(CONFIG, async (options, { fast }) => (await import("./config/config.js")).config(options, fast)),
  migrate: command(MIGRATE, migrate),
  schema: command(SCHEMA, async (options) => (await import("./schema.js")).schema(options)),
  completion: command(COMPLETION, async (options) => (await import("./completion/completion.js")).completion(options)),
  playground: command(PLAYGROUND, async (options) => (await import("./playground.js")).playground(options)),
  assetlist: ASSET_LIST,
  definitions: DEFINITIONS,
  package: PACKAGE,
  pipeline: PIPELINE,
  step: STEP,
};
