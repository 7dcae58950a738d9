/**
 * Closes brackets and quotes while the user types at the end of a line, also around a selection. An open bracket would
 * make the whole rule file invalid.
 */

import { type EditorState, type Extension, Prec, type TransactionSpec } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";

const CLOSED_BY: Record<string, string> = { "[": "]", "{": "}", "(": ")", "'": "'", '"': '"' };
/** The text that may follow the cursor: closing brackets and quotes only. */
const ONLY_CLOSING = /^[\])}'"]*\s*$/;

/**
 * Returns the edit for typing `text` over a range, if it also inserts the closing bracket or quote, or skips one that
 * is already there. Returns undefined otherwise.
 */
export function typedAt(state: EditorState, from: number, to: number, text: string): TransactionSpec | undefined {
  const { doc, readOnly } = state;
  const line = doc.lineAt(from);
  const [before, after] = [doc.sliceString(line.from, from), doc.sliceString(to, line.to)];
  if (readOnly || doc.lineAt(to).from !== line.from || !ONLY_CLOSING.test(after)) {
    return undefined;
  }
  // The closing character may be there already. If the selection is everything between two quotes, that also holds for
  // a typed quote.
  const isAround = from < to && /['"]/.test(text) && before.endsWith(text);
  const isThere = (from === to || isAround) && /[\])}'"]/.test(text) && after.startsWith(text);
  const closing = CLOSED_BY[text];
  if (!isThere && (closing === undefined || (text === closing && !/[\s[{(,:]$/.test(before)))) {
    return undefined;
  }
  return {
    changes: { from, to, insert: isThere ? "" : text + closing },
    selection: { anchor: isAround && isThere ? from : from + 1 },
    userEvent: "input.type",
  };
}

/**
 * Returns the closing brackets and quotes at the beginning of `after` that match those that `text` leaves open: the
 * editor has inserted them. Returns an empty string if they do not match.
 */
export function matchingClosers(text: string, after: string): string {
  const open: string[] = [];
  for (const letter of text) {
    if (letter === open[0]) {
      open.shift();
    } else if (CLOSED_BY[letter] !== undefined) {
      open.unshift(CLOSED_BY[letter]);
    }
  }
  const closing = open.join("");
  return after.startsWith(closing) ? closing : "";
}

const typed = EditorView.inputHandler.of((view, from, to, text) => {
  const change = view.composing ? undefined : typedAt(view.state, from, to, text);
  if (change !== undefined) {
    view.dispatch(change);
  }
  return change !== undefined;
});

/** Deletes an empty pair of brackets or quotes around the cursor. */
function takeBoth({ state, dispatch }: EditorView): boolean {
  const { head, empty } = state.selection.main;
  const pair = state.doc.sliceString(head - 1, head + 1);
  if (!empty || state.readOnly || pair.length < 2 || CLOSED_BY[pair.charAt(0)] !== pair.charAt(1)) {
    return false;
  }
  dispatch(state.update({ changes: { from: head - 1, to: head + 1 }, userEvent: "delete.backward" }));
  return true;
}

/** Closes brackets and quotes while typing. */
export const closing: Extension = [typed, Prec.high(keymap.of([{ key: "Backspace", run: takeBoth }]))];
