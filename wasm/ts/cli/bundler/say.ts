/** How AssetBundlerBatch speaks: everything to the standard output, mistakes between lines of their own. */

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

/** What the command prints, kept until it ends or is flushed, so that a pipe gets it in order and whole. */
export class Voice {
  #text: string[] = [];

  /** Prints a line, or several. */
  say(...lines: string[]): void {
    this.#text.push(...lines.map((line) => `${line}\n`));
  }

  /** Says what was wrong. */
  error(message: string): void {
    this.#text.push(`\n[ERROR] - AssetBundler:\n${message}\n`);
  }

  /** Says what should be looked at. */
  warn(message: string): void {
    this.#text.push(`\n[WARN] - AssetBundler:\n${message}\n`);
  }

  /** All that was printed since this was last asked. */
  take(): string {
    const text = this.#text.join("");
    this.#text = [];
    return text;
  }
}
