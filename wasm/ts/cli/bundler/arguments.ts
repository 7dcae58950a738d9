/**
 * The grammar of arguments that AssetBundlerBatch has, and nothing of what they mean.
 *
 * `--name value`, `--name=value` and `-name` are one and the same; letter case makes no difference in names. A value is
 * a list, split at `,` and `;`, unless it stands between `"` that the shell has left in place. An argument may be
 * repeated, which makes its list longer.
 */

/** One argument, under the name that was typed. */
export interface Given {
  /** Its name as typed, without dashes. */
  name: string;
  /** Its values; none of a bare flag. */
  values: string[];
}

/** What was typed. */
export class Arguments {
  /** The words that belong to no argument: the name of the sub-command. */
  readonly words: string[] = [];
  readonly #given = new Map<string, Given>();

  /** Reads the words of a command line. */
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

  /** All that was given, each once. */
  all(): Given[] {
    return [...this.#given.values()];
  }

  /** Whether it was given, with values or bare. */
  has(name: string): boolean {
    return this.#given.has(name.toLowerCase());
  }

  /** Its values; none when it was not given. */
  values(name: string): string[] {
    return this.#given.get(name.toLowerCase())?.values ?? [];
  }
}

/** The values that a text spells: none of an empty one. */
function split(text: string): string[] {
  if (text.length > 1 && text.startsWith('"') && text.endsWith('"')) {
    return [text.slice(1, -1)];
  }
  return text
    .split(/[,;]/)
    .map((piece) => piece.trim())
    .filter((piece) => piece !== "");
}
