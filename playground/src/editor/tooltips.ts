/** Closes tooltips when the user types, moves the cursor, presses Escape, or moves the focus out of the editor. */

import type { Extension } from "@codemirror/state";
import { closeHoverTooltips, EditorView, hasHoverTooltips } from "@codemirror/view";
import { MODIFIER_KEYS } from "./leaving.ts";

function close(view: EditorView): void {
  if (hasHoverTooltips(view.state)) {
    view.dispatch({ effects: closeHoverTooltips });
  }
}

/** The extension. It does not stop keys from having their other effects. */
export const passingTooltips: Extension = EditorView.domEventObservers({
  keydown: ({ key, ctrlKey, metaKey }, view) => {
    // The text of a tooltip can be copied with keys.
    if (!(MODIFIER_KEYS.has(key) || ctrlKey || metaKey)) {
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
