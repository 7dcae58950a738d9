/**
 * Parses arguments with the grammar of AssetBundlerBatch, without interpreting them.
 *
 * `--name value`, `--name=value` and `-name` are equivalent; letter case makes no difference in names. A value is a
 * list, split at `,` and `;`, unless it is enclosed in `"` that the shell has left in place. An argument may be
 * repeated, which makes its list longer.
 */

/** One argument, under the name that was typed. */
export interface GivenArgument {
  /** The name as typed, without dashes. */
  name: string;
  /** The values; empty for a bare flag. */
  values: string[];
}

export class Arguments {
  /** The words that belong to no argument: the name of the sub-command. */
  readonly words: string[] = [];
  readonly #given = new Map<string, GivenArgument>();

  /** Parses the words of a command line. */
  constructor(line: readonly string[]) {
    for (let at = 0; at < line.length; at += 1) {
      const word = line[at] ?? "";
      const argument = /^--?([^=]*)(?:=(.*))?$/s.exec(word);
      if (argument === null) {
        this.words.push(word);
        continue;
      }
      const [, name = "", value] = argument;
      const next = line[at + 1];
      if (value === undefined && next !== undefined && !next.startsWith("-")) {
        at += 1;
        this.#add(name, next);
      } else {
        this.#add(name, value ?? "");
      }
    }
  }

  #add(name: string, value: string): void {
    const key = name.toLowerCase();
    const given = this.#given.get(key) ?? { name, values: [] };
    given.values.push(...split(value));
    this.#given.set(key, given);
  }

  /** Returns all arguments, each once. */
  all(): GivenArgument[] {
    return [...this.#given.values()];
  }

  /** Returns true if an argument was given, with or without values. */
  has(name: string): boolean {
    return this.#given.has(name.toLowerCase());
  }

  /** Returns the values of an argument; empty if it was not given. */
  values(name: string): string[] {
    return this.#given.get(name.toLowerCase())?.values ?? [];
  }
}

/** Returns the values in a string; none for an empty string. */
function split(text: string): string[] {
  if (text.length > 1 && text.startsWith('"') && text.endsWith('"')) {
    return [text.slice(1, -1)];
  }
  return text
    .split(/[,;]/)
    .map((piece) => piece.trim())
    .filter((piece) => piece !== "");
}
