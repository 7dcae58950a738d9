/** The command line: which command runs, and what its end means. */

import { AssayError } from "../errors.js";
import { check } from "./check.js";
import { CANNOT_RUN } from "./exit.js";
import { type Command, parse } from "./options.js";
import { complain, keepStreamErrors } from "./output.js";
import { Refusal } from "./refusal.js";

/** Runs the command that the arguments name, and returns the process's exit code. */
export async function run(args: readonly string[]): Promise<number> {
  keepStreamErrors();
  try {
    const command = await parse(args);
    return await perform(command);
  } catch (error) {
    if (error instanceof Refusal) {
      complain(error.message, error.help);
    } else if (error instanceof AssayError) {
      complain(error.message);
    } else {
      complain(`internal error: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    }
    return CANNOT_RUN;
  }
}

function perform(command: Command): Promise<number> | number {
  switch (command.name) {
    case "check":
      return check(command.options);
    case "nothing":
      return command.code;
  }
}
