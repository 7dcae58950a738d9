/** Lines of a rule file as they are written: how far in they are, and what key they begin with. */

/** The keys of a rule file whose texts are scripts. */
export const SCRIPTS = /^(?:func_str|script)$/i;

/** A line, up to the place at hand. */
export interface Line {
  text: string;
  /** Blanks at its start. */
  indent: number;
  /** Whether it begins an item of a list. */
  isItem: boolean;
  /** Its key, when it has one with a colon. */
  key: string | undefined;
  /** The text after the key and its colon; without a key, the text after the dash or the indentation. */
  value: string;
}

/** A line, taken apart. */
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

/** The column in which the keys of the mapping stand that a line belongs to. */
export function keyColumn({ text, indent, isItem }: Line): number {
  return isItem ? (/^ *-(?: +|$)/.exec(text)?.[0].length ?? indent) : indent;
}

/** The key of the block of text that a line so far in stands in, if it stands in one. */
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
    if (least === 0) {
      break;
    }
  }
  return undefined;
}

/** The line that a line lies below: the nearest above that is less far in, or as far where the line is an item of its list. */
export function parentOf(above: readonly string[], { indent, isItem }: Line): Line | undefined {
  return above.map(lineOf).findLast((other) => {
    return (
      other.text.trim() !== "" && (keyColumn(other) < indent || (isItem && !other.isItem && other.indent === indent))
    );
  });
}

/** The key at the top of the file that a line stands below, in lower case. */
export function topKeyOver(above: readonly string[]): string | undefined {
  return above
    .map(lineOf)
    .findLast(({ indent, isItem, key }) => indent === 0 && !isItem && key !== undefined)
    ?.key?.toLowerCase();
}
