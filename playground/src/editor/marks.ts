/** The marks of an editor: the places in its file that remarks of the engine are about. */

import type { Diagnostic } from "@codemirror/lint";
import type { Text } from "@codemirror/state";
import type { Place, Remark, Weight } from "../place.ts";
import type { Spot } from "../project.ts";
import { later } from "./later.ts";
import { positionFinder } from "./positions.ts";
import { sentences } from "./sentence.ts";
import { markClass } from "./severity-gutter.ts";

/** The maximum number of places that are underlined in one file. Each of them costs time at every key press. */
const MOST = 1_000;

/** The editor's severity for each weight. */
const SEVERITY = {
  problem: "error",
  error: "error",
  warning: "warning",
  info: "info",
  hint: "hint",
} as const satisfies Record<Weight, Diagnostic["severity"]>;

interface Mark {
  /** The mark in the form of the editor. */
  mark: Diagnostic;
  remark: Remark;
  /** The replacement for the marked text, if the engine suggests one. */
  suggestion: string | undefined;
}

/**
 * Returns the first marks of one file, whose document in the editor is `doc`, and the number of all its marks. Its text
 * was `source` when the remarks were made, and is `now`. Places whose text has been changed since get no mark.
 */
export function marksOf(
  remarks: readonly Remark[],
  { side, path }: Spot,
  { source, now }: { source: string; now: string },
  doc: Text,
): { marks: Mark[]; all: number } {
  const placeNow = later(source, now);
  const placed = remarks.flatMap((remark) => {
    return placesOf(remark)
      .filter((place) => place.side === side && place.path === path)
      .flatMap((place) => {
        const there = placeNow(place);
        const suggestion = place === remark.place ? remark.suggestion : undefined;
        return there === undefined ? [] : [{ remark, place: there, suggestion }];
      });
  });
  const first = placed.slice(0, MOST);
  const positionOf = positionFinder(
    now,
    first.map(({ place }) => place),
  );
  const marks = first.map(({ remark, place, suggestion }) => {
    const range = visible(positionOf(place.start), positionOf(place.end), doc);
    if (remark.source === "finding") {
      // A record may be as long as the file, which would underline the whole text.
      range.to = Math.min(range.to, Math.max(range.from + 1, doc.lineAt(range.from).to));
    }
    return { mark: { ...range, ...diagnosticOf(remark) }, remark, suggestion };
  });
  return { marks, all: placed.length };
}

/** Returns the places to underline: for a problem also the one in a library where a script stopped. */
function placesOf({ place, source, related }: Remark): Place[] {
  const others = source === "finding" ? [] : related.map((other) => other.place);
  return [...(place === undefined ? [] : [place]), ...others];
}

/** Returns the position of a place in the document. An empty place gets a character, so that it is visible. */
export function visible(start: number, end: number, doc: Text): { from: number; to: number } {
  const from = Math.min(start, doc.length);
  const to = Math.min(Math.max(end, from), doc.length);
  if (from < to) {
    return { from, to };
  }
  const line = doc.lineAt(from);
  return from < line.to ? { from, to: from + 1 } : { from: Math.max(line.from, from - 1), to: from };
}

function diagnosticOf(remark: Remark): Omit<Diagnostic, "from" | "to"> {
  const { weight, message, help, rule } = remark;
  const text = help === undefined ? message : `${message}\n${help}`;
  return {
    severity: SEVERITY[weight],
    message: text,
    renderMessage: () => sentences(text),
    ...(rule === undefined ? {} : { source: rule }),
    markClass: markClass(weight),
  };
}
