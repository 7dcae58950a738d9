/** Colours for Rhai: words, texts, numbers, comments. */

import type { StreamParser } from "@codemirror/language";

const KEYWORDS = new Set(
  "fn let const if else while loop for in do until switch return break continue throw try catch import export as private this".split(
    " ",
  ),
);
const ATOMS = new Set(["true", "false"]);

/** Inside of what a line ended: a comment, a text in backticks, or neither. */
interface OpenSpan {
  end: "*/" | "`" | undefined;
}

/** A lexer for Rhai, good for colours only. */
export const rhai: StreamParser<OpenSpan> = {
  name: "rhai",
  startState: () => ({ end: undefined }),
  token(stream, inside) {
    if (inside.end !== undefined) {
      const { end } = inside;
      if (stream.skipTo(end)) {
        stream.match(end);
        inside.end = undefined;
      } else {
        stream.skipToEnd();
      }
      return end === "`" ? "string" : "comment";
    }
    if (stream.eatSpace()) {
      return null;
    }
    if (stream.match("//")) {
      stream.skipToEnd();
      return "comment";
    }
    if (stream.match("/*")) {
      inside.end = "*/";
      return "comment";
    }
    if (stream.match("`")) {
      inside.end = "`";
      return "string";
    }
    if (stream.match(/^"(?:[^"\\]|\\.)*"?/) || stream.match(/^'(?:[^'\\]|\\.)*'?/)) {
      return "string";
    }
    if (stream.match(/^0[xob][\da-fA-F_]+/) || stream.match(/^\d[\d_]*(?:\.\d[\d_]*)?(?:[eE][+-]?\d+)?/)) {
      return "number";
    }
    const word = stream.match(/^[A-Za-z_]\w*/);
    if (word) {
      return wordClass((word as RegExpMatchArray)[0], stream.peek());
    }
    stream.next();
    return "operator";
  },
  languageData: { commentTokens: { line: "//", block: { open: "/*", close: "*/" } } },
};

function wordClass(word: string, next: string | undefined): string {
  if (KEYWORDS.has(word)) {
    return "keyword";
  }
  if (ATOMS.has(word)) {
    return "atom";
  }
  return next === "(" ? "def" : "variableName";
}
