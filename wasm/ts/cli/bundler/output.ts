/** Output as of AssetBundlerBatch: all of it on the standard output; errors and warnings have a heading. */

import { AssayError } from "../../errors.js";
import { write } from "../output.js";
import { Refusal } from "../refusal.js";
import { visible, visibleLines } from "../visible.js";

/** An error that ends the command, or the work for one platform. Its message is a sentence with a full stop. */
export class UsageError extends Error {
  override name = "UsageError";
  /** True if the help of the sub-command is printed as well. */
  readonly showHelp: boolean;

  constructor(message: string, showHelp = false) {
    super(message);
    this.showHelp = showHelp;
  }
}

/** Returns an error about a file with `failure` at the start of its message; returns other errors unchanged. */
export function asUsageError(error: unknown, failure: string): unknown {
  const isExpected = error instanceof AssayError || error instanceof Refusal;
  return isExpected ? new UsageError(`${failure} ${error.message}.`) : error;
}

/** The output of the command, buffered until it is flushed: a write for each asset of a long list would be slow. */
export class BundlerOutput {
  /** True if everything that was flushed could be written. */
  isWrittenOut = true;
  #text: string[] = [];

  print(...lines: string[]): void {
    this.#text.push(...lines.map((line) => `${visible(line)}\n`));
  }

  /** Prints a string of several lines, which must not contain names. */
  printText(text: string): void {
    this.#text.push(`${text}\n`);
  }

  error(message: string): void {
    this.#text.push(`\n[ERROR] - AssetBundler:\n${message}\n`);
  }

  warn(message: string): void {
    this.#text.push(`\n[WARN] - AssetBundler:\n${message}\n`);
  }

  /** Writes everything that was printed since the last call. */
  async flush(): Promise<void> {
    const text = visibleLines(this.#text.join(""));
    this.#text = [];
    this.isWrittenOut = (await write(new TextEncoder().encode(text))) && this.isWrittenOut;
  }
}
