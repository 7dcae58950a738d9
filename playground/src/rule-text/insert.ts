/** Puts something new into the text of a rule file. Nothing that stands there is written anew: comments and layout stay. */

import type { SyntaxNode } from "@lezer/common";

/** A text that goes into another one. */
export interface Insertion {
  /** Where, in UTF-16 units. */
  at: number;
  /** As far as something gives way to it: the brackets of an empty list. */
  to?: number;
  /** The text, whose lines end with `\n`. */
  text: string;
}

/** The text with what goes into it, from the first to the last, in the line ends that it has. */
export function inserted(text: string, insertions: readonly Insertion[]): string {
  const end = /\r\n|\n/.exec(text)?.[0] ?? "\n";
  let [done, at] = ["", 0];
  for (const { at: from, to = from, text: put } of insertions) {
    done += text.slice(at, from) + put.replaceAll("\n", end);
    at = to;
  }
  return done + text.slice(at);
}

/** On the lines behind the one on which something ends. */
export function behind(text: string, end: number, put: string): Insertion {
  const last = text.slice(0, end).trimEnd().length;
  const next = text.indexOf("\n", last);
  return next === -1 ? { at: text.length, text: `\n${put}` } : { at: next + 1, text: put };
}

/** Behind the last item of a list in brackets, on lines of its own. */
export function intoList(list: SyntaxNode, put: string): Insertion {
  const last = list.getChildren("Item").at(-1);
  return last === undefined ? { at: list.from + 1, text: `\n${put}\n` } : { at: last.to, text: `,\n${put}` };
}

/**
 * Returns the indentation of the next item or entry: as many spaces as there are characters before `at` on its line.
 */
export function indentOf(text: string, at: number): string {
  const before = text.slice(text.lastIndexOf("\n", at - 1) + 1, at).replace(/^\ufeff/, "");
  return " ".repeat(before.length);
}

/** Returns the line end that is needed to begin a new line at the end of a text, or an empty string. */
export function atLineStart(text: string): string {
  return text === "" || text === "\ufeff" || text.endsWith("\n") ? "" : "\n";
}

const PLAIN = /^[A-Za-z_][\w./-]*(?: [\w./-]+)*$/;
const WORDS = /^(?:null|true|false|yes|no|on|off|y|n)$/i;

/** A text as YAML has it: without quotes where it needs none. */
export function scalar(text: string): string {
  return PLAIN.test(text) && !WORDS.test(text) ? text : quoted(text);
}

/** A text between quotes, which YAML and JSON read alike. */
export function quoted(text: string): string {
  return JSON.stringify(text).replace(/[\u007f-\u009f\u2028\u2029\ufeff]/g, (one) => {
    return `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}

/** A text between the quotes in which YAML leaves backslashes alone, as patterns have them. */
export function singleQuoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
