/**
 * The way to leave an editor with the keyboard, in which Tab indents: after Escape, the next Tab moves the focus out of
 * the editor. This applies whatever Escape closes, such as a tooltip or a selection, until another key is pressed. If
 * Tab led into the editor, the next Tab leaves it, too, so that users can pass through the page.
 */

import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";

/** The status message below the editor, which screen readers also announce. */
export const LEAVING = "Press Tab to leave the editor. After any other key, press Esc again first";

/** Keys that are held while another one is pressed. */
export const MODIFIER_KEYS = new Set(["Shift", "Control", "Alt", "Meta"]);

/** True if the last action on the page was to press Tab. */
let isTabbing = false;
globalThis.addEventListener?.(
  "keydown",
  ({ key }) => {
    isTabbing = MODIFIER_KEYS.has(key) ? isTabbing : key === "Tab";
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

/** Returns the extension. `notify` is called when the effect of Tab changes. */
export function leaving(notify: (on: boolean) => void): Extension {
  let armed = false;
  const arm = (on: boolean, view: EditorView) => {
    if (armed !== on) {
      armed = on;
      view.setTabFocusMode(on);
      notify(on);
    }
  };
  return [
    EditorView.contentAttributes.of({ "aria-description": "Press Escape, then Tab to leave the editor" }),
    EditorView.domEventObservers({
      keydown: ({ key }, view) => {
        if (!MODIFIER_KEYS.has(key)) {
          arm(key === "Escape", view);
        }
      },
      mousedown: (_, view) => arm(false, view),
      focus: (_, view) => arm(isTabbing, view),
      blur: (_, view) => arm(false, view),
    }),
  ];
}
