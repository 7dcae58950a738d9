/**
 * Escapes strings from files for output: names of assets may contain any characters.
 *
 * Output may be read by a terminal, which obeys escape sequences, or by a service that runs the command, which obeys
 * lines such as `::error::`. Everything that the command line prints for people passes through here.
 */

/**
 * Matches the characters that control a terminal or the direction of writing, break the line, or are invisible: those
 * that the engine escapes in its reports.
 */
const UNFIT = /[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2064\u2066-\u2069\ufeff\u{e0000}-\u{e007f}]/gu;

/** Like `UNFIT`, for several lines: does not match line feeds, and captures the colours of this program. */
const UNFIT_IN_LINES = new RegExp(`(\\x1b\\[(?:0|22?|39|1|(?:1;)?3[1-6])m)|(?!\\n)${UNFIT.source}`, "gu");

/** Matches the commands of services: GitHub's at the start of a line, others anywhere. */
const COMMANDS = /^([^\S\n]*)::|##(?=\[|vso\[|teamcity\[)/gm;

/** Returns a string for one line, with characters that cannot be shown escaped, such as `\u{1b}`. */
export function visible(text: string): string {
  return withoutCommands(text.replace(UNFIT, spelled));
}

/** Like {@link visible}, for lines: keeps line ends and, if `isColored` is set, the colours of this program. */
export function visibleLines(text: string, isColored = false): string {
  const isKept = (color: string | undefined) => color !== undefined && isColored;
  // Without `isColored`, an escape sequence comes from a file and is escaped as a whole.
  const escaped = (found: string, color: string | undefined) =>
    isKept(color) ? found : [...found].map((one) => one.replace(UNFIT, spelled)).join("");
  return withoutCommands(text.replace(UNFIT_IN_LINES, escaped));
}

/** Returns a string with the first character of each command escaped. */
function withoutCommands(text: string): string {
  return text.replace(COMMANDS, (found, blanks) =>
    found.startsWith("#") ? `${spelled("#")}#` : `${blanks}${spelled(":")}:`,
  );
}

function spelled(character: string): string {
  return `\\u{${character.codePointAt(0)?.toString(16)}}`;
}
