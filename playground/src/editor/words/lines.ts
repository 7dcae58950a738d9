/** Parses lines of a rule file: their indentation and their keys. */

/** The keys of a rule file whose texts are scripts. */
export const SCRIPTS = /^(?:func_str|script)$/i;

/** A line, or its part before the cursor. */
export interface Line {
  text: string;
  /** The number of spaces at its start. */
  indent: number;
  /** True if it begins an item of a list. */
  isItem: boolean;
  /** Its key, if it has one with a colon. */
  key: string | undefined;
  /** The text after the key and its colon; without a key, the text after the dash or the indentation. */
  value: string;
}

export function lineOf(text: string): Line {
  const [, blanks = "", dash = "", rest = ""] = /^( *)(-(?: +|$))?(.*)$/s.exec(text.replace(/\r$/, "")) ?? [];
  const keyed = /^(["']?)([\w-]+)\1 *:(?: +(.*))?$/s.exec(rest);
  return {
    text,
    indent: blanks.length,
    isItem: dash !== "",
    key: keyed?.[2],
    value: keyed === null ? rest : (keyed[3] ?? ""),
  };
}

/** Returns the column of the keys of the mapping that contains a line. */
export function keyColumn({ text, indent, isItem }: Line): number {
  return isItem ? (/^ *-(?: +|$)/.exec(text)?.[0].length ?? indent) : indent;
}

/** Returns the key of the text block that contains a line with this indentation; undefined if none does. */
export function blockOver(above: readonly string[], indent: number): string | undefined {
  let least = Number.POSITIVE_INFINITY;
  for (const other of [...above].reverse().map(lineOf)) {
    const column = keyColumn(other);
    if (other.text.trim() === "" || other.indent >= least) {
      continue;
    }
    least = other.indent;
    if (other.key !== undefined && /^[|>][+-]?\d*[+-]?\s*(?:#.*)?$/.test(other.value) && column < indent) {
      return other.key;
    }
    // No line above can contain a line without indentation.
    if (least === 0) {
      break;
    }
  }
  return undefined;
}

/**
 * Returns the line that contains a line: the nearest line above with less indentation, or with the same indentation if
 * the line is an item of its list.
 */
export function parentOf(above: readonly string[], { indent, isItem }: Line): Line | undefined {
  return above.map(lineOf).findLast((other) => {
    return (
      other.text.trim() !== "" && (keyColumn(other) < indent || (isItem && !other.isItem && other.indent === indent))
    );
  });
}

/** Returns the key at the top of the file that contains a line, in lower case. */
export function topKeyOver(above: readonly string[]): string | undefined {
  return above
    .map(lineOf)
    .findLast(({ indent, isItem, key }) => indent === 0 && !isItem && key !== undefined)
    ?.key?.toLowerCase();
}
