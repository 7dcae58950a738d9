/** The gutter with the severity of the remarks on each line, by icons that differ not only in their colour. */

import { forEachDiagnostic, setDiagnosticsEffect } from "@codemirror/lint";
import { type EditorState, type Extension, RangeSet, RangeSetBuilder, StateField } from "@codemirror/state";
import { GutterMarker, gutter } from "@codemirror/view";
import { picture } from "../icons/picture.ts";
import { WEIGHTS, type Weight } from "../place.ts";

export function markClass(weight: Weight): string {
  return `mark-${weight}`;
}

const SIZE = 12;

/** A marker for all remarks on one line. */
class SeverityMarker extends GutterMarker {
  readonly #weight: Weight;
  readonly #title: string;

  constructor(weight: Weight, title: string) {
    super();
    this.#weight = weight;
    this.#title = title;
  }

  override eq(other: SeverityMarker): boolean {
    return this.#weight === other.#weight && this.#title === other.#title;
  }

  override toDOM(): HTMLElement {
    const sign = picture(this.#weight, SIZE);
    sign.className = `sign sign-${this.#weight}`;
    sign.title = this.#title;
    return sign;
  }
}

/** Returns the markers of a document: for each line, that of the most severe remark. */
function markersOf(state: EditorState): RangeSet<GutterMarker> {
  const lines = new Map<number, { rank: number; messages: string[] }>();
  forEachDiagnostic(state, ({ markClass: name, message }, from) => {
    const rank = WEIGHTS.findIndex((weight) => markClass(weight) === name);
    const at = state.doc.lineAt(from).from;
    const line = lines.get(at) ?? { rank, messages: [] };
    line.rank = Math.min(line.rank, rank);
    line.messages.push(message.replaceAll("`", ""));
    lines.set(at, line);
  });
  // The builder needs markers in the order of their positions; diagnostics are in another order.
  const builder = new RangeSetBuilder<GutterMarker>();
  for (const [at, { rank, messages }] of [...lines].sort(([one], [two]) => one - two)) {
    builder.add(at, at, new SeverityMarker(WEIGHTS[rank] ?? "hint", messages.join("\n")));
  }
  return builder.finish();
}

const field = StateField.define<RangeSet<GutterMarker>>({
  create: () => RangeSet.empty,
  update: (signs, { changes, docChanged, effects, state }) => {
    if (effects.some((effect) => effect.is(setDiagnosticsEffect))) {
      return markersOf(state);
    }
    return docChanged ? signs.map(changes) : signs;
  },
});

export const severityGutter: Extension = [
  field,
  gutter({
    class: "cm-signs",
    markers: ({ state }) => state.field(field),
    // Without it, the text would move when the first marker appears.
    initialSpacer: () => new SeverityMarker("hint", ""),
  }),
];
