/**
 * A text as its file has it, beside the same text as an editor has it.
 *
 * Editors know one line end and no byte order mark. What is checked and shared is the file's text to the letter, so that
 * what the editor leaves out is kept here.
 */

import { StateField, type Text, type Transaction } from "@codemirror/state";

/** The properties of a file's text that its document in an editor does not have. */
interface LineEnds {
  /** The byte order mark, or an empty string. */
  mark: string;
  /** The line end of new lines. */
  usual: string;
  /** The end of every line but the last one, where they differ. */
  mixed: readonly string[] | undefined;
}

const MARK = "\ufeff";

/** Returns the byte order mark and the line ends of a text. */
export function lineEndsOf(text: string): LineEnds {
  const ends = text.match(/\r\n?|\n/g) ?? [];
  const [usual = "\n"] = ends;
  const mixed = ends.some((end) => end !== usual) ? ends : undefined;
  return { mark: text.startsWith(MARK) ? MARK : "", usual, mixed };
}

/** The text without its byte order mark, for an editor. */
export function withoutMark(text: string): string {
  return text.startsWith(MARK) ? text.slice(1) : text;
}

/** The file's text, of an editor's document. */
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

/** The line ends of an editor's document, kept in step with it. */
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
    // Lines are numbered as before all changes; `shift` is what the earlier ones have added to the list.
    const first = startState.doc.lineAt(from).number - 1;
    const removed = startState.doc.lineAt(to).number - 1 - first;
    mixed.splice(first + shift, removed, ...Array<string>(inserted.lines - 1).fill(ends.usual));
    shift += inserted.lines - 1 - removed;
  });
  return { ...ends, mixed };
}
