/** The command line: which command runs, and what its end means. */

import { Crash } from "../core.js";
import { AssayError } from "../errors.js";
import { explain } from "../node/explain.js";
import { check } from "./check.js";
import type { Engines } from "./engine.js";
import { CANNOT_RUN, UNREAD } from "./exit.js";
import { explain as explainRule } from "./explain.js";
import { migrate } from "./migrate.js";
import { type Command, parse } from "./options/program.js";
import { complain, isOutputUnread, keepStreamErrors, tell } from "./output.js";
import { Refusal } from "./refusal.js";
import { test } from "./test.js";

/** Runs the command that the arguments name, and returns the process's exit code. */
export async function run(args: readonly string[], engines: Engines): Promise<number> {
  keepStreamErrors();
  try {
    const command = await parse(args);
    const code = await perform(command, engines);
    return code === 0 && isOutputUnread() ? UNREAD : code;
  } catch (error) {
    if (error instanceof Refusal) {
      complain(error.message, error.help);
    } else if (error instanceof Crash) {
      complain(`the checker broke down: ${error.message}`, "please report it, with the file and the rules");
    } else if (error instanceof AssayError) {
      complain(error.message);
    } else if (isOfFolder(error)) {
      complain(`the folder in which this was called cannot be used: ${explain(error)}`, "go to another one: `cd`");
    } else {
      const [first = "", ...rest] = (error instanceof Error ? (error.stack ?? error.message) : String(error)).split(
        "\n",
      );
      complain(`internal error: ${first}`);
      tell(rest.map((line) => `${line}\n`).join(""));
    }
    return CANNOT_RUN;
  }
}

/** Whether an error says that the folder is gone, or not to be entered, from which relative paths count: any of them asks for it. */
function isOfFolder(error: unknown): boolean {
  return error instanceof Error && "syscall" in error && error.syscall === "uv_cwd";
}

async function perform(command: Command, engines: Engines): Promise<number> {
  const { whole: engine } = engines;
  switch (command.name) {
    case "check":
      return check(command.options, engines);
    case "config":
      return (await import("./config/config.js")).config(command.options, engine);
    case "report":
      return (await import("./report/report.js")).report(command.request, engine);
    case "init":
      return (await import("./init/init.js")).init(command.options);
    case "schema":
      return (await import("./schema.js")).schema(command.options);
    case "completion":
      return (await import("./completion/completion.js")).completion(command.options);
    case "migrate":
      return migrate(command.options);
    case "explain":
      return explainRule(command.options, engine);
    case "test":
      return test(command.options, engine);
    case "playground": {
      // Loaded when it is wanted: a server is much code.
      const { playground } = await import("./playground.js");
      return playground(command.options);
    }
    case "assetlist":
      return (await import("./asset-list/asset-list.js")).assetList(command.task, engine);
    case "definitions":
      return (await import("./definitions/definitions.js")).definitions(command.task, engine);
    case "package":
      return (await import("./package/package.js")).assetPackage(command.task, engine);
    case "pipeline":
      return (await import("./pipeline/pipeline.js")).pipeline(command.task, engine);
    case "bundler":
      return (await import("./bundler/bundler.js")).bundler(command.line, engine);
    case "nothing":
      return command.code;
  }
}
