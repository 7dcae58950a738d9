/** Writes to the standard output and the standard error, in colours or without. */

import type { WriteStream } from "node:tty";
import { createColors } from "picocolors";
import { codeOf, explain } from "../node/explain.js";
import { CANNOT_RUN } from "./exit.js";
import { visible, visibleLines } from "./visible.js";

/** When to use colours. */
export type When = "auto" | "always" | "never";

/** The width of output that does not go to a terminal, in columns. */
const WIDTH = 100;

/** Returns true if output to `stream` is coloured, as `when`, the environment or the terminal decides. */
export function colorsOn(stream: Pick<WriteStream, "isTTY">, when: When = "auto"): boolean {
  const { NO_COLOR, FORCE_COLOR, TERM } = process.env;
  if (when !== "auto") {
    return when === "always";
  }
  if (NO_COLOR) {
    return false;
  }
  if (FORCE_COLOR) {
    return FORCE_COLOR !== "0" && FORCE_COLOR !== "false";
  }
  return stream.isTTY === true && TERM !== "dumb";
}

/** Returns functions that colour what goes to the standard output, or leave it as it is. */
export function stdoutColors(when: When): ReturnType<typeof createColors> {
  return createColors(colorsOn(process.stdout, when));
}

/** Columns of the standard output. */
export function width(): number {
  // A terminal that does not know its size says 0.
  return (process.stdout.isTTY && process.stdout.columns) || WIDTH;
}

/** True after a write has failed. Node does not keep the information that the stream is destroyed. */
let isUnread = false;

/** Returns true if the reader of the standard output has stopped reading, as far as that is known. */
export function isOutputUnread(): boolean {
  return isUnread;
}

/**
 * Writes to the standard output. Resolves when all bytes are written, as a pipe accepts only what its reader reads.
 * Resolves to false if that failed, which has been reported; a reader such as `head` that stops early is not a
 * failure.
 */
export function write(bytes: Uint8Array): Promise<boolean> {
  return new Promise((resolve) => {
    process.stdout.write(bytes, (error) => {
      isUnread ||= codeOf(error) === "EPIPE";
      const failed = error instanceof Error && codeOf(error) !== "EPIPE";
      if (failed) {
        reportError(`the standard output cannot be written: ${explain(error)}`);
      }
      resolve(!failed);
    });
  });
}

/** The string that {@link keep} has collected for {@link writeKept}. */
let kept = "";

/** Keeps a string for {@link writeKept}, for callers that write in parts and do not wait, such as the help. */
export function keep(text: string): void {
  kept += text;
}

/** Writes the string that was kept, like {@link write}. */
export function writeKept(): Promise<boolean> {
  const text = kept;
  kept = "";
  return write(new TextEncoder().encode(text));
}

/** Writes parts like {@link write}. If the reader has stopped reading, the remaining parts are not generated. */
export async function writeParts(parts: Iterable<Uint8Array | string>): Promise<boolean> {
  const encoder = new TextEncoder();
  for (const part of parts) {
    if (!(await write(typeof part === "string" ? encoder.encode(part) : part))) {
      return false;
    }
    if (isUnread) {
      return true;
    }
  }
  return true;
}

/** Prints the output of a command. Returns `code`, or the code of a failure if not all of it could be written. */
export async function print(output: string | Iterable<Uint8Array | string>, code = 0): Promise<number> {
  return (await writeParts(typeof output === "string" ? [output] : output)) ? code : CANNOT_RUN;
}

/** Returns a value as JSON that people can read, with the end of its last line. */
export function toJson(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

/**
 * Writes lines to the standard error; all other output to it goes through here. Control characters are escaped. If the
 * text `isColored`, its colours are kept, and names in it must have been escaped before.
 */
export function writeMessage(text: string, isColored = false): void {
  process.stderr.write(visibleLines(text, isColored));
}

/** Writes the state of a progress line to the standard error. The text must not contain names. */
export function writeState(text: string): void {
  process.stderr.write(text);
}

/** Reports on the standard error why nothing, or not everything, was done. */
export function reportError(message: string, help?: string): void {
  const { red, bold, cyan } = createColors(colorsOn(process.stderr));
  const advice = help === undefined ? "" : `${cyan("help")}: ${visible(help)}\n`;
  writeMessage(`${bold(red("error"))}: ${visible(message)}\n${advice}`, true);
}

/** Prints a warning on the standard error. */
export function warn(message: string): void {
  const { yellow, bold } = createColors(colorsOn(process.stderr));
  writeMessage(`${bold(yellow("warning"))}: ${visible(message)}\n`, true);
}

/** Reports on the standard error what was done. */
export function note(message: string): void {
  writeMessage(`${visible(message)}\n`);
}

/** Prints a message on the standard error that is for the person at the terminal only. */
export function printRemark(message: string): void {
  const { dim } = createColors(colorsOn(process.stderr));
  writeMessage(`${dim(visible(message))}\n`, true);
}

/** Leaves errors of the standard streams to the functions that write to them; otherwise they would end the process. */
export function keepStreamErrors(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", () => {});
  }
}
