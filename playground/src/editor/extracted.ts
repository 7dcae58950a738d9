/** Highlights the values that a rule extracts, so that the user sees what an `xpath` selects if nothing fails. */

import { type Extension, StateEffect, StateField, type Text } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView } from "@codemirror/view";

/** Colours these parts of the document and no others. */
export const setExtracted = StateEffect.define<readonly { from: number; to: number; failed: boolean }[]>();

const VALUE = Decoration.mark({ class: "cm-extracted" });
/** The highlight of values that fail, which must not look as if they passed where a mark has no room. */
const FAILED = Decoration.mark({ class: "cm-extracted cm-failed" });

const values = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(before, { changes, effects, newDoc }) {
    const latest = effects.find((effect) => effect.is(setExtracted));
    return latest === undefined ? before.map(changes) : coloured(latest.value, newDoc);
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** Highlights only the first line of a value that is longer, such as a node with all its descendants. */
function coloured(parts: readonly { from: number; to: number; failed: boolean }[], doc: Text): DecorationSet {
  const marks = parts.flatMap(({ from, to, failed }) => {
    const end = Math.min(to, doc.lineAt(Math.min(from, doc.length)).to);
    return from < end ? (failed ? FAILED : VALUE).range(from, end) : [];
  });
  return Decoration.set(marks, true);
}

export const extracted: Extension = [
  values,
  EditorView.baseTheme({
    ".cm-extracted": {
      backgroundColor: "color-mix(in srgb, var(--accent) 13%, transparent)",
      borderRadius: "2px",
    },
    ".cm-failed": { backgroundColor: "color-mix(in srgb, var(--error) 13%, transparent)" },
  }),
];
