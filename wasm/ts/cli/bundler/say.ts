/** How AssetBundlerBatch speaks: everything to the standard output, mistakes between lines of their own. */

import { write } from "../output.js";
import { visible, visibleLines } from "../visible.js";

/** Something that ends the command, or the work for one platform, in a sentence with its full stop. */
export class Mistake extends Error {
  override name = "Mistake";
  /** Whether the help of the sub-command is to be printed as well. */
  readonly showHelp: boolean;

  /** A mistake. */
  constructor(message: string, showHelp = false) {
    super(message);
    this.showHelp = showHelp;
  }
}

/** What the command prints. It is kept until it is flushed, as a line for each asset of a long list is a slow thing. */
export class Voice {
  #text: string[] = [];
  #isHeard = true;

  /** Prints a line, or several. */
  say(...lines: string[]): void {
    this.#text.push(...lines.map((line) => `${visible(line)}\n`));
  }

  /** Prints a text of several lines, in which no names are. */
  sayText(text: string): void {
    this.#text.push(`${text}\n`);
  }

  /** Says what was wrong. */
  error(message: string): void {
    this.#text.push(`\n[ERROR] - AssetBundler:\n${message}\n`);
  }

  /** Says what should be looked at. */
  warn(message: string): void {
    this.#text.push(`\n[WARN] - AssetBundler:\n${message}\n`);
  }

  /** Writes what was printed since this was last called. */
  async flush(): Promise<void> {
    const text = visibleLines(this.#text.join(""));
    this.#text = [];
    this.#isHeard = (await write(new TextEncoder().encode(text))) && this.#isHeard;
  }

  /** Whether all that was flushed could be written. */
  get isHeard(): boolean {
    return this.#isHeard;
  }
}
