/** What a rule took out of the file, in a quiet colour: so one sees what an `xpath` reaches before anything fails. */

import { type Extension, StateEffect, StateField, type Text } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView } from "@codemirror/view";

/** Colours these parts of the document and no others. */
export const setExtracted = StateEffect.define<readonly { from: number; to: number; failed: boolean }[]>();

const VALUE = Decoration.mark({ class: "cm-extracted" });
/** What fails must not look as if it passed, also where there is no room for a mark. */
const FAILED = Decoration.mark({ class: "cm-extracted cm-failed" });

const values = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(before, { changes, effects, newDoc }) {
    const told = effects.find((effect) => effect.is(setExtracted));
    return told === undefined ? before.map(changes) : coloured(told.value, newDoc);
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** Of what is longer than a line, such as a node with all that is in it, its first line says where it is. */
function coloured(parts: readonly { from: number; to: number; failed: boolean }[], doc: Text): DecorationSet {
  const shown = parts.flatMap(({ from, to, failed }) => {
    const end = Math.min(to, doc.lineAt(Math.min(from, doc.length)).to);
    return from < end ? (failed ? FAILED : VALUE).range(from, end) : [];
  });
  return Decoration.set(shown, true);
}

/** The colours. */
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
