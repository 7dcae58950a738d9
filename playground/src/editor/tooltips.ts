/** Tooltips go when they are done with: when one types or moves, by Escape, and when the focus leaves the editor for another part of the page. */

import type { Extension } from "@codemirror/state";
import { closeHoverTooltips, EditorView, hasHoverTooltips } from "@codemirror/view";
import { HELD } from "./leaving.ts";

/** Closes those that are open. */
function close(view: EditorView): void {
  if (hasHoverTooltips(view.state)) {
    view.dispatch({ effects: closeHoverTooltips });
  }
}

/** The rule. What a key means beside that is not its business. */
export const passingTooltips: Extension = EditorView.domEventObservers({
  keydown: ({ key, ctrlKey, metaKey }, view) => {
    // What is told can be copied.
    if (!(HELD.has(key) || ctrlKey || metaKey)) {
      close(view);
    }
  },
  blur: ({ relatedTarget }, view) => {
    // A link in a tooltip takes the focus before it is followed.
    if (!(relatedTarget instanceof Node && view.dom.contains(relatedTarget))) {
      close(view);
    }
  },
});
