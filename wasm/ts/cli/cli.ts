/** Runs the command that the command line names, and reports errors that end it. */

import { Crash } from "../core.js";
import { AssayError } from "../errors.js";
import { explain } from "../node/explain.js";
import type { Engines } from "./engine.js";
import { CANNOT_RUN, UNREAD } from "./exit.js";
import { parse } from "./options/program.js";
import { isOutputUnread, keepStreamErrors, reportError, writeMessage } from "./output.js";
import { Refusal } from "./refusal.js";

/** Runs the command that the arguments name, and returns the process's exit code. */
export async function run(args: readonly string[], engines: Engines): Promise<number> {
  keepStreamErrors();
  try {
    const command = await parse(args);
    const code = await command(engines);
    // Findings and errors are more important than a reader that stopped early.
    return code === 0 && isOutputUnread() ? UNREAD : code;
  } catch (error) {
    if (error instanceof Refusal) {
      reportError(error.message, error.help);
    } else if (error instanceof Crash) {
      reportError(`the checker crashed: ${error.message}`, "please report this bug, with the file and the rules");
    } else if (error instanceof AssayError) {
      reportError(error.message);
    } else if (isOfFolder(error)) {
      reportError(`the current folder cannot be used: ${explain(error)}`, "change to another folder: `cd`");
    } else {
      const [first = "", ...rest] = (error instanceof Error ? (error.stack ?? error.message) : String(error)).split(
        "\n",
      );
      reportError(`internal error: ${first}`);
      writeMessage(rest.map((line) => `${line}\n`).join(""));
    }
    return CANNOT_RUN;
  }
}

/** Returns true if the current folder was removed or cannot be entered. Every relative path needs it. */
function isOfFolder(error: unknown): boolean {
  return error instanceof Error && "syscall" in error && error.syscall === "uv_cwd";
}
