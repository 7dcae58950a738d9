/** Texts from files, made fit to be shown: names of assets may hold anything. */

/**
 * What steers a terminal or the direction of writing, breaks the line, or cannot be seen: what the engine spells in its
 * reports.
 */
const UNFIT = /[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu;

/** The same without line ends. */
const UNFIT_IN_LINES = new RegExp(`(?!\\n)${UNFIT.source}`, "gu");

/** A text on one line, in which each character can be told: those that cannot be shown are spelled, as `\u{1b}`. */
export function visible(text: string): string {
  return text.replace(UNFIT, spelled);
}

/** A text of one or more lines, likewise. */
export function visibleLines(text: string): string {
  return text.replace(UNFIT_IN_LINES, spelled);
}

function spelled(character: string): string {
  return `\\u{${character.codePointAt(0)?.toString(16)}}`;
}
