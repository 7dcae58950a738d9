/** What a rule took out of the file, in a quiet colour: so one sees what an `xpath` reaches before anything fails. */

import { type Extension, StateEffect, StateField, type Text } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView } from "@codemirror/view";

/** So many are coloured. */
const MOST = 2_000;

/** Colours these parts of the document, in ascending order, and no others. */
export const setExtracted = StateEffect.define<readonly { from: number; to: number }[]>();

const VALUE = Decoration.mark({ class: "cm-extracted" });

const values = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(before, { changes, effects, newDoc }) {
    const told = effects.find((effect) => effect.is(setExtracted));
    return told === undefined ? before.map(changes) : coloured(told.value, newDoc);
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** Of what is longer than a line, such as a node with all that is in it, its first line says where it is. */
function coloured(parts: readonly { from: number; to: number }[], doc: Text): DecorationSet {
  const shown = parts.slice(0, MOST).flatMap(({ from, to }) => {
    const end = Math.min(to, doc.lineAt(Math.min(from, doc.length)).to);
    return from < end ? VALUE.range(from, end) : [];
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
  }),
];
