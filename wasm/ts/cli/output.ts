/** What goes to the terminal, to pipes and to files, and whether in colours. */

import type { WriteStream } from "node:tty";
import { createColors } from "picocolors";
import { codeOf, explain } from "../node/explain.js";
import { visible, visibleLines } from "./visible.js";

/** When to use colours. */
export type When = "auto" | "always" | "never";

/** Columns of a text that is no terminal's. */
const WIDTH = 100;

/** Whether `stream` gets colours: as asked for, else as the environment says, else if it is a terminal. */
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

/** Columns of the standard output. */
export function width(): number {
  // A terminal that does not know its size says 0.
  return (process.stdout.isTTY && process.stdout.columns) || WIDTH;
}

/** Known once something was written in vain: Node takes it back that the stream is destroyed. */
let isUnread = false;

/** Whether the reader of the standard output has seen enough, as far as that is known. */
export function isOutputUnread(): boolean {
  return isUnread;
}

/**
 * Writes to the standard output, and tells whether that worked when all of it is out: a pipe takes only as much as its
 * reader does. If not, it has said why; a reader such as `head` that has seen enough is no failure.
 */
export function write(bytes: Uint8Array): Promise<boolean> {
  return new Promise((resolve) => {
    process.stdout.write(bytes, (error) => {
      isUnread ||= codeOf(error) === "EPIPE";
      const failed = error instanceof Error && codeOf(error) !== "EPIPE";
      if (failed) {
        complain(`the standard output cannot be written: ${explain(error)}`);
      }
      resolve(!failed);
    });
  });
}

/** What is to be written by whoever can wait for it. */
let kept = "";

/** Keeps a text for {@link writeKept}, where it comes in parts from what does not wait, such as a help. */
export function keep(text: string): void {
  kept += text;
}

/** Writes what was kept, as {@link write} does. */
export function writeKept(): Promise<boolean> {
  const text = kept;
  kept = "";
  return write(new TextEncoder().encode(text));
}

/** Writes a text in parts, as {@link write} does; when its reader has seen enough, the rest is not made at all. */
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

/**
 * Writes lines to the standard error, also such as have names in them: the one place from which anything goes there. Colours stay
 * where the text `isColored`, and names in it have been made visible.
 */
export function tell(text: string, isColored = false): void {
  process.stderr.write(visibleLines(text, isColored));
}

/** Writes the state of a line that is written again and again; it holds no names. */
export function tellState(text: string): void {
  process.stderr.write(text);
}

/** Says on the standard error why nothing, or not everything, was done. */
export function complain(message: string, help?: string): void {
  const { red, bold, cyan } = createColors(colorsOn(process.stderr));
  const advice = help === undefined ? "" : `${cyan("help")}: ${visible(help)}\n`;
  tell(`${bold(red("error"))}: ${visible(message)}\n${advice}`, true);
}

/** Says on the standard error what should be looked at. */
export function warn(message: string): void {
  const { yellow, bold } = createColors(colorsOn(process.stderr));
  tell(`${bold(yellow("warning"))}: ${visible(message)}\n`, true);
}

/** Says on the standard error what was done. */
export function note(message: string): void {
  tell(`${visible(message)}\n`);
}

/** Says something on the standard error that is for the person at the terminal and for nobody else. */
export function aside(message: string): void {
  const { dim } = createColors(colorsOn(process.stderr));
  tell(`${dim(visible(message))}\n`, true);
}

/** Leaves failures of the standard streams to those who write to them; else they would end the process. */
export function keepStreamErrors(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", () => {});
  }
}
