/** Tooltips go when they are done with: by Escape, and when the focus leaves the editor for another part of the page. */

import type { Extension } from "@codemirror/state";
import { closeHoverTooltips, EditorView, hasHoverTooltips } from "@codemirror/view";

/** Closes those that are open. */
function close(view: EditorView): void {
  if (hasHoverTooltips(view.state)) {
    view.dispatch({ effects: closeHoverTooltips });
  }
}

/** The rule. What a key means beside that is not its business. */
export const passingTooltips: Extension = EditorView.domEventObservers({
  keydown: ({ key }, view) => {
    if (key === "Escape") {
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
