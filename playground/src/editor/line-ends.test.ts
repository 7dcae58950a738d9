import { EditorState } from "@codemirror/state";
import { describe, expect, test } from "vitest";
import { lineEnds, lineEndsOf, textOf, withoutMark } from "./line-ends.ts";

function open(text: string): EditorState {
  return EditorState.create({ doc: withoutMark(text), extensions: lineEnds.init(() => lineEndsOf(text)) });
}

function saved(state: EditorState): string {
  return textOf(state.doc, state.field(lineEnds));
}

const TEXTS = ["", "a", "a\nb\n", "a\r\nb\r\n", "a\rb", "\ufeffa\r\nb", "a\r\nb\nc\rd\n", "\ufeff", "\r\n\n\r\n"];

describe("line ends", () => {
  for (const text of TEXTS) {
    test(`are unchanged after opening and saving: ${JSON.stringify(text)}`, () => {
      expect(saved(open(text))).toBe(text);
    });
  }

  const EDITS: readonly [string, string, { from: number; to?: number; insert?: string }, string][] = [
    ["a new line gets the line end of its file", "a\r\nb", { from: 1, insert: "\nx" }, "a\r\nx\r\nb"],
    [
      "the byte order mark stays if the whole text is replaced",
      "\ufeffa\r\nb",
      { from: 0, to: 3, insert: "c" },
      "\ufeffc",
    ],
    ["a deleted line loses its line end, too", "a\nb\r\nc\rd", { from: 1, to: 3 }, "a\r\nc\rd"],
    [
      "a new line in a file with mixed line ends gets the first of them",
      "a\nb\r\nc",
      { from: 3, insert: "\nx" },
      "a\nb\nx\r\nc",
    ],
    ["typing into a line changes no line end", "a\nb\r\nc\rd", { from: 2, insert: "x" }, "a\nxb\r\nc\rd"],
  ];
  for (const [claim, text, changes, expected] of EDITS) {
    test(claim, () => {
      const state = open(text);
      expect(saved(state.update({ changes: { ...changes, insert: state.toText(changes.insert ?? "") } }).state)).toBe(
        expected,
      );
    });
  }

  test("follow several edits at once", () => {
    const state = open("a\nb\r\nc\nd");
    const changes = [
      { from: 1, to: 2 },
      { from: 5, insert: state.toText("\n") },
    ];
    expect(saved(state.update({ changes }).state)).toBe("ab\r\nc\n\nd");
  });
});
