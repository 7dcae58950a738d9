/**
 * Handles typing at a click and over a selection. The editor inserts the characters itself. If the browser did, it
 * would copy the colours of the old text as inline styles, which the page's policy forbids.
 */

import type { Extension, Transaction } from "@codemirror/state";
import { EditorView } from "@codemirror/view";

/** Handles text that is typed over a selection. */
export const typingOver: Extension = EditorView.domEventHandlers({
  beforeinput: ({ inputType, data }, view) => {
    const { state, composing } = view;
    if (inputType !== "insertText" || data === null || composing || state.readOnly || state.selection.main.empty) {
      return false;
    }
    type(view, data);
    return true;
  },
});

/**
 * Focuses the editor on a press. A press on a field of a template would otherwise end in the template, before the
 * browser moves the focus.
 */
export const typingHere: Extension = EditorView.domEventObservers({
  mousedown: (_, view) => {
    if (!view.hasFocus) {
      view.focus();
    }
  },
});

/** Replaces the selection, as the editor does with input of the browser. */
function type(view: EditorView, text: string): void {
  const { state } = view;
  const { from, to } = state.selection.main;
  const insert = (): Transaction => {
    return state.update(state.replaceSelection(text), { userEvent: "input.type", scrollIntoView: true });
  };
  const handlers = state.facet(EditorView.inputHandler);
  if (!handlers.some((handle) => handle(view, from, to, text, insert))) {
    view.dispatch(insert());
  }
}
