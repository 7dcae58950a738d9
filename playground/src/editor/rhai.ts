/** Syntax highlighting for Rhai: words, strings, numbers, comments. */

import type { StreamParser } from "@codemirror/language";

const KEYWORD =
  /^(?:fn|let|const|if|else|while|loop|for|in|do|until|switch|return|break|continue|throw|try|catch|import|export|as|private|this)$/;

/** The tokens, each with its class. The first one that matches counts. */
const TOKENS: readonly [RegExp, string | null][] = [
  [/^\s+/, null],
  [/^\/\/.*/, "comment"],
  [/^"(?:[^"\\]|\\.)*"?|^'(?:[^'\\]|\\.)*'?/, "string"],
  [/^0[xob][\da-fA-F_]+|^\d[\d_]*(?:\.\d[\d_]*)?(?:[eE][+-]?\d+)?/, "number"],
  [/^(?:true|false)\b/, "atom"],
  [/^[A-Za-z_]\w*(?=\()/, "def"],
  [/^[A-Za-z_]\w*/, "variableName"],
  [/^./, "operator"],
];

/** Tokens that can span several lines: the beginning, the end, and the class. */
const SPANS = [
  { from: "/*", to: "*/", is: "comment" },
  { from: "`", to: "`", is: "string" },
] as const;

/** The span that continues after the end of a line. */
interface OpenSpan {
  open: (typeof SPANS)[number] | undefined;
}

/** A lexer for Rhai, for syntax highlighting only. */
export const rhai: StreamParser<OpenSpan> = {
  name: "rhai",
  startState: () => ({ open: undefined }),
  token(stream, inside) {
    const span = inside.open ?? SPANS.find(({ from }) => stream.match(from));
    if (span !== undefined) {
      const isClosed = stream.skipTo(span.to) && stream.match(span.to);
      if (!isClosed) {
        stream.skipToEnd();
      }
      inside.open = isClosed ? undefined : span;
      return span.is;
    }
    const is = TOKENS.find(([token]) => stream.match(token))?.[1] ?? null;
    return is === "def" || is === "variableName" ? (KEYWORD.test(stream.current()) ? "keyword" : is) : is;
  },
  languageData: { commentTokens: { line: "//", block: { open: "/*", close: "*/" } } },
};
