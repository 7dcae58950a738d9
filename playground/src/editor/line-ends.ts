/**
 * Converts between the text of a file and its document in an editor.
 *
 * The document of an editor has one kind of line end and no byte order mark. The page checks and shares the exact text
 * of the file, so the difference is kept here.
 */

import { StateField, type Text, type Transaction } from "@codemirror/state";

/** The properties of a file's text that its document in an editor does not have. */
interface LineEnds {
  /** The byte order mark, or an empty string. */
  mark: string;
  /** The line end of new lines. */
  usual: string;
  /** The end of every line but the last one, if they differ. */
  mixed: readonly string[] | undefined;
}

const MARK = "\ufeff";

/** Returns the byte order mark and the line ends of text. */
export function lineEndsOf(text: string): LineEnds {
  const ends = text.match(/\r\n?|\n/g) ?? [];
  const [usual = "\n"] = ends;
  const mixed = ends.some((end) => end !== usual) ? ends : undefined;
  return { mark: text.startsWith(MARK) ? MARK : "", usual, mixed };
}

/** Returns the text without its byte order mark, for an editor. */
export function withoutMark(text: string): string {
  return text.startsWith(MARK) ? text.slice(1) : text;
}

/** Returns the text of a file from its document in an editor. */
export function textOf(doc: Text, { mark, usual, mixed }: LineEnds): string {
  if (mixed === undefined) {
    return mark + doc.sliceString(0, doc.length, usual);
  }
  const parts = [mark];
  let line = 0;
  for (const text of doc.iterLines()) {
    parts.push(text, line < doc.lines - 1 ? (mixed[line] ?? usual) : "");
    line += 1;
  }
  return parts.join("");
}

/** The line ends of the document, updated with each change. */
export const lineEnds = StateField.define<LineEnds>({
  create: () => lineEndsOf(""),
  update: edited,
});

function edited(ends: LineEnds, { changes, startState, docChanged }: Transaction): LineEnds {
  if (!docChanged || ends.mixed === undefined) {
    return ends;
  }
  const mixed = [...ends.mixed];
  let shift = 0;
  changes.iterChanges((from, to, _fromNew, _toNew, inserted) => {
    // Line numbers are those before all changes; `shift` is the number of lines that earlier changes added.
    const first = startState.doc.lineAt(from).number - 1;
    const removed = startState.doc.lineAt(to).number - 1 - first;
    mixed.splice(first + shift, removed, ...Array<string>(inserted.lines - 1).fill(ends.usual));
    shift += inserted.lines - 1 - removed;
  });
  return { ...ends, mixed };
}
