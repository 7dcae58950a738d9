/** The exit codes of steps: a scheduler tries a step again only if that may help. Findings are no failure of a step. */

import { codeOf, explain } from "../../node/explain.js";
import { CANNOT_RUN } from "../exit.js";
import { reportError } from "../output.js";

/** The exit code of a step that may succeed if it is tried again; `EX_TEMPFAIL` of Unix. */
export const TEMPORARY = 75;

/** The codes of errors of file systems that may pass. */
const PASSING = new Set([
  "EAGAIN",
  "EBUSY",
  "EDQUOT",
  "EIO",
  "EMFILE",
  "ENFILE",
  "ENOSPC",
  "ENOTCONN",
  "ESTALE",
  "ETIMEDOUT",
]);

/** The error that a step needs the result of another one, which does not exist yet. */
export class NotReady extends Error {
  override name = "NotReady";
  /** The command that makes the result. */
  readonly command: string;

  constructor(message: string, command: string) {
    super(message);
    this.command = command;
  }
}

/** The error of a storage that may answer later. */
export class PassingError extends Error {
  override name = "PassingError";
}

export function isPassing(error: unknown): boolean {
  return PASSING.has(codeOf(error) ?? "");
}

/** Runs a step whose exit code is that of a check, and returns it. */
export async function asCheck(step: () => Promise<number>): Promise<number> {
  try {
    return await step();
  } catch (error) {
    if (error instanceof NotReady) {
      reportError(error.message, `run \`${error.command}\` first`);
      return CANNOT_RUN;
    }
    if (error instanceof PassingError) {
      reportError(error.message, "try again later");
      return CANNOT_RUN;
    }
    throw error;
  }
}

/** Runs a step, and returns its exit code. Other errors than temporary ones are thrown. */
export async function asStep(step: () => Promise<number>): Promise<number> {
  try {
    return await step();
  } catch (error) {
    if (error instanceof NotReady) {
      reportError(error.message, `run \`${error.command}\` first, or try again if it is still running`);
      return TEMPORARY;
    }
    if (error instanceof PassingError || isPassing(error)) {
      reportError(`${explain(error)}: this may pass, so the step can be tried again`);
      return TEMPORARY;
    }
    throw error;
  }
}
