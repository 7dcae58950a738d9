/** Inserts text into a rule file. The existing text does not change, so comments and layout stay. */

import type { SyntaxNode } from "@lezer/common";

export interface Insertion {
  /** The position, in UTF-16 units. */
  at: number;
  /** The end of the text that is replaced, such as the brackets of an empty list. */
  to?: number;
  /** The string, whose lines end with `\n`. */
  text: string;
}

/** Returns the text with the insertions, which are in ascending order. Their line ends become those of the text. */
export function inserted(text: string, insertions: readonly Insertion[]): string {
  const end = /\r\n|\n/.exec(text)?.[0] ?? "\n";
  let [done, at] = ["", 0];
  for (const { at: from, to = from, text: put } of insertions) {
    done += text.slice(at, from) + put.replaceAll("\n", end);
    at = to;
  }
  return done + text.slice(at);
}

/** Inserts lines after the line on which something ends. */
export function insertAfter(text: string, end: number, put: string): Insertion {
  const last = text.slice(0, end).trimEnd().length;
  const next = text.indexOf("\n", last);
  return next === -1 ? { at: text.length, text: `\n${put}` } : { at: next + 1, text: put };
}

/** Inserts lines after the last item of a list in brackets. */
export function intoList(list: SyntaxNode, put: string): Insertion {
  const last = list.getChildren("Item").at(-1);
  return last === undefined ? { at: list.from + 1, text: `\n${put}\n` } : { at: last.to, text: `,\n${put}` };
}

/** Returns the indentation of the next item: as many spaces as there are characters before `at` on its line. */
export function indentOf(text: string, at: number): string {
  const before = text.slice(text.lastIndexOf("\n", at - 1) + 1, at).replace(/^\ufeff/, "");
  return " ".repeat(before.length);
}

/** Returns the line end that is needed to begin a new line at the end of the text, or an empty string. */
export function atLineStart(text: string): string {
  return text === "" || text === "\ufeff" || text.endsWith("\n") ? "" : "\n";
}

const PLAIN = /^[A-Za-z_][\w./-]*(?: [\w./-]+)*$/;
// Versions of YAML differ in which of these words are no strings.
const WORDS = /^(?:null|true|false|yes|no|on|off|y|n)$/i;

/** Returns a string in YAML, without quotes if it does not need them. */
export function scalar(text: string): string {
  return PLAIN.test(text) && !WORDS.test(text) ? text : quoted(text);
}

/** Returns a string in double quotes that are valid in YAML and JSON. */
export function quoted(text: string): string {
  // JSON allows these characters, but YAML forbids them or treats them as line ends.
  return JSON.stringify(text).replace(/[\u007f-\u009f\u2028\u2029\ufeff]/g, (one) => {
    return `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}

/** Returns a string in single quotes. YAML does not interpret backslashes in them, which patterns contain. */
export function singleQuoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
