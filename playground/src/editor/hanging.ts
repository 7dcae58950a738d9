/** Indents the continuation of wrapped lines, so that the indentation of the text stays visible. */

import { countColumn, type EditorState, type Extension, RangeSetBuilder } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";

/** The deepest hanging indent, in columns. A deeper one would leave too little room for the text. */
const DEEPEST = 24;

const DEPTHS = Array.from({ length: DEEPEST }, (_, index) => index + 1);

/** One class for each depth, because the page's policy allows no inline styles. */
const STYLES = EditorView.baseTheme(
  Object.fromEntries(
    DEPTHS.flatMap((depth) => [
      // Every line has a padding of six pixels.
      [`.cm-line.hanging-${depth}`, { textIndent: `-${depth}ch`, paddingLeft: `calc(6px + ${depth}ch)` }],
      [`.hanging-${depth} *`, { textIndent: "0" }],
    ]),
  ),
);

/** The decorations by depth; undefined for lines without indentation. */
const LINES = [undefined, ...DEPTHS.map((depth) => Decoration.line({ class: `hanging-${depth}` }))];

const plugin = ViewPlugin.define(
  (view) => ({
    lines: decorated(view),
    update({ docChanged, viewportChanged, view: now }: ViewUpdate) {
      if (docChanged || viewportChanged) {
        this.lines = decorated(now);
      }
    },
  }),
  { decorations: ({ lines }) => lines },
);

/** Indents the continuation of wrapped lines. Without wrapping, it has no visible effect. */
export const hanging: Extension = [plugin, STYLES];

function decorated({ state, visibleRanges }: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  for (const { from, to } of visibleRanges) {
    for (let at = from; at <= to; ) {
      const line = state.doc.lineAt(at);
      const decoration = LINES[Math.min(indentOf(line.text, state), DEEPEST)];
      if (decoration !== undefined) {
        builder.add(line.from, line.from, decoration);
      }
      at = line.to + 1;
    }
  }
  return builder.finish();
}

/** Returns the columns of spaces at the beginning of a line, including the `- ` of a list item. */
function indentOf(text: string, { tabSize }: EditorState): number {
  const before = /^[\t ]*(?:- +)*/.exec(text)?.[0] ?? "";
  return countColumn(before, tabSize);
}
