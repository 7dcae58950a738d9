/**
 * The way out of an editor by keys, in which Tab indents: after Escape, the next Tab goes on to what comes behind it. So it is
 * whatever else Escape ends, such as a tooltip or a selection, and for as long as no other key is pressed; and when it was Tab
 * that led into the editor, as those who go through the page change nothing in it.
 */

import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";

/** The status message below the editor, which screen readers also announce. */
export const LEAVING = "Tab leaves the editor now; after another key, Esc comes first";

/** Keys that are held while another one is pressed. */
export const HELD = new Set(["Shift", "Control", "Alt", "Meta"]);

/** Whether the last that was done on the page was to press Tab. */
let isTabbing = false;
globalThis.addEventListener?.(
  "keydown",
  ({ key }) => {
    isTabbing = HELD.has(key) ? isTabbing : key === "Tab";
  },
  true,
);
globalThis.addEventListener?.(
  "pointerdown",
  () => {
    isTabbing = false;
  },
  true,
);

/** The rule; `tell` hears when Tab would leave the editor, and when it would not any more. */
export function leaving(tell: (on: boolean) => void): Extension {
  let armed = false;
  const arm = (on: boolean, view: EditorView) => {
    if (armed !== on) {
      armed = on;
      view.setTabFocusMode(on);
      tell(on);
    }
  };
  return [
    EditorView.contentAttributes.of({ "aria-description": "Escape, then Tab leaves the editor" }),
    EditorView.domEventObservers({
      keydown: ({ key }, view) => {
        if (!HELD.has(key)) {
          arm(key === "Escape", view);
        }
      },
      mousedown: (_, view) => arm(false, view),
      focus: (_, view) => arm(isTabbing, view),
      blur: (_, view) => arm(false, view),
    }),
  ];
}
