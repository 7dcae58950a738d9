/**
 * Typing where one has pressed, and over a selection. For that the editor puts the letters in its place by itself: left to the browser, they are given the colours
 * of what was there by inline styles, which the page's policy forbids.
 */

import type { Extension, Transaction } from "@codemirror/state";
import { EditorView } from "@codemirror/view";

/** Takes over what is typed while something is selected. */
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

/** Takes the keyboard when it is pressed: a press on a field of a template ends in the template, before the browser hears of it. */
export const typingHere: Extension = EditorView.domEventObservers({
  mousedown: (_, view) => {
    if (!view.hasFocus) {
      view.focus();
    }
  },
});

/** Puts a text in place of the selection, as the editor does with what the browser put there. */
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
