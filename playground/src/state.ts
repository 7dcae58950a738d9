/** What the page holds and keeps for the next visit: the texts, and nothing about the look. */

import { EXAMPLES } from "./examples.js";

/** The texts on the page. */
export interface State {
  /** The rule file. */
  rules: string;
  /** The path of the document. */
  path: string;
  /** The document. */
  text: string;
}

const KEY = "assay-playground";

/** The texts of the last visit, or the first example. */
export function load(): State {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "null");
    if (isState(kept)) {
      return kept;
    }
  } catch {
    // Storage that is switched off, or that something else has written into.
  }
  const [{ state }] = EXAMPLES;
  return { ...state };
}

/** Keeps the texts for the next visit, where the browser allows it. */
export function keep(state: State): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(state));
  } catch {
    // The page works without, too.
  }
}

function isState(value: unknown): value is State {
  return (
    typeof value === "object" &&
    value !== null &&
    (["rules", "path", "text"] as const).every((key) => key in value && typeof (value as State)[key] === "string")
  );
}
