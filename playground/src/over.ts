/** The files under check of which the same is said. */

import type { Problem } from "./engine.ts";
import { counted } from "./format.ts";

/** The first of some files, with how many more there are. */
export function overText([first = "", ...more]: readonly string[]): string {
  return more.length === 0 ? first : `${first} and ${counted(more.length, "more file")}`;
}

/** What is said once. */
export interface SaidOnce {
  /** What is said, of the first file where it is said of several. */
  item: Problem;
  /** The files under check that it is about. */
  over: readonly string[];
  /** That its rule was given up for it, where it was. */
  givenUp: Problem | undefined;
}

/** What comes of a script that does not end, one way or another. */
const ENDLESS = /^script-(?:operations|time|memory|given-up)$/;

/** Problems, of which what a rule stops at in several files is one, whatever values they have. */
export function saidOnce(problems: readonly Problem[]): SaidOnce[] {
  const known = new Map<string, [Problem, ...Problem[]]>();
  for (const [at, item] of problems.entries()) {
    const key = keyOf(item, at);
    const alike = known.get(key);
    alike === undefined ? known.set(key, [item]) : alike.push(item);
  }
  return [...known.values()].map((alike) => {
    const stops = alike.filter(({ code }) => code !== "script-given-up");
    const [item = alike[0]] = stops;
    const over = (stops.length > 0 ? stops : alike).flatMap(({ document }) => document ?? []);
    return { item, over, givenUp: alike.find((one) => one !== item && !stops.includes(one)) };
  });
}

/** What those have in common that are said once. */
function keyOf({ code, rule, path, offset, document, message }: Problem, at: number): string {
  if (document === undefined) {
    return String(at);
  }
  // A script without an end is stopped here and there, by one limit or another.
  const what = ENDLESS.test(code) ? ["", rule, path] : [code, rule, path, offset, blamed(message, document)];
  return what.join("\0");
}

/** The file over which a script stopped, where that is no fault of the script: the file itself is no use. */
export function blamed(message: string, file: string | undefined): string | undefined {
  return message.includes(` ${file}: \`${file}\`: `) ? file : undefined;
}

/** What a problem says, of the first of several files with how many more there are. It is named last before the reason. */
export function messageOver({ message, document = "" }: Problem, over: readonly string[]): string {
  const [what = "", why, ...others] = message.split(` ${document}: `);
  return why === undefined || others.length > 0 ? message : `${what} ${overText(over)}: ${why}`;
}
