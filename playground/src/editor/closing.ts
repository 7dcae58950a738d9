/** Brackets and quotes close themselves at the end of a line, also in place of what was selected there: what stands open there makes the whole rule file unreadable. */

import { type Extension, Prec } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";

const CLOSED_BY: Record<string, string> = { "[": "]", "{": "}", "(": ")", "'": "'", '"': '"' };
/** All that may stand behind the cursor: brackets and quotes that are closed there. */
const ONLY_CLOSING = /^[\])}'"]*\s*$/;

const typed = EditorView.inputHandler.of((view, from, to, text) => {
  const { doc, readOnly } = view.state;
  const line = doc.lineAt(from);
  const [before, behind] = [doc.sliceString(line.from, from), doc.sliceString(to, line.to)];
  if (readOnly || view.composing || doc.lineAt(to).from !== line.from || !ONLY_CLOSING.test(behind)) {
    return false;
  }
  // What closes it stands there already.
  // Quotes around all that was selected do, too, for those who begin with one.
  const isAround = from < to && /['"]/.test(text) && before.endsWith(text);
  const isThere = (from === to || isAround) && /[\])}'"]/.test(text) && behind.startsWith(text);
  const closing = CLOSED_BY[text];
  if (!isThere && (closing === undefined || (text === closing && !/[\s[{(,:]$/.test(before)))) {
    return false;
  }
  view.dispatch({
    changes: { from, to, insert: isThere ? "" : text + closing },
    selection: { anchor: isAround && isThere ? from : from + 1 },
    userEvent: "input.type",
  });
  return true;
});

/** Takes away both of a pair with nothing in it. */
function takeBoth({ state, dispatch }: EditorView): boolean {
  const { head, empty } = state.selection.main;
  const pair = state.doc.sliceString(head - 1, head + 1);
  if (!empty || state.readOnly || pair.length < 2 || CLOSED_BY[pair.charAt(0)] !== pair.charAt(1)) {
    return false;
  }
  dispatch(state.update({ changes: { from: head - 1, to: head + 1 }, userEvent: "delete.backward" }));
  return true;
}

/** Closes what is opened. */
export const closing: Extension = [typed, Prec.high(keymap.of([{ key: "Backspace", run: takeBoth }]))];
