/**
 * Strings from files, made fit to be printed: names of assets may hold anything.
 *
 * What is printed may be read by a terminal, which obeys escape sequences, or by a service that runs the command, which obeys lines
 * such as `::error::`. All that the command line prints for people passes through here.
 */

/**
 * What steers a terminal or the direction of writing, breaks the line, or cannot be seen: what the engine spells in its
 * reports.
 */
const UNFIT = /[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2064\u2066-\u2069\ufeff\u{e0000}-\u{e007f}]/gu;

/** The same in several lines, and in the colours that this program uses itself. */
const UNFIT_IN_LINES = new RegExp(`(\\x1b\\[(?:0|22?|39|1|(?:1;)?3[1-6])m)|(?!\\n)${UNFIT.source}`, "gu");

/** What services take for a command: at the start of a line for GitHub, anywhere for Azure, TeamCity and GitHub's old form. */
const COMMANDS = /^([^\S\n]*)::|##(?=\[|vso\[|teamcity\[)/gm;

/** A string on one line, in which each character can be told: those that cannot be shown are spelled, as `\u{1b}`. */
export function visible(text: string): string {
  return withoutCommands(text.replace(UNFIT, spelled));
}

/** A text of one or more lines, likewise; line ends stay, and where it `isColored` the colours of this program. */
export function visibleLines(text: string, isColored = false): string {
  const isKept = (color: string | undefined) => color !== undefined && isColored;
  const shown = (found: string, color: string | undefined) =>
    isKept(color) ? found : [...found].map((one) => one.replace(UNFIT, spelled)).join("");
  return withoutCommands(text.replace(UNFIT_IN_LINES, shown));
}

/** A text with the first character of each command spelled. */
function withoutCommands(text: string): string {
  return text.replace(COMMANDS, (found, blanks) =>
    found.startsWith("#") ? `${spelled("#")}#` : `${blanks}${spelled(":")}:`,
  );
}

function spelled(character: string): string {
  return `\\u{${character.codePointAt(0)?.toString(16)}}`;
}
